import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { EncodedImage } from '../domain/capture.ts';
import { IMAGE_TYPES, type Images, newImageKey } from '../domain/images.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import type { Picture } from '../domain/screenshot.ts';
import { Setbacks } from '../domain/setbacks.ts';
import { recordFiles } from './image-keys.ts';

/** The same pixels in fewer bytes, or the very image that was given if there are none fewer. */
export type Compact = (image: EncodedImage) => Promise<EncodedImage>;

export interface CompactParts {
  readonly store: Store;
  readonly images: Images;
  readonly compact: Compact;
}

/** Long enough for whoever read the old address a moment ago. */
const OLD_FILE_MS = 3_600_000;

/**
 * Stores one picture that is still as Chromium made it in fewer bytes; answers whether there was one. It costs more
 * time than the capture, so it is done when nothing else is to do, or seldom. One that fails is put off,
 * and throws only the first time: those behind it have their turn, and nobody is told the same again.
 */
export async function compactNext(
  parts: CompactParts,
  now: () => Date,
  setbacks: Setbacks = new Setbacks(),
): Promise<boolean> {
  if (setbacks.isResting(now())) return false;
  const picture = await nextPicture(parts.store, (id) => setbacks.isPutOff(id, now()));
  if (!picture) return false;
  try {
    await compactPicture(parts, picture, now);
  } catch (error) {
    if (setbacks.failed(picture.id, now()) === 'again') return false;
    throw new Error(`The picture ${picture.id} was not stored in fewer bytes.`, { cause: error });
  }
  setbacks.succeeded(picture.id);
  return true;
}

async function nextPicture({ captures }: Store, isPutOff: (id: string) => boolean): Promise<Picture | undefined> {
  let picture = await captures.nextToEncode();
  while (picture && isPutOff(picture.id)) picture = await captures.nextToEncode(picture.id);
  return picture;
}

async function compactPicture({ store, images, compact }: CompactParts, picture: Picture, now: () => Date) {
  const original = await readWhole(images, picture);
  const made = original && (await compact(original).catch(passOver));
  if (!made || made === original) return store.captures.keepAsIs(picture.id);
  const contentKey = newImageKey(randomBytes, made.format);
  const at = now();
  const removeAt = new Date(at.getTime() + OLD_FILE_MS);
  await store.removals.reserve([contentKey], removeAt);
  await images.put(contentKey, made.bytes);
  const contentType = IMAGE_TYPES[made.format];
  const encoded = { contentKey, contentType, bytes: made.bytes.length, sha256: made.sha256 };
  await recordFiles(store.removals, [contentKey], () => store.captures.replace(picture, encoded, { now: at, removeAt }))
    // Its webpage was deleted meanwhile.
    .catch(unlessGone);

  /** What cannot be decoded now never will be; it must not stand before all the others for ever. */
  async function passOver(error: unknown): Promise<never> {
    await store.captures.keepAsIs(picture.id);
    throw error;
  }
}

async function readWhole(images: Images, picture: Picture): Promise<EncodedImage | undefined> {
  try {
    const bytes = await buffer((await images.read(picture.contentKey)).stream);
    const { width, height, sha256 } = picture;
    return { bytes, format: 'png', width, height, sha256 };
  } catch (error) {
    unlessGone(error);
    return undefined;
  }
}

function unlessGone(error: unknown): void {
  if (!(error instanceof Problem && error.kind === 'not-found')) throw error;
}
