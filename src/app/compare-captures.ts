import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Comparison, Differ } from '../domain/comparison.ts';
import { newImageKey } from '../domain/image-key.ts';
import type { Images } from '../domain/ports/images.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Screenshot } from '../domain/screenshot.ts';
import { recordFiles } from './image-keys.ts';

export interface ComparerParts {
  readonly store: Store;
  readonly images: Images;
  readonly differ: Differ;
  readonly now: () => Date;
}

export type Compare = (before: Screenshot, after: Screenshot) => Promise<Comparison>;

/** An image without a record is removed after this time. */
const RECORDED_WITHIN_MS = 60 * 60 * 1000;

/**
 * The difference between two captures, which is computed once and stored. Comparisons run one after the other, because
 * two decoded pictures take up to 200 MB.
 */
export function makeCompare({ store, images, differ, now }: ComparerParts): Compare {
  let last: Promise<unknown> = Promise.resolve();

  async function compute(before: Screenshot, after: Screenshot): Promise<Comparison> {
    const pair = { before: before.picture.id, after: after.picture.id };
    // A request that waited before this one may have made the same comparison.
    const known = await store.comparisons.find(pair);
    if (known) return known;
    const [old, young] = await Promise.all([read(before), read(after)]);
    const { image, ...found } = await differ(old, young);
    const contentKey = newImageKey(randomBytes, 'png');
    await store.removals.reserve([contentKey], new Date(now().getTime() + RECORDED_WITHIN_MS));
    await images.put(contentKey, image);
    await recordFiles(store.removals, [contentKey], () => store.comparisons.keep(pair, { contentKey, ...found }));
    return (await store.comparisons.find(pair)) ?? { contentKey, ...found };
  }

  async function read({ picture }: Screenshot): Promise<Buffer> {
    return buffer((await images.read(picture.contentKey)).stream);
  }

  return async function compare(before, after) {
    const known = await store.comparisons.find({ before: before.picture.id, after: after.picture.id });
    if (known) return known;
    const turn = last.then(() => compute(before, after));
    last = turn.catch(() => undefined);
    return turn;
  };
}
