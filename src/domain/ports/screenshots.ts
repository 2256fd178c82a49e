import type { CollectionState, Page, ScreenshotPageRequest } from '../listing.ts';
import type { Screenshot } from '../screenshot.ts';

export interface Screenshots {
  /**
   * Adds a capture whose image files are stored, and removes their keys from the removal queue. If a screenshot shows the
   * same picture already, both share its files and the new files stay queued. Throws Problem('not-found') if the webpage
   * was deleted; the files then stay queued.
   */
  add(owner: string, screenshot: Screenshot): Promise<void>;
  /** For imports. Pages of the list are slow until `settle` is called. */
  addMany(owner: string, screenshots: readonly Screenshot[]): Promise<void>;
  settle(owner: string, webpageId: string): Promise<void>;
  find(owner: string, webpageId: string, id: string): Promise<Screenshot | undefined>;
  /** The screenshot with this id, of any webpage of the owner. */
  findAnywhere(owner: string, id: string): Promise<Screenshot | undefined>;
  /** Throws Problem('not-found'). */
  setFavorite(owner: string, mark: FavoriteMark): Promise<void>;
  /** The state of the filtered list; undefined if the owner has no such webpage. */
  state(owner: string, webpageId: string, isFavorite: boolean | undefined): Promise<CollectionState | undefined>;
  /** Throws Problem('not-found') if the owner has no such webpage. */
  page(
    owner: string,
    webpageId: string,
    state: CollectionState,
    request: ScreenshotPageRequest,
  ): Promise<Page<Screenshot>>;
}

interface FavoriteMark {
  readonly webpageId: string;
  readonly id: string;
  readonly isFavorite: boolean;
  readonly now: Date;
}
