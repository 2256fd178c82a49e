import { CHANGE_FILTERS, type ChangeCounts, type ChangeFilter } from '../../../domain/change.ts';
import { formatCounted } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { icon } from '../../layout.ts';
import { type WebLinks, withQuery } from '../../links.ts';
import { type ChangesQuery, NEWEST_PART } from './changes-query.ts';

const NAMES: Record<ChangeFilter, string> = {
  all: 'All',
  changed: 'Changed',
  failing: 'Failing',
  new: 'New',
  reviewed: 'Reviewed',
};

export interface Filters {
  readonly links: WebLinks;
  readonly query: URLSearchParams;
  readonly chosen: ChangesQuery;
  readonly counts: ChangeCounts;
  readonly sites: readonly string[];
  readonly keywords: readonly string[];
}

/** Chips for the kinds of entries, and a choice of sites and keywords. Without JavaScript the choice needs its button. */
export function changeFilters({ links, query, chosen, counts, sites, keywords }: Filters): Html {
  const chip = (filter: ChangeFilter) => {
    const to = withQuery(links.home, query, { ...NEWEST_PART, filter: filter === 'all' ? undefined : filter });
    const number = filter === 'all' ? undefined : counts[filter];
    return html`<a class="chip" href="${to}"${filter === chosen.filter && html` aria-current="true"`}>${NAMES[filter]}${number !== undefined && html` <b>${formatCounted(number)}</b>`}</a>`;
  };
  return html`<form class="filters" method="get" action="${links.home}" aria-label="Filters" data-submit-on-change>
<div class="chips">${CHANGE_FILTERS.map(chip)}</div>
${chosen.filter !== 'all' && html`<input type="hidden" name="filter" value="${chosen.filter}">`}
${select(links, { name: 'site', label: 'Site', all: 'Every site', values: sites, chosen: chosen.site })}
${select(links, { name: 'keyword', label: 'Keyword', all: 'Every keyword', values: keywords, chosen: chosen.keyword })}
<button class="needless">Apply</button>
<span class="hint end"><kbd>j</kbd> <kbd>k</kbd> move <kbd>Enter</kbd> open <kbd>e</kbd> reviewed <kbd>?</kbd> help</span>
</form>`;
}

interface Choice {
  readonly name: string;
  readonly label: string;
  readonly all: string;
  readonly values: readonly string[];
  readonly chosen: string | undefined;
}

/** Left out if there is nothing to choose from. */
function select(links: WebLinks, { name, label, all, values, chosen }: Choice): Html | false {
  const offered = chosen === undefined || values.includes(chosen) ? values : [chosen, ...values];
  if (offered.length === 0) return false;
  return html`<span class="select"><select name="${name}" aria-label="${label}"><option value="">${all}</option>${offered.map(
    (value) => html`<option value="${value}"${value === chosen && html` selected`}>${value}</option>`,
  )}</select>${icon(links, 'down')}</span>`;
}
