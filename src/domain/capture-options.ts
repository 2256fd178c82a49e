import { type DeviceName, readViewport, type Viewport } from './device.ts';
import { type Geolocation, readGeolocation } from './geolocation.ts';
import { invalid } from './invalid-option.ts';
import { noSecrets, type PageSecrets, readCookies, readHeaders, readSecrets } from './page-secrets.ts';
import { readProxy, readProxyLogin } from './proxy.ts';
import { readSelector, readSelectors } from './selector.ts';
import { readSteps, type Step } from './steps.ts';
import { isPlainText } from './text.ts';

/** How one page is captured, without the secrets. */
export type ShownOptions = {
  readonly viewport: DeviceName | Viewport;
  readonly fullPage: boolean;
  /** A selector: the picture shows this element and not the page. */
  readonly element: string | null;
  readonly darkMode: boolean;
  readonly locale: string | null;
  readonly timeZone: string | null;
  readonly waitForSelector: string | null;
  /** Milliseconds to wait after the page has loaded. */
  readonly delay: number;
  readonly hideSelectors: readonly string[];
  readonly extraCss: string;
  /** Whether to answer consent banners: to reject where that is possible. */
  readonly consent: boolean;
  /** Whether to accept banners and walls that cannot be rejected. Only together with `consent`. */
  readonly acceptWalls: boolean;
  readonly blockAds: boolean;
  /** Also captures a page whose certificate does not verify. */
  readonly acceptInvalidCertificate: boolean;
  /** The address of the proxy through which the page is loaded. */
  readonly proxy: string | null;
  /** The place that the page gets if it asks. */
  readonly geolocation: Geolocation | null;
  /** Done in their order after the page has loaded. */
  readonly steps: readonly Step[];
};

/** How one page is captured. */
export type CaptureOptions = ShownOptions & PageSecrets;

const defaultShownOptions: ShownOptions = {
  viewport: 'desktop',
  fullPage: true,
  element: null,
  darkMode: false,
  locale: null,
  timeZone: null,
  waitForSelector: null,
  delay: 0,
  hideSelectors: [],
  extraCss: '',
  consent: true,
  acceptWalls: true,
  blockAds: false,
  acceptInvalidCertificate: false,
  proxy: null,
  geolocation: null,
  steps: [],
};

export const defaultCaptureOptions: CaptureOptions = { ...defaultShownOptions, ...noSecrets };

export const longestDelay = 30_000;
const longestCss = 20_000;
/** Language tags of more subtags than any browser requests still fit. */
const longestLocale = 35;
const longestTimeZone = 64;

function readFlag(name: string, given: unknown): boolean {
  return typeof given === 'boolean' ? given : invalid(name, given, 'true or false');
}

function readLocale(given: unknown): string | null {
  if (given === null) return null;
  try {
    // "und" (undetermined) is a valid tag, but not a language that a browser can request.
    if (typeof given === 'string' && given.length <= longestLocale && !/^und\b/i.test(given))
      return Intl.getCanonicalLocales(given)[0] ?? null;
  } catch {
    // Handled below.
  }
  return invalid('locale', given, `a language tag such as en-GB of at most ${longestLocale} characters, or null`);
}

function readTimeZone(given: unknown): string | null {
  if (given === null) return null;
  try {
    // Node accepts an offset such as +02:00 as a time zone, the browser does not.
    if (typeof given === 'string' && given.length <= longestTimeZone && /^[a-z]/i.test(given))
      return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    // Handled below.
  }
  return invalid('timeZone', given, 'an IANA time zone such as Europe/Paris, or null');
}

function readDelay(given: unknown): number {
  const fits = typeof given === 'number' && Number.isInteger(given) && given >= 0 && given <= longestDelay;
  return fits ? given : invalid('delay', given, `a whole number of milliseconds, 0–${longestDelay}`);
}

function readCss(given: unknown): string {
  // Forms send line breaks as \r\n; CSS treats all line breaks alike.
  const css = typeof given === 'string' ? given.replace(/\r\n?/g, '\n') : undefined;
  if (css !== undefined && css.length <= longestCss && isPlainText(css)) return css;
  return invalid('extraCss', given, `text of at most ${longestCss} characters without control characters`);
}

const readers: { readonly [Name in keyof CaptureOptions]: (given: unknown) => CaptureOptions[Name] } = {
  viewport: readViewport,
  fullPage: (given) => readFlag('fullPage', given),
  element: (given) => readSelector('element', given),
  darkMode: (given) => readFlag('darkMode', given),
  locale: readLocale,
  timeZone: readTimeZone,
  waitForSelector: (given) => readSelector('waitForSelector', given),
  delay: readDelay,
  hideSelectors: (given) => readSelectors('hideSelectors', given),
  extraCss: readCss,
  consent: (given) => readFlag('consent', given),
  acceptWalls: (given) => readFlag('acceptWalls', given),
  blockAds: (given) => readFlag('blockAds', given),
  acceptInvalidCertificate: (given) => readFlag('acceptInvalidCertificate', given),
  proxy: readProxy,
  geolocation: readGeolocation,
  steps: readSteps,
  cookies: readCookies,
  headers: readHeaders,
  secrets: readSecrets,
  proxyLogin: readProxyLogin,
};

/** Applies the defaults. Throws Problem('invalid') with the invalid value and the allowed values. */
export function readCaptureOptions(given: unknown): CaptureOptions {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return invalid('capture options', given, `an object with any of ${Object.keys(readers).join(', ')}`);
  const read: Record<string, unknown> = { ...defaultCaptureOptions };
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(readers, name)) return invalid('capture option', name, Object.keys(readers).join(', '));
    if (value !== undefined) read[name] = readers[name as keyof CaptureOptions](value);
  }
  return read as CaptureOptions;
}

/** The options of a stored record, with the defaults of those that did not exist when it was stored. */
export function storedOptions(json: string): ShownOptions {
  return { ...defaultShownOptions, ...JSON.parse(json) };
}
