import type { PartCache } from '../domain/ports/picture-parts.ts';
import type { Store } from '../domain/ports/store.ts';

const PICTURES_A_STEP = 200;

/**
 * Removes the parts of erased pictures from the cache. Each process with a cache does so for its own one, because only
 * the image store is shared. A part that a request makes while its picture is erased is removed by the next run.
 */
export async function removeErasedParts(store: Store, cache: PartCache): Promise<void> {
  const pictures = await cache.folders();
  for (let start = 0; start < pictures.length; start += PICTURES_A_STEP) {
    const some = pictures.slice(start, start + PICTURES_A_STEP);
    for (const id of await store.removals.withoutRecord(some)) await cache.removeFolder(id);
  }
}
