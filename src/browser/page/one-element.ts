import type { CaptureOptions } from '../../domain/capture-options.ts';
import { printable } from '../../domain/text.ts';
import { CaptureError } from '../capture-error.ts';
import { CdpError } from '../chromium/cdp.ts';
import type { Tab } from '../chromium/tab.ts';
import { enterIsolatedWorld, type IsolatedWorld } from './isolated-world.ts';

/** A part of the page in CSS pixels: its left side relative to the window, its upper side relative to the page. */
export type Region = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

type Found = 'ready' | 'invalid' | 'missing' | 'hidden';

const faults: Record<Exclude<Found, 'ready'>, (selector: string) => string> = {
  invalid: (selector) => `The element to capture: ${selector} is not a CSS selector.`,
  missing: (selector) => `The element to capture: no element matches ${selector}.`,
  hidden: (selector) => `The element to capture: ${selector} is empty or not visible.`,
};

/** Waits until the element of the options is visible. Throws CaptureError. */
export async function waitForElement(world: IsolatedWorld, selector: string, maxTime: number): Promise<void> {
  const { found } = await world.call<{ readonly found: Found }>('awaitShown', selector, maxTime);
  if (found !== 'ready') throw new CaptureError('element', faults[found](printable(selector, 200)));
}

/** The place of the element in the frozen page; undefined for a picture of the page. Throws CaptureError. */
export async function regionOf(tab: Tab, { element }: CaptureOptions): Promise<Region | undefined> {
  if (element === null) return undefined;
  const selector = printable(element, 200);
  const world = await enterIsolatedWorld(tab);
  const region = await world.call<Region>('boxOfElement', element).catch((error: unknown) => {
    if (!(error instanceof CdpError) || tab.signal.aborted) throw error;
    throw new CaptureError('element', faults.missing(selector), { cause: error });
  });
  if (region.width > 0 && region.height > 0) return region;
  throw new CaptureError('element', faults.hidden(selector));
}
