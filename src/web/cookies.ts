/** The cookie of someone signed in, and that of a guest, to whom forms are bound as well. */
export const SESSION_COOKIE = 'pagekeep_session';
export const GUEST_COOKIE = 'pagekeep_guest';

export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim() || undefined;
  }
  return undefined;
}

export interface CookieManner {
  readonly path: string;
  readonly secure: boolean;
}

/** No script can read it, and no other site's form can send it. Without a value it is taken away. */
export function writeCookie(manner: CookieManner, name: string, value: string | null, days: number): string {
  const age = value === null ? 0 : days * 24 * 60 * 60;
  const parts = [`${name}=${value ?? ''}`, `Path=${manner.path}`, `Max-Age=${age}`, 'HttpOnly', 'SameSite=Lax'];
  if (manner.secure) parts.push('Secure');
  return parts.join('; ');
}
