import { Problem } from '../domain/problem.ts';
import { printable } from '../domain/text.ts';

const MILLISECONDS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

const SPAN = /^(\d{1,6})([mhdw])$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Reads a span before now, a date (its beginning in UTC) or a time. Throws Problem('invalid') with the allowed forms. */
export function readSince(text: string, now: Date): Date {
  return readTime('--since', text, now, -1);
}

/** The same with a span after now. */
export function readUntil(option: string, text: string, now: Date): Date {
  return readTime(option, text, now, 1);
}

function readTime(option: string, text: string, now: Date, way: 1 | -1): Date {
  const [, count, unit] = SPAN.exec(text) ?? [];
  if (count && unit) {
    return new Date(now.getTime() + way * Number(count) * MILLISECONDS[unit as keyof typeof MILLISECONDS]);
  }
  const date = DATE.test(text) ? text : TIME.exec(text)?.[1];
  const time = new Date(date && isDate(date) ? text : Number.NaN);
  if (!Number.isNaN(time.getTime())) return time;
  throw new Problem(
    'invalid',
    `${option} is ${printable(text)}, but must be a time such as 2026-01-31T08:00:00Z, a date such as 2026-01-31, or a span such as 12h, 2d or 1w.`,
  );
}

/** JavaScript reads 2026-02-30 as the 2nd of March. */
function isDate(date: string): boolean {
  const time = new Date(date);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date);
}
