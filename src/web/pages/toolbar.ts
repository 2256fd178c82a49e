import type { GalleryRequest } from '../../domain/gallery.ts';
import type { WebpageSort } from '../../domain/listing.ts';
import { type Html, html } from '../html.ts';
import { icon } from '../layout.ts';
import { withQuery } from '../links.ts';
import type { MemberVisit, Web } from '../visit.ts';

const SORTS: Record<WebpageSort, string> = {
  'isPartOf.name': 'Site',
  name: 'Name',
  url: 'URL',
  dateCreated: 'Date added',
};

/** Search, filters and order of the gallery. A GET form, so that the result can be bookmarked. */
export function toolbar({ links }: Web, visit: MemberVisit, request: GalleryRequest, sites: readonly string[]): Html {
  const { query } = visit;
  const option = (value: string, text: string, chosen: string) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`;
  return html`<form class="toolbar" method="get" action="${links.archive}" role="search">
<div class="field wide"><label for="q">Search</label>
<input id="q" name="q" type="search" value="${query.get('q') ?? ''}" placeholder="Name, URL or keyword" maxlength="300"></div>
<div class="field"><label for="site">Site</label>
<input id="site" name="site" list="sites" value="${query.get('site') ?? ''}" placeholder="All" maxlength="255" autocomplete="off">
<datalist id="sites">${sites.map((site) => html`<option value="${site}"></option>`)}</datalist></div>
<div class="field"><label for="keyword">Keyword</label>
<input id="keyword" name="keyword" value="${query.get('keyword') ?? ''}" placeholder="Any" maxlength="100"></div>
<div class="field"><label for="sort">Sort by</label>
<select id="sort" name="sort">${Object.entries(SORTS).map(([value, text]) => option(value, text, request.sort))}</select></div>
<div class="field"><label for="order">Order</label>
<select id="order" name="order">${[option('asc', 'Ascending', request.order), option('desc', 'Descending', request.order)]}</select></div>
<button>${icon(links, 'search')}Apply</button>
</form>
${activeFilters(links.archive, query)}`;
}

const FILTERS = { q: 'Search', site: 'Site', keyword: 'Keyword' };

/** Each active filter, as a link that removes it. */
function activeFilters(home: string, query: URLSearchParams): Html | false {
  const active = Object.entries(FILTERS).filter(([name]) => query.get(name)?.trim());
  if (active.length === 0) return false;
  const without = (name: string) => withQuery(home, query, { [name]: undefined, page: undefined });
  return html`<ul class="row filters">${active.map(
    ([name, label]) => html`<li><a class="chip" href="${without(name)}">${label}: ${query.get(name) ?? ''}
<span aria-hidden="true">×</span><span class="visually-hidden">, remove filter</span></a></li>`,
  )}</ul>`;
}
