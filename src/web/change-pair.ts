import type { Box, Region, Size } from '../domain/findings.ts';
import type { Screenshot } from '../domain/screenshot.ts';
import { timeTag } from './format.ts';
import { type Child, type Html, html } from './html.ts';
import { icon } from './layout.ts';
import type { WebLinks } from './links.ts';
import { frame, seat } from './marks.ts';
import { cropPair, cropThumbnail } from './region-crop.ts';

export interface ChangePair {
  readonly before: Screenshot;
  readonly after: Screenshot;
  readonly region: Region;
  /** The name of the page, for people who do not see the pictures. */
  readonly name: string;
  readonly href: Child;
  /** Shown small, without marks. */
  readonly small?: boolean;
}

/** The widest pictures that a screen with two pixels per CSS pixel shows. */
const PAIR_PX = 640;
const WIDE_PX = 1280;
const THUMBNAIL_PX = 180;

/** The CSS pixels of a crop on a large screen. */
const SHOWN_PAIR = 308;
const SHOWN_WIDE = 616;

/** Before and after of one region as a link, with the region marked in both. */
export function changePair(links: WebLinks, { before, after, region, name, href, small }: ChangePair): Html {
  const crop = cropPair(region, { before: before.picture, after: after.picture });
  const side = (which: 'before' | 'after', screenshot: Screenshot) => {
    const box = crop[which];
    const most = crop.wide ? WIDE_PX : PAIR_PX;
    const width = Math.min(box.width, small ? most / 4 : most);
    const source = links.part(screenshot.webpageId, screenshot.id, box, width);
    return html`<figure class="crop ${which}"><img src="${source}" width="${box.width}" height="${box.height}" alt="" loading="lazy" decoding="async">${!small && marks(region, which, box, crop.wide ? SHOWN_WIDE : SHOWN_PAIR)}<figcaption><span class="visually-hidden">${which === 'before' ? 'Before: ' : 'After: '}</span>${timeTag(screenshot.createdAt)}</figcaption></figure>`;
  };
  return html`<a class="pair${crop.wide && ' wide'}" href="${href}"><span class="visually-hidden">What changed: ${name}. </span>${side('before', before)}${side('after', after)}${icon(links, 'arrow')}</a>`;
}

/** The part of a picture around one region, without marks. */
export function regionThumbnail(links: WebLinks, { before, after, region }: Omit<ChangePair, 'name' | 'href'>): Html {
  const screenshot = region.kind === 'removed' ? before : after;
  const box = cropThumbnail(region, screenshot.picture);
  const source = links.part(screenshot.webpageId, screenshot.id, box, Math.min(box.width, THUMBNAIL_PX));
  return html`<img src="${source}" width="${box.width}" height="${box.height}" alt="" loading="lazy" decoding="async">`;
}

/** Between a region and its frame, and the smallest frame, in CSS pixels: a frame around a digit must not cover it. */
const GAP_PX = 5;
const LEAST_FRAME_PX = 28;

function marks(region: Region, side: 'before' | 'after', crop: Box, shownWidth: number): Html {
  const at = region[side];
  const box = { ...at, x: at.x - crop.x, y: at.y - crop.y };
  const pixel = crop.width / shownWidth;
  // Marks have scale 1 on a picture that is shown at half its size.
  const scale = pixel / 2;
  const missing = box.width === 0 || box.height === 0;
  return html`<svg class="marks" viewBox="0 0 ${crop.width} ${crop.height}" aria-hidden="true"><g class="mk ${region.kind}${missing && ' seat'}">${
    missing ? seat(box, scale) : frame(region.kind, frameAround(box, crop, pixel), scale)
  }</g></svg>`;
}

/** Keeps the line of a frame inside the crop. */
const EDGE_PX = 2;

/** A region at the edge of the page keeps all sides of its frame; a side that the crop cuts off has none. */
function frameAround({ x, y, width, height }: Box, crop: Size, pixel: number): Box {
  const [left, right] = frameSpan(x, x + width, crop.width, pixel);
  const [top, bottom] = frameSpan(y, y + height, crop.height, pixel);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function frameSpan(from: number, to: number, length: number, pixel: number): [number, number] {
  const gap = Math.max(GAP_PX * pixel, (LEAST_FRAME_PX * pixel - (to - from)) / 2);
  const edge = EDGE_PX * pixel;
  return [
    from >= 0 ? Math.max(edge, from - gap) : from - gap,
    to <= length ? Math.min(length - edge, to + gap) : to + gap,
  ];
}
