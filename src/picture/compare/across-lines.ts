import type { Box } from '../../domain/findings.ts';
import { LINE_SPACE, type Side } from './neighbours.ts';
import { join, type Piece } from './pieces.ts';
import type { Surroundings } from './surroundings.ts';

/** The next line is at most this far below, or as far as the line is high. */
const NEAR = 16;

/** The lines of a text from right to left begin at the same column, and end at different ones. */
const SAME_EDGE = 4;

/** Joins the last word of a line with the first one of the next line, if both changed. */
export function joinAcrossLines(
  pieces: readonly Piece[],
  { olds, news }: Pick<Surroundings, 'olds' | 'news'>,
): Piece[] {
  const joined = [...pieces];
  for (const [side, words] of [
    ['before', olds],
    ['after', news],
  ] as const) {
    const places = new Map<Box, number>();
    for (const [index, piece] of joined.entries()) {
      const box = piece[side];
      if (box && !(piece.before && piece.after)) places.set(box, index);
    }
    for (const [from, to] of lineBreaks(words)) {
      const [one, other] = [words.elements[from]?.box, words.elements[to]?.box];
      if (!one || !other || other.y - one.y - one.height > Math.max(NEAR, one.height)) continue;
      const [first, second] = [places.get(one) ?? -1, places.get(other) ?? -1];
      const [piece, follower] = [joined[first], joined[second]];
      if (!piece || !follower || first === second) continue;
      const both = join(piece, follower);
      joined[second] = both;
      joined[first] = both;
    }
  }
  return [...new Set(joined)];
}

/** The last word of each line, and the first word of the next line. */
function* lineBreaks(words: Side): Iterable<[number, number]> {
  const boxAt = (index: number) => words.elements[index]?.box;
  for (const [from, to] of words.neighbours.next.entries()) {
    const [one, other] = [boxAt(from), boxAt(to)];
    if (one && other && other.y >= one.y + one.height / 2) yield [from, to];
  }
  for (const leftmost of words.elements.keys()) {
    if (lineEnd(words, leftmost, 'left') !== leftmost) continue;
    const start = lineEnd(words, leftmost, 'right');
    const nextStart = lineEnd(words, words.neighbours.below[start] ?? -1, 'right');
    const [first, second] = [boxAt(start), boxAt(nextStart)];
    const [end, nextEnd] = [boxAt(leftmost), boxAt(lineEnd(words, nextStart, 'left'))];
    if (!first || !second || !end || !nextEnd) continue;
    const isSameStart = Math.abs(first.x + first.width - second.x - second.width) <= SAME_EDGE;
    if (isSameStart && Math.abs(end.x - nextEnd.x) > SAME_EDGE) yield [leftmost, nextStart];
  }
}

/** The last word of the line in this direction. */
function lineEnd({ elements, neighbours }: Side, index: number, direction: 'left' | 'right'): number {
  let at = index;
  for (let next = neighbours[direction][at] ?? -1; next >= 0; next = neighbours[direction][at] ?? -1) {
    const [one, other] = [elements[at]?.box, elements[next]?.box];
    if (!one || !other) return at;
    const gap = Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width);
    if (gap > LINE_SPACE * Math.min(one.height, other.height)) return at;
    at = next;
  }
  return at;
}
