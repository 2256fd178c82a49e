import type { CaptureSchedule } from '../domain/capture-schedule.ts';
import { SCHEDULE_NAMES } from '../domain/schedule.ts';
import { scheduleName } from './format.ts';

/** A schedule as the form shows it: a name, optionally with a time of day, or a rule of the user. */
export interface ScheduleChoice {
  readonly name: string;
  /** As in 06:30; empty for any time. Only for AT_TIME. */
  readonly time: string;
  /** A cron line; only for CUSTOM. */
  readonly cron: string;
}

export const CUSTOM = 'custom';

/** The schedules that can have a time of day, with the rest of their cron lines. */
export const AT_TIME: ReadonlyMap<string, string> = new Map([
  ['daily', '* * *'],
  ['weekly', '* * MON'],
  ['monthly', '1 * *'],
]);

const TIME = /^([01]?\d|2[0-3]):([0-5]\d)$/;

/** The text for readSchedule, which refuses it if it is not valid. */
export function scheduleText({ name, time, cron }: ScheduleChoice): string {
  if (name === CUSTOM) return cron;
  const days = AT_TIME.get(name);
  if (time === '' || days === undefined) return name;
  const [, hour, minute] = TIME.exec(time) ?? [];
  // A time that is not valid stays in the text, so that the message names it.
  return hour && minute ? `${Number(minute)} ${Number(hour)} ${days}` : `${time} ${days}`;
}

export function choiceOf(schedule: string): ScheduleChoice {
  if (SCHEDULE_NAMES.includes(schedule)) return { name: schedule, time: '', cron: '' };
  const [, minute = '', hour = '', days] = /^(\d{1,2}) (\d{1,2}) (.+)$/.exec(schedule) ?? [];
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  for (const [name, rest] of AT_TIME) if (days === rest && TIME.test(time)) return { name, time, cron: '' };
  return { name: CUSTOM, time: '', cron: schedule };
}

/** "Daily", "Daily at 06:30", "Every 5 minutes" or a cron line. */
export function describeChoice({ name, time, cron }: ScheduleChoice): string {
  if (name === CUSTOM) return cron;
  const text = scheduleName(name);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${time && ` at ${time}`}`;
}

/** When a webpage is captured, for lists. */
export function describePlan({ schedule, state }: CaptureSchedule): string {
  return state.kind === 'paused' ? 'Paused' : describeChoice(choiceOf(schedule));
}
