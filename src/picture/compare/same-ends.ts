import type { Bitmap, Pair } from './bitmap.ts';

/** Equal rows that are aligned with the rest all the same: they show where what is new begins. */
const MARGIN = 512;

/** The numbers of rows that both parts have at their tops and at their bottoms, apart from those next to a difference. */
export interface SameEnds {
  readonly top: number;
  readonly bottom: number;
}

/** Comparing bytes takes a tenth of the time of hashing them, and most changes are small. */
export function sameEnds(before: Bitmap, after: Bitmap, { before: there, after: here }: Pair): SameEnds {
  const most = Math.min(there.height, here.height);
  const oldEnd = there.y + there.height - 1;
  const newEnd = here.y + here.height - 1;
  const length = here.width * 3;
  const isSame = (oldRow: number, newRow: number) => {
    const from = (oldRow * before.width + there.x) * 3;
    const to = (newRow * after.width + here.x) * 3;
    return Buffer.compare(before.data.subarray(from, from + length), after.data.subarray(to, to + length)) === 0;
  };
  let [top, bottom] = [0, 0];
  while (top < most && isSame(there.y + top, here.y + top)) top += 1;
  while (bottom < most - top && isSame(oldEnd - bottom, newEnd - bottom)) bottom += 1;
  return { top: Math.max(0, top - MARGIN), bottom: Math.max(0, bottom - MARGIN) };
}

/** Both parts without these rows. */
export function withoutEnds({ before, after }: Pair, { top, bottom }: SameEnds): Pair {
  const cut = (box: Pair['before']) => ({ ...box, y: box.y + top, height: box.height - top - bottom });
  return { before: cut(before), after: cut(after) };
}
