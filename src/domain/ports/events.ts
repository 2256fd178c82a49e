import type { ArchiveEvent, NewEvent } from '../event.ts';

/**
 * The outbox. An event is written in the transaction of what happened. Its number is taken at the end of that transaction, so
 * a reader that continues after the last number it has seen misses nothing. Events are kept for EVENT_DAYS.
 */
export interface Events {
  /** Adds the event at the end of the transaction. Equal events about a webpage in one transaction become one. */
  add(owner: string, event: NewEvent): Promise<void>;
  /** Events with a greater number, in the order of their numbers. */
  after(owner: string, number: number, limit: number): Promise<ArchiveEvent[]>;
  find(owner: string, number: number): Promise<ArchiveEvent | undefined>;
  /** The number of the newest event, also if it was deleted since; 0: there was none. Costs one lookup. */
  last(owner: string): Promise<number>;
  /** The number of the oldest event that is kept; undefined: there is none. */
  first(owner: string): Promise<number | undefined>;
  /** Deletes up to `limit` events from before this time. Returns whether there may be more. */
  forget(before: Date, limit: number): Promise<boolean>;
}
