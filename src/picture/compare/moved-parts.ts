import type { Box } from '../../domain/findings.ts';
import { areaOf, type Bitmap, isEmpty, type Pair } from './bitmap.ts';
import { type Content, compareContent, contentOf } from './likeness.ts';
import { trimFlat } from './trim.ts';

/** Smaller content, such as a single letter, occurs at many places. */
const LEAST_AREA = 300;

/** Comparisons of content at other places, at most. */
const MOST_TRIALS = 5_000;

export interface MovedParts {
  readonly same: readonly Pair[];
  /** The given parts, with nothing on a side whose content is at another place. */
  readonly different: readonly Pair[];
  /** The given parts that lost a side. */
  readonly emptied: readonly Pair[];
}

/**
 * Finds content of the parts that is at another place in the other picture: a card of a grid after another one was added
 * before it, or a paragraph that was moved. The pairs in `same` may differ in details.
 */
export function findMoved(before: Bitmap, after: Bitmap, parts: readonly Pair[]): MovedParts {
  const newer = new Map<string, { index: number; content: Content }[]>();
  for (const [index, { after: box }] of parts.entries()) {
    const content = inkOf(after, box);
    if (!content) continue;
    const key = sizeKey(content.box, 0, 0);
    newer.set(key, [...(newer.get(key) ?? []), { index, content }]);
  }
  const left = [...parts];
  const emptied: Pair[] = [];
  const same: Pair[] = [];
  let trials = 0;
  for (const [index, { before: box }] of parts.entries()) {
    const content = inkOf(before, box);
    const candidates = content ? NEIGHBOURS.flatMap(([x, y]) => newer.get(sizeKey(content.box, x, y)) ?? []) : [];
    for (const candidate of candidates) {
      const target = left[candidate.index];
      const source = left[index];
      if (!content || !target || !source || candidate.index === index || isEmpty(target.after)) continue;
      trials += 1;
      if (trials > MOST_TRIALS || !compareContent(before, content, after, candidate.content)) continue;
      same.push({ before: content.box, after: candidate.content.box });
      emptied.push(source, target);
      left[index] = { ...source, before: { ...source.before, height: 0 } };
      left[candidate.index] = { ...target, after: { ...target.after, height: 0 } };
      break;
    }
  }
  return { same, different: left.filter((pair) => !isEmpty(pair.before) || !isEmpty(pair.after)), emptied };
}

/** Sizes in steps of 4 px, so that similar sizes have the same key or that of a neighbour. */
const STEP = 4;
const NEIGHBOURS = [0, -1, 1].flatMap((x) => [0, -1, 1].map((y) => [x, y] as const));

function sizeKey({ width, height }: Box, x: number, y: number): string {
  return `${Math.floor(width / STEP) + x} ${Math.floor(height / STEP) + y}`;
}

function inkOf(bitmap: Bitmap, box: Box): Content | undefined {
  const ink = isEmpty(box) ? undefined : trimFlat(bitmap, box);
  return ink && areaOf(ink) >= LEAST_AREA ? contentOf(bitmap, ink) : undefined;
}
