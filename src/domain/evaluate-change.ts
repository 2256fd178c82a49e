import { type ChangeSettings, type ChangeSummary, LEADING_REGIONS } from './change.ts';
import type { Box, Findings, Region } from './findings.ts';
import { countedPassages, type Ignored } from './ignored-words.ts';
import type { PageElement } from './page-element.ts';
import type { Passage } from './page-text.ts';
import { compareTexts } from './text-difference.ts';
import { watched } from './watch-words.ts';
import { describeChanges } from './word-change.ts';

/** The measured elements of both pictures. */
export interface ElementsOfPair {
  readonly before: readonly PageElement[];
  readonly after: readonly PageElement[];
}

/** The passages of both captures; undefined if the words of one of them are not known. */
export type TextsOfPair = { readonly before: readonly Passage[]; readonly after: readonly Passage[] } | undefined;

export interface EvaluatedChange {
  readonly summary: ChangeSummary;
  /** The change is large enough for the Changes page. */
  readonly announced: boolean;
}

/** A region counts as ignored if at least this share of its box lies in ignored boxes. */
const NEARLY_ALL = 0.8;

/** Applies the settings of a webpage to findings about two of its pictures. The words are only told if regions are ignored. */
export function evaluateChange(
  findings: Findings,
  settings: ChangeSettings,
  elements: ElementsOfPair,
  texts?: TextsOfPair,
): EvaluatedChange {
  const places = ignoredPlaces(findings, settings, elements);
  const ignored = places.regions;
  const counted = findings.regions.filter((region) => !ignored.has(region));
  // The regions beyond the limit are smaller than all others. If all others are ignored, so are they.
  const omittedArea = counted.length > 0 ? findings.omittedArea : 0;
  const area = areaOf(counted) + omittedArea;
  const all = areaOf(findings.regions) + findings.omittedArea;
  const share = ignored.size === 0 ? findings.share : all > 0 ? (findings.share * area) / all : 0;
  const word = ignored.size === 0 || counted.length > 0 ? findings.word : findings.moved.length > 0 ? 'moved' : 'same';
  const numberOf = (kind: Region['kind']) => counted.filter((region) => region.kind === kind).length;
  const summary: ChangeSummary = {
    word,
    share,
    added: numberOf('added'),
    removed: numberOf('removed'),
    altered: numberOf('altered'),
    ignored: ignored.size,
    leading: counted.slice(0, LEADING_REGIONS),
    ...(texts && ignored.size > 0 && { words: countedWords(findings, places, texts) }),
  };
  const { leastShare, leastArea, watchWords = [] } = settings;
  if (watchWords.length > 0 && texts) {
    const found = watched(watchWords, texts);
    return { summary: { ...summary, watched: found }, announced: found.length > 0 };
  }
  return { summary, announced: word === 'changed' && share >= leastShare && area >= leastArea };
}

/** The places that the settings ignore. */
export function ignoredPlaces(
  { regions }: Findings,
  { ignoredSelectors, ignoredBoxes }: ChangeSettings,
  { before, after }: ElementsOfPair,
): Ignored {
  const selectors = new Set(ignoredSelectors);
  const boxesOf = (elements: readonly PageElement[]) =>
    elements.filter(({ selector }) => selectors.has(selector)).flatMap((element) => element.boxes);
  const boxes = {
    before: [...boxesOf(before), ...ignoredBoxes],
    after: [...boxesOf(after), ...ignoredBoxes],
  };
  const isIgnored = (region: Region) =>
    (region.kind !== 'removed' && coverage(region.after, boxes.after) >= NEARLY_ALL) ||
    (region.kind !== 'added' && coverage(region.before, boxes.before) >= NEARLY_ALL);
  return { regions: new Set(regions.filter(isIgnored)), boxes };
}

function countedWords(findings: Findings, ignored: Ignored, { before, after }: NonNullable<TextsOfPair>) {
  return describeChanges(countedPassages(compareTexts(before, after), findings, ignored));
}

function areaOf(regions: readonly Region[]): number {
  return regions.reduce((sum, { area }) => sum + area, 0);
}

/** The share of the box that lies in any of the others. */
function coverage(box: Box, others: readonly Box[]): number {
  const size = box.width * box.height;
  if (size === 0) return 0;
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const cut = others
    .map((other) => ({
      left: Math.max(other.x, box.x),
      right: Math.min(other.x + other.width, right),
      top: Math.max(other.y, box.y),
      bottom: Math.min(other.y + other.height, bottom),
    }))
    .filter((part) => part.left < part.right && part.top < part.bottom)
    .toSorted((one, other) => one.top - other.top);
  // Within a strip between two neighbouring vertical edges, every part spans the whole width of the strip.
  const edges = [...new Set(cut.flatMap((part) => [part.left, part.right]))].toSorted((one, other) => one - other);
  let covered = 0;
  for (const [index, left] of edges.entries()) {
    const end = edges[index + 1];
    if (end === undefined) break;
    let reached = box.y;
    for (const part of cut) {
      if (part.left > left || part.right < end || part.bottom <= reached) continue;
      covered += (end - left) * (part.bottom - Math.max(part.top, reached));
      reached = part.bottom;
    }
  }
  return covered / size;
}
