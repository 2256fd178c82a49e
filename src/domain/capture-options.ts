import { type DeviceName, readViewport, type Viewport } from './device.ts';
import { Problem } from './problem.ts';

export type PageCookie = {
  readonly name: string;
  readonly value: string;
  /** Without a domain the cookie belongs to the captured page's host alone. */
  readonly domain?: string;
  readonly path?: string;
};

/** How one page is captured. `cookies` and `headers` are secrets: stored encrypted, never shown again, never logged. */
export type CaptureOptions = {
  readonly viewport: DeviceName | Viewport;
  readonly fullPage: boolean;
  readonly darkMode: boolean;
  readonly locale: string | null;
  readonly timeZone: string | null;
  readonly waitForSelector: string | null;
  /** Milliseconds to wait after the page has settled. */
  readonly delay: number;
  readonly hideSelectors: readonly string[];
  readonly extraCss: string;
  readonly cookies: readonly PageCookie[];
  /** Sent to the origin of the captured page only, also when it redirects or embeds others. */
  readonly headers: Readonly<Record<string, string>>;
  readonly consent: boolean;
  readonly blockAds: boolean;
};

export const defaultCaptureOptions: CaptureOptions = {
  viewport: 'desktop',
  fullPage: true,
  darkMode: false,
  locale: null,
  timeZone: null,
  waitForSelector: null,
  delay: 0,
  hideSelectors: [],
  extraCss: '',
  cookies: [],
  headers: {},
  consent: true,
  blockAds: false,
};

export const longestDelay = 30_000;
const longestSelector = 500;
const longestCss = 20_000;
const mostOfAList = 50;
/** Browsers take none that is longer. */
const longestCookie = 4_096;

/** Browsers set these themselves, or another option is the way to set them. */
const reservedHeader =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|cookie|proxy-.*|sec-.*)$/i;
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function invalid(name: string, given: unknown, allowed: string): never {
  throw new Problem('invalid', `${name} ${JSON.stringify(given)} is not valid; allowed is ${allowed}.`);
}

/** The value of a secret must not reach a message, so only its name is told. */
function invalidSecret(name: string, allowed: string): never {
  throw new Problem('invalid', `${name} is not valid; allowed is ${allowed}.`);
}

function readFlag(name: string, given: unknown): boolean {
  return typeof given === 'boolean' ? given : invalid(name, given, 'true or false');
}

function readLocale(given: unknown): string | null {
  if (given === null) return null;
  try {
    // A language that is not determined is none that a browser can speak.
    if (typeof given === 'string' && !/^und\b/i.test(given)) return Intl.getCanonicalLocales(given)[0] ?? null;
  } catch {
    // Falls through to the one message below.
  }
  return invalid('locale', given, 'a language tag such as en-GB, or null');
}

function readTimeZone(given: unknown): string | null {
  if (given === null) return null;
  try {
    // An offset such as +02:00 is a time zone for Node, but not for the browser.
    if (typeof given === 'string' && /^[a-z]/i.test(given))
      return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    // Falls through to the one message below.
  }
  return invalid('timeZone', given, 'an IANA time zone such as Europe/Paris, or null');
}

function isSelector(given: unknown): given is string {
  return typeof given === 'string' && given.trim() !== '' && given.length <= longestSelector && !/[{}]/.test(given);
}

const selectorAllowed = `a CSS selector of 1–${longestSelector} characters without braces`;

/** As a form can show it and bring it back; between the parts of a selector a line break is a space. */
function onOneLine(selector: string): string {
  return selector.trim().replace(/\s*[\r\n\f]\s*/g, ' ');
}

function readSelector(name: string, given: unknown): string | null {
  if (given === null) return null;
  if (isSelector(given)) return onOneLine(given);
  return invalid(name, given, `${selectorAllowed}, or null`);
}

function readSelectors(given: unknown): string[] {
  if (Array.isArray(given) && given.length <= mostOfAList && given.every(isSelector)) return given.map(onOneLine);
  return invalid('hideSelectors', given, `a list of at most ${mostOfAList}, each ${selectorAllowed}`);
}

function readDelay(given: unknown): number {
  const fits = typeof given === 'number' && Number.isInteger(given) && given >= 0 && given <= longestDelay;
  return fits ? given : invalid('delay', given, `a whole number of milliseconds, 0–${longestDelay}`);
}

function readCss(given: unknown): string {
  // A form brings \r\n back for each line break; to CSS all of them are the same.
  const css = typeof given === 'string' ? given.replace(/\r\n?/g, '\n') : undefined;
  if (css !== undefined && css.length <= longestCss) return css;
  return invalid('extraCss', typeof given, `text of at most ${longestCss} characters`);
}

function readCookie(given: unknown): PageCookie {
  const allowed = 'an object with name, value and, optionally, domain and path, all text';
  if (typeof given !== 'object' || given === null) return invalidSecret('a cookie', allowed);
  const { name, value, domain, path, ...others } = given as Record<string, unknown>;
  if (typeof name !== 'string' || !token.test(name)) return invalidSecret('the name of a cookie', 'a cookie name');
  if (typeof value !== 'string' || /[\p{Cc};]/u.test(value)) return invalidSecret(`cookie ${name}`, 'a cookie value');
  if (Buffer.byteLength(name + value) > longestCookie)
    return invalidSecret(`cookie ${name}`, `a name and a value of at most ${longestCookie} bytes together`);
  if (Object.keys(others).length > 0) return invalidSecret(`cookie ${name}`, allowed);
  if (domain !== undefined && (typeof domain !== 'string' || !/^\.?[\w.-]+$/.test(domain)))
    return invalid(`the domain of cookie ${name}`, domain, 'a host name');
  if (path !== undefined && (typeof path !== 'string' || !path.startsWith('/')))
    return invalid(`the path of cookie ${name}`, path, 'a path that begins with /');
  return { name, value, ...(domain === undefined ? {} : { domain }), ...(path === undefined ? {} : { path }) };
}

function readCookies(given: unknown): PageCookie[] {
  if (!Array.isArray(given) || given.length > mostOfAList)
    return invalidSecret('cookies', `a list of at most ${mostOfAList}`);
  return given.map(readCookie);
}

function readHeaders(given: unknown): Record<string, string> {
  const allowed = `an object of at most ${mostOfAList} header names and values`;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return invalidSecret('headers', allowed);
  const entries = Object.entries(given);
  if (entries.length > mostOfAList) return invalidSecret('headers', allowed);
  for (const [name, value] of entries) {
    if (!token.test(name)) return invalid('header', name, 'a header name');
    if (reservedHeader.test(name)) return invalid('header', name, 'a header that the browser does not set itself');
    if (typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      return invalidSecret(`the value of header ${name}`, 'one line of printable text');
  }
  return Object.fromEntries(entries);
}

const readers: { readonly [Name in keyof CaptureOptions]: (given: unknown) => CaptureOptions[Name] } = {
  viewport: readViewport,
  fullPage: (given) => readFlag('fullPage', given),
  darkMode: (given) => readFlag('darkMode', given),
  locale: readLocale,
  timeZone: readTimeZone,
  waitForSelector: (given) => readSelector('waitForSelector', given),
  delay: readDelay,
  hideSelectors: readSelectors,
  extraCss: readCss,
  cookies: readCookies,
  headers: readHeaders,
  consent: (given) => readFlag('consent', given),
  blockAds: (given) => readFlag('blockAds', given),
};

/** Fills what is not given with the defaults. Throws Problem('invalid') naming the value and what is allowed. */
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
