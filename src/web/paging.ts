import { formatNumber } from './format.ts';
import { type Html, html } from './html.ts';
import { icon } from './layout.ts';
import { type WebLinks, withQuery } from './links.ts';

export interface Paging {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly page: number;
  readonly pages: number;
}

/** Links to the first, the last and the neighbouring pages; false if there is only one page. */
export function pagingNav(links: WebLinks, { path, query, page, pages }: Paging): Html | false {
  if (pages <= 1) return false;
  const to = (number: number) => withQuery(path, query, { page: number === 1 ? undefined : String(number) });
  const near = [page - 1, page, page + 1].filter((number) => number > 1 && number < pages);
  const numbers = [1, ...near, pages];
  const items = numbers.map((number, index) => {
    const gap = index > 0 && number - (numbers[index - 1] ?? 0) > 1 && html`<li aria-hidden="true">…</li>`;
    const label = formatNumber(number);
    return html`${gap}<li>${
      number === page
        ? html`<span class="here" aria-current="page"><span class="visually-hidden">Page </span>${label}</span>`
        : html`<a href="${to(number)}"><span class="visually-hidden">Page </span>${label}</a>`
    }</li>`;
  });
  return html`<nav class="paging" aria-label="Pages">
${page > 1 && html`<a class="button small" rel="prev" href="${to(page - 1)}">${icon(links, 'left')}Previous</a>`}
<ul>${items}</ul>
${page < pages && html`<a class="button small" rel="next" href="${to(page + 1)}">Next${icon(links, 'right')}</a>`}
</nav>`;
}

export interface SlicePaging {
  readonly path: string;
  readonly query: URLSearchParams;
  /** The positions before and after which the neighbouring parts lie, as they are in the query. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Links through a list that is read from a position; false if all of it is shown. `before=end` is its end. */
export function sliceNav(links: WebLinks, { path, query, before, after }: SlicePaging): Html | false {
  if (before === undefined && after === undefined) return false;
  const to = (place: { before?: string; after?: string }) =>
    withQuery(path, query, { before: undefined, after: undefined, page: undefined, ...place });
  return html`<nav class="paging" aria-label="Pages"><div class="row">
${before !== undefined && html`<a class="button" href="${to({})}">First</a><a class="button" rel="prev" href="${to({ before })}">${icon(links, 'left')}Previous</a>`}
</div><div class="row">
${after !== undefined && html`<a class="button" rel="next" href="${to({ after })}">Next${icon(links, 'right')}</a><a class="button" href="${to({ before: 'end' })}">Last</a>`}
</div></nav>`;
}

/** The page number of the query; 1 if it is missing or invalid. */
export function pageNumber(query: URLSearchParams): number {
  const text = query.get('page') ?? '1';
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}
