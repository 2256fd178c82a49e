import { LRUCache } from 'lru-cache';

/** Days are texts such as 2026-01-31, in a time zone. */
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** No place on earth is further from UTC. */
const LARGEST_OFFSET_MS = 15 * 60 * MINUTE_MS;

/** From a time, up to and without another one. */
export interface TimeRange {
  readonly from: string;
  readonly to: string;
}

/** A formatter takes 50 µs to make. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

/** Its dates are written as 2026-01-31. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, made);
  return made;
}

/** Whether it is the name of a time zone, such as Europe/Berlin. */
export function isTimeZone(text: string): boolean {
  if (!/^[a-z][a-z0-9_+/-]{1,63}$/i.test(text)) return false;
  try {
    formatOf(text);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

export function dayOf(time: Date | string, timeZone: string): string {
  if (timeZone === 'UTC') return (typeof time === 'string' ? time : time.toISOString()).slice(0, 10);
  return formatOf(timeZone).format(new Date(time));
}

export function rangeOfDay(day: string, timeZone: string): TimeRange {
  return { from: startOfDay(day, timeZone), to: startOfDay(dayAfter(day, 1), timeZone) };
}

/** The first minute of the day, found by bisection: with summer time, a day may begin at 01:00. */
function startOfDay(day: string, timeZone: string): string {
  const midnight = Date.parse(day);
  if (timeZone === 'UTC') return new Date(midnight).toISOString();
  let [before, start] = [midnight - LARGEST_OFFSET_MS, midnight + LARGEST_OFFSET_MS];
  while (start - before > MINUTE_MS) {
    const middle = before + Math.floor((start - before) / MINUTE_MS / 2) * MINUTE_MS;
    if (dayOf(new Date(middle), timeZone) < day) before = middle;
    else start = middle;
  }
  return new Date(start).toISOString();
}

/** The day that is this many days later, or earlier if the number is negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

export function isDay(text: string): boolean {
  return /^[12]\d{3}-\d\d-\d\d$/.test(text) && new Date(Date.parse(text) || 0).toISOString().startsWith(text);
}
