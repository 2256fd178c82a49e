import type { CaptureSchedule } from '../../../domain/capture-schedule.ts';
import { MOST_COUNTED } from '../../../domain/change.ts';
import type { WebpageFacts } from '../../../domain/gallery.ts';
import { pauseReason } from '../../../domain/quota.ts';
import type { Screenshot } from '../../../domain/screenshot.ts';
import { isInvented, type Webpage } from '../../../domain/webpage.ts';
import { dateTag, describeSchedule, pluralize, relativeTimeTag, shortUrl } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { form, icon } from '../../layout.ts';
import { type WebLinks, withQuery } from '../../links.ts';
import { failureNote, isCapturePending, nextCaptureAt } from '../../schedule-status.ts';
import type { SiteMark } from '../../site-mark.ts';
import type { MemberVisit, Web } from '../../visit.ts';
import { addViewPath } from './view-switch.ts';

export interface HeadingContent {
  readonly webpage: Webpage;
  readonly mark: SiteMark;
  readonly name: string;
  readonly schedule: CaptureSchedule | undefined;
  readonly captures: number;
  readonly starred: number;
  readonly favorites: boolean;
  /** The capture that is shown. */
  readonly chosen: Screenshot | undefined;
  readonly facts: WebpageFacts;
}

/** Name, schedule and numbers of a webpage, and what can be done with it. */
export function heading(web: Web, visit: MemberVisit, content: HeadingContent): Html {
  const { webpage, mark, name, schedule } = content;
  const { links } = web;
  const failing = failureNote(schedule);
  const words = webpage.keywords.map(
    (keyword) =>
      html`<a class="word" href="${withQuery(links.archive, new URLSearchParams(), { keyword })}">${keyword}</a>`,
  );
  return html`<div class="about"><div>
<p class="from">${mark(webpage)}<a href="${webpage.url}" rel="noreferrer external">${shortUrl(webpage.url)}</a></p>
<h1 dir="auto" title="${name}">${name}</h1>
<p class="facts">${scheduleFact(content)}${numberFacts(links, content)}${words}</p>
</div>
<div class="row">${captureButton(web, visit, content)}${menu(web, visit, content)}</div></div>
${failing && html`<p class="error">${icon(links, 'warning')}<span>${failing}</span></p>`}`;
}

function scheduleFact({ webpage, schedule }: HeadingContent): Html {
  if (!schedule) return html`<span>No schedule</span>`;
  const next = nextCaptureAt(schedule);
  const text = describeSchedule(schedule);
  if (schedule.state.kind === 'paused') return html`<span>Paused (${text})</span>`;
  if (isInvented(webpage.url)) return html`<span>Demo page with invented captures</span>`;
  return html`<span>${text.charAt(0).toUpperCase()}${text.slice(1)}${next && html`, next ${relativeTimeTag(next)}`}</span>`;
}

function numberFacts(links: WebLinks, { webpage, captures, starred, favorites, facts }: HeadingContent): Html {
  const { since, changes } = facts;
  if (favorites) {
    return html`<span>${pluralize(starred, 'starred capture')}</span><a href="${links.webpage(webpage.id)}">Show all captures</a>`;
  }
  if (captures === 0) return html`<span>No captures</span>`;
  const counted = changes < MOST_COUNTED ? pluralize(changes, 'change') : `${MOST_COUNTED - 1}+ changes`;
  return html`<span>${pluralize(captures, 'capture')}${since && html` since ${dateTag(since)}`}</span><span>${counted}</span>`;
}

/** While a capture is pending, its state takes the place of the button. Over the quota, the layout says why the button is disabled. */
function captureButton({ links, now }: Web, visit: MemberVisit, { webpage, schedule }: HeadingContent): Html {
  if (isCapturePending(schedule)) {
    const running = schedule?.state.kind === 'capturing';
    return html`<span class="button busy" role="status" data-pending>${icon(links, 'camera')}${running ? 'Capturing' : 'Queued'}</span>`;
  }
  const { quota, use } = visit.member;
  const overQuota = pauseReason(quota, use, now()) !== undefined;
  const button = html`<button class="primary" id="capture-now" title="Capture now (c)"${overQuota && html` disabled`}>${icon(links, 'camera')}Capture now</button>`;
  return form(visit, `${links.webpage(webpage.id)}/capture`, button, { class: 'inline' });
}

function menu({ links }: Web, visit: MemberVisit, content: HeadingContent): Html {
  const { webpage, chosen, schedule, starred, favorites } = content;
  const path = links.webpage(webpage.id);
  const act = (name: string, symbol: string, text: string) =>
    form(visit, `${path}/${name}`, html`<button>${icon(links, symbol)}${text}</button>`, { class: 'item' });
  return html`<details class="menu"><summary class="button only" aria-label="More">${icon(links, 'dots')}</summary><div>
<a href="${path}/edit">${icon(links, 'edit')}Edit and schedule</a>
${schedule && (schedule.state.kind === 'paused' ? act('resume', 'play', 'Resume') : act('pause', 'pause', 'Pause'))}
<a href="${addViewPath(links, webpage)}">${icon(links, 'screen')}Add a view</a>
<a href="${path}/changes">${icon(links, 'hide')}What counts as a change</a>
<a href="${path}/mail">${icon(links, 'bell')}Mail about this page</a>
${!favorites && starred > 0 && html`<a href="${path}?favorites=on">${icon(links, 'star')}Starred only (${starred})</a>`}
<hr>
${chosen && html`<a class="danger" href="${links.capture(webpage.id, chosen.id)}/delete">${icon(links, 'trash')}Delete this capture</a>`}
<a class="danger" href="${path}/delete">${icon(links, 'trash')}Delete webpage</a>
</div></details>`;
}

/** Shown instead of a capture if there is none. */
export function noCapture({ links }: Web, { webpage, schedule, favorites }: HeadingContent, failed: boolean): Html {
  if (favorites) {
    return html`<section class="empty">${icon(links, 'star')}<h2>No starred captures</h2>
<p>Select the star above a capture to keep it in this list.</p><p><a class="button" href="${links.webpage(webpage.id)}">Show all captures</a></p></section>`;
  }
  if (isCapturePending(schedule)) {
    return html`<section class="empty developing"><div class="plate" aria-hidden="true"></div>
<h2>Waiting for the first capture</h2>
<p role="status">The screenshot appears here automatically.</p></section>`;
  }
  return html`<section class="empty">${icon(links, 'camera')}<h2>No captures yet</h2>
<p>${failed ? 'All attempts failed, for the reasons below.' : 'This webpage was never captured.'} ${nextAttempt(schedule)}</p></section>`;
}

function nextAttempt(schedule: CaptureSchedule | undefined): Html | string {
  const next = nextCaptureAt(schedule);
  if (next !== undefined) return html`The next attempt is ${relativeTimeTag(next)}.`;
  return schedule ? 'Captures are paused.' : 'It has no schedule.';
}
