import type { Box } from '../../../domain/findings.ts';
import type { Screenshot } from '../../../domain/screenshot.ts';
import { pluralize } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import type { WebLinks } from '../../links.ts';
import { glyph } from '../../marks.ts';
import type { ShownChange } from './compare-changes.ts';
import { type IgnoreOffer, sizeWords } from './compare-ignore.ts';

export interface Minimap {
  readonly links: WebLinks;
  readonly capture: Screenshot;
  readonly changes: readonly ShownChange[];
  readonly current: number | undefined;
  readonly offers: ReadonlyMap<number, IgnoreOffer>;
  /** The number of smaller changes that were not kept. */
  readonly omitted: number;
  /** The URL of the page with this change selected. */
  hrefOf(number: number): string;
}

const MAP_WIDTH = 240;
/** Parts of pictures may not be much longer. */
const LONGEST_SIDE = 8000;
/** A picture that is higher than this many times its width is shown compressed. */
const TALL = 5;
/** The lowest mark, as a part of the height of the map. */
const LOWEST_MARK = 1 / 150;

/** The whole page with a mark for each change, and the list of changes. */
export function minimap({ links, capture, changes, current, offers, omitted, hrefOf }: Minimap): Html {
  const { width, height } = capture.picture;
  const whole = { x: 0, y: 0, width, height };
  const pixels = Math.max(1, Math.min(MAP_WIDTH, width, Math.floor((LONGEST_SIDE * width) / height)));
  const counted = changes.filter(({ number }) => number !== undefined);
  const tall = height > width * TALL;
  return html`<div><svg class="mini${tall && ' tall'}" viewBox="0 0 ${width} ${height}"${tall && html` preserveAspectRatio="none"`} role="img" aria-label="The whole page, with ${pluralize(counted.length, 'change')} marked"><image class="pic" href="${links.part(capture.webpageId, capture.id, whole, pixels)}" width="${width}" height="${height}" preserveAspectRatio="none"/>${counted.map(
    ({ region }) => {
      const { x, y, width: w, height: h } = markBox(region.after, width, height);
      return html`<rect class="blk ${region.kind}" x="${x}" y="${y}" width="${w}" height="${h}"/>`;
    },
  )}</svg></div>
${
  counted.length > 0 &&
  html`<ol aria-label="Changes">${counted.map(
    ({ region, number = 0 }) =>
      html`<li><a href="${hrefOf(number)}" data-change="${number}"${offerData(offers.get(number))}${number === current && html` aria-current="true"`}>${glyph(links, region.kind)}${number}<span>${region.kind}</span></a></li>`,
  )}</ol>`
}${omitted > 0 && html`<p class="soft small">and ${pluralize(omitted, 'smaller change')}</p>`}`;
}

/** For the menu "Ignore region", when a script selects this change. */
function offerData(offer: IgnoreOffer | undefined): Html | undefined {
  if (!offer) return undefined;
  const { region, element, box, way } = offer;
  return html` data-region="${region}" data-size="${sizeWords(box)}" data-way="${way}"${element && html` data-selector="${element.selector}" data-element-size="${sizeWords(element.box)}"`}`;
}

/** A box in the newer picture, enlarged so that it is visible in the small map. */
function markBox({ x, y, width, height }: Box, pictureWidth: number, pictureHeight: number): Box {
  const w = Math.max(width, Math.round(pictureWidth / 20));
  const h = Math.max(height, Math.round(pictureHeight * LOWEST_MARK));
  return {
    x: Math.max(0, Math.min(x, pictureWidth - w)),
    y: Math.max(0, Math.min(y - Math.round((h - height) / 2), pictureHeight - h)),
    width: w,
    height: h,
  };
}
