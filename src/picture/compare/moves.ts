import type { Move } from '../../domain/findings.ts';
import type { Pair } from './bitmap.ts';
import { boxAround, gapsOf } from './boxes.ts';
import { isSameShift, shiftOf } from './shift.ts';

/** Content that moved less is where it was: lines of text snap to whole pixels. */
const LEAST_MOVE = 3;

/** Content with a smaller distance that moved equally far is one. */
const NEAR = 64;

/** More moves are a page that was laid out anew; the list is useless then. */
const MOST_MOVES = 1000;

/** Content that is the same at another place. Content that lies together and moved equally far is one. */
export function makeMoves(same: readonly Pair[]): Move[] {
  const moves: Move[] = [];
  let open: Move[] = [];
  for (const pair of same.toSorted((one, other) => one.after.y - other.after.y)) {
    const { x, y } = shiftOf(pair);
    if (Math.abs(x) < LEAST_MOVE && Math.abs(y) < LEAST_MOVE) continue;
    open = open.filter(({ after }) => after.y + after.height + NEAR >= pair.after.y);
    const place = open.findIndex(
      (move) => isSameShift(shiftOf(move), { x, y }) && Math.max(...gapsOf(move.after, pair.after)) < NEAR,
    );
    const known = open[place];
    const move = known
      ? { before: boxAround(known.before, pair.before), after: boxAround(known.after, pair.after) }
      : pair;
    if (known) {
      open[place] = move;
      moves[moves.indexOf(known)] = move;
    } else if (moves.length < MOST_MOVES) {
      open.push(move);
      moves.push(move);
    }
  }
  return moves.map(({ before, after }) => {
    const size = { width: Math.min(before.width, after.width), height: Math.min(before.height, after.height) };
    return { before: { ...before, ...size }, after: { ...after, ...size } };
  });
}
