import type { Move } from '../../domain/findings.ts';
import type { Pair } from './bitmap.ts';

/** Content that moved less is where it was: lines of text snap to whole pixels. */
const LEAST_MOVE = 3;

/** More moves are a page that was laid out anew; the list helps nobody then. */
const MOST_MOVES = 1000;

/** Parts that are the same at another place. Parts below each other that moved equally far are one. */
export function makeMoves(same: readonly Pair[]): Move[] {
  const moves: Move[] = [];
  for (const { before, after } of same) {
    const x = after.x - before.x;
    const y = after.y - before.y;
    if (Math.abs(x) < LEAST_MOVE && Math.abs(y) < LEAST_MOVE) continue;
    const height = Math.min(before.height, after.height);
    const last = moves.at(-1);
    const isNext =
      last &&
      last.before.x === before.x &&
      last.after.x === after.x &&
      last.before.width === before.width &&
      Math.abs(last.after.y - last.before.y - y) < LEAST_MOVE &&
      before.y >= last.before.y + last.before.height;
    if (last && isNext) {
      moves[moves.length - 1] = {
        before: { ...last.before, height: before.y + height - last.before.y },
        after: { ...last.after, height: after.y + height - last.after.y },
      };
    } else if (moves.length < MOST_MOVES) moves.push({ before: { ...before, height }, after: { ...after, height } });
  }
  return moves;
}
