const DAY_MS = 86_400_000;

export const daysAfter = (day: Date, days: number) => new Date(day.getTime() + days * DAY_MS);

/** The first Friday after the day. */
export const fridayAfter = (day: Date) => daysAfter(day, ((11 - day.getUTCDay()) % 7) + 1);

const write = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  return (day: Date) => format.format(day).replace(',', '');
};

/** Tuesday 17 November */
export const longDay = write({ weekday: 'long', day: 'numeric', month: 'long' });
/** 17 November */
export const shortDay = write({ day: 'numeric', month: 'long' });
/** 17 November 2026 */
export const fullDay = write({ day: 'numeric', month: 'long', year: 'numeric' });
