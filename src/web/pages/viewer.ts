import type { Stretch } from '../../domain/gallery.ts';
import type { Screenshot } from '../../domain/screenshot.ts';
import type { Webpage } from '../../domain/webpage.ts';
import { type Html, html } from '../html.ts';
import { form, icon } from '../layout.ts';
import { withQuery } from '../links.ts';
import type { MemberVisit, Web } from '../visit.ts';
import { momentTag, VERDICTS } from '../words.ts';

export interface Viewed {
  readonly webpage: Webpage;
  readonly chosen: Screenshot;
  readonly stretch: Stretch;
}

/** The chosen capture, large: as wide as there is room, or every pixel as it is. */
export function viewer(web: Web, visit: MemberVisit, { webpage, chosen, stretch }: Viewed): Html {
  const { links } = web;
  const { picture } = chosen;
  const path = links.capture(webpage.id, chosen.id);
  const full = visit.query.get('size') === 'full';
  const verdict = VERDICTS[chosen.verdict];
  const step = (to: Screenshot | undefined, rel: 'prev' | 'next', label: string, symbol: string) =>
    to
      ? html`<a class="button small" rel="${rel}" href="${withQuery(links.capture(webpage.id, to.id), visit.query, STEPPED)}">${icon(links, symbol)}<span class="visually-hidden">${label}</span></a>`
      : html`<span class="button small off">${icon(links, symbol)}</span>`;
  const size = (label: string, value: string | undefined, on: boolean) =>
    html`<a class="button small" href="${withQuery(path, visit.query, { size: value })}"${on && html` aria-current="true"`}>${label}</a>`;
  return html`<figure class="viewer${full && ' full'}">
<figcaption class="row">
<span class="row together">${step(stretch.older[0], 'prev', 'The capture before', 'left')}${step(stretch.newer[0], 'next', 'The capture after', 'right')}</span>
<strong>${momentTag(chosen.createdAt)}</strong>
${chosen.verdict !== 'fine' && html`<span class="chip ${verdict.tone}">${verdict.label}</span>`}
<span class="row together end">${size('Fitted', undefined, !full)}${size('100 %', 'full', full)}</span>
${star(web, visit, webpage, chosen)}
</figcaption>
<div class="sheet" tabindex="0" role="group" aria-label="The capture">
<img src="${links.image(picture.contentKey)}" width="${picture.width}" height="${picture.height}" alt="${webpage.name} as it looked on ${chosen.createdAt.slice(0, 10)}">
</div>
</figure>`;
}

const STEPPED = { month: undefined };

function star({ links }: Web, visit: MemberVisit, webpage: Webpage, chosen: Screenshot): Html {
  const path = withQuery(`${links.capture(webpage.id, chosen.id)}/favorite`, visit.query, {});
  const { isFavorite } = chosen;
  const label = isFavorite ? 'A favourite: take the star away' : 'Mark as a favourite';
  return form(
    visit,
    path,
    html`<input type="hidden" name="favorite" value="${isFavorite ? 'off' : 'on'}">
<button class="small star${isFavorite && ' on'}" id="star" aria-pressed="${isFavorite ? 'true' : 'false'}" title="${label}">${icon(links, isFavorite ? 'starred' : 'star')}<span class="visually-hidden">Favourite</span></button>`,
    { class: 'inline' },
  );
}
