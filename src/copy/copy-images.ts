import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Images } from '../domain/images.ts';
import { Problem } from '../domain/problem.ts';
import type { KeptImage } from '../store/kept-images.ts';

const AT_ONCE = 8;

export interface ImageReport {
  readonly images: number;
  /** Images that the target did not have. */
  readonly written: number;
}

/**
 * Puts every image that a record needs into the target, and reads it back. One that is there already in its whole
 * length was checked when it was put: images are written whole or not at all.
 * Throws Problem('unprocessable') for an image that is not what its record says.
 */
export async function copyImages(
  wanted: AsyncIterable<KeptImage>,
  { from, to, progress }: { from: Images; to: Images; progress: (text: string) => void },
): Promise<ImageReport> {
  let images = 0;
  let written = 0;
  const under = new Set<Promise<void>>();
  try {
    for await (const image of wanted) {
      if (under.size >= AT_ONCE) await Promise.race(under);
      const work = copyImage(image, from, to).then((sent) => {
        images += 1;
        if (sent) written += 1;
        progress(`images: ${images}, ${written} of them sent`);
        under.delete(work);
      });
      under.add(work);
    }
    await Promise.all(under);
  } finally {
    // After a failure the others are finished first: nothing is left half sent.
    await Promise.allSettled(under);
  }
  return { images, written };
}

async function copyImage({ key, sha256 }: KeptImage, from: Images, to: Images): Promise<boolean> {
  const [size, there] = await Promise.all([from.size(key), sizeIfThere(to, key)]);
  if (size === there) return false;
  const bytes = await buffer((await from.read(key)).stream);
  const sum = hashOf(bytes);
  if (sha256 !== undefined && sum !== sha256) {
    throw new Problem('unprocessable', `The image ${key} is damaged: see "pagekeep doctor".`);
  }
  await to.put(key, bytes);
  if (hashOf(await buffer((await to.read(key)).stream)) !== sum) {
    throw new Problem('unprocessable', `The image ${key} did not arrive as it was sent.`);
  }
  return true;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function sizeIfThere(images: Images, key: string): Promise<number | undefined> {
  try {
    return await images.size(key);
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not-found') return undefined;
    throw error;
  }
}
