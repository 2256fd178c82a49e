import type { CaptureSchedule } from '../../../domain/capture-schedule.ts';
import type { ChangeDay } from '../../../domain/change.ts';
import { dateWords, dayWords } from '../../days.ts';
import { formatCounted, formatNumber, pluralize } from '../../format.ts';
import { type Child, type Html, html } from '../../html.ts';
import { icon } from '../../layout.ts';
import type { WebLinks } from '../../links.ts';
import type { SiteMark } from '../../site-mark.ts';
import type { ViewTag } from '../../view-names.ts';
import { failingGroups, newGroup } from './change-briefs.ts';
import type { ShownDay } from './change-days.ts';
import { ACTIONS_FORM, changeRow } from './change-row.ts';

export interface DayContext {
  readonly links: WebLinks;
  readonly mark: SiteMark;
  readonly view: ViewTag;
  readonly today: string;
  readonly schedules: ReadonlyMap<string, CaptureSchedule>;
  /** A filter by site or keyword is active, so the numbers of the whole day do not fit. */
  readonly narrowed: boolean;
}

export function daySection(context: DayContext, day: ShownDay): Html {
  return day.kind === 'quiet' ? quietSection(context, day) : entriesSection(context, day);
}

function entriesSection(
  { links, mark, view, today, schedules, narrowed }: DayContext,
  { day, entries, numbers }: Extract<ShownDay, { kind: 'entries' }>,
): Html {
  const changed = entries.filter((entry) => entry.kind === 'changed');
  const open = changed.some(({ reviewedAt }) => reviewedAt === undefined);
  const { title, more } = dayWords(day, today);
  return html`<section class="day" id="d-${day}" aria-labelledby="h-${day}"><header>
<h2 id="h-${day}">${title} <small>${more}</small></h2>
${numbers && !narrowed && tally(links, numbers)}
${
  open &&
  !narrowed &&
  html`<button class="button quiet" form="${ACTIONS_FORM}" formaction="${links.changes}/reviewed-day" name="day" value="${day}">${icon(links, 'check')}All reviewed<span class="visually-hidden">: ${title}</span></button>`
}
</header>
<div>${changed.length > 0 && html`<ol class="changes">${changed.map((entry) => changeRow(links, { mark, view }, entry))}</ol>`}
${failingGroups(
  links,
  entries.filter((entry) => entry.kind === 'failing'),
  { view, schedules },
)}
${newGroup(
  links,
  entries.filter((entry) => entry.kind === 'new'),
  view,
)}
</div></section>`;
}

function tally(links: WebLinks, { day, changed, failing, fresh, unchanged }: ChangeDay): Html {
  const item = (name: string, number: number, text: Child, shown = formatNumber(number)) =>
    number > 0 && html`<li class="${name}"><b>${shown}</b>${text}</li>`;
  return html`<ul class="tally"><li class="changed"><b>${formatNumber(changed)}</b>changed</li>${item('failing', failing, 'failing')}${item('fresh', fresh, 'new')}${item('unchanged', unchanged, html`<a href="${links.unchanged(day)}">unchanged</a>`, formatCounted(unchanged))}</ul>`;
}

function quietSection(
  { links, today }: DayContext,
  { newest, oldest, numbers }: Extract<ShownDay, { kind: 'quiet' }>,
): Html {
  const one = newest === oldest ? numbers[0] : undefined;
  const { title, more } =
    newest === oldest
      ? dayWords(newest, today)
      : {
          title: `${pluralize(numbers.length, 'day')}`,
          more: `${dateWords(oldest, today)} to ${dateWords(newest, today)}`,
        };
  return html`<section class="day nothing" id="d-${newest}" aria-labelledby="h-${newest}"><header><h2 id="h-${newest}">${title} <small>${more}</small></h2></header>
<p>Nothing changed.<small>${capturedWords(numbers)}</small>${one && one.unchanged > 0 && html`<small><a href="${links.unchanged(one.day)}">Show ${one.unchanged === 1 ? 'it' : 'them'}</a></small>`}</p></section>`;
}

/** For several days, the numbers of the day with the most captures. */
function capturedWords(numbers: readonly ChangeDay[]): string {
  const most = (part: 'unchanged' | 'failing') => Math.max(...numbers.map((day) => day[part]));
  const [same, failing] = [most('unchanged'), most('failing')];
  const upTo = numbers.length > 1 ? 'Up to ' : '';
  const captured = `${upTo}${formatCounted(same)} ${same === 1 ? 'page was' : 'pages were'} captured`;
  const looks = same === 1 ? 'it looks as it did before' : 'all of them look as they did before';
  const first = same === 0 ? 'No page was captured.' : `${captured}; ${looks}.`;
  return failing === 0 ? first : `${first} ${upTo}${pluralize(failing, 'page')} could not be captured.`;
}
