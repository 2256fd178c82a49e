const formatOf = (timeStyle) => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle });
const minutes = formatOf('short');
const seconds = formatOf('medium');
const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const zoned = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

const MINUTE = { name: 'min', many: 'min', ms: 60_000 };
const HOUR = { name: 'h', many: 'h', ms: 3_600_000 };
const DAY = { name: 'day', many: 'days', ms: 86_400_000 };
/** Beyond this many days the date says more. */
const MOST_DAYS = 30;
const REFRESH_MS = 60_000;

/** Converts the times of the page from UTC to the time zone and format of the browser. */
export function showLocalTimes(root) {
  for (const element of root.querySelectorAll('[data-local]')) {
    // An <option> cannot contain a <time> element, so its time is in a data attribute.
    const time = new Date(element.dateTime ?? element.dataset.time);
    element.title = zoned.format(time);
    element.textContent = textOf(time, element.dataset.local);
  }
  for (const element of root.querySelectorAll('[data-at]')) showLocalLabels(element);
}

const UTC_TIME = /\d+ \w+ \d+, \d\d:\d\d UTC/;

/** Labels contain the time `data-at` as text. */
function showLocalLabels(element) {
  const text = textOf(new Date(element.dataset.at));
  for (const name of ['aria-label', 'data-tip', 'title']) {
    const label = element.getAttribute(name);
    if (label) element.setAttribute(name, label.replace(UTC_TIME, text));
  }
}

/** Sent with requests, because the server divides changes into days. It remembers it in a cookie. */
export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';

/** Keeps relative times true while the page is open. */
export function refreshTimes() {
  setInterval(() => {
    for (const element of document.querySelectorAll('[data-local="relative"]')) {
      element.textContent = textOf(new Date(element.dateTime), 'relative');
    }
  }, REFRESH_MS);
}

function textOf(time, style) {
  if (style === 'short') return short.format(time);
  if (style === 'date') return date.format(time);
  if (style === 'day') return day.format(time);
  if (style === 'clock') return [clock.format(time), relative(time)].filter(Boolean).join(', ');
  if (style === 'relative') return relative(time) ?? unbroken(minutes.formatToParts(time));
  return unbroken((style === 'seconds' ? seconds : minutes).formatToParts(time));
}

/** "2 h ago" or "in 3 days"; undefined for times that are far away. */
function relative(time) {
  const distance = time.getTime() - Date.now();
  const length = Math.abs(distance);
  if (length >= MOST_DAYS * DAY.ms) return undefined;
  if (length < MINUTE.ms) return distance > 0 ? 'now' : 'just now';
  const { name, many, ms } = [DAY, HOUR, MINUTE].find((unit) => length >= unit.ms);
  const count = Math.floor(length / ms);
  const span = `${count}\u00a0${count === 1 ? name : many}`;
  return distance > 0 ? `in ${span}` : `${span} ago`;
}

const CLOCK = ['hour', 'minute', 'second', 'dayPeriod'];

/** Allows a line break between date and time, but not before "PM". */
function unbroken(parts) {
  const ofClock = (part) => CLOCK.includes(part?.type);
  return parts
    .map(({ value }, at) => (ofClock(parts[at - 1]) && ofClock(parts[at + 1]) ? value.replace(/\s/g, '\u00a0') : value))
    .join('');
}
