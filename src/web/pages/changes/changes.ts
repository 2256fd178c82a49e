import type { ChangeEntriesRequest, ChangeEntry } from '../../../domain/change.ts';
import { dayAfter, dayOf } from '../../../domain/day.ts';
import { dateWords } from '../../days.ts';
import { pluralize } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import type { KeyHelp } from '../../key-help.ts';
import { form, icon, layout } from '../../layout.ts';
import { type WebLinks, withQuery } from '../../links.ts';
import { isCapturePending } from '../../schedule-status.ts';
import { siteMarks } from '../../site-mark.ts';
import { viewTags } from '../../view-names.ts';
import { type Answer, type MemberVisit, page, redirect, type Web } from '../../visit.ts';
import { emptyArchive } from '../archive/empty-archive.ts';
import { daySection } from './change-day-section.ts';
import { daysOfPage, shownDays } from './change-days.ts';
import { changeFilters } from './change-filters.ts';
import { opening, PULSE_DAYS } from './change-opening.ts';
import { ACTIONS_FORM } from './change-row.ts';
import { type ChangesQuery, NEWEST_PART, readChangesQuery, writePosition } from './changes-query.ts';

const ENTRIES = 25;
const OFFERED = 100;
/** While nothing has changed yet, the page waits for the captures of so many webpages. */
const WATCHED = 25;

const KEYS: readonly KeyHelp[] = [
  { keys: ['j', 'k'], text: 'Next or previous change' },
  { keys: ['Enter'], text: 'Open the change' },
  { keys: ['e'], text: 'Mark as reviewed, or undo' },
  { keys: ['s'], text: 'Star the newer capture' },
  { keys: ['i'], text: 'Ignore the region' },
  { keys: ['x'], text: 'Select, to review several at once' },
];

/** The home page: what changed on the webpages of the account, by day. */
export async function showChanges(web: Web, visit: MemberVisit): Promise<Answer> {
  const { store, links } = web;
  const { owner, webpages: state } = visit.member;
  const { query, timeZone } = visit;
  const chosen = readChangesQuery(visit);
  const localDay = (time: Date | string) => dayOf(time, timeZone);
  if (state.count === 0)
    return page(layout(web, visit, { title: 'Changes', current: 'changes', main: emptyArchive(links), width: 'wide' }));
  const today = localDay(web.now());
  const [found, recent, sites, keywords] = await Promise.all([
    store.changes.entries(owner, requestOf(chosen)),
    store.changes.days(owner, { from: dayAfter(today, 1 - PULSE_DAYS), to: today, timeZone }),
    store.gallery.sites(owner, state, OFFERED),
    store.gallery.keywords(owner, state, OFFERED),
  ]);
  // Going back reached the newest entries: show them from the top, with those that came in between.
  if (chosen.part.kind === 'newer' && found.length <= ENTRIES) {
    return redirect(withQuery(links.home, query, NEWEST_PART));
  }
  const entries = chosen.part.kind === 'newer' ? found.slice(0, ENTRIES).reverse() : found.slice(0, ENTRIES);
  const narrowed = chosen.site !== undefined || chosen.keyword !== undefined;
  const plain = chosen.filter === 'all' && !narrowed;
  const more = found.length > ENTRIES || chosen.part.kind === 'newer';
  const end = more ? undefined : recent.at(-1)?.day;
  const covered = daysOfPage(entries, { begin: beginOf(chosen, entries, timeZone), end, today, timeZone });
  const isRecent = covered.from > dayAfter(today, -PULSE_DAYS);
  const listed = entries.map(({ webpage }) => webpage);
  const [mark, view, earlier, schedules] = await Promise.all([
    siteMarks(web, visit, listed),
    viewTags(web, visit, listed),
    isRecent ? recent : store.changes.days(owner, covered),
    store.schedules.findMany(owner, await watchedWebpages(web, visit, entries), web.now()),
  ]);
  const live = [...schedules.values()].some(isCapturePending);
  const days = earlier.filter(({ day }) => day >= covered.from && day <= covered.to);
  const withEntries = new Set(entries.map(({ at }) => localDay(at)));
  const shown = shownDays(entries, plain ? days : days.filter(({ day }) => withEntries.has(day)), timeZone);
  const context = { links, mark, view, today, schedules, narrowed };
  const main = html`<div id="opening" data-live>${opening({ links, query, today, days: recent })}</div>
<div id="filters" data-live>${changeFilters({ links, query, chosen, counts: visit.counts, sites, keywords })}</div>
<div id="changes" data-live data-zone="${timeZone}"${live && html` data-pending`}>${
    entries.length === 0 ? nothing(web, visit, chosen) : shown.map((day) => daySection(context, day))
  }
${paging(links, visit, { chosen, entries, more, today })}</div>
${form(visit, links.changes, html`<input type="hidden" name="back" value="${backOf(query)}">`, { class: 'inline', id: ACTIONS_FORM, inPlace: true })}
<p class="visually-hidden" role="status" id="selected"></p>`;
  return page(layout(web, visit, { title: 'Changes', current: 'changes', main, width: 'wide', keys: KEYS, live }));
}

