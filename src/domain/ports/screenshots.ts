import type { CollectionState, ScreenshotPageRequest } from '../listing.ts';
import type { Screenshot, ScreenshotField } from '../screenshot.ts';
import type { Soon } from '../soon.ts';
import type { Frame, Template, WrittenPage } from '../template.ts';

export interface Screenshots {
  /**
   * Keeps a capture whose image files are already stored, and takes their keys off the removal queue. A picture that
   * is kept already is shared, and the files of the new one stay queued. Throws Problem('not-found') if the webpage is gone; the files then stay queued.
   */
  add(owner: string, screenshot: Screenshot): Promise<void>;
  /** Many at once, as an import brings them; `settle` then makes their pages fast again. */
  addMany(owner: string, screenshots: readonly Screenshot[]): Promise<void>;
  settle(owner: string, webpageId: string): Promise<void>;
  find(owner: string, webpageId: string, id: string): Promise<Screenshot | undefined>;
  /** Throws Problem('not-found'). */
  setFavorite(owner: string, mark: FavoriteMark): Promise<void>;
  /** How many captures of the webpage pass the filter; undefined if the owner has no such webpage. */
  state(owner: string, webpageId: string, isFavorite: boolean | undefined): Soon<CollectionState | undefined>;
  page(owner: string, webpageId: string, state: CollectionState, request: ScreenshotPageRequest): Promise<Screenshot[]>;
  /** The same page as text, its screenshots with commas between. */
  writePage(
    owner: string,
    webpageId: string,
    state: CollectionState,
    request: ScreenshotPageRequest,
    frame: Frame<ScreenshotField>,
  ): Soon<WrittenPage>;
  /** A way to find one as the template writes it. */
  writer(
    template: Template<ScreenshotField>,
  ): (owner: string, webpageId: string, id: string) => Soon<string | undefined>;
}

interface FavoriteMark {
  readonly webpageId: string;
  readonly id: string;
  readonly isFavorite: boolean;
  readonly now: Date;
}
