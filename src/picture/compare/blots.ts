import type { Box } from '../../domain/findings.ts';
import { INK } from './ink.ts';

/** Ink in a row with at most this many pixels without ink between is connected. */
const GAP = 1;

interface Run {
  readonly from: number;
  readonly to: number;
  readonly blot: number;
}

/** The boxes of connected ink, such as letters, relative to the part. undefined if there are more than `most`. */
export function blotsOf(ink: Uint8Array, width: number, height: number, most: number): Box[] | undefined {
  const parents: number[] = [];
  const edges: [left: number, top: number, right: number, bottom: number][] = [];
  const rootOf = (blot: number): number => {
    let root = blot;
    while (parents[root] !== root) root = parents[root] ?? root;
    for (let at = blot; at !== root; ) {
      const next = parents[at] ?? root;
      parents[at] = root;
      at = next;
    }
    return root;
  };
  let count = 0;
  let above: Run[] = [];
  for (let y = 0; y < height; y += 1) {
    const runs: Run[] = [];
    let passed = 0;
    for (const [from, to] of runsOf(ink, y * width, width)) {
      let blot = -1;
      while ((above[passed]?.to ?? from) < from) passed += 1;
      for (let at = passed, run = above[at]; run && run.from <= to; at += 1, run = above[at]) {
        const other = rootOf(run.blot);
        if (blot >= 0 && blot !== other) {
          parents[other] = blot;
          growEdges(edges[blot], edges[other]);
          count -= 1;
        } else blot = other;
      }
      if (blot < 0) {
        blot = parents.length;
        parents.push(blot);
        edges.push([from, y, to, y + 1]);
        count += 1;
        if (count > most) return undefined;
      } else growEdges(edges[blot], [from, y, to, y + 1]);
      runs.push({ from, to, blot });
    }
    above = runs;
  }
  return edges
    .filter((_, blot) => parents[blot] === blot)
    .map(([left, top, right, bottom]) => ({ x: left, y: top, width: right - left, height: bottom - top }));
}

function growEdges(one: number[] | undefined, other: readonly number[] | undefined): void {
  if (!one || !other) return;
  one[0] = Math.min(one[0] ?? 0, other[0] ?? 0);
  one[1] = Math.min(one[1] ?? 0, other[1] ?? 0);
  one[2] = Math.max(one[2] ?? 0, other[2] ?? 0);
  one[3] = Math.max(one[3] ?? 0, other[3] ?? 0);
}

/** The runs of ink in a row. */
function runsOf(ink: Uint8Array, start: number, width: number): [number, number][] {
  const runs: [number, number][] = [];
  let from = -1;
  let last = 0;
  for (let x = 0; x < width; x += 1) {
    if (ink[start + x] === INK) {
      if (from < 0) from = x;
      last = x;
    } else if (from >= 0 && x - last > GAP) {
      runs.push([from, last + 1]);
      from = -1;
    }
  }
  if (from >= 0) runs.push([from, last + 1]);
  return runs;
}