function requestOf({ filter, site, keyword, part }: ChangesQuery): ChangeEntriesRequest {
  const from = part.kind === 'newest' ? undefined : part.than;
  return { filter, site, keyword, from, order: part.kind === 'newer' ? 'asc' : 'desc', limit: ENTRIES + 1 };
}

/** The newest day that the page covers; undefined for today. */
function beginOf({ part }: ChangesQuery, entries: readonly ChangeEntry[], timeZone: string): string | undefined {
  const newest = entries[0] && dayOf(entries[0].at, timeZone);
  switch (part.kind) {
    case 'newest':
      return undefined;
    case 'day':
      return part.day;
    case 'newer':
      return newest;
    case 'older': {
      const day = dayOf(part.than.at, timeZone);
      return newest === day ? day : dayAfter(day, -1);
    }
  }
}

/** The webpages whose captures may change what the page shows. */
async function watchedWebpages(
  { store }: Web,
  { member: { owner, webpages } }: MemberVisit,
  entries: readonly ChangeEntry[],
): Promise<string[]> {
  if (entries.length > 0) return [...new Set(entries.map(({ webpage }) => webpage.id))];
  const newest = { page: 1, limit: WATCHED, sort: 'dateCreated', order: 'desc' } as const;
  return (await store.webpages.page(owner, webpages, newest)).records.map(({ id }) => id);
}

/** The query to which a form returns, without what is shown once. */
function backOf(query: URLSearchParams): string {
  return withQuery('', query, {}).slice(1);
}

function paging(
  links: WebLinks,
  { query, timeZone }: MemberVisit,
  {
    chosen,
    entries,
    more,
    today,
  }: { chosen: ChangesQuery; entries: readonly ChangeEntry[]; more: boolean; today: string },
): Html | false {
  const [first, last] = [entries[0], entries.at(-1)];
  const older = more && last && withQuery(links.home, query, { ...NEWEST_PART, from: writePosition(last) });
  const newer =
    chosen.part.kind !== 'newest' &&
    withQuery(links.home, query, { ...NEWEST_PART, to: first && writePosition(first) });
  if (!older && !newer) return false;
  const span = first && last && dayRange(dayOf(last.at, timeZone), dayOf(first.at, timeZone), today);
  return html`<nav class="paging" aria-label="Pages">
${newer ? html`<a class="button" href="${newer}" rel="prev">${icon(links, 'left')}Newer</a>` : html`<span></span>`}
<span class="soft small">${span}${span && timeZone === 'UTC' && ' (UTC)'}</span>
${older ? html`<a class="button" href="${older}" rel="next">Older${icon(links, 'right')}</a>` : html`<span></span>`}
</nav>`;
}

function dayRange(oldest: string, newest: string, today: string): string {
  if (oldest === newest) return dateWords(newest, today);
  return `${dateWords(oldest, today)} to ${dateWords(newest, today)}`;
}

function nothing({ links }: Web, { member: { webpages } }: MemberVisit, chosen: ChangesQuery): Html {
  if (chosen.filter !== 'all' || chosen.site !== undefined || chosen.keyword !== undefined) {
    return html`<section class="empty"><h2>Nothing matches these filters</h2>
<p><a class="button" href="${links.home}">Show everything</a></p></section>`;
  }
  if (chosen.part.kind !== 'newest') {
    return html`<section class="empty"><h2>Nothing happened before this</h2>
<p><a class="button" href="${links.home}">Show the newest changes</a></p></section>`;
  }
  return html`<section class="empty">${icon(links, 'clock')}<h2>Nothing has changed yet</h2>
<p class="lead">Pagekeep watches ${pluralize(webpages.count, 'webpage')}. Changes appear here.</p>
<p class="row"><a class="button" href="${links.archive}">Open the archive</a><a class="button" href="${links.add}">${icon(links, 'plus')}Add webpages</a></p></section>`;
}
