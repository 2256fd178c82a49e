import { alignLists } from './align-lists.ts';
import type { Passage } from './page-text.ts';

/** A piece of a passage that was altered. */
export interface WordPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** The change of a passage. Passages that only moved are the same. */
export type PassageChange =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly passage: Passage }
  | {
      readonly kind: 'altered';
      readonly before: Passage;
      readonly after: Passage;
      readonly parts: readonly WordPart[];
    };

/** Passages that have this share of their words in common are the same one, before and after. */
const LEAST_LIKENESS = 0.4;
/** The products of the lengths of altered passages, together: about a tenth of a second. */
const MOST_DIVIDED = 50_000_000;
/** A gap with more pairs of passages is compared in order. */
const MOST_COMPARED = 2_500;
/** Characters of the gaps whose passages are compared, together: about a third of a second. */
const MOST_PAIRED = 500_000;

/** Differences of spaces and line breaks are not differences of words. */
const keyOf = ({ text }: Passage) => text.replace(/\s+/g, ' ');

/** All passages of both texts, in reading order. */
export function compareTexts(before: readonly Passage[], after: readonly Passage[]): PassageChange[] {
  const aligned = alignLists(before.map(keyOf), after.map(keyOf));
  const isMoved = movedPassages(before, after, aligned);
  const changes: PassageChange[] = [];
  const divide = makeDivider();
  const pairUp = makePairing();
  let [left, right] = [0, 0];
  for (const [nextLeft, nextRight] of [...aligned, [before.length, after.length] as const]) {
    const removed = before.slice(left, nextLeft).filter((passage) => !isMoved.has(passage));
    const added = after.slice(right, nextRight);
    // One by one: a gap of a large page is too much for the arguments of a call.
    for (const change of changesOfGap(removed, added, { isMoved, pairUp, divide })) changes.push(change);
    const same = after[nextRight];
    if (same) changes.push({ kind: 'same', passage: same });
    [left, right] = [nextLeft + 1, nextRight + 1];
  }
  return changes;
}

/** Passages that both texts have outside of the alignment: they are elsewhere now. */
function movedPassages(
  before: readonly Passage[],
  after: readonly Passage[],
  aligned: readonly (readonly [number, number])[],
): ReadonlySet<Passage> {
  const [left, right] = [new Set(aligned.map(([each]) => each)), new Set(aligned.map(([, each]) => each))];
  const waiting = Map.groupBy(
    before.filter((_, place) => !left.has(place)),
    keyOf,
  );
  const next = new Map(Array.from(waiting, ([key, passages]) => [key, passages.values()]));
  const moved = new Set<Passage>();
  for (const [place, passage] of after.entries()) {
    const found = right.has(place) ? undefined : next.get(keyOf(passage))?.next().value;
    if (found) moved.add(found).add(passage);
  }
  return moved;
}

/** The changes between two passages that stayed, in the order of the newer text. */
function changesOfGap(
  removed: readonly Passage[],
  added: readonly Passage[],
  { isMoved, pairUp, divide }: { isMoved: ReadonlySet<Passage>; pairUp: typeof pairs; divide: Divide },
): PassageChange[] {
  const partners = pairUp(
    removed,
    added.filter((passage) => !isMoved.has(passage)),
  );
  const paired = new Set(partners.values());
  const changes: PassageChange[] = removed
    .filter((passage) => !paired.has(passage))
    .map((passage) => ({ kind: 'removed', passage }));
  for (const passage of added) {
    const partner = partners.get(passage);
    if (isMoved.has(passage)) changes.push({ kind: 'same', passage });
    else if (partner)
      changes.push({ kind: 'altered', before: partner, after: passage, parts: divide(partner.text, passage.text) });
    else changes.push({ kind: 'added', passage });
  }
  return changes;
}

/** Pairs passages as long as the work for it is bounded. The other ones are removed and added. */
function makePairing(): typeof pairs {
  let left = MOST_PAIRED;
  return (removed, added) => {
    for (const { text } of [...removed, ...added]) left -= text.length;
    return left >= 0 ? pairs(removed, added) : new Map();
  };
}

