import type { Box, Region } from '../../../domain/findings.ts';
import type { Screenshot } from '../../../domain/screenshot.ts';
import { type Html, html } from '../../html.ts';
import type { WebLinks } from '../../links.ts';
import { emptyFrame, frame, KIND_SIGNS, markScale, seat } from '../../marks.ts';
import { boxOf, type ShownChange, sideOf } from './compare-changes.ts';
import { heightOf, type SheetRow, type Side, SLACK } from './compare-rows.ts';

/** A side of the sheet. */
export interface Pane {
  readonly links: WebLinks;
  readonly side: Side;
  readonly capture: Screenshot;
  readonly changes: readonly ShownChange[];
  /** The number of the selected change. */
  readonly current: number | undefined;
  /** The width of the wider picture, on which the size of the tags depends. */
  readonly widest: number;
  /** The text for the first slice. The others have none, because they continue it. */
  readonly description: string;
}

/** Between a region and its frame, in pixels of a picture of the usual width. */
const PADDING = 6;
/** The smallest frame: brackets around a digit must not cover it. */
const LEAST_FRAME = 52;
/** Keeps the line of a frame inside the slice. */
const EDGE = 2;
/** The width that a tag takes beside its frame in a narrow pane. */
const ROOM_FOR_TAG = 90;
const TAG_HEIGHT = 18;
const RAISED = 12;
/** The height from which a gap has room for a text. */
const LOWEST_LABELLED_GAP = 56;
const MOST_PIXELS_WIDE = 1600;

/** The slice of one picture in one row, with its marks, and the gap below it. */
export function cell(pane: Pane, row: SheetRow): Html {
  const { width } = pane.capture.picture;
  const height = heightOf(row[pane.side]);
  const gap = row.height - height;
  return html`${height > 0 && slice(pane, row, { width, height })}${gap > SLACK && gapBelow(pane, row, { width, height: gap })}`;
}

interface Extent {
  readonly width: number;
  readonly height: number;
}

function slice(pane: Pane, row: SheetRow, { width, height }: Extent): Html {
  const { links, side, capture, changes } = pane;
  const { top } = row[side];
  const box = { x: 0, y: top, width, height };
  const source = links.part(capture.webpageId, capture.id, box, Math.min(width, MOST_PIXELS_WIDE));
  const present = changes.filter(({ region }) => isPresent(region, side) && meets(region[side], row[side]));
  const cut = present.some(({ region }) => !isWithin(region[side], row[side]));
  const marks = changes.flatMap((change) => markInSlice(pane, row, change, cut) ?? []);
  const holes = present
    .filter(({ number }) => number !== undefined)
    .map(({ region }) => framed(region[side], { width, top, height, cut: true }));
  return html`<div class="slice" data-top="${top}"><img src="${source}" width="${width}" height="${height}" alt="${top === 0 && pane.description}" loading="lazy" decoding="async">
<svg class="veil grey" viewBox="0 0 ${width} ${height}" aria-hidden="true"><path d="${veil(width, height, holes)}"/></svg><svg class="veil pale" viewBox="0 0 ${width} ${height}" aria-hidden="true"><path d="${veil(width, height, holes)}"/></svg>
${marks.length > 0 && html`<svg class="marks${cut && ' cut'}" viewBox="0 0 ${width} ${height}" aria-hidden="true">${marks}</svg>`}</div>`;
}

function gapBelow(pane: Pane, row: SheetRow, { width, height }: Extent): Html {
  const { side, changes } = pane;
  const marks = changes.flatMap((change) => markInGap(pane, row, change) ?? []);
  const words = `${height} px only in ${side === 'before' ? 'After' : 'Before'}`;
  const middle = { x: width / 2, y: height / 2 };
  return html`<svg class="gap" viewBox="0 0 ${width} ${height}" role="img" aria-label="Nothing here: ${words}">${
    height >= LOWEST_LABELLED_GAP * markScale(width) &&
    html`<g transform="translate(${middle.x} ${middle.y}) scale(${markScale(width)})"><text class="words">${words}</text></g>`
  }${marks}</svg>`;
}

function markInSlice(pane: Pane, row: SheetRow, change: ShownChange, cut: boolean): Html | undefined {
  const { side, capture } = pane;
  const { region } = change;
  const { width } = capture.picture;
  const scale = markScale(width);
  const height = heightOf(row[side]);
  const beyond = { above: !cut && row[side].top > 0, below: !cut };
  if (isPresent(region, side)) {
    if (!meets(region[side], row[side])) return undefined;
    const shown = framed(region[side], { width, top: row[side].top, height, cut });
    const begins = region[side].y >= row[side].top;
    const tagAt = begins ? shown : undefined;
    return mark(pane, change, { shape: frame(region.kind, shown, scale), tagAt, height, beyond });
  }
  const offset = offsetInRow(region, row);
  if (offset === undefined || offset >= height) return undefined;
  const place = region[side];
  const y = Math.min(Math.max(place.y - row[side].top, EDGE * scale), height - EDGE * scale);
  const tagAt = { ...place, y };
  return mark(pane, change, { shape: seat(tagAt, scale), tagAt, height, beyond, className: 'seat' });
}

