import type { FailureReason } from '../domain/capture.ts';
import type { CaptureRecord, CaptureSchedule } from '../domain/capture-schedule.ts';
import { MOST_COUNTED } from '../domain/change.ts';
import type { KeptVerdict } from '../domain/screenshot.ts';
import { type Html, html } from './html.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const NO_BREAK_SPACE = '\u00a0';

/** A time in UTC. With JavaScript, times.js converts it to the time zone of the browser. */
export function timeTag(iso: string): Html {
  return html`<time datetime="${iso}" data-local>${formatDay(iso)}, ${iso.slice(11, 16)}${NO_BREAK_SPACE}UTC</time>`;
}

/** Without JavaScript the exact time; times.js turns it into "2 h ago" with the exact time as its title. */
export function relativeTimeTag(iso: string): Html {
  return html`<time datetime="${iso}" data-local="relative">${formatDay(iso)}, ${iso.slice(11, 16)}${NO_BREAK_SPACE}UTC</time>`;
}

/** A share (0 to 1) as a percentage with two significant digits at most: "1.4 %", "31 %", "< 0.1 %". */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return `<${NO_BREAK_SPACE}0.1${NO_BREAK_SPACE}%`;
  // A page that changed almost completely must not be shown as one that changed completely.
  const shown = percent < 10 ? percent.toFixed(1).replace('.0', '') : Math.floor(percent);
  return `${shown}${NO_BREAK_SPACE}%`;
}

/** The day of a time, short. times.js converts it to the day in the time zone of the browser. */
export function dateTag(iso: string): Html {
  return html`<time datetime="${iso}" data-local="date">${formatDay(iso)}</time>`;
}

/** The day of a time, and its time of day with seconds. times.js adds the weekday and how long ago it was. */
export function dayTag(iso: string): Html {
  return html`<time datetime="${iso}" data-local="day">${formatDay(iso)}</time>`;
}

export function clockTag(iso: string): Html {
  return html`<time datetime="${iso}" data-local="clock">${iso.slice(11, 19)}${NO_BREAK_SPACE}UTC</time>`;
}

/** A time with seconds, to tell captures of the same minute apart. */
export function preciseTimeTag(iso: string): Html {
  return html`<time datetime="${iso}" data-local="seconds">${formatDay(iso)}, ${iso.slice(11, 19)}${NO_BREAK_SPACE}UTC</time>`;
}

export function formatDay(iso: string): string {
  return `${Number(iso.slice(8, 10))} ${formatMonth(iso)}`;
}

export function formatMonth(iso: string): string {
  return `${MONTHS[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`;
}

/** "Nov", with the year in January. */
export function formatShortMonth(iso: string): string {
  return iso.slice(5, 7) === '01' ? formatMonth(iso) : (MONTHS[Number(iso.slice(5, 7)) - 1] ?? '');
}

let numbers: Intl.NumberFormat | undefined;

/**
 * "1,234". toLocaleString() makes a new formatter for each number, which takes ten times as long. The first formatter of a
 * process takes 0.03 s of CPU, which a start does not need.
 */
export function formatNumber(number: number): string {
  numbers ??= new Intl.NumberFormat('en');
  return numbers.format(number);
}

/** A number that was counted up to MOST_COUNTED: "999+" if there are more. */
export function formatCounted(number: number): string {
  return number < MOST_COUNTED ? formatNumber(number) : `${formatNumber(MOST_COUNTED - 1)}+`;
}

export function pluralize(number: number, one: string, many = `${one}s`): string {
  return `${formatNumber(number)} ${number === 1 ? one : many}`;
}

/** A URL without scheme and trailing slash, for display. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

const UNITS: Record<string, string> = { m: 'minutes', h: 'hours' };

/** "daily", or the cron expression with its time zone. */
export function describeSchedule({ schedule, timeZone }: CaptureSchedule): string {
  if (schedule.includes(' ')) return `${schedule} (${timeZone})`;
  return scheduleName(schedule);
}

/** "daily" or "every 5 minutes", from a schedule without cron expression. */
export function scheduleName(name: string): string {
  const [, number, unit] = /^(\d+)([mh])$/.exec(name) ?? [];
  return number && unit ? `every ${number} ${UNITS[unit]}` : name;
}

interface VerdictLabel {
  readonly label: string;
  readonly tone: '' | 'good' | 'odd' | 'bad';
}

export const VERDICT_LABELS: Record<KeptVerdict, VerdictLabel> = {
  fine: { label: 'OK', tone: 'good' },
  unchanged: { label: 'Unchanged', tone: '' },
  truncated: { label: 'Truncated: page too long', tone: 'odd' },
  consent: { label: 'Cookie banner visible', tone: 'odd' },
  blank: { label: 'Blank page', tone: 'odd' },
  loading: { label: 'Still loading', tone: 'odd' },
  blocked: { label: 'Blocked by bot protection', tone: 'bad' },
  'http-error': { label: 'Error page', tone: 'bad' },
  'not-found': { label: 'Page not found', tone: 'bad' },
  login: { label: 'Login form', tone: 'bad' },
  paywall: { label: 'Paywall', tone: 'bad' },
  'accept-wall': { label: 'Consent or age wall', tone: 'bad' },
  'no-video': { label: 'Video missing', tone: 'odd' },
};

const FAILURE_LABELS: Record<FailureReason | 'scheme' | 'address', string> = {
  dns: 'Domain not found',
  connection: 'Connection failed',
  tls: 'TLS error',
  proxy: 'Proxy failed',
  redirects: 'Too many redirects',
  'empty-answer': 'Empty response',
  'bad-answer': 'Invalid response',
  download: 'File download, not a webpage',
  pdf: 'PDF, not a webpage',
  'too-large': 'Page too large',
  deadline: 'Timed out',
  memory: 'Out of memory',
  'page-crashed': 'Page crashed',
  'browser-crashed': 'Browser crashed',
  credentials: 'Saved cookies, headers or secrets unreadable',
  step: 'Step not possible',
  element: 'Element not found',
  'no-picture': 'No screenshot',
  interrupted: 'Interrupted',
  aborted: 'Cancelled',
  scheme: 'URL scheme not supported',
  address: 'Address not allowed',
};

export function failureLabel({ reason }: Pick<CaptureRecord, 'reason'>): string {
  return reason === undefined ? 'No screenshot' : FAILURE_LABELS[reason];
}
