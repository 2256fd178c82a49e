import type { Box } from '../../domain/findings.ts';
import { type BoxGrid, gridOf } from './box-grid.ts';
import { boxAround } from './boxes.ts';

/** Higher ink is no text. */
const HIGHEST_LETTER = 96;

/** Letters of a line have smaller spaces between them, relative to their height. */
const LINE_SPACE = 1.2;

/** Letters of a word have smaller spaces between them, relative to the height of capitals. */
const WORD_SPACE = 0.17;

/** The dot of an i is at most this far above its stem, relative to the height of the stem. */
const DOT_SPACE = 0.3;

/** An underscore is wider than high by this factor, and at most this far below the letters beside it, relative to their height. */
const FLAT = 3;
const BELOW_LETTERS = 0.3;

/** Joins the ink of letters into words: the letters of a line whose spaces are smaller than those between words. */
export function wordBoxes(blots: readonly Box[]): Box[] {
  const letters = joinDots(blots);
  const grid = gridOf(letters);
  const lines = new Groups(letters.length);
  eachNeighbour(
    letters,
    grid,
    ({ height }) => height * LINE_SPACE,
    (one, other) => lines.join(one, other),
  );
  const heights = capitalHeights(letters, lines);
  const words = new Groups(letters.length);
  // The pixel at the right of a letter is ink as well.
  const spaceAt = (index: number) => Math.max(1, WORD_SPACE * (heights.get(lines.rootOf(index)) ?? 0) - 1);
  eachNeighbour(
    letters,
    grid,
    (_, index) => spaceAt(index),
    (one, other) => words.join(one, other),
  );
  return words.boxesAround(letters);
}

/** Joins dots and accents with their letters. */
function joinDots(blots: readonly Box[]): Box[] {
  const grid = gridOf(blots);
  const letters = new Groups(blots.length);
  for (const [index, blot] of blots.entries()) {
    if (blot.height > HIGHEST_LETTER / 3 || isUnderscore(blot, grid)) continue;
    const reach = blot.height * 4;
    let [nearest, least] = [-1, Number.POSITIVE_INFINITY];
    grid.each({ x: blot.x, y: blot.y - reach, width: blot.width, height: blot.height + 2 * reach }, (other, at) => {
      const gap = at === index || other.height > HIGHEST_LETTER ? undefined : dotGap(blot, other);
      if (gap !== undefined && gap < least) [nearest, least] = [at, gap];
    });
    if (nearest >= 0) letters.join(index, nearest);
  }
  return letters.boxesAround(blots);
}

/** Whether ink is the underscore of a word, which is no accent of the letter on the next line. */
function isUnderscore(blot: Box, grid: BoxGrid<Box>): boolean {
  if (blot.width < blot.height * FLAT) return false;
  const around = { x: blot.x - blot.width, y: blot.y - blot.width, width: blot.width * 3, height: blot.width };
  return grid.some(around, (letter) => {
    if (letter.height > HIGHEST_LETTER || letter.height <= blot.height * 2) return false;
    const beside = Math.max(letter.x, blot.x) - Math.min(letter.x + letter.width, blot.x + blot.width);
    const below = blot.y - letter.y - letter.height;
    const space = WORD_SPACE * letter.height + 1;
    return beside > -2 && beside <= space && below > -2 && below <= BELOW_LETTERS * letter.height;
  });
}

/** Calls `visit` for letters beside each other with at most the given space between them. */
function eachNeighbour(
  letters: readonly Box[],
  grid: BoxGrid<Box>,
  spaceOf: (letter: Box, index: number) => number,
  visit: (one: number, other: number) => void,
): void {
  for (const [index, letter] of letters.entries()) {
    if (letter.height > HIGHEST_LETTER) continue;
    const space = spaceOf(letter, index);
    grid.each({ ...letter, width: letter.width + space }, (other, at) => {
      if (at !== index && other.height <= HIGHEST_LETTER && areBeside(letter, other, space)) visit(index, at);
    });
  }
}

function areBeside(one: Box, other: Box, space: number): boolean {
  const gap = Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width);
  if (gap > space) return false;
  const shared = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return shared * 2 >= Math.min(one.height, other.height);
}

/** The space between a dot or an accent and the letter below or above it; undefined if they do not belong together. */
function dotGap(dot: Box, letter: Box): number | undefined {
  const shared = Math.min(dot.x + dot.width, letter.x + letter.width) - Math.max(dot.x, letter.x);
  if (shared * 2 < Math.min(dot.width, letter.width)) return undefined;
  if (dot.height > letter.height * 0.6 || dot.width > letter.height) return undefined;
  const gap = Math.max(dot.y, letter.y) - Math.min(dot.y + dot.height, letter.y + letter.height);
  return gap <= Math.max(1, letter.height * DOT_SPACE) ? gap : undefined;
}

/** The height of capitals of each line: that of the highest letters, apart from larger things beside them. */
function capitalHeights(blots: readonly Box[], lineOf: Groups): Map<number, number> {
  const lines = new Map<number, number[]>();
  for (const [index, { height }] of blots.entries()) {
    const root = lineOf.rootOf(index);
    const line = lines.get(root);
    if (line) line.push(height);
    else lines.set(root, [height]);
  }
  const heights = new Map<number, number>();
  for (const [root, line] of lines) {
    line.sort((one, other) => one - other);
    const median = line[line.length >> 1] ?? 0;
    heights.set(root, line.findLast((height) => height <= median * 2) ?? median);
  }
  return heights;
}

/** Disjoint sets of indexes. */
class Groups {
  readonly #parents: Int32Array;

  constructor(count: number) {
    this.#parents = Int32Array.from({ length: count }, (_, index) => index);
  }

  rootOf(index: number): number {
    let root = index;
    while (this.#parents[root] !== root) {
      const next = this.#parents[this.#parents[root] ?? root] ?? root;
      this.#parents[root] = next;
      root = next;
    }
    return root;
  }

  join(one: number, other: number): void {
    this.#parents[this.rootOf(one)] = this.rootOf(other);
  }

  boxesAround(boxes: readonly Box[]): Box[] {
    const around = new Map<number, Box>();
    for (const [index, box] of boxes.entries()) {
      const root = this.rootOf(index);
      const known = around.get(root);
      around.set(root, known ? boxAround(known, box) : box);
    }
    return [...around.values()];
  }
}
