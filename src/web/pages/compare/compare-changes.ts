import type { Box, Findings, Region } from '../../../domain/findings.ts';
import { type SheetRow, type Side, sheetPosition } from './compare-rows.ts';

/** A region as the Compare page shows it. */
export interface ShownChange {
  readonly region: Region;
  /** The position in `Findings.regions`, which does not depend on what is ignored. */
  readonly index: number;
  /** 1 for the first in reading order; undefined if the region is ignored. */
  readonly number: number | undefined;
}

/** Regions whose tops differ by less than this are read from left to right. */
const SAME_LINE = 12;

/** The regions in reading order: first those that count, with their numbers, then those that are ignored. */
export function changesInOrder(
  findings: Findings,
  rows: readonly SheetRow[],
  ignored: ReadonlySet<Region>,
): ShownChange[] {
  const placed = findings.regions
    .map((region, index) => ({ region, index, y: sheetPosition(rows, sideOf(region), boxOf(region).y) }))
    .sort((one, other) => one.y - other.y);
  const lines: (typeof placed)[] = [];
  for (const each of placed) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line && first && each.y - first.y < SAME_LINE) line.push(each);
    else lines.push([each]);
  }
  const inOrder = lines.flatMap((line) => line.sort((one, other) => boxOf(one.region).x - boxOf(other.region).x));
  const counted = inOrder.filter(({ region }) => !ignored.has(region));
  const rest = inOrder.filter(({ region }) => ignored.has(region));
  return [
    ...counted.map(({ region, index }, at) => ({ region, index, number: at + 1 })),
    ...rest.map(({ region, index }) => ({ region, index, number: undefined })),
  ];
}

/** The picture that shows the region: the newer one, unless the region was removed. */
export function sideOf({ kind }: Region): Side {
  return kind === 'removed' ? 'before' : 'after';
}

/** The box in the picture that shows the region. */
export function boxOf(region: Region): Box {
  return region[sideOf(region)];
}
