import type { CaptureSchedule } from '../../domain/capture-schedule.ts';
import type { Screenshot } from '../../domain/screenshot.ts';
import type { Webpage } from '../../domain/webpage.ts';
import { type Html, html } from '../html.ts';
import { form, icon, layout } from '../layout.ts';
import { withQuery } from '../links.ts';
import { captureOf, webpageOf } from '../records.ts';
import { failingWords, isUnderWay, nextAt, stateChip } from '../state.ts';
import { type Answer, type MemberVisit, page, type Web } from '../visit.ts';
import { addressWords, count, timeTag, trackWords } from '../words.ts';
import { calendar } from './calendar.ts';
import { details } from './details.ts';
import { filmstrip } from './filmstrip.ts';
import { viewer } from './viewer.ts';

/** How many captures the strip shows on each side of the chosen one. */
const REACH = 12;

/** A webpage, with its newest capture chosen. */
export async function showWebpage(web: Web, visit: MemberVisit): Promise<Answer> {
  const webpage = await webpageOf(web, visit);
  const isFavorite = onlyFavorites(visit) ? true : undefined;
  const { owner } = visit.member;
  const state = await web.store.screenshots.state(owner, webpage.id, isFavorite);
  const request = { page: 1, limit: 1, order: 'desc', isFavorite } as const;
  const newest = state && (await web.store.screenshots.page(owner, webpage.id, state, request)).records[0];
  return webpagePage(web, visit, webpage, newest);
}

/** A webpage, with the capture chosen that the address names. */
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
  const [track, counts, stars, days, around, stretch] = await Promise.all([
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
  const live = isUnderWay(track);
  const { links } = web;
  const total = counts?.count ?? 0;
  const starred = stars?.count ?? 0;
  const main = html`<div id="webpage" class="webpage" data-live>
${heading(web, visit, { webpage, track, captures: total })}
${
  chosen
    ? html`<div class="study">
${viewer(web, visit, { webpage, chosen, stretch })}
<section class="timeline" aria-labelledby="timeline">
<div class="headline"><h2 id="timeline">Timeline</h2>
<p class="row"><span class="aside">${favorites ? count(starred, 'favourite') : count(total, 'capture')}</span>${favoritesLink(links.webpage(webpage.id), visit, favorites, starred)}</p></div>
${filmstrip(web, visit, { webpage, chosen, stretch, failures, reach: REACH })}
</section>
<div class="aspects">
${details(web, visit, { webpage, chosen, record, previous: stretch.older[0] })}
${calendar(web, visit, { webpage, chosen, month, days, around })}
</div>
</div>`
    : waiting(web, { live, favorites, failures: failures.length, home: links.webpage(webpage.id) })
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
  return html`<a class="button small" href="${to}">Only favourites (${stars})</a>`;
}

interface Headed {
  readonly webpage: Webpage;
  readonly track: CaptureSchedule | undefined;
  readonly captures: number;
}

function heading(web: Web, visit: MemberVisit, { webpage, track, captures }: Headed): Html {
  const { links } = web;
  const path = links.webpage(webpage.id);
  const next = nextAt(track);
  const failing = failingWords(track);
  const paused = track?.state.kind === 'paused';
  const act = (name: string, symbol: string, text: string) =>
    form(visit, `${path}/${name}`, html`<button class="small">${icon(links, symbol)}${text}</button>`, {
      class: 'inline',
    });
  return html`<header class="about">
<div>
<h1>${webpage.name}</h1>
<p><a href="${webpage.url}" rel="noreferrer external">${addressWords(webpage.url)} ${icon(links, 'out')}</a></p>
<ul class="row">
<li>${stateChip(track, captures)}</li>
<li><a class="chip" href="${withQuery(links.home, new URLSearchParams(), { site: webpage.groupName })}">${webpage.groupName}</a></li>
${webpage.keywords.map((keyword) => html`<li><a class="chip" href="${withQuery(links.home, new URLSearchParams(), { keyword })}">${keyword}</a></li>`)}
<li class="aside">${track && html`Captured ${trackWords(track)}${paused && ' once resumed'}`}${next && html`, next ${timeTag(next)}`}</li>
</ul>
</div>
<div class="row">
${!isUnderWay(track) && act('capture', 'camera', 'Capture now')}
${track && (paused ? act('resume', 'play', 'Resume') : act('pause', 'pause', 'Pause'))}
<a class="button small" href="${path}/edit">${icon(links, 'edit')}Edit</a>
<a class="button small danger" href="${path}/delete">${icon(links, 'trash')}Delete</a>
</div>
</header>
${failing && html`<p class="complaint">${icon(links, 'warning')}<span>${failing}</span></p>`}`;
}

interface Waiting {
  readonly live: boolean;
  readonly favorites: boolean;
  readonly failures: number;
  readonly home: string;
}

/** There is no picture to show yet. */
function waiting({ links }: Web, { live, favorites, failures, home }: Waiting): Html {
  if (favorites) {
    return html`<section class="empty">${icon(links, 'star')}<h2>No favourites yet</h2>
<p>The star beside a capture marks it.</p><p><a class="button" href="${home}">Show all captures</a></p></section>`;
  }
  if (live) {
    return html`<section class="empty developing"><div class="plate" aria-hidden="true"></div>
<h2>The first capture is on its way</h2>
<p role="status">Chromium opens the page, waits until it settles, and takes the picture. It appears here by itself.</p></section>`;
  }
  return html`<section class="empty">${icon(links, 'camera')}<h2>No picture yet</h2>
<p>${failures > 0 ? 'Every attempt failed; the reasons are below. It is tried again by itself.' : 'It was never captured.'}</p></section>`;
}
