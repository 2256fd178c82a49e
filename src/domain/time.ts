const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Reads a date (its beginning in UTC) or a time (RFC 3339). Undefined for anything else. */
export function readTime(text: string): Date | undefined {
  const date = DATE.test(text) ? text : TIME.exec(text)?.[1];
  const time = new Date(date && isDate(date) ? text : Number.NaN);
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999 ? undefined : time;
}

/** JavaScript reads 2026-02-30 as the 2nd of March. */
function isDate(date: string): boolean {
  const time = new Date(date);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date);
}
