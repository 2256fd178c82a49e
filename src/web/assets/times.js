const formatOf = (timeStyle) => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle });
const minutes = formatOf('short');
const seconds = formatOf('medium');

/** The server writes times in UTC; here they become the reader's own. */
export function showLocalTimes(root) {
  for (const element of root.querySelectorAll('time[data-local]')) {
    element.title = element.dateTime;
    const format = element.dataset.local === 'seconds' ? seconds : minutes;
    element.textContent = format.format(new Date(element.dateTime));
  }
}
