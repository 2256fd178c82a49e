import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import { Problem } from './problem.ts';

/** When a page is captured. Made by `readSchedule` alone: its cron line is known to be good, and to come. */
export type Schedule = {
  /** As it was written, for people and for the store. */
  text: string;
  timeZone: string;
  cron: string;
  /** How far behind its tick a run may start. */
  windowMs: number;
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Who asks for "daily" names no time of day, so every page gets one of its own: the window is the whole period, and a
// thousand daily pages come one every 86 seconds. Only a month has no fixed length; 28 days fit into each.
const NAMED = new Map(
  Object.entries({
    '5m': { cron: '*/5 * * * *', windowMs: 5 * MINUTE },
    '10m': { cron: '*/10 * * * *', windowMs: 10 * MINUTE },
    '15m': { cron: '*/15 * * * *', windowMs: 15 * MINUTE },
    '30m': { cron: '*/30 * * * *', windowMs: 30 * MINUTE },
    hourly: { cron: '0 * * * *', windowMs: HOUR },
    '2h': { cron: '0 */2 * * *', windowMs: 2 * HOUR },
    '3h': { cron: '0 */3 * * *', windowMs: 3 * HOUR },
    '6h': { cron: '0 */6 * * *', windowMs: 6 * HOUR },
    '12h': { cron: '0 */12 * * *', windowMs: 12 * HOUR },
    daily: { cron: '0 0 * * *', windowMs: DAY },
    weekly: { cron: '0 0 * * MON', windowMs: 7 * DAY },
    monthly: { cron: '0 0 1 * *', windowMs: 28 * DAY },
  }),
);

export const SCHEDULE_NAMES: readonly string[] = [...NAMED.keys()];

// Who writes a cron line names the minute, and gets some second within it.
const CRON_WINDOW = MINUTE;

/** Those read last. A worker reads that of each page it captures, and most are alike; checking one takes 0.4 ms. */
const known = new Map<string, Schedule>();
const KNOWN_AT_MOST = 1_000;

/** Reads what a person wrote. Throws Problem('invalid') that names the value and what is allowed. */
export function readSchedule(text: string, timeZone: string): Schedule {
  const key = JSON.stringify([text, timeZone]);
  const before = known.get(key);
  if (before) return before;
  const schedule = Object.freeze(readAnew(text, timeZone));
  if (known.size >= KNOWN_AT_MOST) known.clear();
  known.set(key, schedule);
  return schedule;
}

function readAnew(text: string, timeZone: string): Schedule {
  checkTimeZone(timeZone);
  const written = text.trim().replace(/\s+/g, ' ');
  const named = NAMED.get(written.toLowerCase());
  if (named !== undefined) return { text: written.toLowerCase(), timeZone, ...named };
  checkCron(written, timeZone);
  return { text: written, timeZone, cron: written, windowMs: CRON_WINDOW };
}

/** The first run after `after`. A page, known by its seed, always starts at the same distance behind the tick. */
export function nextRun(schedule: Schedule, { after, jitterSeed }: { after: Date; jitterSeed: string }): Date {
  const jitter = Math.floor(fraction(jitterSeed) * schedule.windowMs);
  return new Date(nextTick(schedule, after.getTime() - jitter) + jitter);
}

// Fast enough for a server that was only restarting, and twice as long each time: the ninth try comes after a day.
const FIRST_RETRY = 5 * MINUTE;
const LONGEST_RETRY = DAY;
const RETRY_JITTER = 0.1;

export type FailedPage = { schedule: Schedule; failures: number; failedAt: Date; jitterSeed: string };

/**
 * When a page that failed `failures` times in a row is tried again: later each time, up to a day or the schedule's own
 * period, whichever is longer, and then again and again, for it is never given up.
 */
export function retryAt({ schedule, failures, failedAt, jitterSeed }: FailedPage): Date {
  const first = nextTick(schedule, failedAt.getTime());
  const longest = Math.max(LONGEST_RETRY, nextTick(schedule, first) - first);
  const wait = Math.min(FIRST_RETRY * 2 ** (Math.max(1, failures) - 1), longest);
  return new Date(failedAt.getTime() + Math.floor(wait * (1 + RETRY_JITTER * fraction(jitterSeed))));
}

const crons = new WeakMap<Schedule, Cron>();

function cronOf(schedule: Schedule): Cron {
  let cron = crons.get(schedule);
  if (!cron) {
    cron = new Cron(schedule.cron, { timezone: schedule.timeZone, mode: '5-part' });
    crons.set(schedule, cron);
  }
  return cron;
}

function nextTick(schedule: Schedule, after: number): number {
  const tick = cronOf(schedule).nextRun(new Date(after));
  if (tick === null)
    throw new RangeError(`The schedule ${schedule.text} has no run after ${new Date(after).toISOString()}.`);
  return tick.getTime();
}

/** From 0 to 1 and never 1, the same for the same page. Hashed, because ids made together begin alike. */
function fraction(seed: string): number {
  return createHash('sha256').update(seed).digest().readUIntBE(0, 6) / 2 ** 48;
}

function checkTimeZone(timeZone: string): void {
  try {
    // Offsets pass in Intl, but know no summer time: who writes one did not mean that.
    if (/^[a-z]/i.test(timeZone)) return void new Intl.DateTimeFormat('en', { timeZone });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const allowed = 'allowed are the names of the IANA time zones, such as UTC, Europe/Berlin or America/New_York';
  throw new Problem('invalid', `${JSON.stringify(timeZone)} is not a time zone; ${allowed}.`);
}

// Any would do that has a leap day ahead: whether a cron line ever comes does not depend on today.
const REFERENCE = new Date('2000-01-01T00:00:00Z');

function checkCron(written: string, timezone: string): void {
  // croner reads more than this: six fields, @nicknames, and `?`, which stands for the moment of reading.
  const fields = written.split(' ');
  if (fields.length !== 5 || written.includes('?'))
    throw badSchedule(written, 'neither a name nor five fields of cron');
  let tick: Date | null;
  try {
    tick = new Cron(written, { timezone, mode: '5-part' }).nextRun(REFERENCE);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/^CronPattern: /, '') : 'not a cron line';
    throw badSchedule(written, reason, cause);
  }
  if (tick === null) throw badSchedule(written, 'a day that never comes');
}

function badSchedule(written: string, reason: string, cause?: unknown): Problem {
  const allowed = `allowed are ${SCHEDULE_NAMES.join(', ')}, or a cron line "minute hour day month weekday" such as "30 6 * * MON-FRI"`;
  return new Problem('invalid', `${JSON.stringify(written)} is not a schedule (${reason}); ${allowed}.`, { cause });
}
