import { type Html, html } from './html.ts';
import { icon } from './layout.ts';
import { type WebLinks, withQuery } from './links.ts';

export interface FilterMenu {
  readonly label: string;
  /** The parameter of the query that holds the chosen value. */
  readonly name: string;
  readonly choices: readonly string[];
  /** There may be more choices than listed, so that a field accepts any. */
  readonly more: boolean;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The parameters that say which part of a list is shown. A new filter starts at the beginning. */
const PLACES = { page: undefined, after: undefined, before: undefined, from: undefined };

/** A chip that opens a menu of values. Once a value is chosen, the chip shows it and removes it. */
export function filterMenu(links: WebLinks, menu: FilterMenu): Html | false {
  const { label, name, choices, more, path, query } = menu;
  const chosen = query.get(name)?.trim();
  if (chosen) {
    return html`<a class="chip long" href="${withQuery(path, query, { ...PLACES, [name]: undefined })}" aria-current="true">${label}: <bdi>${chosen}</bdi><span aria-hidden="true">×</span><span class="visually-hidden">, remove filter</span></a>`;
  }
  if (choices.length === 0) return false;
  return html`<details class="menu from-left"><summary class="chip">${label}${icon(links, 'down')}</summary><div class="choices">
${more && otherChoice(menu)}
${choices.map((choice) => html`<a href="${withQuery(path, query, { ...PLACES, [name]: choice })}"><bdi>${choice}</bdi></a>`)}
</div></details>`;
}

function otherChoice({ label, name, path, query }: FilterMenu): Html {
  const kept = [...query].filter(([key]) => key !== name && !(key in PLACES) && key !== 'done' && key !== 'about');
  return html`<form class="other" action="${path}">
${kept.map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}
<input name="${name}" aria-label="${label}" placeholder="Other ${label.toLowerCase()}" maxlength="255" autocomplete="off" required><button>Filter</button>
</form>`;
}
