import type { Band, Box } from '../../domain/findings.ts';
import type { Pair } from './bitmap.ts';

/** A smaller step of the alignment is not worth a gap: lines of text snap to whole pixels. */
const LEAST_STEP = 3;

/**
 * Rows beside each other from the top to the bottom of both pictures, by the parts with the same rows. A band has the
 * same height on both sides, or none on one side.
 */
export function makeBands(same: readonly Pair[], whole: Pair): Band[] {
  const bands: Band[] = [];
  let there = 0;
  let here = 0;
  const advance = (toBefore: number, toAfter: number) => {
    const height = Math.min(toBefore - there, toAfter - here);
    if (height > 0) push(bands, { before: rows(there, height), after: rows(here, height) });
    there += height;
    here += height;
    if (toBefore > there) push(bands, { before: rows(there, toBefore - there), after: rows(here, 0) });
    if (toAfter > here) push(bands, { before: rows(toBefore, 0), after: rows(here, toAfter - here) });
    there = toBefore;
    here = toAfter;
  };
  for (const { before, after } of same) {
    const step = after.y - here - (before.y - there);
    if (Math.abs(step) >= LEAST_STEP && before.y >= there && after.y >= here) advance(before.y, after.y);
    const height = Math.min(before.y + before.height - there, after.y + after.height - here);
    if (height > 0) advance(there + height, here + height);
  }
  advance(whole.before.height, whole.after.height);
  return bands;
}

/** A lower part, such as blank space, fits at many places. */
export const LEAST_HEIGHT = 40;

/**
 * The parts with the same rows, and lower ones found between them that lie between the same neighbours on both sides.
 * Without these, a gap between two changes would be at the lower one.
 */
export function alignedParts(aligned: readonly Pair[], between: readonly Pair[]): Pair[] {
  const spanning = between
    .filter(({ before, after }) => Math.min(before.height, after.height) >= LEAST_HEIGHT)
    .sort((one, other) => one.after.y - other.after.y);
  const parts: Pair[] = [];
  let at = 0;
  const endsBefore = (part: Pair, limit: Pair | undefined) =>
    !limit || (bottomOf(part.before) <= limit.before.y && bottomOf(part.after) <= limit.after.y);
  for (const limit of [...aligned, undefined]) {
    for (let part = spanning[at]; part && (!limit || part.after.y < limit.after.y); part = spanning[++at]) {
      const last = parts.at(-1);
      if ((!last || endsBefore(last, part)) && endsBefore(part, limit)) parts.push(part);
    }
    if (limit) parts.push(limit);
  }
  return parts;
}

function bottomOf({ y, height }: Box): number {
  return y + height;
}

function rows(top: number, height: number): Band['before'] {
  return { top, bottom: top + height };
}

/** Continues the last band if both are beside each other, or both have the same empty side. */
function push(bands: Band[], band: Band): void {
  const last = bands.at(-1);
  if (last && shape(last) === shape(band)) {
    bands[bands.length - 1] = {
      before: { top: last.before.top, bottom: band.before.bottom },
      after: { top: last.after.top, bottom: band.after.bottom },
    };
  } else bands.push(band);
}

function shape({ before, after }: Band): string {
  return `${before.bottom > before.top} ${after.bottom > after.top}`;
}
