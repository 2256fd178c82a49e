import type { Box, RegionKind } from '../domain/findings.ts';
import { type Html, html } from './html.ts';
import type { WebLinks } from './links.ts';
import { symbol } from './symbol.ts';

/** The sign of a kind in texts and tags. */
export const KIND_SIGNS: Record<RegionKind, string> = { added: '+', removed: '−', altered: '~' };

/** The widths of marks are chosen for pictures of this width. Marks on other pictures are scaled in proportion. */
const USUAL_WIDTH = 1280;
const LONGEST_ARM = 26;
/** The part of the shorter side that a bracket takes. */
const ARM_SHARE = 0.3;
/** Half the height of the ends of a seat. */
const SEAT_END = 10;
const SHORTEST_SEAT = 24;

/** The size of a mark relative to a mark on a picture of the usual width. */
export function markScale(pictureWidth: number): number {
  return round(pictureWidth / USUAL_WIDTH);
}

/** The frame around a region. The kind is visible without colour: a closed frame, a dashed one, or corner brackets. */
export function frame(kind: RegionKind, box: Box, scale: number): Html {
  const path = kind === 'altered' ? brackets(box, scale) : rectangle(box);
  return html`<rect class="tint" x="${round(box.x)}" y="${round(box.y)}" width="${round(box.width)}" height="${round(box.height)}"/>${outline(path)}`;
}

/** A dotted line where the content of a region is missing. The box has no height or no width. */
export function seat(box: Box, scale: number): Html {
  const end = SEAT_END * scale;
  const length = Math.max(box.width, box.height, SHORTEST_SEAT * scale);
  const path =
    box.height > box.width
      ? `M${round(box.x - end)} ${round(box.y)}h${round(2 * end)}m${round(-end)} 0v${round(length)}m${round(-end)} 0h${round(2 * end)}`
      : `M${round(box.x)} ${round(box.y - end)}v${round(2 * end)}m0 ${round(-end)}h${round(length)}m0 ${round(-end)}v${round(2 * end)}`;
  return outline(path);
}

/** A dotted frame, in a gap that is as high as the missing content. */
export function emptyFrame(box: Box): Html {
  return outline(rectangle(box));
}

/** The symbol of a kind in a text. */
export function glyph(links: WebLinks, kind: RegionKind): Html {
  return symbol(links, kind, `glyph ${kind}`);
}

/** The white halo keeps the line visible on any picture. */
function outline(path: string): Html {
  return html`<path class="halo" d="${path}"/><path class="line" d="${path}"/>`;
}

function rectangle({ x, y, width, height }: Box): string {
  return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
}

function brackets({ x, y, width, height }: Box, scale: number): string {
  const arm = Math.min(LONGEST_ARM * scale, ARM_SHARE * Math.min(width, height));
  const [left, top, right, bottom] = [x, y, x + width, y + height].map(round);
  const [a, b] = [round(arm), round(-arm)];
  return `M${left} ${round(y + arm)}v${b}h${a}M${round(x + width - arm)} ${top}h${a}v${a}M${right} ${round(y + height - arm)}v${a}h${b}M${round(x + arm)} ${bottom}h${b}v${b}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
