import { centreStrip } from './scroll.js';
import { showLocalTimes } from './times.js';

const FIRST_PAUSE_MS = 700;
const LONGEST_PAUSE_MS = 10_000;

/** What the server last sent of each part, before its times were made local. */
const sent = new Map();
let following = false;

/**
 * While something on the page is under way, the page is fetched again, and what changed in its parts (marked data-live,
 * each with an id) takes the place of the old. A page that one comes back to may show what was before a form: it is
 * fetched once.
 */
export function keepLive() {
  for (const part of document.querySelectorAll('[data-live]')) sent.set(part.id, part.cloneNode(true));
  addEventListener('pageshow', async ({ persisted }) => {
    const [arrival] = performance.getEntriesByType('navigation');
    if (sent.size > 0 && (persisted || arrival?.type === 'back_forward')) await lookAgain();
    follow();
  });
  follow();
}

async function follow() {
  if (following) return;
  following = true;
  // A capture takes seconds; what takes longer waits for its turn, and is looked at less and less often.
  for (let pause = FIRST_PAUSE_MS; document.querySelector('[data-under-way]'); pause *= 1.05) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, LONGEST_PAUSE_MS)));
    if (!document.hidden) await lookAgain();
  }
  following = false;
}

async function lookAgain() {
  const fresh = await fetchPage();
  if (!fresh) return;
  const focused = document.activeElement;
  for (const [id, before] of sent) {
    const shown = document.getElementById(id);
    const after = fresh.getElementById(id);
    if (!shown || !after) continue;
    sent.set(id, after);
    update(shown, before, after);
  }
  if (!focused.isConnected) twinOf(focused)?.focus({ preventScroll: true });
}

async function fetchPage() {
  try {
    // Without a word about it, a page that one came back to is fetched from the cache that it came from itself.
    const response = await fetch(location.href, { headers: { Accept: 'text/html' }, cache: 'no-store' });
    // The record is gone, or the session ended: that is a page of its own.
    if (response.status === 404 || response.redirected) location.reload();
    if (!response.ok || response.redirected) return undefined;
    return new DOMParser().parseFromString(await response.text(), 'text/html');
  } catch {
    // The server may be restarting: the next round asks again.
    return undefined;
  }
}

/** Replaces as little as possible: what stays keeps its focus and how far it is scrolled. */
function update(shown, before, after) {
  if (before.isEqualNode(after)) return;
  if (shown.children.length === before.children.length && isAlikeOutside(before, after)) {
    const pairs = [...shown.children].map((child, at) => [child, before.children[at], after.children[at]]);
    for (const pair of pairs) update(...pair);
    return;
  }
  const fresh = document.importNode(after, true);
  shown.replaceWith(fresh);
  showLocalTimes(fresh.parentElement);
  if (fresh.querySelector('.strip') || fresh.closest('.strip')) centreStrip();
}

/** Whether two elements differ within their children alone. */
function isAlikeOutside(one, other) {
  if (one.children.length === 0 || one.children.length !== other.children.length) return false;
  const bare = (element) => {
    const copy = element.cloneNode(true);
    for (const child of copy.children) child.replaceWith(document.createElement('i'));
    return copy;
  };
  return bare(one).isEqualNode(bare(other));
}

/** The element that took the place of one that is gone. */
function twinOf({ tagName, id, href, textContent }) {
  return [...document.querySelectorAll(tagName)].find(
    (each) => each.id === id && each.href === href && each.textContent === textContent,
  );
}
