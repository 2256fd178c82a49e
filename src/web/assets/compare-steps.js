const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Selects changes without a reload: by the arrows, the list, or a click on a mark. */
export function selectChanges(root) {
  const list = [...root.querySelectorAll('.minimap ol a[data-change]')];
  const total = list.length;
  let current = Number(list.find((link) => link.ariaCurrent)?.dataset.change ?? 0);

  function select(number) {
    if (number < 1 || number > total) return;
    current = number;
    const link = list[number - 1];
    for (const each of list) each.ariaCurrent = each === link ? 'true' : null;
    link.scrollIntoView({ block: 'nearest' });
    for (const mark of root.querySelectorAll('.mk[data-change]')) {
      mark.classList.toggle('now', Number(mark.dataset.change) === number);
    }
    showStep(root.querySelector('.steps'), { list, number, total });
    fillIgnoreMenu(root.querySelector('.ignore'), link);
    history.replaceState(null, '', link.href);
    for (const form of root.querySelectorAll('.tools form')) {
      const url = new URL(form.action);
      url.searchParams.set('change', String(number));
      form.action = url.href;
    }
    showMark(root, number);
  }

  root.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest('.minimap a[data-change]');
    const step = event.target.closest('.steps a');
    const mark = !root.querySelector('#v-slider').checked && event.target.closest('.mk[data-change]');
    if (!link && !step && !mark) return;
    event.preventDefault();
    if (step) select(current + (step.rel === 'next' ? 1 : -1));
    else select(Number((link || mark).dataset.change));
  });
  // A link to a region by its place has no fragment, because it does not know the number of the change.
  if (current > 0) showMark(root, current, 'auto');
  return { next: () => select(current + 1), previous: () => select(current - 1) };
}

function showMark(root, number, behavior = calm.matches ? 'auto' : 'smooth') {
  root.querySelector(`#c${number}`)?.scrollIntoView({ block: 'center', inline: 'nearest', behavior });
}

function showStep(steps, { list, number, total }) {
  const glyph = list[number - 1].querySelector('.glyph').cloneNode(true);
  const words = document.createElement('span');
  const bold = document.createElement('b');
  bold.textContent = String(number);
  words.append(bold, ` of ${total}`);
  steps.querySelector('output').replaceChildren(glyph, words);
  for (const [rel, to] of [
    ['prev', number - 1],
    ['next', number + 1],
  ]) {
    const step = steps.querySelector(`a[rel=${rel}]`);
    const known = to >= 1 && to <= total;
    step.href = known ? list[to - 1].href : '#main';
    step.ariaDisabled = known ? null : 'true';
    step.tabIndex = known ? 0 : -1;
  }
}

/** The ways to ignore the selected change are in the data attributes of its link. */
function fillIgnoreMenu(menu, { dataset }) {
  if (!menu) return;
  const ways = Object.fromEntries([...menu.querySelectorAll('[data-way]')].map((way) => [way.dataset.way, way]));
  menu.querySelector('[data-number]').textContent = dataset.change;
  menu.querySelector('[name=region]').value = dataset.region;
  menu.querySelector('code').textContent = dataset.selector ?? '';
  menu.querySelector('[data-element-size]').textContent = dataset.elementSize ?? '';
  menu.querySelector('[data-size]').textContent = dataset.size;
  ways.element.hidden = dataset.selector === undefined;
  ways[dataset.way].querySelector('input').checked = true;
}
