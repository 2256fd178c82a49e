import type { CaptureSchedule } from '../../domain/capture-schedule.ts';
import type { Look } from '../../domain/gallery.ts';
import type { Webpage } from '../../domain/webpage.ts';
import { shortUrl, timeTag } from '../format.ts';
import { type Html, html } from '../html.ts';
import { icon } from '../layout.ts';
import { withQuery } from '../links.ts';
import { failureNote, nextCaptureAt, statusChip } from '../schedule-status.ts';
import type { Web } from '../visit.ts';

export interface CardContent {
  readonly webpage: Webpage;
  readonly look: Look | undefined;
  readonly schedule: CaptureSchedule | undefined;
}

const NO_QUERY = new URLSearchParams();

/** One webpage in the gallery. The name is the link; the style sheet extends it to the whole card. */
export function card({ links }: Web, { webpage, look, schedule }: CardContent, heading: 'h2' | 'h3'): Html {
  const name = html`<a href="${links.webpage(webpage.id)}">${webpage.name}</a>`;
  const next = nextCaptureAt(schedule);
  const failing = failureNote(schedule);
  return html`<li class="card">
<div class="face">${
    look?.face
      ? html`<img src="${links.image(look.face.thumbnailKey)}" alt="" loading="lazy" decoding="async">`
      : icon(links, 'camera')
  }</div>
${heading === 'h2' ? html`<h2>${name}</h2>` : html`<h3>${name}</h3>`}
<p class="address" title="${webpage.url}">${shortUrl(webpage.url)}</p>
${
  webpage.keywords.length > 0 &&
  html`<ul class="row keywords">${webpage.keywords.map(
    (keyword) =>
      html`<li><a class="chip" href="${withQuery(links.archive, NO_QUERY, { keyword })}">${keyword}</a></li>`,
  )}</ul>`
}
<p class="state">${statusChip(schedule, look?.captures ?? 0)}${look?.face && html`<span>Captured ${timeTag(look.face.capturedAt)}</span>`}${
    next && html`<span>Next ${timeTag(next)}</span>`
  }</p>
${failing && html`<p class="failure-note">${failing}</p>`}
</li>`;
}
