/** Keeps the text of each row of settings up to date, and fills in the time zone of the browser. */
export function followSettings() {
  for (const zone of document.querySelectorAll('select[data-detect]')) detectZone(zone);
  for (const row of document.querySelectorAll('.settings > details')) {
    row.addEventListener('input', () => describe(row));
    describe(row);
  }
}

/** The browser may know a zone under another name than the server, so it is added if it is not in the list. */
function detectZone(select) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (!timeZone) return;
  if (![...select.options].some(({ value }) => value === timeZone)) select.add(new Option(timeZone, timeZone), 0);
  select.value = timeZone;
}

/** The same text as settingsRow() makes on the server. */
function describe(row) {
  const span = row.querySelector('summary span');
  const says = [...row.querySelectorAll('[data-says]')].map(textOf).filter((text) => text !== '');
  span.textContent = says.join(', ') || span.dataset.otherwise;
}

function textOf(element) {
  const { says, when } = element.dataset;
  if (element.type === 'radio' || element.type === 'checkbox') return element.checked ? says : '';
  const value = element.value.trim();
  return value === '' || !isWanted(element.form, when) ? '' : says.replace('%', () => value);
}

function isWanted(form, when) {
  if (when === undefined) return true;
  const [name, values] = when.split('=');
  return values.split('|').includes(form.elements.namedItem(name).value);
}
