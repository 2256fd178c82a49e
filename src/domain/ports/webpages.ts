import type { CollectionState, WebpagePageRequest } from '../listing.ts';
import type { Soon } from '../soon.ts';
import type { Frame, Template, WrittenPage } from '../template.ts';
import type { Webpage } from '../webpage.ts';

export interface Webpages {
  add(owner: string, webpage: Webpage): Promise<void>;
  /** Many at once, as an import brings them; `settle` then makes their pages fast again. */
  addMany(owner: string, webpages: readonly Webpage[]): Promise<void>;
  settle(owner: string): Promise<void>;
  find(owner: string, id: string): Promise<Webpage | undefined>;
  /** Those with this address, the oldest first, and ten at most. */
  findByUrl(owner: string, url: string): Promise<Webpage[]>;
  /** Puts this record in the place of the one with its id. Throws Problem('not-found'). */
  change(owner: string, webpage: Webpage): Promise<void>;
  /** Answers at once, however many screenshots go with it; Removals.sweep does the rest. Throws Problem('not-found'). */
  remove(owner: string, id: string): Promise<void>;
  state(owner: string): Soon<CollectionState>;
  page(owner: string, state: CollectionState, request: WebpagePageRequest): Promise<Webpage[]>;
  /** The same page as text, its webpages with commas between. */
  writePage(
    owner: string,
    state: CollectionState,
    request: WebpagePageRequest,
    frame: Frame<keyof Webpage>,
  ): Soon<WrittenPage>;
  /** A way to find one as the template writes it. */
  writer(template: Template<keyof Webpage>): (owner: string, id: string) => Soon<string | undefined>;
}
