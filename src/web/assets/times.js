const formatOf = (timeStyle) => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle });
const minutes = formatOf('short');
const seconds = formatOf('medium');

/** The server writes times in UTC; here they become the reader's own. */
export function showLocalTimes(root) {
  for (const element of root.querySelectorAll('[data-local]')) {
    // An option of a list has no time of its own: there can be no other element in it.
    const time = element.dateTime ?? element.dataset.time;
    element.title = time;
    const format = element.dataset.local === 'seconds' ? seconds : minutes;
    element.textContent = unbroken(format.formatToParts(new Date(time)));
  }
}

const CLOCK = ['hour', 'minute', 'second', 'dayPeriod'];

/** A line may end between day and clock, but not before "PM". */
function unbroken(parts) {
  const ofClock = (part) => CLOCK.includes(part?.type);
  return parts
    .map(({ value }, at) => (ofClock(parts[at - 1]) && ofClock(parts[at + 1]) ? value.replace(/\s/g, '\u00a0') : value))
    .join('');
}
