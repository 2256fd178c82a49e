import { showView } from './compare-map.js';
import { selectChanges } from './compare-steps.js';
import { onKeys } from './keys.js';
import { startSlider } from './slider.js';

/** The scripted parts of the Compare page: sliders, steps without a reload, the minimap and the keys. */
export function startCompare() {
  const root = document.querySelector('main.cmp');
  if (!root) return;
  root.dataset.ready = '';
  const slider = startSlider(root);
  const steps = selectChanges(root);
  keepViewInLinks(root);
  mixOverlay(root);
  showView(root);
  listen(root, slider, steps);
}

const isView = (root, name) => root.querySelector(`#v-${name}`).checked;

/** The selected view becomes part of the address, and of the links to other pairs. */
function keepViewInLinks(root) {
  root.querySelector('.segments').addEventListener('change', ({ target }) => {
    const withView = (address) => {
      const url = new URL(address, location.href);
      url.searchParams.set('view', target.value);
      return url.href;
    };
    history.replaceState(null, '', withView(location.href));
    for (const link of root.querySelectorAll('a[href*="before="]')) link.href = withView(link.href);
    for (const form of root.querySelectorAll('form[method=post]')) form.action = withView(form.action);
  });
}

function mixOverlay(root) {
  const label = root.querySelector('.amount.mix');
  const range = label.querySelector('input');
  label.hidden = false;
  range.addEventListener('input', () => {
    root.querySelector('.aligned').style.setProperty('--mix', String(range.value / 100));
  });
}

function listen(root, slider, steps) {
  const slide = (way) => {
    return ({ target }) => {
      if (!isView(root, 'slider') || target.closest('.segments')) return false;
      slider.move(way);
    };
  };
  const view = (name) => () => root.querySelector(`#v-${name}`).click();
  const press = (selector) => () => root.querySelector(selector)?.click();
  onKeys({
    n: steps.next,
    p: steps.previous,
    1: view('side'),
    2: view('slider'),
    3: view('overlay'),
    4: view('difference'),
    ArrowLeft: slide(-1),
    ArrowRight: slide(1),
    '[': press('[data-key="["]'),
    ']': press('[data-key="]"]'),
    e: press('button[data-key=e]'),
    s: press('button[data-key=s]'),
    i: () => openIgnore(root),
  });
}

function openIgnore(root) {
  const menu = root.querySelector('.ignore');
  if (!menu) return;
  menu.open = true;
  menu.querySelector('input:checked')?.focus();
}
