import type { Band, Move, Rows } from '../../../domain/findings.ts';

/** A grid row of the Compare page. A side that is shorter than the row ends with a gap. */
export interface SheetRow {
  readonly before: Rows;
  readonly after: Rows;
  /** The height of the taller side, in pixels of the pictures. */
  readonly height: number;
}

export type Side = 'before' | 'after';

/** Each row has one image per side. A taller image takes too long to arrive when the reader scrolls. */
const TALLEST_ROW = 2000;
/** A page with more rows than this is slow to lay out. */
const MOST_ROWS = 150;
/** A difference in height up to this is not visible as a misalignment. */
export const SLACK = 8;
/** Aligned content that is lower than this between two gaps is not worth the gaps. */
const LOWEST_ISLAND = 80;

/**
 * The rows for the bands of a comparison. Bands whose sides differ by a few pixels are merged. If there are still too many
 * rows, larger differences are merged too, which aligns the pictures less exactly.
 */
export function sheetRows(bands: readonly Band[]): SheetRow[] {
  let slack = SLACK;
  let merged = mergeBands(mergeIslands(mergeBands(bands, slack)), slack);
  while (merged.length > MOST_ROWS) {
    slack *= 2;
    merged = mergeBands(merged, slack);
  }
  return merged.flatMap(splitBand);
}

/** Merges neighbours that stay aligned to within `slack` pixels. */
function mergeBands(bands: readonly Band[], slack: number): Band[] {
  const merged: Band[] = [];
  for (const band of bands) {
    if (heightOf(band.before) === 0 && heightOf(band.after) === 0) continue;
    const last = merged.at(-1);
    const joined = last && join(last, band);
    if (last && joined && [last, band, joined].every((each) => Math.abs(gapOf(each)) <= slack)) {
      merged[merged.length - 1] = joined;
    } else merged.push(band);
  }
  return merged;
}

/**
 * Merges gaps on opposite sides with the low bands between them. Such gaps alternate where the columns of a page moved by
 * different amounts: no alignment of whole rows is right there, and many gaps would only cut the text to pieces.
 */
function mergeIslands(bands: readonly Band[]): Band[] {
  const merged: Band[] = [];
  for (const band of bands) {
    const island = merged.at(-1);
    const gap = merged.at(-2);
    const isLow = island && isAligned(island) && heightOf(island.after) < LOWEST_ISLAND;
    if (isLow && gap && !isAligned(gap) && gapOf(gap) * gapOf(band) < 0 && !isAligned(band)) {
      merged.splice(-2, 2, join(join(gap, island), band));
    } else merged.push(band);
  }
  return merged;
}

/** How many pixels the newer side is higher than the older one. */
function gapOf({ before, after }: Band): number {
  return heightOf(after) - heightOf(before);
}

function isAligned(band: Band): boolean {
  return Math.abs(gapOf(band)) <= SLACK;
}

function join(one: Band, other: Band): Band {
  return {
    before: { top: one.before.top, bottom: other.before.bottom },
    after: { top: one.after.top, bottom: other.after.bottom },
  };
}

function splitBand({ before, after }: Band): SheetRow[] {
  const rows: SheetRow[] = [];
  const whole = Math.max(heightOf(before), heightOf(after));
  for (let from = 0; from < whole; from += TALLEST_ROW) {
    const height = Math.min(TALLEST_ROW, whole - from);
    rows.push({ before: part(before, from, height), after: part(after, from, height), height });
  }
  return rows;
}

function part({ top, bottom }: Rows, from: number, height: number): Rows {
  const start = Math.min(top + from, bottom);
  return { top: start, bottom: Math.min(start + height, bottom) };
}

export function heightOf({ top, bottom }: Rows): number {
  return bottom - top;
}

/** Where a line of one picture is in the aligned sheet, in pixels from its top. */
export function sheetPosition(rows: readonly SheetRow[], side: Side, y: number): number {
  let top = 0;
  for (const row of rows) {
    if (y < row[side].bottom) return top + Math.max(0, y - row[side].top);
    top += row.height;
  }
  return top;
}

/** Whether content moved in another way than the rows: columns can move by different amounts, rows only as a whole. */
export function isUneven(rows: readonly SheetRow[], moved: readonly Move[]): boolean {
  return moved.some(
    ({ before, after }) =>
      Math.abs(sheetPosition(rows, 'before', before.y) - sheetPosition(rows, 'after', after.y)) > UNEVEN,
  );
}

/** Less is hardly visible as double text. */
const UNEVEN = 12;
