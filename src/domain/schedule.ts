import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import { Problem } from './problem.ts';
import { printable } from './text.ts';

/** When a page is captured. Only `readSchedule` creates one, so its cron line is valid and has a next run. */
export type Schedule = {
  /** The text that the user entered, normalised. */
  text: string;
  timeZone: string;
  cron: string;
  /** The longest time between a tick of the cron line and the start of a run. */
  windowMs: number;
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// "daily" names no time of day, so the runs are spread over the whole period: a thousand daily pages are captured one
// every 86 seconds. The window of a month is 28 days, because that fits into every month.
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

// A cron line names the minute, so runs are spread over that minute only.
const CRON_WINDOW = MINUTE;

/** A cache: a worker reads the schedule of each page that it captures, most are equal, and reading one takes 0.4 ms. */
const cache = new Map<string, Schedule>();
const CACHE_SIZE = 1_000;

/** Every minute of an hour, written out, has 179 characters. */
const LONGEST_CRON = 200;
/** America/Argentina/ComodRivadavia has 32 characters. */
const LONGEST_ZONE = 64;

/** Throws Problem('invalid') with the invalid value and the allowed values. */
export function readSchedule(text: string, timeZone: string): Schedule {
  if (text.length > LONGEST_CRON) {
    throw badSchedule(text, `${text.length} characters, but at most ${LONGEST_CRON} are allowed`);
  }
  const key = JSON.stringify([text, timeZone]);
  const cached = cache.get(key);
  if (cached) return cached;
  const schedule = Object.freeze(parseSchedule(text, timeZone));
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(key, schedule);
  return schedule;
}

function parseSchedule(text: string, timeZone: string): Schedule {
  checkTimeZone(timeZone);
  const written = text.trim().replace(/\s+/g, ' ');
  const named = NAMED.get(written.toLowerCase());
  if (named !== undefined) return { text: written.toLowerCase(), timeZone, ...named };
  checkCron(written, timeZone);
  return { text: written, timeZone, cron: written, windowMs: CRON_WINDOW };
}

/** The first run after `after`. The delay after the tick depends only on the seed, so it is constant for a page. */
export function nextRun(schedule: Schedule, { after, jitterSeed }: { after: Date; jitterSeed: string }): Date {
  const jitter = Math.floor(fraction(jitterSeed) * schedule.windowMs);
  return new Date(nextTick(schedule, after.getTime() - jitter) + jitter);
}

/**
 * The next run after a capture. A named schedule, such as "daily", promises no time of day, so its next run is at least
 * half a period away: a page that was added, or captured on request, is not captured again minutes later. A cron line
 * names its times and keeps them.
 */
export function nextRunAfterCapture(
  schedule: Schedule,
  { capturedAt, jitterSeed }: { capturedAt: Date; jitterSeed: string },
): Date {
  const rest = NAMED.has(schedule.text) ? schedule.windowMs / 2 : 0;
  return nextRun(schedule, { after: new Date(capturedAt.getTime() + rest), jitterSeed });
}

// Short at first, for a server that was only restarting, then doubled each time: the ninth retry comes after a day.
const FIRST_RETRY = 5 * MINUTE;
const LONGEST_RETRY = DAY;
const RETRY_JITTER = 0.1;

export type FailedPage = { schedule: Schedule; failures: number; failedAt: Date; jitterSeed: string };

/**
 * The time of the next retry after `failures` failures in a row. The delay doubles up to a day or the period of the
 * schedule, whichever is longer. Retries never end.
 */
export function retryAt({ schedule, failures, failedAt, jitterSeed }: FailedPage): Date {
  const first = nextTick(schedule, failedAt.getTime());
  const longest = Math.max(LONGEST_RETRY, nextTick(schedule, first) - first);
  const wait = Math.min(FIRST_RETRY * 2 ** (Math.max(1, failures) - 1), longest);
  return new Date(failedAt.getTime() + Math.floor(wait * (1 + RETRY_JITTER * fraction(jitterSeed))));
}

/**
 * The latest due time that a clock which is not ahead can have set for a waiting page. An earlier capture has no later
 * next run, so this is the due time after a capture or a failure at this moment.
 */
export function latestDue({ schedule, failures, now, jitterSeed }: WaitingPage): Date {
  const next = nextRunAfterCapture(schedule, { capturedAt: now, jitterSeed });
  if (failures === 0) return next;
  const retry = retryAt({ schedule, failures, failedAt: now, jitterSeed });
  return retry > next ? retry : next;
}

type WaitingPage = { schedule: Schedule; failures: number; now: Date; jitterSeed: string };

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

/**
 * A number in [0, 1) that depends only on the seed. Hashed, because ids that are created together have equal prefixes.
 */
function fraction(seed: string): number {
  return createHash('sha256').update(seed).digest().readUIntBE(0, 6) / 2 ** 48;
}

function checkTimeZone(timeZone: string): void {
  try {
    // Intl accepts offsets such as +02:00, but they ignore daylight saving time.
    if (/^[a-z]/i.test(timeZone) && timeZone.length <= LONGEST_ZONE)
      return void new Intl.DateTimeFormat('en', { timeZone });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const allowed = 'allowed are the names of the IANA time zones, such as UTC, Europe/Berlin or America/New_York';
  throw new Problem('invalid', `${printable(timeZone)} is not a time zone; ${allowed}.`);
}

// Fixed, because validity must not depend on the current date. A leap day follows it.
const REFERENCE = new Date('2000-01-01T00:00:00Z');

function checkCron(written: string, timezone: string): void {
  // croner accepts more: six fields, @nicknames, and `?` for the current time.
  const fields = written.split(' ');
  if (fields.length !== 5 || written.includes('?'))
    throw badSchedule(written, 'neither a name nor a cron line with five fields');
  let tick: Date | null;
  try {
    tick = new Cron(written, { timezone, mode: '5-part' }).nextRun(REFERENCE);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/^CronPattern: /, '') : 'not a cron line';
    throw badSchedule(written, reason, cause);
  }
  if (tick === null) throw badSchedule(written, 'this date never occurs');
}

function badSchedule(written: string, reason: string, cause?: unknown): Problem {
  const allowed = `allowed are ${SCHEDULE_NAMES.join(', ')}, or a cron line "minute hour day month weekday" such as "30 6 * * MON-FRI"`;
  return new Problem('invalid', `${printable(written)} is not a schedule (${reason}); ${allowed}.`, { cause });
}
