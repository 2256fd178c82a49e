import type { CaptureChange } from '../../../domain/change.ts';
import type { Neighbours } from '../../../domain/gallery.ts';
import type { Screenshot } from '../../../domain/screenshot.ts';
import { type FoldedTimeline, foldTimeline } from '../../../domain/timeline.ts';
import { shownName, type Webpage } from '../../../domain/webpage.ts';
import { failureLabel, timeTag } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import type { KeyHelp } from '../../key-help.ts';
import { icon, layout } from '../../layout.ts';
import { withQuery } from '../../links.ts';
import { captureOf, readStoredTime, webpageOf } from '../../records.ts';
import { isCapturePending } from '../../schedule-status.ts';
import { siteMarks } from '../../site-mark.ts';
import { describePoint, timelinePoints } from '../../timeline.ts';
import { type Answer, type MemberVisit, page, redirect, type Web } from '../../visit.ts';
import { wordBoxes, wordsToOutline } from '../../word-marks.ts';
import { whatChanged } from '../changes/what-changed.ts';
import { calendar } from './calendar.ts';
import { details } from './details.ts';
import { viewSwitch } from './view-switch.ts';
import { viewer } from './viewer.ts';
import { heading, noCapture } from './webpage-heading.ts';

const KEYS: readonly KeyHelp[] = [
  { keys: ['←', '→'], text: 'Previous or next capture' },
  { keys: ['Shift ←', 'Shift →'], text: 'Previous or next change' },
  { keys: ['f'], text: 'Full screen' },
  { keys: ['s'], text: 'Star' },
  { keys: ['c'], text: 'Capture now' },
];

/** A webpage with its newest capture. */
export async function showWebpage(web: Web, visit: MemberVisit): Promise<Answer> {
  const webpage = await webpageOf(web, visit);
  const isFavorite = onlyFavorites(visit) ? true : undefined;
  const { owner } = visit.member;
  const at = readStoredTime(visit.query.get('at'));
  const nearest = at && (await web.store.timeline.nearest(owner, webpage.id, at));
  if (nearest) return redirect(web.links.capture(webpage.id, nearest));
  const state = await web.store.screenshots.state(owner, webpage.id, isFavorite);
  const request = { page: 1, limit: 1, order: 'desc', isFavorite } as const;
  const newest = state && (await web.store.screenshots.page(owner, webpage.id, state, request)).records[0];
  return webpagePage(web, visit, webpage, newest);
}

/** A webpage with the capture of the path. */
export async function showCapture(web: Web, visit: MemberVisit): Promise<Answer> {
  const webpage = await webpageOf(web, visit);
  return webpagePage(web, visit, webpage, await captureOf(web, visit, visit.parameters.capture));
}

function onlyFavorites(visit: MemberVisit): boolean {
  return visit.query.get('favorites') === 'on';
}

async function webpagePage(
  web: Web,
  visit: MemberVisit,
  webpage: Webpage,
  chosen: Screenshot | undefined,
): Promise<Answer> {
  const { store } = web;
  const { owner } = visit.member;
  const { id } = webpage;
  const now = web.now();
  const favorites = onlyFavorites(visit);
  const around = readStoredTime(visit.query.get('around')) ?? chosen?.createdAt;
  // Another view shows its capture from about the same time; the newest one if this is the newest.
  const at = visit.parameters.capture === undefined ? undefined : chosen?.createdAt;
  const [mark, schedule, counts, stars, facts, span, views] = await Promise.all([
    siteMarks(web, visit, [webpage]),
    store.schedules.find(owner, id, now),
    store.screenshots.state(owner, id, undefined),
    store.screenshots.state(owner, id, true),
    store.timeline.facts(owner, id),
    store.timeline.span(owner, id, { around, favorites }),
    viewSwitch(web, visit, webpage, (view) => withQuery(web.links.webpage(view), new URLSearchParams(), { at })),
  ]);
  const timeline = foldTimeline(span, { around, shown: [chosen?.id] });
  const name = shownName(webpage, facts.title);
  const captures = counts?.count ?? 0;
  const about = { webpage, mark, name, schedule, captures, starred: stars?.count ?? 0, favorites, chosen, facts };
  const failed = timeline.points.some(({ kind }) => kind === 'failed');
  const main = html`<div id="webpage" class="webpage" data-live>
${heading(web, visit, about)}
${views}
${chosen || failed ? await scrub(web, visit, { webpage, chosen, timeline }) : ''}
${chosen ? await study(web, visit, { webpage, name, chosen, timeline }) : noCapture(web, about, failed)}
${!chosen && failures(web, timeline, true)}
</div>`;
  const live = isCapturePending(schedule);
  return page(layout(web, visit, { title: name, current: 'archive', main, width: 'wide', live, keys: KEYS }));
}

interface Shown {
  readonly webpage: Webpage;
  readonly chosen: Screenshot;
  readonly timeline: FoldedTimeline;
}

