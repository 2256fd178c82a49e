const FIELDS = 'input:not([type="radio"], .thumb), select, textarea, [contenteditable]';

/**
 * Calls the action of a pressed key. Keys in fields, with Ctrl, Alt or Meta, and behind an open dialog keep the meaning
 * that the browser gives them. An action that returns false leaves its key to the browser.
 */
export function onKeys(actions) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest(FIELDS) || document.querySelector('dialog[open]')) return;
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (action && action(event) !== false) event.preventDefault();
  });
}

const GO_MS = 1500;

/** The keys of every page. */
export function startKeys() {
  const help = document.getElementById('keys');
  const search = () => [...document.querySelectorAll('input[type="search"]')].find((field) => field.checkVisibility());
  let goUntil = 0;
  const go = (place) => () => {
    const link = document.querySelector(`.bar a[href$="${place}"]`);
    if (!link || Date.now() > goUntil) return false;
    link.click();
  };
  onKeys({
    '/': () => search()?.focus() ?? search() !== undefined,
    '?': () => help?.showModal() ?? help !== null,
    g: () => {
      goUntil = Date.now() + GO_MS;
    },
    c: go('/'),
    a: go('/archive'),
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') closeMenus();
  });
  document.addEventListener('click', ({ target }) => closeMenus(target.closest('details.menu')));
}

/** Closes all open menus but one. A menu that had the focus gives it back to its button. */
function closeMenus(kept) {
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (menu === kept || menu.contains(kept)) continue;
    const focused = menu.contains(document.activeElement);
    menu.open = false;
    if (focused) menu.querySelector('summary').focus();
  }
}
