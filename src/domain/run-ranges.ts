/**
 * From one run of captures to another, both included. A run is a series of good captures in a row with the same text; the
 * runs of a webpage are numbered without gaps.
 */
export interface RunRange {
  readonly first: number;
  readonly last: number;
}

/** The runs that are in any of the ranges. Ranges that touch become one. */
export function uniteRanges(ranges: readonly RunRange[]): RunRange[] {
  const united: { first: number; last: number }[] = [];
  for (const { first, last } of ranges.toSorted((one, other) => one.first - other.first)) {
    const previous = united.at(-1);
    if (previous && first <= previous.last + 1) previous.last = Math.max(previous.last, last);
    else united.push({ first, last });
  }
  return united;
}

/** The runs that are in a range of both lists. Both are united. */
export function intersectRanges(some: readonly RunRange[], others: readonly RunRange[]): RunRange[] {
  const both: RunRange[] = [];
  for (let [one, other] = [0, 0]; ; ) {
    const [a, b] = [some[one], others[other]];
    if (!a || !b) return both;
    const [first, last] = [Math.max(a.first, b.first), Math.min(a.last, b.last)];
    if (first <= last) both.push({ first, last });
    if (a.last < b.last) one += 1;
    else other += 1;
  }
}

/** The runs that are in the first list only. Both are united. */
export function subtractRanges(some: readonly RunRange[], others: readonly RunRange[]): RunRange[] {
  return some.flatMap(({ first, last }) => {
    const left: RunRange[] = [];
    let from = first;
    for (const other of others) {
      if (other.last < from || other.first > last) continue;
      if (other.first > from) left.push({ first: from, last: other.first - 1 });
      from = other.last + 1;
    }
    if (from <= last) left.push({ first: from, last });
    return left;
  });
}

export function overlaps(range: RunRange, others: readonly RunRange[]): boolean {
  return others.some(({ first, last }) => first <= range.last && range.first <= last);
}