/** The timeline between links to the previous and the next change. */
async function scrub(
  web: Web,
  visit: MemberVisit,
  { webpage, chosen, timeline }: Omit<Shown, 'chosen'> & { chosen: Screenshot | undefined },
): Promise<Html> {
  const { links, store } = web;
  const { owner } = visit.member;
  const here = chosen ? links.capture(webpage.id, chosen.id) : links.webpage(webpage.id);
  const to = (id: string) => withQuery(links.capture(webpage.id, id), visit.query, FOLLOWED);
  const beside = (way: 'earlier' | 'later') =>
    chosen && store.timeline.changeBeside(owner, webpage.id, { at: chosen.createdAt, way });
  const [earlier, later] = await Promise.all([beside('earlier'), beside('later')]);
  const step = (change: string | undefined, way: 'earlier' | 'later', label: string, symbol: string) =>
    change !== undefined
      ? html`<a class="button only" href="${to(change)}" data-change="${way}" aria-label="${label}" title="${label} (Shift ${way === 'earlier' ? '←' : '→'})">${icon(links, symbol)}</a>`
      : html`<span class="button only" role="link" aria-disabled="true" aria-label="${label}">${icon(links, symbol)}</span>`;
  return html`<section class="scrub" aria-label="Timeline"><div class="timeline">
<span class="steps">${step(earlier, 'earlier', 'Previous change', 'left')}</span>
${timelinePoints(links, {
  timeline,
  here: chosen?.id,
  capture: to,
  around: (at) => withQuery(here, visit.query, { around: at }),
  failure: (failureId) => `#failed-${failureId}`,
})}
<span class="steps">${step(later, 'later', 'Next change', 'right')}</span>
</div></section>`;
}

/** Links to other captures let timeline and calendar follow. */
const FOLLOWED = { month: undefined, around: undefined };

async function study(web: Web, visit: MemberVisit, shown: Shown & { name: string }): Promise<Html> {
  const { webpage, name, chosen, timeline } = shown;
  const { store } = web;
  const { owner } = visit.member;
  const { id } = webpage;
  const favorites = onlyFavorites(visit);
  const month = readMonth(visit.query.get('month')) ?? chosen.createdAt.slice(0, 7);
  const [days, around, neighbours, record, compared, outlined, hasWords] = await Promise.all([
    store.timeline.days(owner, id, { month, favorites }),
    store.timeline.monthsAround(owner, id, { month, favorites }),
    store.timeline.around(owner, chosen, { reach: 1, favorites }),
    store.captures.ofScreenshot(owner, id, chosen.id),
    store.changes.ofCaptures(owner, id, [chosen.id]),
    findOutlined(web, visit, chosen),
    store.words.has(owner, id, chosen.id),
  ]);
  const changed = await findChange(web, owner, { chosen, neighbours, change: compared.get(chosen.id) });
  return html`<div class="study">
${viewer(web, visit, { webpage, name, chosen, neighbours, outlined })}
<div class="aspects">
${whatChanged(web, { name, chosen, ...changed })}
${calendar(web, visit, { webpage, chosen, month, days, around })}
${failures(web, timeline, false)}
${details(web, { chosen, record, hasWords })}
</div>
</div>`;
}

/** The words of a search, if a link of its results led here. */
async function findOutlined({ store }: Web, visit: MemberVisit, { webpageId, id }: Screenshot) {
  const query = wordsToOutline(visit);
  if (!query) return undefined;
  const text = await store.words.textOf(visit.member.owner, webpageId, id);
  return { query: visit.query.get('words') ?? '', boxes: text && wordBoxes(text, query) };
}

interface Found {
  readonly chosen: Screenshot;
  readonly neighbours: Neighbours;
  readonly change: CaptureChange | undefined;
}

/** The captures that the selected one is compared with. */
async function findChange({ store }: Web, owner: string, { chosen, neighbours, change }: Found) {
  const { webpageId, createdAt } = chosen;
  const find = (id: string | undefined) =>
    id === undefined ? undefined : store.screenshots.find(owner, webpageId, id);
  const lastId = await store.timeline.changeBeside(owner, webpageId, { at: createdAt, way: 'earlier' });
  const [before, lastChange] = await Promise.all([find(change?.beforeId), find(lastId)]);
  return { change, before, previous: neighbours.older[0], lastChange };
}

/** Why attempts failed, as far as the timeline shows them. */
function failures({ links }: Web, { points }: FoldedTimeline, open: boolean): Html | false {
  const shown = points.flatMap((point) => (point.newest.kind === 'failure' ? [{ point, newest: point.newest }] : []));
  return (
    shown.length > 0 &&
    html`<section class="aspect"><details${open && html` open`}><summary>Failed attempts${icon(links, 'right')}</summary><ul class="failures">
${shown.map(({ point, newest }) => html`<li id="failed-${newest.id}" tabindex="-1"><b>${failureLabel(newest)}</b> ${newest.detail} <small>${point.count > 1 ? describePoint(point) : timeTag(newest.at)}</small></li>`)}
</ul></details></section>`
  );
}

function readMonth(text: string | null): string | undefined {
  return text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined;
}
