import { isTimeZone } from './day.ts';
import type { EventKind } from './event.ts';
import { Problem } from './problem.ts';
import { nextRun, readSchedule } from './schedule.ts';
import { printable } from './text.ts';

/** When mail about an event is sent, with the labels for people. */
export const MAIL_WAYS = { off: 'Off', 'at-once': 'At once', digest: 'In the digest' } as const;
export type MailWay = keyof typeof MAIL_WAYS;
/** How events are gathered into mails. */
export type MailChannel = Exclude<MailWay, 'off'>;

export const PERIODS = { daily: 'Daily', weekly: 'Weekly' } as const;
export type Period = keyof typeof PERIODS;

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Which mail an account gets about its webpages, and when its digest is sent. */
export interface MailSettings {
  readonly changes: MailWay;
  readonly failures: MailWay;
  readonly period: Period;
  /** Of a weekly digest: 0 for Monday. */
  readonly weekday: number;
  readonly hour: number;
  readonly timeZone: string;
}

export const NO_MAIL: MailSettings = {
  changes: 'off',
  failures: 'off',
  period: 'daily',
  weekday: 0,
  hour: 7,
  timeZone: 'UTC',
};

export interface Mailbox extends MailSettings {
  /** Nothing is sent since then. `because` is a sentence; undefined if the owner used the link in a mail. */
  readonly stopped: { readonly at: string; readonly because: string | undefined } | undefined;
}

/** The settings of one webpage. Undefined: the setting of the account applies. */
export interface WebpageMail {
  readonly changes: MailWay | undefined;
  readonly failures: MailWay | undefined;
}

export const AS_ACCOUNT: WebpageMail = { changes: undefined, failures: undefined };

/** Events that mails tell about, with the setting that each belongs to. */
const SETTING_OF: Partial<Record<EventKind, 'changes' | 'failures'>> = {
  changed: 'changes',
  failed: 'failures',
  recovered: 'failures',
};

/** When mail about an event of a webpage is sent. */
export function wayOf(
  kind: EventKind,
  settings: Pick<MailSettings, 'changes' | 'failures'>,
  webpage: WebpageMail,
): MailWay {
  const setting = SETTING_OF[kind];
  return setting ? (webpage[setting] ?? settings[setting]) : 'off';
}

/** The first change waits a little for others of the same burst. */
const BURST_MS = 60_000;
/** The least time between two mails at once for an account. */
export const BETWEEN_MAILS_MS = 5 * 60_000;

/** When the mail about an event that is read now is due. */
export function dueAt(
  channel: MailChannel,
  settings: MailSettings,
  { owner, now }: { owner: string; now: Date },
): Date {
  return channel === 'at-once' ? new Date(now.getTime() + BURST_MS) : nextDigest(settings, owner, now);
}

/** Digests of one hour are spread over its first minute. */
export function nextDigest({ period, weekday, hour, timeZone }: MailSettings, owner: string, after: Date): Date {
  const day = period === 'weekly' ? (weekday + 1) % 7 : '*';
  return nextRun(readSchedule(`0 ${hour} * * ${day}`, timeZone), { after, jitterSeed: owner });
}

/** Throws Problem('invalid') with the invalid value and what is allowed. */
export function readMailSettings(settings: MailSettings): MailSettings {
  const { changes, failures, period, weekday, hour, timeZone } = settings;
  readWay('Mail about changes', changes);
  readWay('Mail about failures', failures);
  if (!Object.hasOwn(PERIODS, period)) {
    throw new Problem('invalid', `The period of the digest is ${printable(period)}, but must be daily or weekly.`);
  }
  if (WEEKDAYS[weekday] === undefined) throw new Problem('invalid', 'The weekday must be one from Monday to Sunday.');
  if (!(Number.isInteger(hour) && hour >= 0 && hour <= 23)) {
    throw new Problem('invalid', 'The hour must be a whole number from 0 to 23.');
  }
  if (!isTimeZone(timeZone))
    throw new Problem('invalid', `${printable(timeZone)} is not a time zone such as Europe/Berlin.`);
  return { changes, failures, period, weekday, hour, timeZone };
}

/** Throws Problem('invalid'). */
export function readWebpageMail({ changes, failures }: WebpageMail): WebpageMail {
  if (changes !== undefined) readWay('Mail about changes', changes);
  if (failures !== undefined) readWay('Mail about failures', failures);
  return { changes, failures };
}

function readWay(name: string, way: string): void {
  if (Object.hasOwn(MAIL_WAYS, way)) return;
  throw new Problem(
    'invalid',
    `${name} is ${printable(way)}, but must be one of ${Object.keys(MAIL_WAYS).join(', ')}.`,
  );
}
