import type { Match } from './align-sequences.ts';
import type { RowRuns } from './row-runs.ts';

/**
 * Where one picture has rows that the other has not, their place may be ambiguous: in "a line, a line", either may be the
 * new one. Moves such a place up to the highest space, where a person sees the beginning.
 */
export function slideGaps(matches: readonly Match[], old: RowRuns, newer: RowRuns): Match[] {
  const slid: Match[] = [];
  for (const match of matches) {
    const last = slid.at(-1);
    const steps = last ? stepsUp(last, match, old, newer) : 0;
    if (last && steps > 0) slid[slid.length - 1] = { ...last, length: last.length - steps };
    slid.push({ before: match.before - steps, after: match.after - steps, length: match.length + steps });
  }
  return slid;
}

function stepsUp(last: Match, next: Match, old: RowRuns, newer: RowRuns): number {
  const oldEnd = last.before + last.length;
  const newEnd = last.after + last.length;
  const isInsertion = oldEnd === next.before && newEnd < next.after;
  const isRemoval = newEnd === next.after && oldEnd < next.before;
  if (!isInsertion && !isRemoval) return 0;
  const runs = isInsertion ? newer : old;
  const [from, to] = isInsertion ? [newEnd, next.after] : [oldEnd, next.before];
  let [best, highest] = [0, spaceAt(runs, from)];
  for (let step = 1; step < last.length && runs.keys[from - step] === runs.keys[to - step]; step += 1) {
    const space = spaceAt(runs, from - step);
    if (space > highest) [best, highest] = [step, space];
  }
  return best;
}

/** The height of the flat run before a place. */
function spaceAt({ tops, flat }: RowRuns, at: number): number {
  return flat[at - 1] === 1 ? (tops[at] ?? 0) - (tops[at - 1] ?? 0) : 0;
}
