import type { CaptureSchedule } from '../../../domain/capture-schedule.ts';
import type { FailingEntry, NewEntry } from '../../../domain/change.ts';
import { shownName } from '../../../domain/webpage.ts';
import { pluralize, relativeTimeTag, shortUrl } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { icon } from '../../layout.ts';
import type { WebLinks } from '../../links.ts';
import { isCapturePending } from '../../schedule-status.ts';
import type { ViewTag } from '../../view-names.ts';
import { ACTIONS_FORM, rowId } from './change-row.ts';

type Schedules = ReadonlyMap<string, CaptureSchedule>;

/** Webpages that could not be captured, in short: first those that still fail. */
export function failingGroups(
  links: WebLinks,
  entries: readonly FailingEntry[],
  { view, schedules }: { view: ViewTag; schedules: Schedules },
): Html {
  const still = entries.filter(({ until }) => until === undefined);
  const over = entries.filter(({ until }) => until !== undefined);
  const group = (title: string, name: string, some: readonly FailingEntry[]) =>
    some.length > 0 &&
    html`<div class="group${name}"><h3>${icon(links, 'warning')}${some.length} ${title}</h3>
<ul class="briefs">${some.map((entry) => failingBrief(links, entry, { view, schedule: schedules.get(entry.webpage.id) }))}</ul></div>`;
  return html`${group('began to fail', ' bad', still)}${group('failed for a time', '', over)}`;
}

function failingBrief(
  links: WebLinks,
  entry: FailingEntry,
  { view, schedule }: { view: ViewTag; schedule: CaptureSchedule | undefined },
): Html {
  const { webpage, because, failures, until, screenshot } = entry;
  const name = shownName(webpage, entry.title);
  const retry = html`<button class="textual" form="${ACTIONS_FORM}" formaction="${links.changes}/capture" name="webpage" value="${webpage.id}">Try again<span class="visually-hidden"> to capture ${name}</span></button>`;
  const then = until !== undefined ? html`Works again since ${relativeTimeTag(until)}` : pendingOr(schedule, retry);
  return html`<li class="brief" id="${rowId(entry.id)}">${face(links, screenshot?.picture.thumbnailKey)}<div>
<h3><a href="${links.webpage(webpage.id)}">${name}</a></h3>${view(webpage)}
<p class="why">${because}</p>
<p>${pluralize(failures, 'attempt')}, ${failures > 1 && 'the first '}${relativeTimeTag(entry.at)}</p>
<p>${then}</p></div></li>`;
}

function pendingOr(schedule: CaptureSchedule | undefined, otherwise: Html): Html {
  if (!isCapturePending(schedule)) return otherwise;
  return html`<span class="busy" data-pending>${schedule?.state.kind === 'capturing' ? 'Capturing' : 'Queued'}</span>`;
}

/** Webpages with their first capture, in short. */
export function newGroup(links: WebLinks, entries: readonly NewEntry[], view: ViewTag): Html | false {
  if (entries.length === 0) return false;
  return html`<div class="group"><h3>${icon(links, 'plus')}${entries.length} new</h3>
<ul class="briefs">${entries.map((entry) => newBrief(links, entry, view))}</ul></div>`;
}

function newBrief(links: WebLinks, entry: NewEntry, view: ViewTag): Html {
  const { webpage, screenshot } = entry;
  return html`<li class="brief" id="${rowId(entry.id)}">${face(links, screenshot.picture.thumbnailKey)}<div>
<h3><a href="${links.webpage(webpage.id)}">${shownName(webpage, entry.title)}</a></h3>
<p>${shortUrl(webpage.url)} ${view(webpage)}</p>
<p>First capture ${relativeTimeTag(entry.at)}</p></div></li>`;
}

function face(links: WebLinks, thumbnailKey: string | undefined): Html {
  if (thumbnailKey === undefined)
    return html`<div class="crop"><span class="wait">${icon(links, 'camera')}</span></div>`;
  return html`<div class="crop"><img src="${links.image(thumbnailKey)}" alt="" loading="lazy" decoding="async"></div>`;
}
