import { createHash, hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Images } from '../domain/images.ts';
import { Problem } from '../domain/problem.ts';
import type { KeptImage } from '../store/kept-images.ts';

const AT_ONCE = 8;

export interface ImageReport {
  readonly images: number;
  /** Images that the target did not have, or had otherwise. */
  readonly written: number;
}

/**
 * Puts every image that a record needs into the target, and reads it back. One that is there already is read too, and
 * sent again unless it is byte for byte what its record, or where there is none the source, says.
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
  const there = await hashIfThere(to, key);
  if (there !== undefined && there === sha256) return false;
  const bytes = await buffer((await from.read(key)).stream);
  const sum = hash('sha256', bytes);
  if (sha256 !== undefined && sum !== sha256) {
    throw new Problem('unprocessable', `The image ${key} is damaged: see "pagekeep doctor --images".`);
  }
  if (there === sum) return false;
  await to.put(key, bytes);
  if ((await hashIfThere(to, key)) !== sum) {
    throw new Problem('unprocessable', `The image ${key} did not arrive as it was sent.`);
  }
  return true;
}

async function hashIfThere(images: Images, key: string): Promise<string | undefined> {
  const sum = createHash('sha256');
  try {
    for await (const some of (await images.read(key)).stream) sum.update(some);
    return sum.digest('hex');
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not-found') return undefined;
    throw error;
  }
}
