import { createHash, hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Images } from '../domain/ports/images.ts';
import { Problem } from '../domain/problem.ts';
import type { KeptImage } from '../store/records/captures/kept-images.ts';

const CONCURRENCY = 8;

export interface ImageReport {
  readonly images: number;
  /** Images that were missing in the target or differed there. */
  readonly written: number;
}

export interface ImageCopy {
  readonly from: Images;
  readonly to: Images;
  /** False: an image of the right size in the target counts as verified by an earlier run. */
  readonly verify: boolean;
  readonly progress: (text: string) => void;
}

/**
 * Copies every image that a record needs and reads it back. An image that the target already has is read too, and sent
 * again unless its hash equals that of the record, or of the source if the record holds no hash.
 * Throws Problem('unprocessable') if an image of the source does not match the hash of its record.
 */
export async function copyImages(wanted: AsyncIterable<KeptImage>, copy: ImageCopy): Promise<ImageReport> {
  let images = 0;
  let written = 0;
  const pending = new Set<Promise<void>>();
  try {
    for await (const image of wanted) {
      if (pending.size >= CONCURRENCY) await Promise.race(pending);
      const work = copyImage(image, copy).then((sent) => {
        images += 1;
        if (sent) written += 1;
        copy.progress(`images: ${images}, ${written} of them sent`);
        pending.delete(work);
      });
      pending.add(work);
    }
    await Promise.all(pending);
  } finally {
    // After a failure, wait for the uploads that have begun.
    await Promise.allSettled(pending);
  }
  return { images, written };
}

async function copyImage({ key, sha256 }: KeptImage, { from, to, verify }: ImageCopy): Promise<boolean> {
  if (!verify && (await sizeIfPresent(to, key)) === (await from.size(key))) return false;
  const present = await hashIfPresent(to, key);
  if (present !== undefined && present === sha256) return false;
  const bytes = await buffer((await from.read(key)).stream);
  const sum = hash('sha256', bytes);
  if (sha256 !== undefined && sum !== sha256) {
    throw new Problem('unprocessable', `The image ${key} is damaged: see "pagekeep doctor --images".`);
  }
  if (present === sum) return false;
  await to.put(key, bytes);
  if ((await hashIfPresent(to, key)) !== sum) {
    throw new Problem('unprocessable', `The image ${key} differs from the original after it was copied.`);
  }
  return true;
}

function hashIfPresent(images: Images, key: string): Promise<string | undefined> {
  return ifPresent(async () => {
    const sum = createHash('sha256');
    for await (const chunk of (await images.read(key)).stream) sum.update(chunk);
    return sum.digest('hex');
  });
}

function sizeIfPresent(images: Images, key: string): Promise<number | undefined> {
  return ifPresent(() => images.size(key));
}

async function ifPresent<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not-found') return undefined;
    throw error;
  }
}