/** The place of a region that only the other picture has, in a gap as high as its content. */
function markInGap(pane: Pane, row: SheetRow, change: ShownChange): Html | undefined {
  const { side, capture } = pane;
  const { region } = change;
  if (isPresent(region, side) || !meets(boxOf(region), row[sideOf(region)])) return undefined;
  const height = heightOf(row[side]);
  const top = row[sideOf(region)].top + height;
  const shown = framed(boxOf(region), { width: capture.picture.width, top, height: row.height - height, cut: true });
  if (shown.y + shown.height <= 0) return undefined;
  return mark(pane, change, {
    shape: emptyFrame(shown),
    tagAt: boxOf(region).y >= top ? shown : undefined,
    height: row.height - height,
    beyond: { above: false, below: false },
    className: 'seat',
  });
}

interface DrawnMark {
  readonly shape: Html;
  /** The box beside which the number is; undefined where the frame continues from the row above. */
  readonly tagAt: Box | undefined;
  /** Of the slice or gap. */
  readonly height: number;
  /** Whether a tag may leave the slice or gap on these sides. */
  readonly beyond: { readonly above: boolean; readonly below: boolean };
  readonly className?: string;
}

function mark({ side, capture, current, widest }: Pane, { region, number }: ShownChange, drawn: DrawnMark): Html {
  const { shape, tagAt, height, beyond, className } = drawn;
  const room = { width: capture.picture.width, height, ...beyond };
  const ignored = number === undefined;
  const classes = ['mk', region.kind, className, ignored && 'ignored', !ignored && number === current && 'now'];
  const named = !ignored && tagAt && side === sideOf(region);
  return html`<g class="${classes.filter(Boolean).join(' ')}"${named && html` id="c${number}"`}${!ignored && html` data-change="${number}"`}>${shape}${
    !ignored && tagAt && tag(`${KIND_SIGNS[region.kind]} ${number}`, tagAt, room, markScale(widest))
  }</g>`;
}

type TagRoom = Extent & DrawnMark['beyond'];

/** The number of a change: left of its frame, otherwise right of it, above or below it, and inside only without room. */
function tag(text: string, box: Box, { width, height, above, below }: TagRoom, scale: number): Html {
  const room = ROOM_FOR_TAG * scale;
  const y = Math.max(0, Math.min(box.y, height - room / 2));
  const wide = 14 + 7 * text.length;
  const at = (x: number, top: number, left: number, up: number) =>
    html`<g class="tag" transform="translate(${Math.round(x)} ${Math.round(top)}) scale(${scale})"><g><rect x="${left}" y="${up}" width="${wide}" height="${TAG_HEIGHT}" rx="3"/><text x="${left + wide / 2}" y="${up + 13.2}">${text}</text></g></g>`;
  // Beside a low region, the number would cover the rest of its line.
  if (box.x >= room) return at(box.x, y, -wide - 3, box.height < room ? -RAISED : 0);
  if (box.x + box.width + room <= width) return at(box.x + box.width, y, 3, 0);
  if (above || box.y >= room / 2) return at(box.x, box.y, 0, -TAG_HEIGHT - 3);
  if (below) return at(box.x, box.y + box.height, 0, 3);
  return at(box.x, y, 3, 3);
}

/** Whether the picture of this side has the content. */
function isPresent({ kind }: Region, side: Side): boolean {
  return kind === 'altered' || (kind === 'added' ? side === 'after' : side === 'before');
}

function meets(box: Box, { top, bottom }: { top: number; bottom: number }): boolean {
  return box.y < bottom && box.y + box.height > top;
}

function isWithin(box: Box, { top, bottom }: { top: number; bottom: number }): boolean {
  return box.y >= top && box.y + box.height <= bottom;
}

/** How far below the top of the row the region begins; undefined if it begins in another row. */
function offsetInRow(region: Region, row: SheetRow): number | undefined {
  const { top, bottom } = row[sideOf(region)];
  const { y } = boxOf(region);
  return y >= top && y < bottom ? y - top : undefined;
}

interface Slice extends Extent {
  readonly top: number;
  /** A frame continues in another slice, so everything outside of this one is cut off. */
  readonly cut: boolean;
}

/** The frame around a box, relative to a slice. In a slice that is cut, edges that belong to the slice stay inside. */
function framed(box: Box, { width, top, height, cut }: Slice): Box {
  const scale = markScale(width);
  const [padding, edge] = [PADDING * scale, EDGE * scale];
  const around = (length: number) => Math.max(padding, (LEAST_FRAME * scale - length) / 2);
  const [beside, above] = [around(box.width), around(box.height)];
  const left = Math.max(edge, box.x - beside);
  const right = Math.min(width - edge, box.x + box.width + beside);
  const [first, last] = [box.y - top, box.y + box.height - top];
  const upper = cut && first >= 0 ? Math.max(edge, first - above) : first - above;
  const lower = cut && last <= height ? Math.min(height - edge, last + above) : last + above;
  return { x: left, y: upper, width: Math.max(0, right - left), height: Math.max(0, lower - upper) };
}

/** The whole slice except the changed regions. */
function veil(width: number, height: number, holes: readonly Box[]): string {
  const cut = holes.map(
    ({ x, y, width: w, height: h }) =>
      `M${Math.round(x)} ${Math.round(y)}v${Math.round(h)}h${Math.round(w)}v${-Math.round(h)}z`,
  );
  return `M0 0h${width}v${height}h${-width}z${cut.join('')}`;
}
