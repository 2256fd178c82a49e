import type { Look } from '../../../domain/archive.ts';
import type { CaptureSchedule } from '../../../domain/capture-schedule.ts';
import { shownName } from '../../../domain/webpage.ts';
import { relativeTimeTag, shortUrl } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { icon } from '../../layout.ts';
import { isCapturePending } from '../../schedule-status.ts';
import { siteMarks } from '../../site-mark.ts';
import { viewTags } from '../../view-names.ts';
import type { MemberVisit, Web } from '../../visit.ts';

const SHOWN = 10;
const HOUR_MS = 3_600_000;

/** The webpages of the last hour with the state of their first captures; false if there are none. */
export async function justAdded(web: Web, visit: MemberVisit): Promise<Html | false> {
  const { store, links, now } = web;
  const { member } = visit;
  const { webpages } = await store.gallery.slice(member.owner, {
    sort: 'added',
    from: undefined,
    way: 'after',
    limit: SHOWN,
  });
  const since = new Date(now().getTime() - HOUR_MS).toISOString();
  const added = webpages.filter(({ createdAt }) => createdAt >= since);
  if (added.length === 0) return false;
  const ids = added.map(({ id }) => id);
  const [mark, view, looks, schedules] = await Promise.all([
    siteMarks(web, visit, added),
    viewTags(web, visit, added),
    store.gallery.looks(member.owner, ids),
    store.schedules.findMany(member.owner, ids, now()),
  ]);
  return html`<section class="samples" id="just-added" aria-labelledby="just" data-live><h2 id="just">Just added</h2><ul>
${added.map((webpage) => {
  const look = looks.get(webpage.id);
  const crop = look?.newest
    ? html`<img src="${links.image(look.newest.thumbnailKey)}" alt="" loading="lazy" decoding="async">`
    : html`<span class="wait">${icon(links, 'camera')}</span>`;
  return html`<li class="result"><div class="crop">${crop}</div><div><b>${mark(webpage)}<a href="${links.webpage(webpage.id)}" dir="auto">${shownName(webpage, look?.title)}</a></b><span class="soft">${shortUrl(webpage.url)} ${view(webpage)}</span></div>${stateOf(look, schedules.get(webpage.id))}</li>`;
})}
</ul></section>`;
}

function stateOf(look: Look | undefined, schedule: CaptureSchedule | undefined): Html {
  if (isCapturePending(schedule)) return html`<span class="busy" data-pending>Capturing…</span>`;
  const state = schedule?.state;
  if (state && state.kind !== 'capturing' && state.failing) {
    return html`<span class="failed">${state.failing.because}</span>`;
  }
  return html`<span class="soft">${look?.newest ? html`Captured ${relativeTimeTag(look.newest.capturedAt)}` : 'Never captured'}</span>`;
}
