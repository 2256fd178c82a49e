import type { Day, MonthsAround } from '../../../domain/gallery.ts';
import type { Screenshot } from '../../../domain/screenshot.ts';
import type { Webpage } from '../../../domain/webpage.ts';
import { formatDay, formatMonth, formatShare, pluralize } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { icon } from '../../layout.ts';
import { withQuery } from '../../links.ts';
import type { MemberVisit, Web } from '../../visit.ts';

export interface CalendarMonth {
  readonly webpage: Webpage;
  readonly chosen: Screenshot;
  /** In the form 2026-01. */
  readonly month: string;
  readonly days: readonly Day[];
  readonly around: MonthsAround;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The colour of a day, from q1 to q4, by the largest share of the page that changed. */
const HEATS = [0.005, 0.03, 0.1];

/** The days of a month in UTC. A day with captures links to its last one. */
export function calendar(
  { links }: Web,
  visit: MemberVisit,
  { webpage, chosen, month, days, around }: CalendarMonth,
): Html {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const path = links.capture(webpage.id, chosen.id);
  const monthLink = (to: string | undefined, label: string, symbol: string) =>
    to !== undefined
      ? html`<a class="button quiet only" href="${withQuery(path, visit.query, { month: to })}#calendar" aria-label="${label}: ${formatMonth(to)}">${icon(links, symbol)}</a>`
      : html`<span class="button quiet only" role="link" aria-disabled="true" aria-label="${label}">${icon(links, symbol)}</span>`;
  const cell = (date: string | undefined) => {
    if (date === undefined) return html`<td></td>`;
    const day = byDay.get(date);
    const number = Number(date.slice(8));
    if (!day) return html`<td><span>${number}</span></td>`;
    const mark = `${heatOf(day)}${date === chosen.createdAt.slice(0, 10) ? ' here' : ''}`;
    const title = describeDay(day);
    if (day.latest === undefined) return html`<td><span class="${mark}" title="${title}">${number}</span></td>`;
    const to = withQuery(links.capture(webpage.id, day.latest), visit.query, { month, around: undefined });
    return html`<td><a class="${mark}" href="${to}" title="${title}" aria-label="${title}">${number}</a></td>`;
  };
  return html`<section class="aspect" aria-labelledby="calendar">
<header><h2 id="calendar">${formatMonth(month)} <small>UTC</small></h2>
<span class="row">${monthLink(around.before, 'Earlier', 'left')}${monthLink(around.after, 'Later', 'right')}</span></header>
<table class="calendar">
<caption class="visually-hidden">${formatMonth(month)}, shaded by how much changed</caption>
<thead><tr>${WEEKDAYS.map((name) => html`<th scope="col"><abbr title="${name}">${name.slice(0, 2)}</abbr></th>`)}</tr></thead>
<tbody>
${weeksOf(month).map((week) => html`<tr>${week.map(cell)}</tr>`)}
</tbody>
</table>
<p class="scale" aria-hidden="true">same<i class="sw0"></i><i class="sw1"></i><i class="sw2"></i><i class="sw3"></i><i class="sw4"></i>much changed</p>
</section>`;
}

function heatOf({ captures, share }: Day): string {
  if (captures === 0) return 'fell';
  return share === 0 ? 'none' : `q${1 + HEATS.filter((heat) => share >= heat).length}`;
}

function describeDay({ day, captures, failures, share }: Day): string {
  const taken = captures === 0 ? '' : share > 0 ? `${formatShare(share)} changed` : 'unchanged';
  const number = captures > 1 ? pluralize(captures, 'capture') : '';
  const failed = failures > 0 ? `${failures} failed` : '';
  return `${formatDay(day)}: ${[taken, number, failed].filter((text) => text !== '').join(', ')}`;
}

/** Weeks from Monday to Sunday; undefined for days of another month. */
function weeksOf(month: string): (string | undefined)[][] {
  const first = new Date(`${month}-01T00:00:00.000Z`);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const blank = (first.getUTCDay() + 6) % 7;
  const weeks = Math.ceil((blank + days) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_unused, weekday) => {
      const day = week * 7 + weekday - blank + 1;
      return day < 1 || day > days ? undefined : `${month}-${String(day).padStart(2, '0')}`;
    }),
  );
}
