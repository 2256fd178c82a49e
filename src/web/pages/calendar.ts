import type { Day, MonthsAround } from '../../domain/gallery.ts';
import type { Screenshot } from '../../domain/screenshot.ts';
import type { Webpage } from '../../domain/webpage.ts';
import { formatDay, formatMonth, pluralize } from '../format.ts';
import { type Html, html } from '../html.ts';
import { icon } from '../layout.ts';
import { withQuery } from '../links.ts';
import type { MemberVisit, Web } from '../visit.ts';

export interface CalendarMonth {
  readonly webpage: Webpage;
  readonly chosen: Screenshot;
  /** In the form 2026-01. */
  readonly month: string;
  readonly days: readonly Day[];
  readonly around: MonthsAround;
}

const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

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
      ? html`<a class="button small quiet" href="${withQuery(path, visit.query, { month: to })}#calendar">${icon(links, symbol)}<span class="visually-hidden">${label}: ${formatMonth(to)}</span></a>`
      : html`<span class="button small quiet off">${icon(links, symbol)}</span>`;
  const cell = (date: string | undefined) => {
    const day = date === undefined ? undefined : byDay.get(date);
    if (date === undefined) return html`<td></td>`;
    const number = Number(date.slice(8));
    if (!day) return html`<td><span>${number}</span></td>`;
    const mark = `${day.captures === 0 ? 'failed' : strength(day.captures)}${day.day === chosen.createdAt.slice(0, 10) ? ' here' : ''}`;
    const title = `${formatDay(date)}: ${pluralize(day.captures, 'capture')}${day.failures > 0 ? `, ${day.failures} failed` : ''}`;
    if (day.latest === undefined) return html`<td><span class="${mark}" title="${title}">${number}</span></td>`;
    const to = withQuery(links.capture(webpage.id, day.latest), visit.query, { month });
    return html`<td><a class="${mark}" href="${to}" title="${title}" aria-label="${title}">${number}</a></td>`;
  };
  return html`<section class="panel calendar" aria-labelledby="calendar">
<div class="row">
<h2 id="calendar">${formatMonth(month)} <small>UTC</small></h2>
<span class="row together end">${monthLink(around.before, 'Earlier', 'left')}${monthLink(around.after, 'Later', 'right')}</span>
</div>
<table>
<thead><tr>${WEEKDAYS.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${weeksOf(month).map((week) => html`<tr>${week.map(cell)}</tr>`)}
</tbody>
</table>
</section>`;
}

/** The CSS class that colours a day by its number of captures. */
function strength(captures: number): string {
  if (captures >= 24) return 'many';
  return captures >= 4 ? 'some' : 'few';
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
