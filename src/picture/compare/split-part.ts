import type { Box } from '../../domain/findings.ts';
import { alignRows } from './align-rows.ts';
import { alignAcross, alignBlocks, alignLines, blocksOf } from './align-segments.ts';
import { areaOf, type Bitmap, isEmpty, type Pair } from './bitmap.ts';
import { splitColumns } from './gutters.ts';
import { isSimilarSize } from './likeness.ts';
import { columnsOf, framedLinesOf, type Segment } from './segments.ts';
import { trimPair, trimTogether } from './trim.ts';

export interface Part extends Pair {
  /** The part with its margins. */
  readonly untrimmed?: Pair;
  /** The content on one side that this is a part of. */
  readonly splitFrom?: Part;
}

interface Parts {
  readonly same: readonly Pair[];
  readonly different: readonly Part[];
}

/** Long same parts of the page are found first. The rest is split into columns before shorter ones are looked for. */
export const LONG_PARTS = [100];
const PARTS = [100, 40, 16, 4];

/** The rows of a single line of text are not aligned: different letters have rows in common. */
const HIGHEST_LINE = 48;

/** Content on one side is split at spaces that are larger than those between words and lines. */
const LEAST_SPACE = 8;

/** Ways to split a part, each for when the ones before can split nothing. undefined: the part cannot be split so. */
export const WAYS: readonly ((before: Bitmap, after: Bitmap, part: Part) => Parts | undefined)[] = [
  splitIntoBlocks,
  splitIntoLines,
  (before, after, part) => splitOneSided(before, after, part, segmentsOf),
];

/** Into columns and cards. All are split before smaller parts are, because a card may be in another column now. */
function splitIntoBlocks(before: Bitmap, after: Bitmap, part: Part): Parts | undefined {
  if (isEmpty(part.before) || isEmpty(part.after)) return splitOneSided(before, after, part, blocksOf);
  const together = trimTogether(before, after, part);
  if (isSmaller(together, part)) return { same: [], different: [{ ...together, untrimmed: part.untrimmed ?? part }] };
  const columns = splitColumns(before, after, part);
  if (columns.length > 0) return { same: [], different: columns };
  const blocks = alignBlocks(before, after, part.untrimmed ?? part);
  return blocks.length > 0 ? { same: [], different: blocks } : undefined;
}

function splitIntoLines(before: Bitmap, after: Bitmap, part: Part): Parts | undefined {
  if (isEmpty(part.before) || isEmpty(part.after)) return undefined;
  if (!isSimilarSize(part) || part.after.height > HIGHEST_LINE) {
    const rows = alignRows(before, after, part, PARTS);
    if (rows.same.length > 0) return rows;
  }
  // Without its margins, a part does not begin with its background any more.
  const framed = part.untrimmed ?? part;
  const lines = alignLines(before, after, framed);
  if (lines.length > 0) return { same: [], different: lines };
  const trimmed = trimPair(before, after, framed);
  if (isSmaller(trimmed, part)) return { same: [], different: [{ ...trimmed, untrimmed: framed }] };
  const across = isSimilarSize(part) ? [] : alignAcross(before, after, framed);
  return across.length > 0 ? { same: [], different: across } : undefined;
}

function isSmaller(one: Pair, other: Pair): boolean {
  return areaOf(one.before) + areaOf(one.after) < areaOf(other.before) + areaOf(other.after);
}

type Divide = (bitmap: Bitmap, box: Box) => readonly Segment[];

/** Content on one side is split, so that its parts can be found at other places. */
function splitOneSided(before: Bitmap, after: Bitmap, part: Part, divide: Divide): Parts | undefined {
  if (!isEmpty(part.before) && !isEmpty(part.after)) return undefined;
  const [bitmap, box] = isEmpty(part.before) ? [after, part.after] : [before, part.before];
  const segments = divide(bitmap, box);
  if (segments.length < 2) return undefined;
  const different = segments.map(({ whole }) =>
    isEmpty(part.before)
      ? { before: part.before, after: whole, splitFrom: part }
      : { before: whole, after: part.after, splitFrom: part },
  );
  return { same: [], different };
}

function segmentsOf(bitmap: Bitmap, box: Box): readonly Segment[] {
  const lines = framedLinesOf(bitmap, box, LEAST_SPACE);
  return lines.length > 1 ? lines : columnsOf(bitmap, box, LEAST_SPACE);
}
