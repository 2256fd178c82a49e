import { showLocalTimes, TIME_ZONE } from './times.js';

const FIRST_PAUSE_MS = 700;
const LONGEST_PAUSE_MS = 10_000;

/** The last HTML from the server for each part, before showLocalTimes changed it. */
const received = new Map();
let polling = false;

/**
 * Fetches the page repeatedly while a capture is pending and replaces what changed in its parts (elements with data-live
 * and an id). Also fetches it once after the back button, because the restored page may be older than the last form.
 */
export function keepLive() {
  // Browsers keep no copy of an error page, so it is never old. Its reload would cancel the next use of the back button.
  if (document.querySelector('.failure')) return;
  // A clone in the same document would load all pictures at once, also those with loading=lazy.
  const inert = document.implementation.createHTMLDocument();
  for (const part of document.querySelectorAll('[data-live]')) received.set(part.id, inert.importNode(part, true));
  addEventListener('pageshow', async ({ persisted }) => {
    const [navigation] = performance.getEntriesByType('navigation');
    if (received.size > 0 && (persisted || navigation?.type === 'back_forward')) await refresh();
    poll();
  });
  poll();
}

async function poll() {
  if (polling) return;
  polling = true;
  // A running capture takes seconds. A queued one can wait longer, so the pause grows.
  for (let pause = FIRST_PAUSE_MS; document.querySelector('[data-pending]'); pause *= 1.05) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, LONGEST_PAUSE_MS)));
    if (!document.hidden) await refresh();
  }
  polling = false;
}

/** Fetches the page again and shows what changed. */
export async function refresh() {
  const fresh = await fetchPage();
  if (fresh) show(fresh);
}

/** Replaces what changed in the parts of the page, and moves the focus to what replaced the focused element. */
function show(fresh) {
  const focused = document.activeElement;
  const placeId = focused.closest('li[id], section[id]')?.id;
  const checked = [...document.querySelectorAll('[data-live] input:checked')];
  for (const [id, before] of received) {
    const shown = document.getElementById(id);
    const after = fresh.getElementById(id);
    if (!shown || !after) continue;
    received.set(id, after);
    update(shown, before, after);
  }
  for (const box of checked) if (!box.isConnected) checkAgain(box);
  if (!focused.isConnected) replacementOf(focused, placeId)?.focus({ preventScroll: true });
  document.dispatchEvent(new Event('pagekeep:update'));
}

/**
 * Sends forms with data-in-place without leaving the page, and shows the answer. Their answer is a redirect to a page with
 * the same parts. If anything else comes back, the browser sends the form as usual and shows what it gets.
 */
export function submitInPlace() {
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (!('inPlace' in form.dataset)) return;
    event.preventDefault();
    send(form, submitter, new FormData(form, submitter));
  });
}

export async function send(form, submitter, fields) {
  const action = submitter.hasAttribute('formaction') ? submitter.formAction : form.action;
  const sent = fetch(action, { method: 'POST', body: new URLSearchParams(fields), headers: { Accept: 'text/html' } });
  const response = await sent.catch(() => undefined);
  if (response?.ok) {
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
    if ([...received.keys()].every((id) => fresh.getElementById(id))) {
      show(fresh);
      poll();
      return;
    }
  }
  delete form.dataset.inPlace;
  form.requestSubmit(submitter);
}

async function fetchPage() {
  try {
    // After the back button, the HTTP cache would return the same old page.
    const headers = { Accept: 'text/html', 'Time-Zone': TIME_ZONE };
    const response = await fetch(location.href, { headers, cache: 'no-store' });
    // The record was deleted or the session ended: let the browser show the error page or the sign-in page.
    if (response.status === 404 || response.redirected) location.reload();
    if (!response.ok || response.redirected) return undefined;
    return new DOMParser().parseFromString(await response.text(), 'text/html');
  } catch {
    // The server may be restarting. The next round tries again.
    return undefined;
  }
}

/** Replaces as few elements as possible, because a replaced element loses focus and scroll position. */
function update(shown, before, after) {
  if (before.isEqualNode(after)) return;
  if (shown.children.length === before.children.length && hasSameShell(before, after)) {
    const pairs = [...shown.children].map((child, at) => [child, before.children[at], after.children[at]]);
    for (const pair of pairs) update(...pair);
    return;
  }
  const fresh = document.importNode(after, true);
  shown.replaceWith(fresh);
  showLocalTimes(fresh.parentElement);
}

/** Whether two elements are equal apart from their child elements. */
function hasSameShell(one, other) {
  if (one.children.length === 0 || one.children.length !== other.children.length) return false;
  const bare = (element) => {
    const copy = element.cloneNode(true);
    for (const child of copy.children) child.replaceWith(document.createElement('i'));
    return copy;
  };
  return bare(one).isEqualNode(bare(other));
}

/** Keeps the selection where the list moved. */
function checkAgain({ name, value }) {
  for (const box of document.querySelectorAll(`input[type="checkbox"][name="${CSS.escape(name)}"]`)) {
    if (box.value === value) box.checked = true;
  }
}

/** The element that replaced a removed one: the same control, or one with the same key at the same place. */
function replacementOf({ tagName, id, href, value, textContent, dataset }, placeId) {
  const all = [...document.querySelectorAll(tagName)];
  const same = all.find(
    (each) =>
      each.id === id &&
      each.href === href &&
      each.value === value &&
      each.dataset.key === dataset.key &&
      each.textContent === textContent,
  );
  return same ?? (dataset.key && document.getElementById(placeId)?.querySelector(`[data-key="${dataset.key}"]`));
}
