import { Problem } from './problem.ts';

/** Media types by the extension of an image key. */
export const IMAGE_TYPES = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' } as const;

export type ImageExtension = keyof typeof IMAGE_TYPES;

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32,60}\.(webp|png|jpg)$/;

// 20 bytes: 16 bits name the two folders, which gives a million images about 15 in each. The other 144 bits make the
// name, more than the 128 that cannot be guessed.
const KEY_BYTES = 20;

/** A key that cannot be guessed and never changes: `ab/cd/<36 hex digits>.webp`. */
export function newImageKey(randomBytes: (size: number) => Uint8Array, extension: ImageExtension): string {
  const hex = randomBytes(KEY_BYTES).toHex();
  return `${hex.slice(0, 2)}/${hex.slice(2, 4)}/${hex.slice(4)}.${extension}`;
}

/** The pattern allows no `..`, no leading slash and no second spelling, so a key is safe as a path. */
export function isImageKey(text: string): boolean {
  return KEY.test(text);
}

/** Throws Problem('invalid') for a text that is not an image key. */
export function checkImageKey(text: string): string {
  if (!isImageKey(text)) throw new Problem('invalid', `${JSON.stringify(text)} is not an image key.`);
  return text;
}

/** Throws Problem('invalid') for a text that is not an image key. */
export function extensionOf(key: string): ImageExtension {
  return checkImageKey(key).split('.')[1] as ImageExtension;
}

/** The media type of an image. Throws Problem('invalid') for a text that is not an image key. */
export function imageType(key: string): string {
  return IMAGE_TYPES[extensionOf(key)];
}
