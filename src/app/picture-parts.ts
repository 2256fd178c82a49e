import type { PicturePart } from '../domain/picture-part.ts';
import type { Images } from '../domain/ports/images.ts';
import type { PartCache, PictureCutter } from '../domain/ports/picture-parts.ts';
import type { Picture } from '../domain/screenshot.ts';
import { readPicture } from './read-picture.ts';

export interface PicturePartsParts {
  readonly images: Images;
  readonly cache: PartCache;
  readonly cutter: PictureCutter;
  /** The cache cannot be used, as on a full disk. Parts are then made for each request. */
  readonly cacheFailed: (error: unknown) => void;
}

/** Reads a part of a picture. The caller has found the picture through its owner. */
export type ReadPicturePart = (picture: Picture, part: PicturePart) => Promise<Uint8Array>;

/** A larger picture is decoded once, to a pyramid. A smaller one takes about 0.15 s to decode. */
const PYRAMID_FROM_PIXELS = 8_000_000;

/** The top of a tall picture is decoded without the rest, so that it is seen before the pyramid is complete. */
const TOP_ROWS = 4096;

export function makeReadPicturePart({ images, cache, cutter, cacheFailed }: PicturePartsParts): ReadPicturePart {
  const makeOnce = sharedWork<Uint8Array>();
  const makePyramidOnce = sharedWork<string>();

  async function orFailed<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      cacheFailed(error);
      return undefined;
    }
  }

  async function make(picture: Picture, part: PicturePart): Promise<Uint8Array> {
    if (picture.width * picture.height >= PYRAMID_FROM_PIXELS) {
      const cut = await cutFromPyramid(picture, part);
      if (cut) return cut;
    }
    return cutter.cut(await readPicture(images, picture), picture, part);
  }

  /**
   * A pyramid that another process has removed, or that is damaged, is made again. Undefined: the part is better cut
   * from the picture itself.
   */
  async function cutFromPyramid(picture: Picture, part: PicturePart): Promise<Uint8Array | undefined> {
    const name = `${picture.id}/pyramid.tif`;
    const known = await orFailed(cache.find(name));
    if (known === undefined && isUnscaledTop(part)) return undefined;
    try {
      if (known !== undefined) return await cutter.cutPyramid(known, picture, part);
    } catch {
      await orFailed(cache.remove(name));
    }
    const makePyramid = async () => {
      const image = await readPicture(images, picture);
      return cache.make(name, (path) => cutter.writePyramid(image, picture, path));
    };
    const made = await orFailed(makePyramidOnce(name, makePyramid));
    return made === undefined ? undefined : orFailed(cutter.cutPyramid(made, picture, part));
  }

  return async function readPicturePart(picture, part) {
    const name = `${picture.id}/${nameOf(part)}`;
    const known = await orFailed(cache.read(name));
    if (known) return known;
    return makeOnce(name, async () => {
      const bytes = await make(picture, part);
      await orFailed(cache.write(name, bytes));
      return bytes;
    });
  };
}

function isUnscaledTop({ region, size }: PicturePart): boolean {
  return region.y + region.height <= TOP_ROWS && region.width < 2 * size.width;
}

function nameOf({ region, size, format }: PicturePart): string {
  return `${region.x},${region.y},${region.width},${region.height}-${size.width},${size.height}.${format}`;
}

/** Runs a work once for all callers that ask for it at the same time. */
function sharedWork<Result>(): (name: string, work: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  return (name, work) => {
    const known = running.get(name);
    if (known) return known;
    const started = work().finally(() => running.delete(name));
    running.set(name, started);
    return started;
  };
}
