import { centreStrip } from './scroll.js';
import { showLocalTimes } from './times.js';

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
  for (const part of document.querySelectorAll('[data-live]')) received.set(part.id, part.cloneNode(true));
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

async function refresh() {
  const fresh = await fetchPage();
  if (!fresh) return;
  const focused = document.activeElement;
  for (const [id, before] of received) {
    const shown = document.getElementById(id);
    const after = fresh.getElementById(id);
    if (!shown || !after) continue;
    received.set(id, after);
    update(shown, before, after);
  }
  if (!focused.isConnected) replacementOf(focused)?.focus({ preventScroll: true });
}

async function fetchPage() {
  try {
    // After the back button, the HTTP cache would return the same old page.
    const response = await fetch(location.href, { headers: { Accept: 'text/html' }, cache: 'no-store' });
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
  if (fresh.querySelector('.strip') || fresh.closest('.strip')) centreStrip();
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

/** The element that replaced a removed one. */
function replacementOf({ tagName, id, href, textContent }) {
  return [...document.querySelectorAll(tagName)].find(
    (each) => each.id === id && each.href === href && each.textContent === textContent,
  );
}
