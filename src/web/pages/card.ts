import type { CaptureSchedule } from '../../domain/capture-schedule.ts';
import type { Look } from '../../domain/gallery.ts';
import type { Webpage } from '../../domain/webpage.ts';
import { type Html, html } from '../html.ts';
import { icon } from '../layout.ts';
import { withQuery } from '../links.ts';
import { failingWords, nextAt, stateChip } from '../state.ts';
import type { Web } from '../visit.ts';
import { addressWords, timeTag } from '../words.ts';

export interface Shown {
  readonly webpage: Webpage;
  readonly look: Look | undefined;
  readonly track: CaptureSchedule | undefined;
}

const NOTHING = new URLSearchParams();

/** One webpage in the gallery. Its name is the link; the style sheet makes the whole card one. */
export function card({ links }: Web, { webpage, look, track }: Shown, heading: 'h2' | 'h3'): Html {
  const name = html`<a href="${links.webpage(webpage.id)}">${webpage.name}</a>`;
  const next = nextAt(track);
  const failing = failingWords(track);
  return html`<li class="card">
<div class="face">${
    look?.face
      ? html`<img src="${links.image(look.face.thumbnailKey)}" alt="" loading="lazy" decoding="async">`
      : icon(links, 'camera')
  }</div>
${heading === 'h2' ? html`<h2>${name}</h2>` : html`<h3>${name}</h3>`}
<p class="address" title="${webpage.url}">${addressWords(webpage.url)}</p>
${
  webpage.keywords.length > 0 &&
  html`<ul class="row keywords">${webpage.keywords.map(
    (keyword) => html`<li><a class="chip" href="${withQuery(links.home, NOTHING, { keyword })}">${keyword}</a></li>`,
  )}</ul>`
}
<p class="state">${stateChip(track, look?.captures ?? 0)}${look?.face && html`<span>Captured ${timeTag(look.face.capturedAt)}</span>`}${
    next && html`<span>Next ${timeTag(next)}</span>`
  }</p>
${failing && html`<p class="because">${failing}</p>`}
</li>`;
}
