import type { Stretch } from '../../domain/gallery.ts';
import type { Screenshot } from '../../domain/screenshot.ts';
import type { Webpage } from '../../domain/webpage.ts';
import { preciseTimeTag, VERDICT_LABELS } from '../format.ts';
import { type Html, html } from '../html.ts';
import { form, icon } from '../layout.ts';
import { withQuery } from '../links.ts';
import type { MemberVisit, Web } from '../visit.ts';

export interface ViewerContent {
  readonly webpage: Webpage;
  readonly chosen: Screenshot;
  readonly stretch: Stretch;
}

/** The selected capture, fitted to the width of the page or at 100 %. */
export function viewer(web: Web, visit: MemberVisit, { webpage, chosen, stretch }: ViewerContent): Html {
  const { links } = web;
  const { picture } = chosen;
  const path = links.capture(webpage.id, chosen.id);
  const full = visit.query.get('size') === 'full';
  const verdict = VERDICT_LABELS[chosen.verdict];
  const step = (to: Screenshot | undefined, rel: 'prev' | 'next', label: string, symbol: string) =>
    to
      ? html`<a class="button small" rel="${rel}" href="${withQuery(links.capture(webpage.id, to.id), visit.query, STEPPED)}">${icon(links, symbol)}<span class="visually-hidden">${label}</span></a>`
      : html`<span class="button small off">${icon(links, symbol)}</span>`;
  const size = (label: string, value: string | undefined, on: boolean) =>
    html`<a class="button small" href="${withQuery(path, visit.query, { size: value })}"${on && html` aria-current="true"`}>${label}</a>`;
  return html`<figure class="viewer${full && ' full'}">
<figcaption class="row">
<span class="row together">${step(stretch.older[0], 'prev', 'Previous capture', 'left')}${step(stretch.newer[0], 'next', 'Next capture', 'right')}</span>
<strong>${preciseTimeTag(chosen.createdAt)}</strong>
${chosen.verdict !== 'fine' && html`<span class="chip ${verdict.tone}">${verdict.label}</span>`}
<span class="row together end">${size('Fit width', undefined, !full)}${size('100 %', 'full', full)}</span>
${favoriteButton(web, visit, webpage, chosen)}
</figcaption>
<div class="sheet" tabindex="0" role="group" aria-label="Screenshot">
<img src="${links.image(picture.contentKey)}" width="${picture.width}" height="${picture.height}" alt="${webpage.name} as it looked on ${chosen.createdAt.slice(0, 10)}">
</div>
</figure>`;
}

/** The calendar follows the selected capture. */
const STEPPED = { month: undefined };

function favoriteButton({ links }: Web, visit: MemberVisit, webpage: Webpage, chosen: Screenshot): Html {
  const path = withQuery(`${links.capture(webpage.id, chosen.id)}/favorite`, visit.query, {});
  const { isFavorite } = chosen;
  const label = isFavorite ? 'Remove from favourites' : 'Add to favourites';
  return form(
    visit,
    path,
    html`<input type="hidden" name="favorite" value="${isFavorite ? 'off' : 'on'}">
<button class="small star${isFavorite && ' on'}" id="star" aria-pressed="${isFavorite ? 'true' : 'false'}" title="${label}">${icon(links, isFavorite ? 'starred' : 'star')}<span class="visually-hidden">Favourite</span></button>`,
    { class: 'inline' },
  );
}
