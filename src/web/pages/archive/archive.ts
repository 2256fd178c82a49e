import {
  ARCHIVE_SORTS,
  ARCHIVE_STATUSES,
  type ArchiveFilter,
  type ArchivePosition,
  type ArchiveSort,
  type SliceRequest,
} from '../../../domain/archive.ts';
import { dayOf, isDay, rangeOfDay, type TimeRange } from '../../../domain/day.ts';
import { readWords } from '../../../domain/gallery.ts';
import { isIdentifier } from '../../../domain/identifier.ts';
import { Problem } from '../../../domain/problem.ts';
import { isPlain } from '../../../domain/text.ts';
import type { Webpage } from '../../../domain/webpage.ts';
import { pluralize } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { errorMessage, icon, layout } from '../../layout.ts';
import { type WebLinks, withQuery } from '../../links.ts';
import { pageNumber, pagingNav, sliceNav } from '../../paging.ts';
import { siteMarks } from '../../site-mark.ts';
import { viewTags } from '../../view-names.ts';
import { type Answer, type MemberVisit, page, redirect, type Web } from '../../visit.ts';
import { bulkBar } from './archive-bulk.ts';
import { archiveShelf } from './archive-shelf.ts';
import { card } from './card.ts';
import { emptyArchive } from './empty-archive.ts';

const CARDS = 48;
const SITES_OFFERED = 100;
const KEYWORDS_OFFERED = 200;
const WEEK_MS = 7 * 86_400_000;

/** The selection and the input of a form that could not be processed. */
export interface RefusedSelection {
  readonly message: string;
  readonly selected: readonly string[];
  readonly keywords: string;
}

/** The webpages of an account, or those that match the filters. */
export async function showArchive(web: Web, visit: MemberVisit): Promise<Answer> {
  return archivePage(web, visit);
}

export async function archivePage(web: Web, visit: MemberVisit, refused?: RefusedSelection): Promise<Answer> {
  const { store, links } = web;
  const { owner, webpages: state } = visit.member;
  if (state.count === 0)
    return page(layout(web, visit, { title: 'Archive', current: 'archive', main: emptyArchive(links), width: 'wide' }));

  const now = web.now();
  const changedSince = new Date(now.getTime() - WEEK_MS).toISOString();
  const filter = readFilter(visit);
  const sort = ARCHIVE_SORTS.find((each) => each === visit.query.get('sort')) ?? 'changed';
  const part = isFiltered(filter)
    ? await findPart(web, visit, { filter, sort, changedSince })
    : await slicePart(web, visit, sort);
  if ('redirectTo' in part) return redirect(part.redirectTo);

  const webpages = viewsTogether(part.webpages);
  const ids = webpages.map(({ id }) => id);
  const [mark, view, looks, schedules, sites, keywords, counts] = await Promise.all([
    siteMarks(web, visit, webpages),
    viewTags(web, visit, webpages),
    store.gallery.looks(owner, ids),
    store.schedules.findMany(owner, ids, now),
    store.gallery.sites(owner, state, SITES_OFFERED),
    store.gallery.keywords(owner, state, KEYWORDS_OFFERED),
    store.gallery.counts(owner, changedSince),
  ]);
  const selected = new Set(refused?.selected);
  const cards = webpages.map((webpage) =>
    card(web, {
      webpage,
      mark,
      view,
      look: looks.get(webpage.id),
      schedule: schedules.get(webpage.id),
      selected: selected.has(webpage.id),
      changedSince,
      now,
    }),
  );
  const shelf = archiveShelf(links, {
    query: visit.query,
    today: dayOf(now, visit.timeZone),
    filter,
    sort,
    total: state.count,
    counts,
    sites,
    moreSites: sites.length === SITES_OFFERED,
    keywords,
    moreKeywords: keywords.length === KEYWORDS_OFFERED,
  });
  const main = html`<div class="opening"><h1>Archive</h1><a class="button primary" href="${links.add}">${icon(links, 'plus')}Add webpages</a></div>
${errorMessage(links, refused?.message)}
<div class="archive${visit.query.get('as') === 'list' && ' list'}">
${shelf}
<div id="gallery" data-live>
${part.total && html`<p class="total" role="status">${part.total}</p>`}
${cards.length === 0 ? nothingFound(links.archive) : html`<ul class="cards">${cards}</ul>`}
</div>
${cards.length > 0 && bulkBar(links, visit, refused?.keywords ?? '')}
${part.paging}
</div>`;
  // Without `live`: a page that reloads itself would lose the selection.
  const answer = layout(web, visit, { title: 'Archive', current: 'archive', main, width: 'wide', ownSearch: true });
  return page(answer, refused ? 400 : 200);
}

