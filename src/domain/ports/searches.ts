import type { Screenshot } from '../screenshot.ts';
import type { FoundInSteps, ScreenshotSearch, WebpageSearch } from '../stepwise.ts';
import type { Webpage } from '../webpage.ts';

/** Searches by the order of time: records that others add meanwhile move none to another place. */
export interface Searches {
  /** By the time when they were added. */
  webpages(owner: string, request: WebpageSearch): Promise<FoundInSteps<Webpage>>;
  /** The captures of all webpages of the owner. */
  screenshots(owner: string, request: ScreenshotSearch): Promise<FoundInSteps<Screenshot>>;
}
