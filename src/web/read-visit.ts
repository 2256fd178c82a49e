import type { FastifyRequest } from 'fastify';
import type { ChangeCounts } from '../domain/change.ts';
import { isTimeZone } from '../domain/day.ts';
import type { Member } from '../domain/session.ts';
import { type CookieOptions, DEVICE_COOKIE, readCookie, readDevices, TIME_ZONE_COOKIE } from './cookies.ts';
import { FLASH_COOKIE, readFlash } from './flash.ts';
import type { Visit } from './visit.ts';

export const NO_FORM = new URLSearchParams();
const NO_CHANGES: ChangeCounts = { changed: 0, failing: 0, new: 0, reviewed: 0 };

/** What a page knows about its request. `makeCsrf` is called when a page reads the CSRF token. */
export function visitOf(
  cookieOptions: CookieOptions,
  request: FastifyRequest,
  member: Member | undefined,
  makeCsrf: () => string,
): Visit {
  const url = request.raw.url ?? '';
  const mark = url.indexOf('?');
  let csrf: string | undefined;
  return {
    member,
    alerts: [],
    counts: NO_CHANGES,
    flash: readFlash(readCookie(cookieOptions, request.headers.cookie, FLASH_COOKIE)) ?? {},
    get csrf() {
      csrf ??= makeCsrf();
      return csrf;
    },
    url,
    parameters: request.params as Record<string, string>,
    query: new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1)),
    form: request.body instanceof URLSearchParams ? request.body : NO_FORM,
    timeZone: timeZoneOf(cookieOptions, request),
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    devices: readDevices(readCookie(cookieOptions, request.headers.cookie, DEVICE_COOKIE)),
  };
}

/** UTC if the browser has told none, or one that is not known here. */
function timeZoneOf(cookieOptions: CookieOptions, { headers }: FastifyRequest): string {
  const told = headers['time-zone'] ?? readCookie(cookieOptions, headers.cookie, TIME_ZONE_COOKIE);
  return typeof told === 'string' && isTimeZone(told) ? told : 'UTC';
}
