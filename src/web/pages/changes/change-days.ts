import type { ChangeDay, ChangeEntry } from '../../../domain/change.ts';
import { dayAfter, dayOf } from '../../../domain/day.ts';

/** A day on the page: with entries, or one of several days in a row on which nothing happened. */
export type ShownDay =
  | {
      readonly kind: 'entries';
      readonly day: string;
      readonly entries: readonly ChangeEntry[];
      readonly numbers: ChangeDay | undefined;
    }
  | {
      readonly kind: 'quiet';
      readonly newest: string;
      readonly oldest: string;
      readonly numbers: readonly ChangeDay[];
    };

/** Up to this many quiet days in a row are shown one by one. */
const QUIET_DAYS_APART = 2;

/** The days of a page, the newest first. `days` has the numbers of days with captures, whether something changed or not. */
export function shownDays(entries: readonly ChangeEntry[], days: readonly ChangeDay[], timeZone: string): ShownDay[] {
  const byDay = Map.groupBy(entries, ({ at }) => dayOf(at, timeZone));
  const numbersOf = new Map(days.map((numbers) => [numbers.day, numbers]));
  const all = [...new Set([...byDay.keys(), ...numbersOf.keys()])].sort().reverse();
  const shown: ShownDay[] = [];
  let quiet: ChangeDay[] = [];
  const endQuiet = () => {
    if (quiet.length <= QUIET_DAYS_APART) shown.push(...quiet.map((day) => quietDays([day])));
    else shown.push(quietDays(quiet));
    quiet = [];
  };
  for (const day of all) {
    const ofDay = byDay.get(day);
    const numbers = numbersOf.get(day);
    if (!ofDay && numbers) {
      // Changes of this day are on another page.
      if (numbers.changed === 0 && numbers.fresh === 0) quiet.push(numbers);
      continue;
    }
    endQuiet();
    shown.push({ kind: 'entries', day, entries: ofDay ?? [], numbers });
  }
  endQuiet();
  return shown;
}

function quietDays(numbers: readonly ChangeDay[]): ShownDay {
  return { kind: 'quiet', newest: numbers[0]?.day ?? '', oldest: numbers.at(-1)?.day ?? '', numbers };
}

/** A page with few entries of many years does not list every day between them. */
const MOST_DAYS = 400;

export interface CoveredDays {
  /** The day where the page begins; undefined for today. */
  readonly begin: string | undefined;
  readonly end: string | undefined;
  readonly today: string;
  readonly timeZone: string;
}

/**
 * The first and last day that a page covers: from the day where it begins to its last entry, or to `end` if that is
 * earlier.
 */
export function daysOfPage(
  entries: readonly ChangeEntry[],
  { begin, end, today, timeZone }: CoveredDays,
): { from: string; to: string; timeZone: string } {
  const to = begin ?? today;
  const last = entries.at(-1);
  const lastDay = last ? dayOf(last.at, timeZone) : to;
  const oldest = end !== undefined && end < lastDay ? end : lastDay;
  const limit = dayAfter(to, -MOST_DAYS);
  return { from: oldest < limit ? limit : oldest, to, timeZone };
}
