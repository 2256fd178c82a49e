import type { ChangeDay } from '../../../domain/change.ts';
import { dayAfter } from '../../../domain/day.ts';
import { dateWords } from '../../days.ts';
import { formatCounted, formatNumber, pluralize } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { type WebLinks, withQuery } from '../../links.ts';
import { NEWEST_PART } from './changes-query.ts';

export const PULSE_DAYS = 21;

/** The classes h0 to h7 are the heights of bars. */
const HEIGHTS = 7;

export interface Opening {
  readonly links: WebLinks;
  readonly query: URLSearchParams;
  readonly today: string;
  /** The numbers of the last PULSE_DAYS days, as far as there were captures. */
  readonly days: readonly ChangeDay[];
}

/** The title of the page, a sentence about the newest day, and a bar for each of the last days. */
export function opening({ links, query, today, days }: Opening): Html {
  return html`<div class="opening"><div><h1>What changed</h1><p>${sentence(days, today)}</p></div>${pulse({ links, query, today, days })}</div>`;
}

function sentence(days: readonly ChangeDay[], today: string): Html {
  const [newest] = days;
  if (!newest) return html`Nothing was captured in the last ${PULSE_DAYS} days.`;
  const { changed, failing, unchanged } = newest;
  const when = newest.day === today ? 'today' : `on ${dateWords(newest.day, today)}`;
  const count = (number: number) => html`<b>${formatNumber(number)}</b>`;
  const first =
    changed === 0 ? html`Nothing changed ${when}` : html`<b>${pluralize(changed, 'page')}</b> changed ${when}`;
  return html`${first}${failing > 0 && html`, ${count(failing)} could not be captured`}${
    unchanged > 0 && html`, <b>${formatCounted(unchanged)}</b> stayed as ${unchanged === 1 ? 'it was' : 'they were'}`
  }.`;
}

function pulse({ links, query, today, days }: Opening): Html {
  const byDay = new Map(days.map((each) => [each.day, each]));
  const most = Math.max(1, ...days.map(({ changed }) => changed));
  const all = Array.from({ length: PULSE_DAYS }, (_, index) => dayAfter(today, index + 1 - PULSE_DAYS));
  const bar = (day: string) => {
    const { changed = 0, failing = 0 } = byDay.get(day) ?? {};
    const words = `${dateWords(day, today)}: ${changed} changed${failing > 0 ? `, ${failing} failing` : ''}`;
    const height = changed === 0 ? 0 : Math.max(1, Math.round((changed / most) * HEIGHTS));
    const to = withQuery(links.home, query, { ...NEWEST_PART, day: day === today ? undefined : day });
    return html`<li><a href="${to}#changes"${day === today && html` aria-current="date"`}${failing > 0 && html` class="fell"`} title="${words}"><i class="h${height}"></i><span class="visually-hidden">${words}</span></a></li>`;
  };
  return html`<nav class="pulse" aria-label="Changes on each of the last ${PULSE_DAYS} days"><ol>${all.map(bar)}</ol><p><span>${dateWords(all[0] ?? today, today)}</span><span>Today</span></p></nav>`;
}
