import { createHash, hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Images } from '../domain/images.ts';
import { Problem } from '../domain/problem.ts';
import type { KeptImage } from '../store/records/kept-images.ts';

const AT_ONCE = 8;

export interface ImageReport {
  readonly images: number;
  /** Images that the target did not have, or had otherwise. */
  readonly written: number;
}

export interface ImageCopy {
  readonly from: Images;
  readonly to: Images;
  /** False: an image that is there in its whole length is taken for what an earlier run verified. */
  readonly verify: boolean;
  readonly progress: (text: string) => void;
}

/**
 * Puts every image that a record needs into the target, and reads it back. One that is there already is read too, and
 * sent again unless it is byte for byte what its record, or where there is none the source, says.
 * Throws Problem('unprocessable') for an image that is not what its record says.
 */
export async function copyImages(wanted: AsyncIterable<KeptImage>, copy: ImageCopy): Promise<ImageReport> {
  let images = 0;
  let written = 0;
  const under = new Set<Promise<void>>();
  try {
    for await (const image of wanted) {
      if (under.size >= AT_ONCE) await Promise.race(under);
      const work = copyImage(image, copy).then((sent) => {
        images += 1;
        if (sent) written += 1;
        copy.progress(`images: ${images}, ${written} of them sent`);
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

async function copyImage({ key, sha256 }: KeptImage, { from, to, verify }: ImageCopy): Promise<boolean> {
  if (!verify && (await sizeIfThere(to, key)) === (await from.size(key))) return false;
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

function hashIfThere(images: Images, key: string): Promise<string | undefined> {
  return ifThere(async () => {
    const sum = createHash('sha256');
    for await (const some of (await images.read(key)).stream) sum.update(some);
    return sum.digest('hex');
  });
}

function sizeIfThere(images: Images, key: string): Promise<number | undefined> {
  return ifThere(() => images.size(key));
}

async function ifThere<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not-found') return undefined;
    throw error;
  }
}
