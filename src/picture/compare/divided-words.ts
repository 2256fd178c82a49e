import type { Box } from '../../domain/findings.ts';
import type { Pictures } from './bitmap.ts';
import { boxAround } from './boxes.ts';
import { type Element, elementOf, HIGHEST_TEXT } from './elements.ts';
import type { Matches } from './match-elements.ts';
import type { Side } from './neighbours.ts';
import { hasSameLetters } from './same-letters.ts';

/** The parts of a word have smaller spaces between them, relative to their height. */
const LETTER_SPACE = 0.6;

/** A word is divided into at most this many parts. */
const MOST_PARTS = 8;

/** Places and widths differ by at most this much because letters are at whole pixels. */
const TOLERANCE = 2;

/** Comparisons of joined parts, at most. */
const MOST_TRIALS = 4_000;

export interface Divided {
  readonly before: readonly Element[];
  readonly after: readonly Element[];
}

/**
 * Joins the parts of words that are divided at other letters in each picture. Chromium rounds the place of each letter to whole pixels: in
 * a word with spaces between its letters that moved by a fraction of a pixel, one of these may become as wide as those between words.
 * undefined if there are no such words.
 */
export function joinDivided(
  { before, after }: Pictures,
  olds: Side,
  news: Side,
  matches: Matches,
): Divided | undefined {
  const there = runsOf(olds, matches.old);
  const here = runsBySize(runsOf(news, matches.newer));
  const joined = { before: new Map<number, Run>(), after: new Map<number, Run>() };
  let trials = 0;
  for (const old of there) {
    if (isTaken(old, joined.before)) continue;
    for (const newer of here(old.box)) {
      if (old.parts.length + newer.parts.length === 2 || isTaken(newer, joined.after)) continue;
      if (!areDividedDifferently(old, newer, olds, news)) continue;
      trials += 1;
      if (trials > MOST_TRIALS) break;
      if (!hasSameLetters(before, after, { before: old.box, after: newer.box })) continue;
      for (const part of old.parts) joined.before.set(part, old);
      for (const part of newer.parts) joined.after.set(part, newer);
      break;
    }
  }
  if (joined.before.size === 0) return undefined;
  const join = (side: Side, runs: ReadonlyMap<number, Run>, bitmap: Pictures['before']) => [
    ...side.elements.filter((_, index) => !runs.has(index)),
    ...[...new Set(runs.values())].map(({ box }) => elementOf(bitmap, box)),
  ];
  return { before: join(olds, joined.before, before), after: join(news, joined.after, after) };
}

/** Parts beside each other. */
interface Run {
  readonly parts: readonly number[];
  readonly box: Box;
}

function isTaken({ parts }: Run, joined: ReadonlyMap<number, Run>): boolean {
  return parts.some((part) => joined.has(part));
}

/** All runs of which a part has no partner, the shortest first. */
function runsOf({ elements, neighbours }: Side, partners: Int32Array): Run[] {
  const runs: Run[] = [];
  for (const [start, first] of elements.entries()) {
    if (first.box.height > HIGHEST_TEXT) continue;
    let run: Run = { parts: [start], box: first.box };
    let isWhole = partners[start] !== -1;
    for (;;) {
      if (!isWhole) runs.push(run);
      const last = run.parts.at(-1) ?? start;
      const next = neighbours.right[last] ?? -1;
      const [own, other] = [elements[last]?.box, elements[next]?.box];
      if (!own || !other || run.parts.length === MOST_PARTS || other.height > HIGHEST_TEXT) break;
      if (other.x - own.x - own.width > LETTER_SPACE * Math.max(own.height, other.height)) break;
      run = { parts: [...run.parts, next], box: boxAround(run.box, other) };
      if (partners[next] === -1) isWhole = false;
    }
  }
  return runs.sort((one, other) => one.parts.length - other.parts.length);
}

function runsBySize(runs: readonly Run[]): (box: Box) => Run[] {
  const sizes = new Map<string, Run[]>();
  for (const run of runs) {
    const key = `${run.box.width} ${run.box.height}`;
    const known = sizes.get(key);
    if (known) known.push(run);
    else sizes.set(key, [run]);
  }
  return ({ width, height }) => [0, -1, 1, -2, 2].flatMap((more) => sizes.get(`${width + more} ${height}`) ?? []);
}

/** Whether no part of both runs ends at the same letter. */
function areDividedDifferently(old: Run, newer: Run, olds: Side, news: Side): boolean {
  const ends = endsOf(newer, news);
  return !endsOf(old, olds).some((end) => ends.some((other) => Math.abs(end - other) <= TOLERANCE));
}

function endsOf({ parts, box }: Run, { elements }: Side): number[] {
  return parts.slice(0, -1).map((part) => {
    const own = elements[part]?.box ?? box;
    return own.x + own.width - box.x;
  });
}
