import type { Box } from '../../domain/findings.ts';
import { areaOf, type Pair, type Pictures } from './bitmap.ts';
import { gridOf } from './box-grid.ts';
import { isInside, moveBy } from './boxes.ts';
import { compareCells } from './differing-cells.ts';
import type { Element } from './elements.ts';
import { DIRECTIONS, type Side } from './neighbours.ts';
import { isSameContent } from './same-content.ts';
import { isSameShift, reverse, type Shift, shiftOf } from './shift.ts';
import { votesBy } from './votes.ts';

/** Smaller elements occur at many places by coincidence. */
const LEAST_AREA = 60;

/** Elements of at least this size are recognised at any place; smaller ones only beside another one that moved equally far. */
const TELLING_AREA = 2_500;

/** Words of at least this size are recognised in the same column, up to this far away. */
const COLUMN_AREA = 300;
const COLUMN_MOVE = 600;

/** Neighbours that moved equally far may differ by this much: lines of text snap to whole pixels. */
const SAME_MOVE = 3;

/** The matches of one round are votes in the next. */
const ROUNDS = 4;

/** A match is clear if every other one of the same elements has fewer votes by this factor. */
const CLEAR = 1.3;

/** Comparisons of elements at other places, at most. */
const MOST_TRIALS = 4_000;

/** How far the first and the last rows of the part around a place in the newer picture moved. */
export type ShiftsOf = (box: Box) => readonly [Shift, Shift];

export interface Matches {
  /** For each old element the index of the new one that shows the same; -1 for none. */
  readonly old: Int32Array;
  readonly newer: Int32Array;
}

/**
 * Finds the elements that both parts have, wherever they are. Elements that occur once in both are matched first, and from
 * these their neighbours (Heckel's diff in two dimensions): a word that occurs often is matched with the one that has the same neighbours.
 */
export function matchElements({ before, after }: Pictures, olds: Side, news: Side, shiftsOf: ShiftsOf): Matches {
  const old = new Int32Array(olds.elements.length).fill(-1);
  const newer = new Int32Array(news.elements.length).fill(-1);
  const oldBoxes = olds.elements.map(({ box }) => box);
  const newBoxes = news.elements.map(({ box }) => box);
  const there = olds.neighbours;
  const here = news.neighbours;
  const newPlaces = gridOf(newBoxes);
  const waiting: number[] = [];
  const compared = new Map<number, boolean>();
  const isSame = (i: number, j: number) => {
    const [one, other] = [olds.elements[i], news.elements[j]];
    if (!one || !other) return false;
    const key = i * newBoxes.length + j;
    const known = compared.get(key) ?? isSameContent(before, one, after, other);
    compared.set(key, known);
    return known;
  };
  const match = (i: number, j: number) => {
    old[i] = j;
    newer[j] = i;
    waiting.push(i);
  };
  const spread = () => {
    for (let i = waiting.pop(); i !== undefined; i = waiting.pop()) {
      const j = old[i] ?? -1;
      if (j < 0) continue;
      for (const direction of DIRECTIONS) {
        const [a, b] = [there[direction][i] ?? -1, here[direction][j] ?? -1];
        if (a >= 0 && b >= 0 && old[a] === -1 && newer[b] === -1 && isSame(a, b)) match(a, b);
      }
    }
  };
  const isFree = (i: number, j: number) => old[i] === -1 && newer[j] === -1;

  for (const [i, j] of uniqueInBoth(olds.elements, news.elements)) if (!isStill(i, j)) match(i, j);
  for (let round = 1; round <= ROUNDS; round += 1) matchByVotes(round === ROUNDS ? 1 : CLEAR);
  spread();
  const placed = gridOf(oldBoxes);
  for (const end of [0, 1] as const) {
    for (const [j, box] of newBoxes.entries()) {
      if (newer[j] !== -1) continue;
      const shift = shiftsOf(box)[end];
      const area = { x: box.x - shift.x, y: box.y - shift.y, width: box.width, height: box.height };
      placed.each(area, (other, i) => {
        if (isAt(other, area) && isFree(i, j) && isSame(i, j)) match(i, j);
      });
    }
    spread();
  }
  const candidates = bySize(oldBoxes);
  let trials = 0;
  for (const j of [...newBoxes.keys()].sort(
    (one, other) => areaOf(newBoxes[other] as Box) - areaOf(newBoxes[one] as Box),
  )) {
    const box = newBoxes[j];
    if (newer[j] !== -1 || !box || areaOf(box) < LEAST_AREA) continue;
    for (const i of candidates(box)) {
      if (trials >= MOST_TRIALS || newer[j] !== -1) break;
      if (old[i] !== -1) continue;
      trials += 1;
      if (isSame(i, j)) match(i, j);
    }
    spread();
  }
  dropCoincidences();
  // The elements that coincidences had taken are free again.
  for (const [i, j] of old.entries()) if (j >= 0) waiting.push(i);
  spread();
  return { old, newer };

  /**
   * Whether the old picture shows the new element where it would be if it had not moved. Words that occur twice, at other
   * fractions of a pixel in each picture, would be matched crosswise.
   */
  function isStill(i: number, j: number): boolean {
    const [one, other] = [oldBoxes[i], newBoxes[j]];
    if (!one || !other || areaOf(other) >= TELLING_AREA) return false;
    const move = shiftOf({ before: one, after: other });
    const ends = shiftsOf(other);
    if (ends.some((shift) => isSameShift(shift, move))) return false;
    return ends.some((shift) => {
      const place = moveBy(other, reverse(shift));
      return isInside(before, place) && compareCells(before, after, { before: place, after: other }, 0).share === 0;
    });
  }

  /** Matches elements that moved as far as those around them; those with most votes first. */
  function matchByVotes(margin: number): void {
    const same = [...old.entries()].flatMap(([i, j]) => pairAt(i, j));
    const [oldVotes, newVotes] = [votesBy(same, 'before'), votesBy(same, 'after')];
    const found: Candidate[] = [];
    for (const [i, box] of oldBoxes.entries()) {
      if (old[i] !== -1) continue;
      for (const { shift, weight } of oldVotes(box)) {
        const there = { ...box, x: box.x + shift.x, y: box.y + shift.y };
        newPlaces.each(there, (other, j) => {
          if (newer[j] !== -1 || !isAt(other, there)) return;
          const more = newVotes(other).find((vote) => isSameShift(vote.shift, shift))?.weight ?? 0;
          found.push({ i, j, weight: weight + more });
        });
      }
    }
    found.sort((one, other) => other.weight - one.weight);
    const real = found.filter(({ i, j }) => isSame(i, j));
    const [oldRivals, newRivals] = [rivalsOf(real, 'i'), rivalsOf(real, 'j')];
    for (const { i, j, weight } of real) {
      const rival = Math.max(oldRivals(i, weight), newRivals(j, weight));
      if (isFree(i, j) && (margin === 1 || weight >= rival * margin)) match(i, j);
    }
  }

  function pairAt(i: number, j: number): Pair[] {
    const [one, other] = [oldBoxes[i], newBoxes[j]];
    return one && other ? [{ before: one, after: other }] : [];
  }

  /** Unmatches small elements of which no neighbour moved equally far. */
  function dropCoincidences(): void {
    const isSupported = (i: number, j: number) => {
      const [one, other] = [oldBoxes[i], newBoxes[j]];
      if (!one || !other) return false;
      if (areaOf(one) >= TELLING_AREA) return true;
      const isColumn = one.x === other.x && one.width === other.width && Math.abs(one.y - other.y) <= COLUMN_MOVE;
      if (isColumn && areaOf(one) >= COLUMN_AREA) return true;
      const move = { x: other.x - one.x, y: other.y - one.y };
      if (
        shiftsOf(other).some(
          (shift) => Math.abs(shift.x - move.x) < SAME_MOVE && Math.abs(shift.y - move.y) < SAME_MOVE,
        )
      )
        return true;
      return DIRECTIONS.some((direction) => {
        const a = there[direction][i] ?? -1;
        const b = old[a] ?? -1;
        if (a < 0 || b < 0) return false;
        return b === here[direction][j] || isMovedBy(a, b, move);
      });
    };
    const isMovedBy = (i: number, j: number, move: { x: number; y: number }) => {
      const [one, other] = [oldBoxes[i], newBoxes[j]];
      return (
        one && other && Math.abs(other.x - one.x - move.x) < SAME_MOVE && Math.abs(other.y - one.y - move.y) < SAME_MOVE
      );
    };
    const dropped = [...old.entries()].filter(([i, j]) => j >= 0 && !isSupported(i, j));
    for (const [i, j] of dropped) {
      old[i] = -1;
      newer[j] = -1;
    }
  }
}

