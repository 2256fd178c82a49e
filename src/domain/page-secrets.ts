import { invalid, invalidSecret } from './invalid-option.ts';
import type { ProxyLogin } from './proxy.ts';
import { isPlain, printable } from './text.ts';

export type PageCookie = {
  readonly name: string;
  readonly value: string;
  /** Without a domain, the cookie is sent only to the host of the captured page. */
  readonly domain?: string;
  readonly path?: string;
};

/** The secret part of the capture options: stored encrypted, never shown again, never logged. */
export type PageSecrets = {
  readonly cookies: readonly PageCookie[];
  /** Sent only to the origin of the captured page, never to redirect targets or embedded resources of other origins. */
  readonly headers: Readonly<Record<string, string>>;
  /** Texts by name, which steps type into the page. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Sent only to the proxy of the webpage. */
  readonly proxyLogin: ProxyLogin | null;
};

export const noSecrets: PageSecrets = { cookies: [], headers: {}, secrets: {}, proxyLogin: null };

const maxListLength = 50;
/** The limit of browsers. */
const longestCookie = 4_096;
const longestCookieDomain = 253;
const longestCookiePath = 1_024;
/** Name and value. Most servers refuse longer headers. */
const longestHeader = 8_192;
/** All cookies, or all headers, together. */
const longestSecrets = 16_384;
/** Shorter ones are no secrets, and removing them from titles and addresses would garble those. */
const shortestSecret = 4;
const longestSecret = 1_000;

/** The browser sets these headers itself, or another option sets them. */
const reservedHeader =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|cookie|proxy-.*|sec-.*)$/i;
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

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

export function readCookies(given: unknown): PageCookie[] {
  const allowed = `a list of at most ${maxListLength} with ${longestSecrets} bytes together`;
  if (!Array.isArray(given) || given.length > maxListLength) return invalidSecret('cookies', allowed);
  const cookies = given.map(readCookie);
  const bytes = cookies.reduce((sum, { name, value }) => sum + Buffer.byteLength(name + value), 0);
  return bytes <= longestSecrets ? cookies : invalidSecret('cookies', allowed);
}

export function readHeaders(given: unknown): Record<string, string> {
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

/** A name of a secret, as in `{{password}}`. */
export const secretName = /^[A-Za-z][\w-]{0,39}$/;

export function readSecrets(given: unknown): Record<string, string> {
  const allowed = `an object of at most ${maxListLength} names and texts`;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return invalidSecret('secrets', allowed);
  const entries = Object.entries(given);
  if (entries.length > maxListLength) return invalidSecret('secrets', allowed);
  for (const [name, value] of entries) {
    if (!secretName.test(name))
      return invalidSecret('the name of a secret', '1–40 letters, digits, hyphens and underscores, first a letter');
    const fits = typeof value === 'string' && value.length >= shortestSecret && value.length <= longestSecret;
    if (!fits || !isPlain(value))
      return invalidSecret(
        `secret ${printable(name)}`,
        `text of ${shortestSecret}–${longestSecret} characters without control characters`,
      );
  }
  return Object.fromEntries(entries);
}
