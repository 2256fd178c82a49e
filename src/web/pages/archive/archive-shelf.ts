import {
  ARCHIVE_SORTS,
  type ArchiveFilter,
  type ArchiveSort,
  type ArchiveStatus,
  type StatusCounts,
} from '../../../domain/archive.ts';
import { dateWords } from '../../days.ts';
import { filterMenu } from '../../filter-menu.ts';
import { formatCounted, formatNumber } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { icon } from '../../layout.ts';
import { type WebLinks, withQuery } from '../../links.ts';

export interface Shelf {
  readonly query: URLSearchParams;
  readonly today: string;
  readonly filter: ArchiveFilter;
  readonly sort: ArchiveSort;
  readonly total: number;
  readonly counts: StatusCounts;
  readonly sites: readonly string[];
  readonly moreSites: boolean;
  readonly keywords: readonly string[];
  readonly moreKeywords: boolean;
}

const SORTS: Record<ArchiveSort, string> = {
  changed: 'Last changed',
  name: 'Name',
  site: 'Site',
  added: 'Date added',
};

const STATUSES: Record<ArchiveStatus, string> = {
  changed: 'Changed this week',
  failing: 'Failing',
  paused: 'Paused',
};

/** Another filter or order starts at the beginning. */
const FROM_START = { page: undefined, after: undefined, before: undefined };

/** Search, filters, order and view of the archive. All are links or a GET form, so that the result can be bookmarked. */
export function archiveShelf(links: WebLinks, shelf: Shelf): Html {
  const { query, today, filter, sort, sites, moreSites, keywords, moreKeywords } = shelf;
  const path = links.archive;
  const to = (changes: Record<string, string | undefined>) => withQuery(path, query, { ...FROM_START, ...changes });
  return html`${searchForm(links, query)}
<div class="shelf"><div class="chips">
${filter.words.length > 0 && filterChip(to({ q: undefined }), html`Search: <bdi>${query.get('q') ?? ''}</bdi>`)}
${filter.unchangedIn && filterChip(to({ unchanged: undefined }), html`Unchanged on ${dateWords(query.get('unchanged') ?? '', today)}`)}
${statusChips(shelf, to)}
${filterMenu(links, { label: 'Site', name: 'site', choices: sites, more: moreSites, path, query })}
${filterMenu(links, { label: 'Keyword', name: 'keyword', choices: keywords, more: moreKeywords, path, query })}
</div>
<div class="end"><label class="chip"><input type="checkbox" id="choosing">Select</label>
<details class="menu"><summary class="button"><span class="visually-hidden">Sort by </span>${SORTS[sort]}${icon(links, 'down')}</summary><div>
${ARCHIVE_SORTS.map((each) => html`<a href="${to({ sort: each === 'changed' ? undefined : each })}"${each === sort && html` aria-current="true"`}>${SORTS[each]}</a>`)}
</div></details>
${viewSwitch(links, query)}</div></div>`;
}

/** A filter that the link removes. */
function filterChip(without: string, text: Html): Html {
  return html`<a class="chip long" href="${without}" aria-current="true">${text}<span aria-hidden="true">×</span><span class="visually-hidden">, remove filter</span></a>`;
}

function searchForm(links: WebLinks, query: URLSearchParams): Html {
  const kept = ['site', 'keyword', 'status', 'unchanged', 'sort', 'as'].filter((name) => query.get(name));
  return html`<form class="lookup" role="search" action="${links.archive}">
${kept.map((name) => html`<input type="hidden" name="${name}" value="${query.get(name) ?? ''}">`)}
<div class="find">${icon(links, 'search')}<input type="search" name="q" value="${query.get('q') ?? ''}" aria-label="Search titles, addresses and keywords" placeholder="Title, address or keyword" maxlength="300"><kbd aria-hidden="true">/</kbd></div>
</form>`;
}

/** The numbers are those of the whole archive, so they are left out beside another filter. */
function statusChips(
  { filter, total, counts }: Shelf,
  to: (changes: Record<string, string | undefined>) => string,
): Html[] {
  const { words, site, keyword, unchangedIn } = filter;
  const alone = words.length === 0 && [site, keyword, unchangedIn].every((each) => each === undefined);
  const chip = (status: ArchiveStatus | undefined, text: string, number: string) =>
    html`<a class="chip" href="${to({ status })}"${status === filter.status && html` aria-current="true"`}>${text}${alone && html` <b>${number}</b>`}</a>`;
  const statuses = Object.entries(STATUSES) as [ArchiveStatus, string][];
  return [
    chip(undefined, 'All', formatNumber(total)),
    ...statuses.map(([status, text]) => chip(status, text, formatCounted(counts[status]))),
  ];
}

function viewSwitch(links: WebLinks, query: URLSearchParams): Html {
  const list = query.get('as') === 'list';
  const view = (as: string | undefined, name: string, current: boolean) =>
    html`<a href="${withQuery(links.archive, query, { as })}" title="${name}"${current && html` aria-current="true"`}>${icon(links, name.toLowerCase())}<span class="visually-hidden">${name}</span></a>`;
  return html`<div class="segments" role="group" aria-label="View">${view(undefined, 'Grid', !list)}${view('list', 'List', list)}</div>`;
}