interface Candidate {
  readonly i: number;
  readonly j: number;
  readonly weight: number;
}

/** The greatest weight of the other candidates of an element. */
function rivalsOf(sorted: readonly Candidate[], side: 'i' | 'j'): (index: number, weight: number) => number {
  const best = new Map<number, [number, number]>();
  for (const candidate of sorted) {
    const known = best.get(candidate[side]);
    if (!known) best.set(candidate[side], [candidate.weight, 0]);
    else if (known[1] === 0) known[1] = candidate.weight;
  }
  return (index, weight) => {
    const [first, second] = best.get(index) ?? [0, 0];
    return weight === first ? second : first;
  };
}

/** At the same place, apart from fractions of a pixel. */
function isAt(one: Box, other: Box): boolean {
  return Math.abs(one.x - other.x) <= 2 && Math.abs(one.y - other.y) <= 2;
}

function uniqueInBoth(olds: readonly Element[], news: readonly Element[]): [number, number][] {
  const there = indexUnique(olds);
  const here = indexUnique(news);
  const found: [number, number][] = [];
  for (const [key, i] of there) {
    const j = here.get(key) ?? -1;
    if (i >= 0 && j >= 0) found.push([i, j]);
  }
  return found;
}

/** -1 for elements that occur more than once. */
function indexUnique(elements: readonly Element[]): Map<number, number> {
  const indexes = new Map<number, number>();
  for (const [index, { box, key }] of elements.entries()) {
    if (areaOf(box) >= LEAST_AREA) indexes.set(key, indexes.has(key) ? -1 : index);
  }
  return indexes;
}

/** Sizes in steps of 4 px, so that similar sizes have the same key or that of a neighbour. */
const STEP = 4;
const AROUND = [0, -1, 1].flatMap((x) => [0, -1, 1].map((y) => [x, y] as const));

function bySize(boxes: readonly Box[]): (box: Box) => number[] {
  const sizes = new Map<string, number[]>();
  for (const [index, box] of boxes.entries()) {
    const key = sizeKey(box, 0, 0);
    const known = sizes.get(key);
    if (known) known.push(index);
    else sizes.set(key, [index]);
  }
  return (box) => AROUND.flatMap(([x, y]) => sizes.get(sizeKey(box, x, y)) ?? []);
}

function sizeKey({ width, height }: Box, x: number, y: number): string {
  return `${Math.floor(width / STEP) + x} ${Math.floor(height / STEP) + y}`;
}
