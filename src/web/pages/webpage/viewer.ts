import type { Box } from '../../../domain/findings.ts';
import type { Neighbours } from '../../../domain/gallery.ts';
import type { Picture, Screenshot } from '../../../domain/screenshot.ts';
import type { Webpage } from '../../../domain/webpage.ts';
import { clockTag, dayTag, formatDay, pluralize, shortUrl, VERDICT_LABELS } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { form, icon } from '../../layout.ts';
import { withQuery } from '../../links.ts';
import { frame, markScale } from '../../marks.ts';
import type { MemberVisit, Web } from '../../visit.ts';
import { whyNoWords } from '../words/no-words.ts';

export interface ViewerContent {
  readonly webpage: Webpage;
  readonly name: string;
  readonly chosen: Screenshot;
  readonly neighbours: Neighbours;
  /** The words of a search in the picture; undefined if the page was not opened from a search. */
  readonly outlined: OutlinedWords | undefined;
}

interface OutlinedWords {
  readonly query: string;
  /** Undefined: the words of this capture are not known. */
  readonly boxes: readonly Box[] | undefined;
}

/** Browsers show no image that is much taller, and a shorter one loads at once. */
const TALLEST_IMAGE = 8192;
const SLICE = 2048;

const MINI_WIDTH = 120;
/** The overview of a taller page is squeezed, so that it fits beside the picture. */
const MINI_TALLEST = 10 * MINI_WIDTH;

/** The selected capture, fitted to the width of the page or at 100 %, with an overview of the whole picture. */
export function viewer(
  web: Web,
  visit: MemberVisit,
  { webpage, name, chosen, neighbours, outlined }: ViewerContent,
): Html {
  const { links } = web;
  const path = links.capture(webpage.id, chosen.id);
  const full = visit.query.get('size') === 'full';
  const { label, tone } = VERDICT_LABELS[chosen.verdict];
  const step = (to: Screenshot | undefined, rel: 'prev' | 'next', text: string, key: string) =>
    to
      ? html`<a class="button quiet only" rel="${rel}" href="${withQuery(links.capture(webpage.id, to.id), visit.query, STEPPED)}" aria-label="${text}" title="${text} (${key})">${icon(links, rel === 'prev' ? 'left' : 'right')}</a>`
      : html`<span class="button quiet only" role="link" aria-disabled="true" aria-label="${text}">${icon(links, rel === 'prev' ? 'left' : 'right')}</span>`;
  const size = (text: string, value: string | undefined, on: boolean) =>
    html`<a href="${withQuery(path, visit.query, { size: value })}"${on && html` aria-current="true"`}>${text}</a>`;
  return html`<section class="viewer${full && ' full'}" aria-labelledby="shown">
<div class="tools">
<div class="title"><h2 id="shown">${dayTag(chosen.createdAt)} <small>${clockTag(chosen.createdAt)}</small></h2>
${chosen.url !== webpage.url && html`<p class="former" title="${chosen.url}">Captured from <bdi>${shortUrl(chosen.url)}</bdi></p>`}</div>
${tone !== 'good' && tone !== '' && html`<span class="word ${tone}">${label}</span>`}
<div class="end">
${step(neighbours.older[0], 'prev', 'Previous capture', '←')}${step(neighbours.newer[0], 'next', 'Next capture', '→')}
<span class="segments">${size('Fit', undefined, !full)}${size('100 %', 'full', full)}</span>
<a class="button quiet only" href="${links.image(chosen.picture.contentKey)}" data-full-screen="${path}/iiif/info.json" data-width="${chosen.picture.width}" data-height="${chosen.picture.height}" aria-label="Full screen" title="Full screen (f)">${icon(links, 'full')}</a>
<a class="button quiet only" href="${path}/download" aria-label="Download" title="Download">${icon(links, 'download')}</a>
${favoriteButton(web, visit, webpage, chosen)}
</div>
</div>
${outlined && html`<p class="outlined" role="status">${describeOutlined(outlined, chosen)} <a href="${withQuery(path, visit.query, { words: undefined, exact: undefined })}">Without outlines</a></p>`}
<div class="glass">
<div class="scroll" tabindex="0" role="group" aria-label="The picture; it scrolls"><div class="sheet">${sheet(web, chosen, `${name}, captured on ${formatDay(chosen.createdAt)}`)}${outlines(chosen.picture, outlined)}</div></div>
<div class="overview">${overview(web, chosen)}</div>
</div>
</section>`;
}

function describeOutlined({ query, boxes }: OutlinedWords, chosen: Screenshot): Html {
  if (!boxes) return html`Nothing can be outlined in this capture. ${whyNoWords(chosen)}`;
  if (boxes.length === 0) return html`This capture does not show <bdi>${query}</bdi>.`;
  return html`${pluralize(boxes.length, 'place')} with <bdi>${query}</bdi> ${boxes.length === 1 ? 'is' : 'are'} outlined.`;
}

function outlines({ width, height }: Picture, outlined: OutlinedWords | undefined): Html | false {
  if (!outlined?.boxes?.length) return false;
  const scale = markScale(width);
  return html`<svg class="marks" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">${outlined.boxes.map((box) => html`<g class="mk added">${frame('added', box, scale)}</g>`)}</svg>`;
}

/** The calendar and the timeline follow the selected capture. */
const STEPPED = { month: undefined, around: undefined };

/** The stored image, or slices of it that load when they are scrolled into view. */
function sheet({ links }: Web, chosen: Screenshot, alt: string): Html {
  const { width, height, contentKey } = chosen.picture;
  if (height <= TALLEST_IMAGE) {
    return html`<img src="${links.image(contentKey)}" width="${width}" height="${height}" alt="${alt}">`;
  }
  const slices = slicesOf(chosen.picture).map((box, index) => {
    const source = links.part(chosen.webpageId, chosen.id, box, box.width);
    return html`<img src="${source}" width="${box.width}" height="${box.height}" alt="${index === 0 ? alt : ''}" loading="lazy" decoding="async">`;
  });
  return html`${slices}`;
}

function slicesOf({ width, height }: Picture) {
  return Array.from({ length: Math.ceil(height / SLICE) }, (_, index) => {
    const y = index * SLICE;
    return { x: 0, y, width, height: Math.min(SLICE, height - y) };
  });
}

/** viewer.js draws the visible part into it. */
function overview({ links }: Web, { webpageId, id, picture }: Screenshot): Html {
  const width = Math.min(MINI_WIDTH, picture.width);
  const height = Math.max(
    1,
    Math.min(MINI_TALLEST, picture.height, Math.round((width * picture.height) / picture.width)),
  );
  const source = `${links.capture(webpageId, id)}/iiif/full/${width},${height}/0/default.webp`;
  return html`<svg class="mini" viewBox="0 0 ${width} ${height}" role="img" aria-label="The whole page"><image href="${source}" width="${width}" height="${height}"/></svg>`;
}

function favoriteButton({ links }: Web, visit: MemberVisit, webpage: Webpage, chosen: Screenshot): Html {
  const path = withQuery(`${links.capture(webpage.id, chosen.id)}/favorite`, visit.query, {});
  const { isFavorite } = chosen;
  return form(
    visit,
    path,
    html`<input type="hidden" name="favorite" value="${isFavorite ? 'off' : 'on'}">
<button class="quiet only star" id="star" aria-pressed="${isFavorite ? 'true' : 'false'}" aria-label="Star" title="Star (s)">${icon(links, isFavorite ? 'starred' : 'star')}</button>`,
    { class: 'inline', inPlace: true },
  );
}
