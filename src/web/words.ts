import type { FailureReason } from '../domain/capture.ts';
import type { CaptureRecord, CaptureSchedule } from '../domain/capture-schedule.ts';
import type { KeptVerdict } from '../domain/screenshot.ts';
import { type Html, html } from './html.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A space at which no line ends. */
const TOGETHER = '\u00a0';

/** A time in UTC, which the script shows in the reader's own zone. */
export function timeTag(iso: string): Html {
  return html`<time datetime="${iso}" data-local>${dayWords(iso)}, ${iso.slice(11, 16)}${TOGETHER}UTC</time>`;
}

/** The time of a capture: there may be several in one minute. */
export function momentTag(iso: string): Html {
  return html`<time datetime="${iso}" data-local="seconds">${dayWords(iso)}, ${iso.slice(11, 19)}${TOGETHER}UTC</time>`;
}

export function dayWords(iso: string): string {
  return `${Number(iso.slice(8, 10))} ${monthWords(iso)}`;
}

export function monthWords(iso: string): string {
  return `${MONTHS[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

export function bytesWords(bytes: number): string {
  if (bytes < 1000) return count(bytes, 'byte');
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** An address as people read it. */
export function addressWords(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

const UNITS: Record<string, string> = { m: 'minutes', h: 'hours' };

/** How often a page is captured; the hours of a cron line are those of its time zone. */
export function trackWords({ schedule, timeZone }: CaptureSchedule): string {
  if (schedule.includes(' ')) return `by the cron line ${schedule} in the time zone ${timeZone}`;
  return scheduleWords(schedule);
}

/** "daily", "every 5 minutes": a schedule that has a name. */
export function scheduleWords(name: string): string {
  const [, number, unit] = /^(\d+)([mh])$/.exec(name) ?? [];
  return number && unit ? `every ${number} ${UNITS[unit]}` : name;
}

interface VerdictWords {
  readonly label: string;
  readonly tone: '' | 'good' | 'odd' | 'bad';
}

export const VERDICTS: Record<KeptVerdict, VerdictWords> = {
  fine: { label: 'Fine', tone: 'good' },
  unchanged: { label: 'Unchanged', tone: '' },
  truncated: { label: 'Cut off: the page is too long', tone: 'odd' },
  consent: { label: 'A consent banner covers it', tone: 'odd' },
  blank: { label: 'Blank', tone: 'odd' },
  blocked: { label: 'Blocked by a bot wall', tone: 'bad' },
  'http-error': { label: 'An error page', tone: 'bad' },
};

const REASONS: Record<FailureReason | 'scheme' | 'address', string> = {
  dns: 'Name not found',
  connection: 'No connection',
  tls: 'Broken TLS',
  redirects: 'Endless redirects',
  'empty-answer': 'Empty answer',
  'bad-answer': 'Unreadable answer',
  download: 'A file, not a page',
  pdf: 'A PDF, not a page',
  'too-large': 'Too much data',
  deadline: 'Took too long',
  memory: 'Too much memory',
  'page-crashed': 'The page crashed',
  'browser-crashed': 'The browser crashed',
  credentials: 'Stored login unreadable',
  'no-picture': 'No picture came',
  interrupted: 'Interrupted',
  aborted: 'Broken off',
  scheme: 'Not a web address',
  address: 'Address not allowed',
};

export function reasonWords({ reason }: CaptureRecord): string {
  return reason === undefined ? 'No picture' : REASONS[reason];
}
