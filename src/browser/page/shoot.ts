import { type CaptureOutcome, failed, type PhaseTimes, type Shot, type Warning } from '../../domain/capture.ts';
import type { CaptureOptions } from '../../domain/capture-options.ts';
import { type Viewport, viewportOf } from '../../domain/device.ts';
import { judge, type Signs } from '../../domain/verdict.ts';
import type { GuardProxy } from '../../guard/proxy.ts';
import { makeThumbnail } from '../../picture/thumbnail.ts';
import type { AdFilter } from '../ads/ad-filter.ts';
import { CaptureError } from '../capture-error.ts';
import { CdpError } from '../chromium/cdp.ts';
import type { Chromium } from '../chromium/chromium.ts';
import { openTab, type Tab } from '../chromium/tab.ts';
import { Deadline } from '../deadline.ts';
import { textInPicture } from '../text/page-text.ts';
import { AdBlocker } from './ads.ts';
import { elementsInPicture } from './elements.ts';
import { freezePage } from './freeze-page.ts';
import { addedTime, type Limits, settleTime } from './limits.ts';
import { declineDialogs, navigate, webUrl } from './navigate.ts';
import { regionOf } from './one-element.ts';
import { expectPdf, isNamedPdf, showPdf } from './pdf.ts';
import { prepare } from './prepare.ts';
import { errorOfLargeFile, showText } from './replaced-document.ts';
import { RequestInterception } from './request-interception.ts';
import { isServedScriptless } from './scripting-queries.ts';
import { settle } from './settle.ts';
import { readSiteIcon } from './site-icon.ts';
import { Steps } from './steps.ts';
import type { Stopwatch } from './stopwatch.ts';
import { type Taken, takePicture } from './take-picture.ts';
import { Traffic } from './traffic.ts';

export type Shooting = {
  readonly chromium: Chromium;
  readonly url: string;
  readonly options: CaptureOptions;
  /** Undefined: advertisements are part of the picture. */
  readonly adFilter: AdFilter | undefined;
  readonly selectors: readonly string[];
  readonly icon: boolean;
  readonly limits: Limits;
  readonly proxy: GuardProxy;
  readonly stopwatch: Stopwatch;
  readonly signal: AbortSignal;
};

/** A picture without a thumbnail and a verdict, neither of which needs a tab. */
export type UnjudgedShot = {
  readonly kind: 'unjudged';
  readonly shot: Omit<Shot, 'kind' | 'thumbnail' | 'verdict' | 'phases'>;
  readonly signs: Omit<Signs, 'oneColour'>;
};

type NoShot = Exclude<CaptureOutcome, Shot>;

function warningsOf({ pageHeight, pageWidth, truncated, scale }: Taken, viewport: Viewport): Warning[] {
  const warnings: Warning[] = [];
  if (truncated.height)
    warnings.push({
      kind: 'truncated',
      detail: `The page is ${pageHeight} px high; the picture does not contain all of it.`,
    });
  if (truncated.width)
    warnings.push({
      kind: 'truncated',
      detail: `The page is ${pageWidth} px wide; the picture does not contain all of it.`,
    });
  if (scale < viewport.scale)
    warnings.push({
      kind: 'scale-lowered',
      detail: `The page is ${pageHeight} px high, so its picture has ${scale} instead of ${viewport.scale} pixels per CSS pixel.`,
    });
  return warnings;
}

