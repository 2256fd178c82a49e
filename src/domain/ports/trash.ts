import type { Trashed, TrashPosition } from '../trash.ts';
import type { Webpage } from '../webpage.ts';

/** Deleted webpages and captures. No other method of the store finds them. */
export interface Trash {
  /**
   * Moves a webpage to the trash. `check` is called with the record as it is then, and may throw to keep it. Throws
   * Problem('not-found').
   */
  putWebpage(owner: string, id: string, at: Date, check?: (webpage: Webpage) => void): Promise<void>;
  /** Moves a capture to the trash. The captures after it are compared again. Throws Problem('not-found'). */
  putCapture(owner: string, capture: { webpageId: string; id: string }, at: Date): Promise<void>;
  find(owner: string, id: string): Promise<Trashed | undefined>;
  /** The newest first, from the first one after a position. Captures of a webpage that is in the trash are left out. */
  list(owner: string, page: { after: TrashPosition | undefined; limit: number }): Promise<Trashed[]>;
  /** Everything that was moved to the trash at this moment. */
  putAt(owner: string, at: string): Promise<Trashed[]>;
  /**
   * Moves a webpage back to its place in the lists. `nextRun` gives the next due time of its schedule. Throws
   * Problem('not-found').
   */
  restoreWebpage(owner: string, id: string, nextRun: (schedule: string, timeZone: string) => Date): Promise<void>;
  /** Throws Problem('not-found'), also while the webpage of the capture is in the trash. */
  restoreCapture(owner: string, id: string): Promise<void>;
  /** It can no longer be restored. Removals.dismantle removes its records. Throws Problem('not-found'). */
  erase(owner: string, id: string): Promise<void>;
  /** Erases up to `limit` webpages, and captures, in the trash of the owner. Returns the number. */
  eraseSome(owner: string, limit: number): Promise<number>;
  /** Erases up to `limit` webpages, and captures, that were moved to the trash before this time. Returns the number. */
  eraseBefore(time: Date, limit: number): Promise<number>;
  /** The image file with this key, of any owner. */
  image(key: string): Promise<ImageState>;
}

interface ImageState {
  /** The file belongs only to deleted webpages, captures or accounts. */
  readonly hidden: boolean;
  /** Undefined if no record has one. */
  readonly sha256: string | undefined;
}
