import type { CaptureOptions } from './capture-options.ts';
import type { Viewport } from './device.ts';
import type { PageElement } from './page-element.ts';
import type { PageText } from './page-text.ts';

type ImageFormat = 'png' | 'webp';

/** An encoded image. `sha256` is of `bytes`, in lower-case hexadecimal. */
export type EncodedImage = {
  readonly bytes: Uint8Array;
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
  readonly sha256: string;
};

/** Encodes the same pixels in fewer bytes, or returns the given picture if it cannot. */
export type EncodePicture = (picture: EncodedImage) => Promise<EncodedImage>;

/** The content of a picture. The archive, not the camera, adds the verdict `unchanged`. */
export type Verdict =
  | 'fine'
  | 'http-error'
  | 'blank'
  | 'loading' // the page only showed that it was loading, or was still adding content
  | 'blocked' // the site answered with a bot wall
  | 'not-found' // the site says that there is no such page, with a status that says the opposite
  | 'login' // a login form in place of the page
  | 'paywall' // the site asks for a subscription in place of the page
  | 'accept-wall' // the site asks to accept cookies, terms or an age in place of the page
  | 'no-video' // a video player without a video
  | 'consent' // a consent banner is visible
  | 'truncated'; // the page is longer than the longest picture

/** The steps of one capture, in their order. `queue` is the wait for a free tab. */
export type Phase = 'queue' | 'navigate' | 'settle' | 'freeze' | 'picture' | 'thumbnail';
/** Milliseconds spent in each phase that was reached. */
export type PhaseTimes = Readonly<Partial<Record<Phase, number>>>;

/** A problem that did not prevent the picture, but that its viewer should know. */
export type Warning = {
  readonly kind:
    | 'load-unfinished' // resources were still loading when the wait for them ended
    | 'still-loading' // the page only showed that it was loading, or content is known to be missing
    | 'script-stopped' // the scripts of the page ran without end and were stopped
    | 'kept-going' // the page navigated without end and was stopped
    | 'selector-missing' // waitForSelector did not appear
    | 'selector-invalid' // a selector that the browser does not understand
    | 'elements-missing' // measuring elements took too long
    | 'images-missing' // images were still loading
    | 'feed-stopped' // the page loads content at its end without end
    | 'font-missing' // no font can draw a script of the page
    | 'scale-lowered' // the page is too high for a picture at its scale
    | 'truncated';
  readonly detail: string;
};

export type Shot = {
  readonly kind: 'shot';
  /** As Chromium encoded it: equal pixels give equal bytes, so its sha256 tells whether the page changed. */
  readonly picture: EncodedImage;
  readonly thumbnail: EncodedImage;
  readonly finalUrl: string;
  readonly httpStatus: number | null;
  readonly title: string;
  readonly viewport: Viewport;
  /** The height of the page in CSS pixels, at least that of the viewport. A truncated picture is shorter. */
  readonly pageHeight: number;
  /** The elements of CaptureWatch.selectors that the page has, then others with a selector that a user could choose. */
  readonly elements: readonly PageElement[];
  /** The words of the picture. Undefined if they could not be read, which does not cost the capture. */
  readonly text?: PageText | undefined;
  /** The icon of the site, a small PNG; null if it has none. Undefined if CaptureWatch did not ask for it. */
  readonly icon?: Uint8Array | null | undefined;
  readonly phases: PhaseTimes;
  readonly browserVersion: string;
  readonly verdict: Verdict;
  readonly warnings: readonly Warning[];
};

export type FailureReason =
  | 'dns'
  | 'connection' // refused, reset, unreachable, timed out
  | 'proxy' // the proxy of the capture options did not do its work
  | 'tls'
  | 'redirects'
  | 'empty-answer'
  | 'bad-answer' // not HTTP, or an encoding that cannot be decoded
  | 'too-large' // more bytes than a capture may take
  | 'download' // the address gives a file, not a page
  | 'pdf'
  | 'deadline'
  | 'memory'
  | 'page-crashed'
  | 'browser-crashed'
  | 'credentials' // the page's stored secrets cannot be read, or the browser does not take them
  | 'step' // a step of the capture options could not be done
  | 'element' // the element of the capture options is missing or empty
  | 'no-picture' // Chromium returned no usable image
  | 'interrupted' // the process that captured it ended
  | 'aborted'; // the caller's signal, or the camera was closed

export type Failed = {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  /** One sentence for a person. */
  readonly detail: string;
  /** The same capture may succeed soon. */
  readonly retry: boolean;
  readonly phases: PhaseTimes;
};

type Refused = {
  readonly kind: 'refused';
  readonly reason: 'scheme' | 'address';
  readonly detail: string;
  readonly phases: PhaseTimes;
};

export type CaptureOutcome = Shot | Failed | Refused;

export type CaptureWatch = {
  readonly signal: AbortSignal;
  readonly onPhase?: (phase: Phase) => void;
  /** CSS selectors whose elements are measured in the page. An invalid one gives the warning `selector-invalid`. */
  readonly selectors?: readonly string[];
  /** Whether to load the icon of the site. */
  readonly icon?: boolean;
};

export type CameraStatus = {
  readonly browserVersion: string;
  readonly executable: string;
  readonly sandbox: boolean;
  /** Scripts (Unicode names) that no font on this machine can draw. */
  readonly undrawableScripts: readonly string[];
  readonly browsers: number;
  /** Browsers that were started in the place of another. */
  readonly restarts: number;
  readonly capturing: number;
  readonly waiting: number;
};

export interface Camera {
  /** Never throws for what a page or the browser does: every end is an outcome. */
  capture(url: string, options: CaptureOptions, watch: CaptureWatch): Promise<CaptureOutcome>;
  status(): CameraStatus;
  /** Ends every capture and every browser process before it resolves. */
  close(): Promise<void>;
}

const permanent: ReadonlySet<FailureReason> = new Set([
  'download',
  'pdf',
  'redirects',
  'tls',
  'bad-answer',
  'too-large',
  'memory',
]);

export function failed(reason: FailureReason, detail: string, phaseTimes: PhaseTimes): Failed {
  return { kind: 'failed', reason, detail, retry: !permanent.has(reason), phases: phaseTimes };
}
