import { Recent } from '../domain/recent.ts';
import { ownBytes } from '../http/compress.ts';
import type { RenderedPage } from './reply.ts';

const LIMIT_BYTES = 16 * 1024 * 1024;

/** What is due now was not due a moment ago, though nothing was written. */
const LONGEST_MS = 10_000;

interface Kept {
  readonly version: number;
  readonly until: number;
  readonly page: RenderedPage;
}

/**
 * Pages as they were last shown to one session, good while nothing at all was written. Rendering a gallery takes a
 * millisecond or two, sending it again a twentieth of that.
 */
export class KeptPages {
  readonly #entries = new Recent<string, Kept>(LIMIT_BYTES, ({ page }) => page.body.length * 1.5 + 500);

  get(place: string, version: number | undefined, now: Date): RenderedPage | undefined {
    const entry = this.#entries.get(place);
    return entry && entry.version === version && entry.until > now.getTime() ? entry.page : undefined;
  }

  /** Where the store cannot say whether anything was written, nothing is kept. */
  set(place: string, version: number | undefined, page: RenderedPage, now: Date): void {
    if (version === undefined) return;
    const kept = { ...page, body: ownBytes(page.body) };
    this.#entries.set(place, { version, until: now.getTime() + LONGEST_MS, page: kept });
  }
}
