import type { CaptureSchedule } from '../../domain/capture-schedule.ts';
import type { Screenshot } from '../../domain/screenshot.ts';
import type { Webpage } from '../../domain/webpage.ts';
import { describeSchedule, pluralize, shortUrl, timeTag } from '../format.ts';
import { type Html, html } from '../html.ts';
import { form, icon, layout } from '../layout.ts';
import { withQuery } from '../links.ts';
import { captureOf, webpageOf } from '../records.ts';
import { failureNote, isCapturePending, nextCaptureAt, statusChip } from '../schedule-status.ts';
import { type Answer, type MemberVisit, page, type Web } from '../visit.ts';
import { calendar } from './calendar.ts';
import { details } from './details.ts';
import { filmstrip } from './filmstrip.ts';
import { viewer } from './viewer.ts';

/** The number of captures that the filmstrip shows on each side of the selected one. */
const REACH = 12;

/** A webpage with its newest capture. */
export async function showWebpage(web: Web, visit: MemberVisit): Promise<Answer> {
  const webpage = await webpageOf(web, visit);
  const isFavorite = onlyFavorites(visit) ? true : undefined;
  const { owner } = visit.member;
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
  const now = web.now();
  const favorites = onlyFavorites(visit);
  const month = readMonth(visit.query.get('month')) ?? (chosen?.createdAt ?? now.toISOString()).slice(0, 7);
  const [schedule, counts, stars, days, around, stretch] = await Promise.all([
    store.schedules.find(owner, webpage.id, now),
    store.screenshots.state(owner, webpage.id, undefined),
    store.screenshots.state(owner, webpage.id, true),
    store.timeline.days(owner, webpage.id, month),
    store.timeline.monthsAround(owner, webpage.id, month),
    chosen ? store.timeline.around(owner, chosen, { reach: REACH, favorites }) : { older: [], newer: [] },
  ]);
  const from = stretch.older.length < REACH ? '' : (stretch.older.at(-1)?.createdAt ?? '');
  const to = stretch.newer.length < REACH ? now.toISOString() : (stretch.newer.at(-1)?.createdAt ?? '');
  const failures = favorites ? [] : await store.timeline.failures(owner, webpage.id, { from, to, limit: REACH });
  const record = chosen && (await store.captures.ofScreenshot(owner, webpage.id, chosen.id));
  const live = isCapturePending(schedule);
  const { links } = web;
  const total = counts?.count ?? 0;
  const starred = stars?.count ?? 0;
  const main = html`<div id="webpage" class="webpage" data-live>
${heading(web, visit, { webpage, schedule, captures: total })}
${
  chosen
    ? html`<div class="study">
${viewer(web, visit, { webpage, chosen, stretch })}
<section class="timeline" aria-labelledby="timeline">
<div class="headline"><h2 id="timeline">Timeline</h2>
<p class="row"><span class="aside">${favorites ? pluralize(starred, 'favourite') : pluralize(total, 'capture')}</span>${favoritesLink(links.webpage(webpage.id), visit, favorites, starred)}</p></div>
${filmstrip(web, visit, { webpage, chosen, stretch, failures, reach: REACH })}
</section>
<div class="aspects">
${details(web, { webpage, chosen, record, previous: stretch.older[0] })}
${calendar(web, visit, { webpage, chosen, month, days, around })}
</div>
</div>`
    : noCapture(web, { live, favorites, failures: failures.length, home: links.webpage(webpage.id) })
}
${!chosen && failures.length > 0 && filmstrip(web, visit, { webpage, chosen, stretch, failures, reach: REACH })}
</div>`;
  return page(layout(web, visit, { title: webpage.name, current: 'archive', main, width: 'wide', live }));
}

function readMonth(text: string | null): string | undefined {
  return text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined;
}

function favoritesLink(path: string, visit: MemberVisit, favorites: boolean, stars: number): Html | false {
  if (favorites) return html`<a class="button small" href="${path}">Show all captures</a>`;
  if (stars === 0) return false;
  const to = withQuery(path, visit.query, { favorites: 'on', month: undefined });
  return html`<a class="button small" href="${to}">Favourites (${stars})</a>`;
}

interface HeadingContent {
  readonly webpage: Webpage;
  readonly schedule: CaptureSchedule | undefined;
  readonly captures: number;
}

function heading(web: Web, visit: MemberVisit, { webpage, schedule, captures }: HeadingContent): Html {
  const { links } = web;
  const path = links.webpage(webpage.id);
  const next = nextCaptureAt(schedule);
  const failing = failureNote(schedule);
  const paused = schedule?.state.kind === 'paused';
  const action = (name: string, symbol: string, text: string) =>
    form(visit, `${path}/${name}`, html`<button class="small">${icon(links, symbol)}${text}</button>`, {
      class: 'inline',
    });
  return html`<header class="about">
<div>
<h1>${webpage.name}</h1>
<p><a href="${webpage.url}" rel="noreferrer external">${shortUrl(webpage.url)} ${icon(links, 'out')}</a></p>
<ul class="row">
<li>${statusChip(schedule, captures)}</li>
<li><a class="chip" href="${withQuery(links.archive, new URLSearchParams(), { site: webpage.groupName })}">${webpage.groupName}</a></li>
${webpage.keywords.map((keyword) => html`<li><a class="chip" href="${withQuery(links.archive, new URLSearchParams(), { keyword })}">${keyword}</a></li>`)}
<li class="aside">${schedule && html`Schedule: ${describeSchedule(schedule)}`}${next && html`, next capture ${timeTag(next)}`}</li>
</ul>
</div>
<div class="row">
${!isCapturePending(schedule) && action('capture', 'camera', 'Capture now')}
${schedule && (paused ? action('resume', 'play', 'Resume') : action('pause', 'pause', 'Pause'))}
<a class="button small" href="${path}/edit">${icon(links, 'edit')}Edit</a>
<a class="button small danger" href="${path}/delete">${icon(links, 'trash')}Delete</a>
</div>
</header>
${failing && html`<p class="error">${icon(links, 'warning')}<span>${failing}</span></p>`}`;
}

interface EmptyState {
  readonly live: boolean;
  readonly favorites: boolean;
  readonly failures: number;
  readonly home: string;
}

/** Shown instead of a capture if there is none. */
function noCapture({ links }: Web, { live, favorites, failures, home }: EmptyState): Html {
  if (favorites) {
    return html`<section class="empty">${icon(links, 'star')}<h2>No favourites yet</h2>
<p>Select the star above a capture to add it to your favourites.</p><p><a class="button" href="${home}">Show all captures</a></p></section>`;
  }
  if (live) {
    return html`<section class="empty developing"><div class="plate" aria-hidden="true"></div>
<h2>Waiting for the first capture</h2>
<p role="status">The screenshot appears here automatically.</p></section>`;
  }
  return html`<section class="empty">${icon(links, 'camera')}<h2>No captures yet</h2>
<p>${failures > 0 ? 'All attempts failed, for the reasons below. Pagekeep retries automatically.' : 'This webpage was never captured.'}</p></section>`;
}
