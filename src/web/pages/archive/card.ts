import type { Look } from '../../../domain/archive.ts';
import type { CaptureSchedule } from '../../../domain/capture-schedule.ts';
import { shownName, type Webpage } from '../../../domain/webpage.ts';
import { formatShare, pluralize, relativeTimeTag, shortUrl } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { icon } from '../../layout.ts';
import type { WebLinks } from '../../links.ts';
import { describePlan } from '../../schedule-choice.ts';
import { isCapturePending } from '../../schedule-status.ts';
import type { SiteMark } from '../../site-mark.ts';
import type { ViewTag } from '../../view-names.ts';
import type { Web } from '../../visit.ts';

export interface CardContent {
  readonly webpage: Webpage;
  readonly mark: SiteMark;
  readonly view: ViewTag;
  readonly look: Look | undefined;
  readonly schedule: CaptureSchedule | undefined;
  readonly selected: boolean;
  /** Older changes are not news: the card then says for how long the page is unchanged. */
  readonly changedSince: string;
  readonly now: Date;
}

/** A webpage of the archive. The name is the link; the style sheet extends it to the whole card. */
export function card({ links }: Web, content: CardContent): Html {
  const { webpage, mark, view, look, schedule, selected } = content;
  const name = shownName(webpage, look?.title);
  const address = shortUrl(webpage.url);
  const tag = view(webpage);
  const { flag, line } = describe(links, content);
  return html`<li class="card">
<div class="face">${
    look?.newest
      ? html`<img src="${links.image(look.newest.thumbnailKey)}" alt="" loading="lazy" decoding="async">`
      : html`<span class="wait">${icon(links, 'camera')}</span>`
  }${flag}</div>
<label class="pick"><input type="checkbox" name="page" value="${webpage.id}" form="bulk" aria-label="Select ${name}"${selected && html` checked`}></label>
<h2>${mark(webpage)}<a href="${links.webpage(webpage.id)}" dir="auto">${name}</a></h2>
${(tag || name !== address) && html`<p class="where" title="${webpage.url}">${tag}${name !== address && address}</p>`}
${line}
<p class="sched">${schedule ? describePlan(schedule) : 'No schedule'}</p>
</li>`;
}

interface Description {
  readonly flag: Html | undefined;
  readonly line: Html;
}

/** The status of the webpage: a flag on the picture for what needs attention, and a line about its last change. */
function describe(links: WebLinks, { look, schedule, changedSince, now }: CardContent): Description {
  const state = schedule?.state;
  if (isCapturePending(schedule)) {
    const text = state?.kind === 'capturing' ? 'Capturing' : 'Queued';
    return { flag: undefined, line: html`<p class="state busy" data-pending>${text}</p>` };
  }
  if (state?.kind === 'paused') {
    const flag = html`<span class="flagged calm">${icon(links, 'pause')}Paused</span>`;
    const since = look?.newest ? html`Captured ${relativeTimeTag(look.newest.capturedAt)}` : 'Never captured';
    return { flag, line: html`<p class="state paused">${since}</p>` };
  }
  if (state?.kind === 'waiting' && state.failing) {
    const { because, since } = state.failing;
    const flag = html`<span class="flagged bad">${icon(links, 'warning')}Failing</span>`;
    return {
      flag,
      line: html`<p class="state failing" title="${because}">${because} Since ${relativeTimeTag(since)}</p>`,
    };
  }
  if (!look || look.captures === 0 || look.firstAt === undefined) {
    return { flag: undefined, line: html`<p class="state">Never captured</p>` };
  }
  const { change, firstAt } = look;
  if (change && change.at >= changedSince) {
    const line = html`<p class="state changed"><b>Changed ${relativeTimeTag(change.at)}</b> · ${formatShare(change.share)}</p>`;
    return { flag: undefined, line };
  }
  const since = change?.at ?? firstAt;
  if (!change && now.getTime() - Date.parse(firstAt) < DAY_MS) {
    const flag = html`<span class="flagged calm">New</span>`;
    return { flag, line: html`<p class="state new">First captured ${relativeTimeTag(firstAt)}</p>` };
  }
  return { flag: undefined, line: html`<p class="state same">Unchanged for ${daysBetween(since, now)}</p>` };
}

const DAY_MS = 86_400_000;

function daysBetween(from: string, to: Date): string {
  return pluralize(Math.max(1, Math.floor((to.getTime() - Date.parse(from)) / DAY_MS)), 'day');
}
