import { onKeys } from './keys.js';
import { refresh, send } from './live.js';
import { TIME_ZONE } from './times.js';

const ROWS = '.change, .brief';

/** The keys and the selection of the Changes page. */
export function startChanges() {
  // Live updates replace elements, so all listeners are on the document.
  document.addEventListener('change', ({ target }) => target.closest('[data-submit-on-change]')?.requestSubmit());
  const list = document.getElementById('changes');
  if (!list) return;
  // The server did not know the time zone yet.
  if (list.dataset.zone !== TIME_ZONE) refresh();
  const selected = new Set();
  let currentId = '';
  document.addEventListener('focusin', ({ target }) => {
    currentId = target.closest(ROWS)?.id ?? currentId;
  });
  const currentRow = () => document.getElementById(currentId);

  const move = (step) => () => {
    const rows = [...document.querySelectorAll(`#changes :is(${ROWS})`)];
    const at = rows.indexOf(currentRow());
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))];
    if (!next) return false;
    next.querySelector('.pair, h3 a').focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
  };
  const press = (key) => () => {
    const control = currentRow()?.querySelector(`[data-key="${key}"]`);
    if (!control) return false;
    control.click();
  };
  const markSelected = () => {
    for (const row of document.querySelectorAll('.change')) row.classList.toggle('selected', selected.has(row.id));
    const status = document.getElementById('selected');
    status.textContent = selected.size === 0 ? '' : `${selected.size} selected`;
  };
  const select = () => {
    const row = currentRow();
    if (!row?.matches('.change:not(.done)')) return false;
    if (!selected.delete(row.id)) selected.add(row.id);
    markSelected();
  };
  const review = () => {
    const chosen = [...selected].map((id) => document.querySelector(`#${id} [data-key="e"]`)).filter(Boolean);
    const [first] = chosen;
    if (!first) return press('e')();
    const fields = new FormData(first.form, first);
    for (const { name, value } of chosen.slice(1)) fields.append(name, value);
    selected.clear();
    markSelected();
    send(first.form, first, fields);
  };
  document.addEventListener('pagekeep:update', markSelected);
  onKeys({ j: move(1), k: move(-1), e: review, s: press('s'), i: press('i'), x: select });
}