/** The views of a page stand together, where the first of them is in the order. */
function viewsTogether(webpages: readonly Webpage[]): Webpage[] {
  return [...Map.groupBy(webpages, ({ url }) => url).values()].flat();
}

function readFilter({ query, timeZone }: MemberVisit): ArchiveFilter {
  return {
    words: readWords(query.get('q') ?? ''),
    site: query.get('site')?.trim().toLowerCase() || undefined,
    keyword: query.get('keyword')?.trim() || undefined,
    status: ARCHIVE_STATUSES.find((status) => status === query.get('status')),
    unchangedIn: readDay(query.get('unchanged'), timeZone),
  };
}

/** Throws Problem('invalid') for text that is not a day. */
function readDay(text: string | null, timeZone: string): TimeRange | undefined {
  if (!text) return undefined;
  if (!isDay(text)) throw new Problem('invalid', `“${text.slice(0, 40)}” is not a day, such as 2026-01-31.`);
  return rangeOfDay(text, timeZone);
}

function isFiltered({ words, site, keyword, status, unchangedIn }: ArchiveFilter): boolean {
  return words.length > 0 || [site, keyword, status, unchangedIn].some((each) => each !== undefined);
}

interface Part {
  readonly webpages: readonly Webpage[];
  readonly total: Html | undefined;
  readonly paging: Html | false;
}

async function findPart(
  { store, links }: Web,
  { query, member }: MemberVisit,
  wanted: { filter: ArchiveFilter; sort: ArchiveSort; changedSince: string },
): Promise<Part | { redirectTo: string }> {
  const number = pageNumber(query);
  const request = { ...wanted, page: number, limit: CARDS };
  const { webpages, count, cut } = await store.gallery.find(member.owner, member.webpages, request);
  const pages = Math.max(1, Math.ceil(count / CARDS));
  // The list may have become shorter since the link was made.
  if (number > pages) return { redirectTo: withQuery(links.archive, query, { page: String(pages) }) };
  return {
    webpages,
    total: html`${cut ? 'More than ' : ''}${pluralize(count, 'webpage')} found${pastText(links, query.get('q'))}`,
    paging: pagingNav(links, { path: links.archive, query, page: number, pages }),
  };
}

/** A link to the search in the texts of all captures. */
function pastText(links: WebLinks, words: string | null): Html | false {
  const text = words?.trim() ?? '';
  const query = new URLSearchParams({ q: text, in: 'all' }).toString();
  return text !== '' && html` · <a href="${links.search}?${query}">Search the words of all captures</a>`;
}

async function slicePart(
  { store, links }: Web,
  { query, member }: MemberVisit,
  sort: ArchiveSort,
): Promise<Part | { redirectTo: string }> {
  const { webpages, previous, next } = await store.gallery.slice(member.owner, readSliceRequest(query, sort));
  // All webpages beyond the position are gone.
  if (webpages.length === 0)
    return { redirectTo: withQuery(links.archive, query, { after: undefined, before: undefined }) };
  const paging = sliceNav(links, {
    path: links.archive,
    query,
    before: previous && writePosition(previous),
    after: next && writePosition(next),
  });
  return { webpages, total: undefined, paging };
}

/** `after` and `before` hold a position; `before=end` is the end of the order. Other values are read as the beginning. */
function readSliceRequest(query: URLSearchParams, sort: ArchiveSort): SliceRequest {
  const [after, before] = [query.get('after'), query.get('before')];
  const from = readPosition(after ?? before ?? '');
  const way = after === null && before !== null && (from || before === 'end') ? 'before' : 'after';
  return { sort, from, way, limit: CARDS };
}

const ID_LENGTH = 36;

function writePosition({ key, id }: ArchivePosition): string {
  return `${key}~${id}`;
}

function readPosition(text: string): ArchivePosition | undefined {
  const id = text.slice(-ID_LENGTH);
  const key = text.slice(0, -ID_LENGTH - 1);
  return isIdentifier(id) && isPlain(key) ? { key, id } : undefined;
}

function nothingFound(archive: string): Html {
  return html`<section class="empty">
<h2>No results</h2>
<p>Search looks in titles, names, addresses and keywords, and in the words that the newest captures show. It finds webpages that contain all the words.</p>
<p><a class="button" href="${archive}">Clear filters</a></p>
</section>`;
}
