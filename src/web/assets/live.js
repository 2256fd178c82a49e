import { centreStrip } from './scroll.js';
import { showLocalTimes } from './times.js';

const FIRST_PAUSE_MS = 700;
const LONGEST_PAUSE_MS = 10_000;

/** What the server last sent of each part, before its times were made local. */
const sent = new Map();

/**
 * While something on the page is under way, the page is fetched again and its parts that can change (marked
 * data-live, each with an id) are put in the place of the old ones.
 */
export async function keepLive() {
  for (const part of document.querySelectorAll('[data-live]')) sent.set(part.id, part.outerHTML);
  // A capture takes seconds; what takes longer waits for its turn, and is looked at less and less often.
  for (let pause = FIRST_PAUSE_MS; document.querySelector('[data-under-way]'); pause *= 1.05) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, LONGEST_PAUSE_MS)));
    if (document.hidden) continue;
    const fresh = await fetchPage();
    if (fresh) replaceParts(fresh);
  }
}

async function fetchPage() {
  try {
    const response = await fetch(location.href, { headers: { Accept: 'text/html' } });
    if (!response.ok || response.redirected) return undefined;
    return new DOMParser().parseFromString(await response.text(), 'text/html');
  } catch {
    // The server may be restarting: the next round asks again.
    return undefined;
  }
}

function replaceParts(fresh) {
  for (const [id, html] of sent) {
    const part = document.getElementById(id);
    const newer = fresh.getElementById(id);
    if (!part || !newer || newer.outerHTML === html) continue;
    sent.set(id, newer.outerHTML);
    const focused = part.contains(document.activeElement) ? document.activeElement.id : '';
    const shown = document.importNode(newer, true);
    part.replaceWith(shown);
    showLocalTimes(shown);
    centreStrip();
    if (focused) document.getElementById(focused)?.focus();
  }
}
