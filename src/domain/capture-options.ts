import { type DeviceName, readViewport, type Viewport } from './device.ts';
import { Problem } from './problem.ts';
import { isPlain, isPlainText, printable } from './text.ts';

export type PageCookie = {
  readonly name: string;
  readonly value: string;
  /** Without a domain, the cookie is sent only to the host of the captured page. */
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
  /** Milliseconds to wait after the page has loaded. */
  readonly delay: number;
  readonly hideSelectors: readonly string[];
  readonly extraCss: string;
  readonly cookies: readonly PageCookie[];
  /** Sent only to the origin of the captured page, never to redirect targets or embedded resources of other origins. */
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
const maxListLength = 50;
/** The limit of browsers. */
const longestCookie = 4_096;
const longestCookieDomain = 253;
const longestCookiePath = 1_024;
/** Name and value. Most servers refuse longer headers. */
const longestHeader = 8_192;
/** All cookies, or all headers, together. */
const longestSecrets = 16_384;
/** Language tags of more subtags than any browser requests still fit. */
const longestLocale = 35;
const longestTimeZone = 64;

/** The browser sets these headers itself, or another option sets them. */
const reservedHeader =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|cookie|proxy-.*|sec-.*)$/i;
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** A text as it was given, anything else as JSON; both shortened. */
function shown(given: unknown): string {
  return typeof given === 'string' ? printable(given) : printable(JSON.stringify(given) ?? String(given)).slice(1, -1);
}

function invalid(name: string, given: unknown, allowed: string): never {
  throw new Problem('invalid', `${name} ${shown(given)} is not valid; allowed is ${allowed}.`);
}

/** Error messages contain the name of a secret, never its value. */
function invalidSecret(name: string, allowed: string): never {
  throw new Problem('invalid', `${name} is not valid; allowed is ${allowed}.`);
}

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

function isSelector(given: unknown): given is string {
  return (
    typeof given === 'string' &&
    given.trim() !== '' &&
    given.length <= longestSelector &&
    !/[{}]/.test(given) &&
    isPlainText(given)
  );
}

const selectorAllowed = `a CSS selector of 1–${longestSelector} characters without braces and control characters`;

/** Line breaks in a selector mean the same as spaces, but an input field of a form would drop them. */
function onOneLine(selector: string): string {
  return selector.trim().replace(/\s*[\r\n\f]\s*/g, ' ');
}

function readSelector(name: string, given: unknown): string | null {
  if (given === null) return null;
  if (isSelector(given)) return onOneLine(given);
  return invalid(name, given, `${selectorAllowed}, or null`);
}

/** Throws Problem('invalid') with the name of the setting. */
export function readSelectors(name: string, given: unknown): string[] {
  if (Array.isArray(given) && given.length <= maxListLength && given.every(isSelector)) return given.map(onOneLine);
  return invalid(name, given, `a list of at most ${maxListLength}, each ${selectorAllowed}`);
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

function readCookie(given: unknown): PageCookie {
  const allowed = 'an object with name, value and, optionally, domain and path, all text';
  if (typeof given !== 'object' || given === null) return invalidSecret('a cookie', allowed);
  const { name, value, domain, path, ...others } = given as Record<string, unknown>;
  if (typeof name !== 'string' || !token.test(name)) return invalidSecret('the name of a cookie', 'a cookie name');
  if (typeof value !== 'string' || /[\p{Cc};]/u.test(value))
    return invalidSecret(`cookie ${printable(name)}`, 'a cookie value');
  if (Buffer.byteLength(name + value) > longestCookie)
    return invalidSecret(`cookie ${printable(name)}`, `a name and a value of at most ${longestCookie} bytes together`);
  if (Object.keys(others).length > 0) return invalidSecret(`cookie ${printable(name)}`, allowed);
  if (
    domain !== undefined &&
    (typeof domain !== 'string' || domain.length > longestCookieDomain || !/^\.?[\w.-]+$/.test(domain))
  )
    return invalid(`the domain of cookie ${printable(name)}`, domain, 'a host name');
  if (path !== undefined && !isCookiePath(path))
    return invalid(
      `the path of cookie ${printable(name)}`,
      path,
      `a path of at most ${longestCookiePath} characters that begins with /`,
    );
  return { name, value, ...(domain === undefined ? {} : { domain }), ...(path === undefined ? {} : { path }) };
}

function isCookiePath(path: unknown): path is string {
  return typeof path === 'string' && path.startsWith('/') && path.length <= longestCookiePath && isPlain(path);
}

function readCookies(given: unknown): PageCookie[] {
  const allowed = `a list of at most ${maxListLength} with ${longestSecrets} bytes together`;
  if (!Array.isArray(given) || given.length > maxListLength) return invalidSecret('cookies', allowed);
  const cookies = given.map(readCookie);
  const bytes = cookies.reduce((sum, { name, value }) => sum + Buffer.byteLength(name + value), 0);
  return bytes <= longestSecrets ? cookies : invalidSecret('cookies', allowed);
}

function readHeaders(given: unknown): Record<string, string> {
  const allowed = `an object of at most ${maxListLength} header names and values with ${longestSecrets} bytes together`;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return invalidSecret('headers', allowed);
  const entries = Object.entries(given);
  if (entries.length > maxListLength) return invalidSecret('headers', allowed);
  for (const [name, value] of entries) {
    if (!token.test(name) || name.length > longestHeader) return invalid('header', name, 'a header name');
    if (reservedHeader.test(name)) return invalid('header', name, 'a header that the browser does not set itself');
    if (typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      return invalidSecret(`the value of header ${printable(name)}`, 'one line of printable text');
    if (name.length + value.length > longestHeader)
      return invalidSecret(
        `header ${printable(name)}`,
        `a name and a value of at most ${longestHeader} bytes together`,
      );
  }
  const bytes = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (bytes > longestSecrets) return invalidSecret('headers', allowed);
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
  hideSelectors: (given) => readSelectors('hideSelectors', given),
  extraCss: readCss,
  cookies: readCookies,
  headers: readHeaders,
  consent: (given) => readFlag('consent', given),
  blockAds: (given) => readFlag('blockAds', given),
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