async function shootTab(tab: Tab, shooting: Shooting, deadline: Deadline): Promise<UnjudgedShot> {
  const { chromium, options, limits, proxy, stopwatch } = shooting;
  const warnings: Warning[] = [];
  const traffic = new Traffic(tab, limits);
  declineDialogs(tab);
  const url = webUrl(shooting.url);
  const interception = new RequestInterception(tab, url, options.headers);
  const ads = shooting.adFilter && new AdBlocker(tab, shooting.adFilter);
  if (ads) interception.block((paused) => ads.isAd(paused));
  await Promise.all([prepare(tab, chromium, url, options), interception.start()]);
  // A page that navigates or is loaded again may give the same warning for each document.
  const warn = (warning: Warning) => {
    const isKnown = warnings.some(({ kind, detail }) => kind === warning.kind && detail === warning.detail);
    if (!isKnown) warnings.push(warning);
  };
  const viewport = viewportOf(options.viewport);
  const named = isNamedPdf(url) ? await expectPdf(tab, interception, limits) : undefined;
  const kind = await navigate(tab, traffic, url, proxy).catch((error: unknown) => {
    throw named?.isTooLarge() ? errorOfLargeFile(limits.documentBytes) : error;
  });
  const expected = kind === 'pdf' ? (named ?? (await expectPdf(tab, interception, limits))) : named;
  const isPdf = kind === 'pdf' || named?.hasArrived();
  const pdf = expected && isPdf ? await showPdf(tab, expected, { url, viewport, limits, warn }) : undefined;
  if (kind === 'text') await showText(tab, interception, { url, limits });
  stopwatch.begin('settle');
  const steps = new Steps(url, options);
  const settling = { tab, traffic, interception, ads, proxy, options, steps, limits, warn };
  const sheets = await settle(settling, settleTime(options, limits, deadline.left));
  stopwatch.begin('freeze');
  deadline.leave(limits.picture);
  const { title, text, undrawn, present, banner, asksConsent, pageSigns, measured, source } = await freezePage(tab, {
    options,
    limits,
    selectors: shooting.selectors,
    sheets: isServedScriptless(traffic) ? null : sheets,
  });
  for (const selector of measured.invalid)
    warnings.push({ kind: 'selector-invalid', detail: `${selector} is not a CSS selector.` });
  if (!measured.isComplete)
    warnings.push({ kind: 'elements-missing', detail: 'Not all elements of the page could be measured in time.' });
  if (undrawn.length > 0)
    warnings.push({
      kind: 'font-missing',
      detail: `No font can draw ${undrawn.join(', ')}: its characters are boxes.`,
    });
  stopwatch.begin('picture');
  const [taken, icon] = await Promise.all([
    takePicture(tab, {
      viewport,
      fullPage: options.fullPage,
      region: await regionOf(tab, options),
      asScrolled: options.steps.length > 0,
      bounds: limits,
      onStrips: (count) => deadline.extend((count - 1) * limits.strip),
    }),
    shooting.icon ? readSiteIcon(tab, interception, traffic.url) : undefined,
  ]);
  const { picture, pageHeight, pixelsPerCss } = taken;
  warnings.push(...warningsOf(taken, viewport));
  stopwatch.stop();
  const place = { pixelsPerCss, left: taken.left, top: taken.top };
  const httpStatus = traffic.answer?.status ?? null;
  return {
    kind: 'unjudged',
    shot: {
      picture,
      finalUrl: traffic.url,
      httpStatus,
      title,
      viewport,
      pageHeight,
      elements: elementsInPicture(measured, picture, place),
      text: source && textInPicture({ ...source, pdf }, title, picture, place),
      icon,
      browserVersion: chromium.version,
      warnings,
    },
    signs: {
      ...pageSigns,
      requestedUrl: url,
      finalUrl: traffic.url,
      httpStatus,
      headers: traffic.answer?.headers ?? {},
      title,
      text,
      present,
      consentShowing: banner || asksConsent,
      answersConsent: options.consent,
      truncated: warnings.some((warning) => warning.kind === 'feed-stopped' || warning.kind === 'truncated'),
      stillLoading: warnings.some(({ kind }) => kind === 'still-loading'),
    },
  };
}

/** Adds the thumbnail and the verdict, after the tab is closed. */
export async function finishShot({ shot, signs }: UnjudgedShot, stopwatch: Stopwatch): Promise<Shot> {
  stopwatch.begin('thumbnail');
  const { image: thumbnail, blank: oneColour } = await makeThumbnail(shot.picture);
  return { kind: 'shot', ...shot, thumbnail, verdict: judge({ ...signs, oneColour }), phases: stopwatch.stop() };
}

/** Tells a crash of the browser from a crash of the page. */
function errorOf(error: unknown, { chromium, signal }: Shooting, tab: Tab | undefined): CaptureError {
  const told = error instanceof Error && error.name === 'AbortError' ? (tab?.signal ?? signal).reason : error;
  if (told instanceof CaptureError) return told;
  if (!(told instanceof CdpError)) throw told;
  if (chromium.connection.closed)
    return new CaptureError('browser-crashed', 'The browser ended in the middle of the capture.');
  return new CaptureError('page-crashed', told.message, { cause: told });
}

/** An element can be anywhere in the page. */
function withElementInView(options: CaptureOptions): CaptureOptions {
  return options.element === null ? options : { ...options, fullPage: true };
}

/** Captures a page in a new tab and closes the tab. If `broken`, the browser must not be used again. */
export async function shoot(given: Shooting): Promise<{ outcome: UnjudgedShot | NoShot; broken: boolean }> {
  const shooting = { ...given, options: withElementInView(given.options) };
  const { chromium, limits, stopwatch } = shooting;
  const deadline = new Deadline(
    limits.whole + addedTime(shooting.options, limits),
    (time) => new CaptureError('deadline', `The capture was not done within ${Math.round(time / 1000)} s.`),
  );
  const signal = AbortSignal.any([shooting.signal, deadline.signal]);
  let tab: Tab | undefined;
  let outcome: UnjudgedShot | NoShot;
  try {
    stopwatch.begin('navigate');
    webUrl(shooting.url);
    tab = await openTab(chromium, shooting.proxy.url, signal);
    outcome = await shootTab(tab, shooting, deadline);
  } catch (error) {
    const ending = errorOf(error, { ...shooting, signal }, tab);
    outcome = outcomeOf(ending, stopwatch.stop());
  } finally {
    deadline.clear();
  }
  const closed = tab ? await tab.close() : true;
  return { outcome, broken: !closed };
}

function outcomeOf({ reason, message }: CaptureError, phases: PhaseTimes): NoShot {
  if (reason === 'scheme' || reason === 'address') return { kind: 'refused', reason, detail: message, phases };
  return failed(reason, message, phases);
}
