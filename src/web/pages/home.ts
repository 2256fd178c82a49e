import { type GalleryRequest, readWords } from '../../domain/gallery.ts';
import { WEBPAGE_SORTS, type WebpageSort } from '../../domain/listing.ts';
import { pluralize } from '../format.ts';
import { type Html, html } from '../html.ts';
import { icon, layout } from '../layout.ts';
import { withQuery } from '../links.ts';
import { pageNumber, pagingNav } from '../paging.ts';
import { isCapturePending } from '../schedule-status.ts';
import { type Answer, type MemberVisit, page, redirect, type Web } from '../visit.ts';
import { type CardContent, card } from './card.ts';
import { toolbar } from './toolbar.ts';

const CARDS = 48;
const SITES_OFFERED = 100;

/** The gallery of all webpages, or of those that match the filters. */
export async function showHome(web: Web, visit: MemberVisit): Promise<Answer> {
  const { store, links } = web;
  const { owner, webpages: state } = visit.member;
  if (state.count === 0) return page(layout(web, visit, { title: 'Archive', current: 'archive', main: empty(web) }));

  const request = readRequest(visit.query);
  const filtered = request.words.length > 0 || request.site !== undefined || request.keyword !== undefined;
  const found = filtered
    ? await store.gallery.find(owner, state, request)
    : { webpages: (await store.webpages.page(owner, state, request)).records, count: state.count, cut: false };
  const pages = Math.max(1, Math.ceil(found.count / CARDS));
  // The list may have become shorter since the link was made.
  if (request.page > pages) return redirect(withQuery(links.archive, visit.query, { page: String(pages) }));

  const ids = found.webpages.map(({ id }) => id);
  const [looks, schedules, sites] = await Promise.all([
    store.gallery.looks(owner, ids),
    store.schedules.findMany(owner, ids, web.now()),
    store.gallery.sites(owner, state, SITES_OFFERED),
  ]);
  const shown = found.webpages.map((webpage) => ({
    webpage,
    look: looks.get(webpage.id),
    schedule: schedules.get(webpage.id),
  }));
  const live = shown.some(({ schedule }) => isCapturePending(schedule));
  const total = `${found.cut ? 'More than ' : ''}${pluralize(found.count, 'webpage')}${filtered ? ' found' : ''}`;
  const main = html`<div class="headline">
<h1>Archive</h1>
<a class="button primary" href="${links.add}">${icon(links, 'plus')}Add webpages</a>
</div>
${toolbar(web, visit, request, sites)}
<div class="gallery" id="gallery" data-live>
<p class="total" role="status">${total}</p>
${shown.length === 0 ? nothingFound(links.archive) : groups(web, shown, request.sort)}
${pagingNav(links, { path: links.archive, query: visit.query, page: request.page, pages })}
</div>`;
  return page(layout(web, visit, { title: 'Archive', current: 'archive', main, width: 'wide', live }));
}

function readRequest(query: URLSearchParams): GalleryRequest {
  return {
    page: pageNumber(query),
    limit: CARDS,
    sort: WEBPAGE_SORTS.find((sort) => sort === query.get('sort')) ?? 'isPartOf.name',
    order: query.get('order') === 'desc' ? 'desc' : 'asc',
    words: readWords(query.get('q') ?? ''),
    site: query.get('site')?.trim().toLowerCase() || undefined,
    keyword: query.get('keyword')?.trim() || undefined,
  };
}

/** Grouped by site if sorted by site; otherwise one list. */
function groups(web: Web, shown: readonly CardContent[], sort: WebpageSort): Html {
  if (sort !== 'isPartOf.name') {
    return html`<ul class="cards">${shown.map((each) => card(web, each, 'h2'))}</ul>`;
  }
  const bySite = Map.groupBy(shown, ({ webpage }) => webpage.groupName);
  return html`<div class="sites">${[...bySite].map(
    ([site, members]) => html`<section class="site${WIDTHS[members.length]}">
<h2><a href="${withQuery(web.links.archive, new URLSearchParams(), { site })}">${site}</a></h2>
<ul class="cards">${members.map((each) => card(web, each, 'h3'))}</ul>
</section>`,
  )}</div>`;
}

/** Sites with one or two webpages are placed side by side. */
const WIDTHS: Readonly<Record<number, string>> = { 1: ' single', 2: ' double' };

function nothingFound(home: string): Html {
  return html`<section class="empty">
<h2>No results</h2>
<p>Search looks in names, URLs and keywords, and finds webpages that contain all the words.</p>
<p><a class="button" href="${home}">Clear filters</a></p>
</section>`;
}

function empty({ links }: Web): Html {
  return html`<section class="empty">
${icon(links, 'camera')}
<h1>Your archive is empty</h1>
<p class="lead">Add the webpages that you want to track. Pagekeep takes a screenshot right away, takes more on a schedule that you choose, and keeps them all.</p>
<p><a class="button primary" href="${links.add}">${icon(links, 'plus')}Add your first webpage</a></p>
<p class="aside">To read your archive from other programs, see the <a href="${links.docs}">API reference</a>.</p>
</section>`;
}
