import type { CollectionState, Page, WebpagePageRequest } from '../listing.ts';
import type { Webpage } from '../webpage.ts';

export interface Webpages {
  add(owner: string, webpage: Webpage): Promise<void>;
  /** For imports. Pages of the list are slow until `settle` is called. */
  addMany(owner: string, webpages: readonly Webpage[]): Promise<void>;
  settle(owner: string): Promise<void>;
  find(owner: string, id: string): Promise<Webpage | undefined>;
  /** The record, locked until the end of the transaction. Throws Problem('not-found'). */
  hold(owner: string, id: string): Promise<Webpage>;
  /** At most ten, the oldest first. */
  findByUrl(owner: string, url: string): Promise<Webpage[]>;
  /** Replaces the record with the same id. Throws Problem('not-found'). */
  change(owner: string, webpage: Webpage): Promise<void>;
  /**
   * Removes the webpage at once; Removals.dismantle removes its screenshots afterwards. `check` is called with the record
   * as it is then, and may throw to keep it. Throws Problem('not-found').
   */
  remove(owner: string, id: string, check?: (webpage: Webpage) => void): Promise<void>;
  state(owner: string): Promise<CollectionState>;
  page(owner: string, state: CollectionState, request: WebpagePageRequest): Promise<Page<Webpage>>;
}
