import { Problem } from '../domain/problem.ts';
import { printable } from '../domain/text.ts';
import { readTime } from '../domain/time.ts';

const MILLISECONDS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

const SPAN = /^(\d{1,6})([mhdw])$/;
/** Reads a span before now, a date (its beginning in UTC) or a time. Throws Problem('invalid') with the allowed forms. */
export function readSince(text: string, now: Date): Date {
  return readMoment('--since', text, now, -1);
}

/** The same with a span after now. */
export function readUntil(option: string, text: string, now: Date): Date {
  return readMoment(option, text, now, 1);
}

function readMoment(option: string, text: string, now: Date, way: 1 | -1): Date {
  const [, count, unit] = SPAN.exec(text) ?? [];
  if (count && unit) {
    return new Date(now.getTime() + way * Number(count) * MILLISECONDS[unit as keyof typeof MILLISECONDS]);
  }
  const time = readTime(text);
  if (time) return time;
  throw new Problem(
    'invalid',
    `${option} is ${printable(text)}, but must be a time such as 2026-01-31T08:00:00Z, a date such as 2026-01-31, or a span such as 12h, 2d or 1w.`,
  );
}
