import { setTimeout as wait } from 'node:timers/promises';
import type { CaptureOptions } from '../../domain/capture-options.ts';
import { viewportOf } from '../../domain/device.ts';
import { noPageSigns, type PageSigns } from '../../domain/replaced-page.ts';
import { bannerSelectors, wallSelectors } from '../../domain/verdict.ts';
import { CdpError } from '../chromium/cdp.ts';
import type { Tab } from '../chromium/tab.ts';
import { timedOut, within } from '../deadline.ts';
import { type FrameText, readFrameTexts, readText, type TextSource } from '../text/page-text.ts';
import { isConsentShowing } from './consent.ts';
import { type Measured, nothingMeasured } from './elements.ts';
import { type Frozen, freezeFrames, unlessGone } from './frames.ts';
import { pictureFramesOfOtherSites } from './frames-of-other-sites.ts';
import { enterIsolatedWorld, type IsolatedWorld } from './isolated-world.ts';
import type { Limits } from './limits.ts';
import { busyFactor } from './machine-load.ts';
import { replaceUnreadableQueries } from './scripting-queries.ts';
import { stopScripts } from './settle.ts';
import { maxHeight } from './take-picture.ts';
import { closeTallWindow } from './tall-window.ts';
import { removePresence } from './visitor.ts';

type Survey = {
  readonly title: string;
  readonly text: string;
  /** Scripts of the text that no font draws. */
  readonly undrawn: readonly string[];
  readonly present: readonly string[];
  readonly banner: boolean;
};
/** The data read from a frozen page. */
export type Seen = Survey & {
  readonly asksConsent: boolean;
  readonly measured: Measured;
  readonly pageSigns: PageSigns;
  /** Undefined if the text could not be read. */
  readonly source: TextSource | undefined;
};

export type FreezeRequest = {
  readonly options: CaptureOptions;
  readonly limits: Limits;
  readonly selectors: readonly string[];
  /** The addresses of the style sheets with scripting queries; null if visitors have no scripts either. */
  readonly sheets: readonly string[] | null;
};

type Freezing = Pick<FreezeRequest, 'sheets'> & { readonly maxHeight: number };

/** Milliseconds of an idle machine until the first frame of a video is drawn. */
const rewindTime = 2_000;

/**
 * Elements are measured while the snapshot for the text is made. That takes seconds for a large page on a busy machine, and
 * a capture without words ends the spans of its phrases.
 */
const readingTime = 10_000;

/** Timers of the page do not run any more, so the videos are asked from here. */
async function waitForVideos(world: IsolatedWorld): Promise<void> {
  for (const end = performance.now() + rewindTime * busyFactor(); performance.now() < end; await wait(25))
    if (!(await world.call<boolean>('isRewinding'))) return;
}

type FrozenPage = { readonly elements: number; readonly frameTexts: readonly FrameText[] };

async function freezeAll(tab: Tab, world: IsolatedWorld, freezing: Freezing): Promise<FrozenPage> {
  const main = await world.call<Frozen>('freeze', { ...freezing, rewinds: true });
  const frames = main.frames > 0 ? await freezeFrames(tab, freezing.sheets ?? []) : [];
  if ([main, ...frames].some(({ hasUnreadable }) => hasUnreadable)) {
    await replaceUnreadableQueries(tab, world);
    // A replaced query can start transitions.
    await world.call('finishAnimations', true);
  }
  if (main.hasRewound || main.hasUnreadable) {
    // Resolves once the beginning of the animations is drawn.
    await tab.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    await world.call('cancelRewound');
  }
  if (main.isRewinding) await waitForVideos(world);
  // Before pictures replace frames.
  const frameTexts = main.frames > 0 ? await readFrameTexts(tab, main.hasFramesToReplace) : [];
  if (main.frames > 0 && freezing.maxHeight > 0) await pictureFramesOfOtherSites(tab, world);
  return { elements: main.elements, frameTexts };
}

/** Stops scripts first, so that nothing moves between the freeze and the picture. */
async function freeze(
  tab: Tab,
  { options, limits, selectors, sheets }: FreezeRequest,
  onSurvey: (survey: Survey) => void,
): Promise<Seen> {
  await stopScripts(tab);
  await Promise.all([closeTallWindow(tab, options), removePresence(tab)]);
  const world = await enterIsolatedWorld(tab);
  const [pageSigns, { elements, frameTexts }, survey, asksConsent] = await Promise.all([
    // Before freezing, which moves layers.
    world.call<PageSigns>('pageSigns'),
    freezeAll(tab, world, {
      maxHeight: options.fullPage ? maxHeight(viewportOf(options.viewport), limits) : 0,
      sheets,
    }),
    world.call<Survey>('survey', wallSelectors, bannerSelectors).then((found) => {
      onSurvey(found);
      return found;
    }),
    options.consent && isConsentShowing(tab),
  ]);
  const [measured, documents] = await Promise.all([
    unlessGone(world.call<Measured>('measure', selectors, limits.measuring), readingTime),
    elements > limits.textElements ? undefined : unlessGone(readText(tab), readingTime),
  ]);
  const source = documents && { documents, frameTexts };
  return { ...survey, asksConsent, pageSigns, measured: measured ?? nothingMeasured, source };
}

/** For a page that cannot be inspected, such as one that navigates all the time. It is captured all the same. */
const nothingSeen: Seen = {
  title: '',
  text: '',
  undrawn: [],
  present: [],
  banner: false,
  asksConsent: false,
  pageSigns: noPageSigns,
  measured: nothingMeasured,
  source: undefined,
};

/**
 * Stops the page and reads its title, texts, elements and signs. Freezing hundreds of frames can take longer than the
 * limit. The data read so far is used.
 */
export async function freezePage(tab: Tab, request: FreezeRequest): Promise<Seen> {
  let early: Seen = nothingSeen;
  const onSurvey = (survey: Survey) => {
    early = { ...nothingSeen, ...survey };
  };
  const answer = await within(
    request.limits.unresponsive,
    freeze(tab, request, onSurvey).catch((error: unknown) => {
      if (error instanceof CdpError) return early;
      throw error;
    }),
  );
  return answer === timedOut ? early : answer;
}
