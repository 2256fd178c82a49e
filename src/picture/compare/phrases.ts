import type { Box } from '../../domain/findings.ts';
import type { Pair, SideName } from './bitmap.ts';
import { gridOf } from './box-grid.ts';
import { boxAround, gapsOf } from './boxes.ts';
import { isNumber } from './glyph-shapes.ts';
import type { Piece } from './pieces.ts';
import { shiftOf } from './shift.ts';
import type { Surroundings } from './surroundings.ts';

/** A phrase of which at least this share of the width changed is changed as a whole. */
const LEAST_CHANGED = 0.5;

/** The same for a number with its unit, or two short words: lines at most this wide, relative to their height. */
const LEAST_OF_SHORT = 0.3;
const SHORT = 6;

/** The words of a phrase have smaller spaces between them, relative to their height. Spaces in code are as wide as a letter. */
const WORD_SPACE = 0.75;

/** Wider lines, relative to their height, are sentences of which a person names the changed words. */
const LONGEST = 30;

/** Higher content is no line of text. */
const HIGHEST_LINE = 64;

const FARTHEST = 400;

/** An icon is higher than the text beside it by this factor, and as wide as high. */
const ICON = 1.25;
const SQUARE = 2;

function isIcon({ width, height }: Box, text: Box): boolean {
  return height > text.height * ICON && Math.abs(width - height) <= SQUARE;
}

/** Whether a box is the point or comma of a number, which has spaces around it where all characters are equally wide. */
function isPoint({ y, width, height }: Box, number: Box): boolean {
  const isSmall = Math.max(width, height) * 2 <= number.height;
  return isSmall && Math.abs(y + height - number.y - number.height) * 4 <= number.height;
}

/** Whether only digits or letters of the same width changed: a person names the number, with all its groups, or the word. */
function isInPlace({ before, after }: Piece): boolean {
  return before !== undefined && after !== undefined && Math.abs(before.width - after.width) <= 2;
}

/** Changed words of a line that is not wider, relative to its height, are one change: "7:00 to 20:00". */
const SHORT_LINE = 20;

interface Phrases {
  /** Grows changed words to their heading, label or short line, if a large part of it changed. */
  grow(piece: Piece): Piece;
  /** Whether two changed pieces are in one short line. */
  areInOne(one: Piece, other: Piece): boolean;
}

export function phrasesOf({ same, after: bitmap }: Pick<Surroundings, 'same' | 'after'>): Phrases {
  const grids = {
    before: gridOf(same.map((pair) => ({ ...pair.before, pair }))),
    after: gridOf(same.map((pair) => ({ ...pair.after, pair }))),
  };
  return { grow, areInOne };

  function areInOne(one: Piece, other: Piece): boolean {
    if (one.hasBackground || other.hasBackground) return false;
    const side = one.after && other.after ? 'after' : 'before';
    const [there, here] = [one[side], other[side]];
    if (!there || !here || Math.max(there.height, here.height) > HIGHEST_LINE) return false;
    const lower = Math.min(there.height, here.height);
    if (-gapsOf(there, here)[1] * 2 < lower) return false;
    const first = phraseAround(there, side);
    if (gapsOf(first, here)[0] > WORD_SPACE * lower) return false;
    const whole = boxAround(first, phraseAround(here, side));
    return whole.width <= whole.height * SHORT_LINE;
  }

  function phraseAround(box: Box, side: SideName): Box {
    return wordsBeside(box, side).reduce((phrase, pair) => boxAround(phrase, pair[side]), box);
  }

  function grow(piece: Piece): Piece {
    if (piece.hasBackground) return piece;
    if (isInPlace(piece)) return growToNumber(piece);
    for (const side of ['after', 'before'] as const) {
      const box = piece[side];
      if (!box || box.height > HIGHEST_LINE) continue;
      const kept = wordsBeside(box, side);
      const phrase = kept.map((pair) => pair[side]).reduce(boxAround, box);
      const least = phrase.width <= phrase.height * SHORT ? LEAST_OF_SHORT : LEAST_CHANGED;
      if (kept.length === 0 || box.width < phrase.width * least) continue;
      if (phrase.width > phrase.height * LONGEST) continue;
      const [first] = kept;
      if (!first || kept.some((pair) => Math.abs(shiftOf(pair).y - shiftOf(first).y) > 2)) continue;
      const around = (own: SideName) => kept.map((pair) => pair[own]).reduce(boxAround, piece[own] ?? first[own]);
      return { ...piece, before: around('before'), after: around('after'), at: boxAround(piece.at, around('after')) };
    }
    return piece;
  }

  function growToNumber(piece: Piece): Piece {
    const { after } = piece;
    if (!after || after.height > HIGHEST_LINE || !isNumber(bitmap, after)) return piece;
    const isGroup = (box: Box) =>
      isPoint(box, after) || (Math.abs(box.height - after.height) <= 2 && isNumber(bitmap, box));
    const groups = wordsBeside(after, 'after', isGroup);
    const around = (side: SideName) => groups.map((pair) => pair[side]).reduce(boxAround, piece[side] ?? after);
    return { ...piece, before: around('before'), after: around('after'), at: around('after') };
  }

  /** The words before and after these on the same line. */
  function wordsBeside(box: Box, side: SideName, isGroup?: (box: Box) => boolean): Pair[] {
    const found: Pair[] = [];
    let phrase = box;
    const near = { x: box.x - FARTHEST, y: box.y, width: box.width + 2 * FARTHEST, height: box.height };
    const line: Pair[] = [];
    grids[side].each(near, ({ pair }) => {
      const [, down] = gapsOf(pair[side], box);
      if (-down * 2 >= Math.min(pair[side].height, box.height) && isGroup?.(pair[side]) !== false) line.push(pair);
    });
    line.sort((one, other) => gapsOf(one[side], box)[0] - gapsOf(other[side], box)[0]);
    for (const pair of line) {
      const space = WORD_SPACE * (isGroup ? box.height : Math.min(pair[side].height, box.height));
      if (pair[side].height > box.height * 2 || isIcon(pair[side], box) || gapsOf(pair[side], phrase)[0] > space)
        continue;
      found.push(pair);
      phrase = boxAround(phrase, pair[side]);
    }
    return found;
  }
}
