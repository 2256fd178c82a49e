/** Identifies the session of a signed-in visitor. */
export const SESSION_COOKIE = 'pagekeep_session';
/** Identifies a visitor who is not signed in: the CSRF token of the sign-in form is derived from it. */
export const GUEST_COOKIE = 'pagekeep_guest';

/** The secrets by which accounts know this browser: see app/known-devices.ts. */
export const DEVICE_COOKIE = 'pagekeep_device';

/** The time zone of the browser. A script sends it in the header Time-Zone. */
export const TIME_ZONE_COOKIE = 'pagekeep_zone';

export function readCookie(options: CookieOptions, header: string | undefined, plainName: string): string | undefined {
  const name = prefixOf(options) + plainName;
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim() || undefined;
  }
  return undefined;
}

export function writeDevices(secrets: readonly string[]): string {
  return secrets.join('.');
}

/** Leaves out what writeDevices cannot have written. */
export function readDevices(cookie: string | undefined): string[] {
  return cookie?.split('.', 4).filter((secret) => /^[\w-]{43}$/.test(secret)) ?? [];
}

export interface CookieOptions {
  readonly path: string;
  readonly secure: boolean;
}

/**
 * A browser accepts a name with __Host- only over HTTPS and from this host, so that neither another subdomain nor a page
 * without HTTPS can set the cookie. It demands the path "/". With another path, __Secure- at least demands HTTPS.
 */
function prefixOf({ path, secure }: CookieOptions): string {
  if (!secure) return '';
  return path === '/' ? '__Host-' : '__Secure-';
}

/** HttpOnly hides the cookie from scripts; SameSite keeps it out of forms that other sites post. Null deletes it. */
export function writeCookie(cookieOptions: CookieOptions, name: string, value: string | null, days: number): string {
  const age = value === null ? 0 : days * 24 * 60 * 60;
  const parts = [
    `${prefixOf(cookieOptions)}${name}=${value ?? ''}`,
    `Path=${cookieOptions.path}`,
    `Max-Age=${age}`,
    'HttpOnly',
    'SameSite=Lax',
  ];
  if (cookieOptions.secure) parts.push('Secure');
  return parts.join('; ');
}
