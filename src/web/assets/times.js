const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The server writes times in UTC; here they become the reader's own. */
export function showLocalTimes(root) {
  for (const element of root.querySelectorAll('time[data-local]')) {
    element.title = element.dateTime;
    element.textContent = exact.format(new Date(element.dateTime));
  }
}