/** The passage before for each passage after that is like it, the most alike first. */
function pairs(removed: readonly Passage[], added: readonly Passage[]): ReadonlyMap<Passage, Passage> {
  const partners = new Map<Passage, Passage>();
  const [words, newWords] = [removed.map(tokensOf), added.map(tokensOf)];
  const isSmall = removed.length * added.length <= MOST_COMPARED;
  const candidates = removed.flatMap((_, left) =>
    (isSmall ? added : added.slice(left, left + 1)).map((_, offset) => {
      const right = isSmall ? offset : left;
      const isAlone = removed.length === 1 && added.length === 1;
      return { left, right, likeness: likeness(words[left] ?? [], newWords[right] ?? [], isAlone) };
    }),
  );
  const taken = new Set<Passage>();
  for (const { left, right, likeness } of candidates.toSorted((one, other) => other.likeness - one.likeness)) {
    const [from, to] = [removed[left], added[right]];
    if (likeness < LEAST_LIKENESS || !from || !to || taken.has(from) || partners.has(to)) continue;
    taken.add(from);
    partners.set(to, from);
  }
  return partners;
}

/** Words, numbers, other characters and spaces. A character of a script without spaces is a word. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*|\s+|[\s\S]/gu;

const tokensOf = ({ text }: Passage) => (text.match(TOKEN) ?? []).filter((token) => /[\p{L}\p{N}]/u.test(token));

/** The share of words that both have. Numbers count as alike: a price that changes is the same price. */
function likeness(before: readonly string[], after: readonly string[], isAlone: boolean): number {
  const short = 3;
  if (isAlone && before.length <= short && after.length <= short) return LEAST_LIKENESS;
  const count = new Map<string, number>();
  const keyOfWord = (word: string) => word.replace(/\p{N}+/gu, '0');
  for (const word of before) count.set(keyOfWord(word), (count.get(keyOfWord(word)) ?? 0) + 1);
  let common = 0;
  for (const word of after) {
    const left = count.get(keyOfWord(word)) ?? 0;
    if (left === 0) continue;
    common += 1;
    count.set(keyOfWord(word), left - 1);
  }
  const all = before.length + after.length;
  return all === 0 ? 0 : (2 * common) / all;
}

type Divide = (before: string, after: string) => WordPart[];

/** Divides altered passages into words, as long as the work for them is bounded. The rest is replaced as a whole. */
function makeDivider(): Divide {
  let left = MOST_DIVIDED;
  return (before, after) => {
    left -= before.length * after.length;
    if (left >= 0) return wordParts(before, after);
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  };
}

function wordParts(before: string, after: string): WordPart[] {
  const [old, fresh] = [before.match(TOKEN) ?? [], after.match(TOKEN) ?? []];
  const parts: { kind: WordPart['kind']; text: string }[] = [];
  const add = (kind: WordPart['kind'], tokens: readonly string[]) => {
    if (tokens.length === 0) return;
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += tokens.join('');
    else parts.push({ kind, text: tokens.join('') });
  };
  let [left, right] = [0, 0];
  for (const [nextLeft, nextRight] of [
    ...withoutLoneSpaces(alignLists(old, fresh), old),
    [old.length, fresh.length] as const,
  ]) {
    add('removed', old.slice(left, nextLeft));
    add('added', fresh.slice(right, nextRight));
    add('same', fresh.slice(nextRight, nextRight + 1));
    [left, right] = [nextLeft + 1, nextRight + 1];
  }
  return parts;
}

/** A space between two changed words belongs to the change, so that "two words" is one piece and not three. */
function withoutLoneSpaces(
  pairs: readonly (readonly [number, number])[],
  tokens: readonly string[],
): readonly (readonly [number, number])[] {
  return pairs.filter(([left, right], at) => {
    if (!/^\s+$/.test(tokens[left] ?? '')) return true;
    const [before, after] = [pairs[at - 1], pairs[at + 1]];
    const isAfterSame = before && before[0] === left - 1 && before[1] === right - 1;
    const isBeforeSame = after && after[0] === left + 1 && after[1] === right + 1;
    return isAfterSame || isBeforeSame;
  });
}
