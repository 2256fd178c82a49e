const formatOf = (timeStyle) => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle });
const minutes = formatOf('short');
const seconds = formatOf('medium');

/** Converts the times of the page from UTC to the time zone and format of the browser. */
export function showLocalTimes(root) {
  for (const element of root.querySelectorAll('[data-local]')) {
    // An <option> cannot contain a <time> element, so its time is in a data attribute.
    const time = element.dateTime ?? element.dataset.time;
    element.title = time;
    const format = element.dataset.local === 'seconds' ? seconds : minutes;
    element.textContent = unbroken(format.formatToParts(new Date(time)));
  }
}

const CLOCK = ['hour', 'minute', 'second', 'dayPeriod'];

/** Allows a line break between date and time, but not before "PM". */
function unbroken(parts) {
  const ofClock = (part) => CLOCK.includes(part?.type);
  return parts
    .map(({ value }, at) => (ofClock(parts[at - 1]) && ofClock(parts[at + 1]) ? value.replace(/\s/g, '\u00a0') : value))
    .join('');
}
