/** Beyond this many pairs of entries, lists are aligned without regard to the order of what differs. */
const MOST_PAIRS = 1_000_000;

/** The pairs of equal entries that both lists have in the same order: as many as possible, except in enormous lists. */
export function alignLists(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  const pairs: [number, number][] = [];
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) {
    pairs.push([start, start]);
    start += 1;
  }
  let [endBefore, endAfter] = [before.length, after.length];
  const tail: [number, number][] = [];
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore -= 1;
    endAfter -= 1;
    tail.push([endBefore, endAfter]);
  }
  const [one, other] = [before.slice(start, endBefore), after.slice(start, endAfter)];
  const middle = one.length * other.length <= MOST_PAIRS ? longestCommon(one, other) : inOrder(one, other);
  for (const [left, right] of middle) pairs.push([start + left, start + right]);
  return [...pairs, ...tail.reverse()];
}

function longestCommon(before: readonly string[], after: readonly string[]): [number, number][] {
  const width = after.length + 1;
  /** The length of the longest common part of what follows both positions. */
  const lengths = new Uint16Array((before.length + 1) * width);
  const at = (left: number, right: number) => lengths[left * width + right] ?? 0;
  for (let left = before.length - 1; left >= 0; left -= 1)
    for (let right = after.length - 1; right >= 0; right -= 1)
      lengths[left * width + right] =
        before[left] === after[right]
          ? Math.min(at(left + 1, right + 1) + 1, 65_535)
          : Math.max(at(left + 1, right), at(left, right + 1));
  const pairs: [number, number][] = [];
  let [left, right] = [0, 0];
  while (left < before.length && right < after.length) {
    if (before[left] === after[right]) pairs.push([left++, right++]);
    else if (at(left + 1, right) >= at(left, right + 1)) left += 1;
    else right += 1;
  }
  return pairs;
}

/** Takes each entry with the next equal one. */
function inOrder(before: readonly string[], after: readonly string[]): [number, number][] {
  // The last place first, so that each place is looked at once however often its entry is repeated.
  const places = new Map<string, number[]>();
  for (let place = after.length - 1; place >= 0; place -= 1) {
    const entry = after[place] ?? '';
    const known = places.get(entry);
    if (known) known.push(place);
    else places.set(entry, [place]);
  }
  const pairs: [number, number][] = [];
  let reached = 0;
  for (const [left, entry] of before.entries()) {
    const waiting = places.get(entry);
    let right = waiting?.pop();
    while (right !== undefined && right < reached) right = waiting?.pop();
    if (right === undefined) continue;
    pairs.push([left, right]);
    reached = right + 1;
  }
  return pairs;
}
