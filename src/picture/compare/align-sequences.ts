/** Equal values at `before` and `after` of two sequences, `length` of them in a row. */
export interface Match {
  readonly before: number;
  readonly after: number;
  readonly length: number;
}

interface Range {
  readonly beforeFrom: number;
  readonly beforeTo: number;
  readonly afterFrom: number;
  readonly afterTo: number;
}

/** More edits than this between two anchors mean that the sequences have little in common there. */
const MOST_EDITS = 600;

/**
 * A common subsequence of two sequences, in order. Values that occur once in both are the anchors (patience diff): blank
 * rows and the rows of a table repeat, and would misalign the rest. Myers' algorithm aligns the values between anchors.
 */
export function alignSequences(before: Int32Array, after: Int32Array): Match[] {
  const matches: Match[] = [];
  const whole = { beforeFrom: 0, beforeTo: before.length, afterFrom: 0, afterTo: after.length };
  const waiting: (Range | Match)[] = [whole];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if ('length' in next) {
      push(matches, next);
      continue;
    }
    pushReversed(waiting, alignRange(before, after, next));
  }
  return matches;
}

/** A function of its own: V8 optimised this inner loop alone, and left the optimised code after each range. */
function pushReversed(waiting: (Range | Match)[], parts: readonly (Range | Match)[]): void {
  // One by one: a tall page has more parts than a call can have arguments.
  for (let at = parts.length - 1; at >= 0; at -= 1) waiting.push(parts[at] as Range | Match);
}

function push(matches: Match[], match: Match): void {
  const last = matches.at(-1);
  const continues = last && last.before + last.length === match.before && last.after + last.length === match.after;
  if (last && continues) matches[matches.length - 1] = { ...last, length: last.length + match.length };
  else matches.push(match);
}

/** Matches, and the ranges between them that still have to be aligned, in order. */
function alignRange(before: Int32Array, after: Int32Array, range: Range): (Range | Match)[] {
  let { beforeFrom, beforeTo, afterFrom, afterTo } = range;
  while (beforeFrom < beforeTo && afterFrom < afterTo && before[beforeFrom] === after[afterFrom]) {
    beforeFrom += 1;
    afterFrom += 1;
  }
  while (beforeFrom < beforeTo && afterFrom < afterTo && before[beforeTo - 1] === after[afterTo - 1]) {
    beforeTo -= 1;
    afterTo -= 1;
  }
  const head = { before: range.beforeFrom, after: range.afterFrom, length: beforeFrom - range.beforeFrom };
  const tail = { before: beforeTo, after: afterTo, length: range.beforeTo - beforeTo };
  const isLeft = beforeFrom < beforeTo && afterFrom < afterTo;
  const middle = isLeft ? alignMiddle(before, after, { beforeFrom, beforeTo, afterFrom, afterTo }) : [];
  return [head, ...middle, tail].filter((part) => !('length' in part) || part.length > 0);
}

function alignMiddle(before: Int32Array, after: Int32Array, range: Range): (Range | Match)[] {
  const anchors = longestIncreasing(uniqueInBoth(before, after, range));
  if (anchors.length === 0) return shortestEdit(before, after, range);
  const parts: (Range | Match)[] = [];
  let { beforeFrom, afterFrom } = range;
  for (const anchor of anchors) {
    parts.push({ beforeFrom, beforeTo: anchor.before, afterFrom, afterTo: anchor.after }, anchor);
    beforeFrom = anchor.before + 1;
    afterFrom = anchor.after + 1;
  }
  parts.push({ ...range, beforeFrom, afterFrom });
  return parts;
}

/** In the order of `before`. */
function uniqueInBoth(before: Int32Array, after: Int32Array, range: Range): Match[] {
  const inAfter = new Map<number, number>();
  for (let at = range.afterFrom; at < range.afterTo; at += 1) {
    const value = after[at] ?? 0;
    inAfter.set(value, inAfter.has(value) ? -1 : at);
  }
  const inBefore = new Map<number, number>();
  for (let at = range.beforeFrom; at < range.beforeTo; at += 1) {
    const value = before[at] ?? 0;
    if (inAfter.has(value)) inBefore.set(value, inBefore.has(value) ? -1 : at);
  }
  const found: Match[] = [];
  for (const [value, at] of inBefore) {
    const there = inAfter.get(value) ?? -1;
    if (at >= 0 && there >= 0) found.push({ before: at, after: there, length: 1 });
  }
  return found.sort((one, other) => one.before - other.before);
}

/** The longest subsequence in which `after` increases (patience sorting). */
function longestIncreasing(matches: readonly Match[]): Match[] {
  const ends: number[] = [];
  const previous = new Int32Array(matches.length).fill(-1);
  for (const [index, { after }] of matches.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((matches[ends[middle] ?? 0]?.after ?? 0) < after) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
  }
  const chain: Match[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const match = matches[at];
    if (match) chain.push(match);
  }
  return chain.reverse();
}

/** Myers' O(ND) algorithm. Finds nothing if the sequences differ in more than MOST_EDITS values. */
function shortestEdit(before: Int32Array, after: Int32Array, range: Range): Match[] {
  const n = range.beforeTo - range.beforeFrom;
  const m = range.afterTo - range.afterFrom;
  const most = Math.min(n + m, MOST_EDITS);
  const offset = most + 1;
  const reached = new Int32Array(2 * most + 3);
  const history: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    history.push(reached.slice(offset - edits - 1, offset + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && (reached[offset + k - 1] ?? 0) < (reached[offset + k + 1] ?? 0));
      let x = down ? (reached[offset + k + 1] ?? 0) : (reached[offset + k - 1] ?? 0) + 1;
      while (x < n && x - k < m && before[range.beforeFrom + x] === after[range.afterFrom + x - k]) x += 1;
      reached[offset + k] = x;
      if (x >= n && x - k >= m) return traceBack(history, range, n, m);
    }
  }
  return [];
}

function traceBack(history: readonly Int32Array[], range: Range, n: number, m: number): Match[] {
  const matches: Match[] = [];
  let x = n;
  let y = m;
  for (let edits = history.length - 1; edits >= 0 && (x > 0 || y > 0); edits -= 1) {
    const reached = history[edits] ?? new Int32Array(0);
    const at = (k: number) => reached[k + edits + 1] ?? 0;
    const k = x - y;
    const down = k === -edits || (k !== edits && at(k - 1) < at(k + 1));
    const fromX = edits === 0 ? 0 : at(down ? k + 1 : k - 1);
    const startX = edits === 0 ? 0 : down ? fromX : fromX + 1;
    const length = x - startX;
    if (length > 0) {
      matches.push({ before: range.beforeFrom + startX, after: range.afterFrom + startX - k, length });
    }
    x = fromX;
    y = edits === 0 ? 0 : fromX - (down ? k + 1 : k - 1);
  }
  return matches.reverse();
}
