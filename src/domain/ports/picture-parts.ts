import type { Size } from '../findings.ts';
import type { PicturePart } from '../picture-part.ts';

/** Makes parts of pictures. */
export interface PictureCutter {
  /** Throws for bytes that are not an image of this size. */
  cut(image: Uint8Array, picture: Size, part: PicturePart): Promise<Uint8Array>;
  /** Writes the picture in a form from which parts are cut without decoding the rest, at all scales. */
  writePyramid(image: Uint8Array, picture: Size, path: string): Promise<void>;
  /** Throws if the file is missing or damaged. */
  cutPyramid(path: string, picture: Size, part: PicturePart): Promise<Uint8Array>;
}

/**
 * Files that can be made again, up to a total size; those that were not used for the longest time are removed. Several
 * processes can share it. A name is `FOLDER/FILE`.
 */
export interface PartCache {
  /** Undefined for a file that is missing or damaged. */
  read(name: string): Promise<Uint8Array | undefined>;
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** The path of a file that `make` wrote; undefined if it is missing. It may be removed at any time. */
  find(name: string): Promise<string | undefined>;
  /** `write` gets the path of a temporary file, which then gets the name. Returns its path. */
  make(name: string, write: (path: string) => Promise<void>): Promise<string>;
  remove(name: string): Promise<void>;
  folders(): Promise<string[]>;
  removeFolder(folder: string): Promise<void>;
}
