import type { Passage, PassageKind } from './page-text.ts';
import { compareTexts, type PassageChange, type WordPart } from './text-difference.ts';

/** The change of the words in a change of a webpage. */
export interface WordChange {
  /** The numbers of passages of each kind of change. All are 0 if only the picture changed. */
  readonly added: number;
  readonly removed: number;
  readonly altered: number;
  /** A line for a person; empty if the words are the same. */
  readonly sentence: string;
}

/** The change of the words as a sentence. Undefined if the words are not known. */
export function tellWords(words: WordChange | undefined): string | undefined {
  return words && (words.sentence || 'Only the picture changed.');
}

const LONGEST_SENTENCE = 240;
const LONGEST_PIECE = 80;
const MOST_PIECES = 3;
/** In characters, between two changes that are told as one. */
const LONGEST_BETWEEN = 12;
/** A longer passage is not the name of the one after it. */
const LONGEST_LABEL = 40;

const PLURALS: Readonly<Record<PassageKind, readonly [one: string, several: string]>> = {
  heading: ['heading', 'headings'],
  paragraph: ['paragraph', 'paragraphs'],
  item: ['item', 'items'],
  cell: ['cell', 'cells'],
  other: ['text', 'texts'],
};

export function changeOfWords(before: readonly Passage[], after: readonly Passage[]): WordChange {
  return describeChanges(compareTexts(before, after));
}

export function describeChanges(changes: readonly PassageChange[]): WordChange {
  const numberOf = (kind: PassageChange['kind']) => changes.filter((change) => change.kind === kind).length;
  const [added, removed, altered] = [numberOf('added'), numberOf('removed'), numberOf('altered')];
  return { added, removed, altered, sentence: sentenceOf(changes) };
}

function sentenceOf(changes: readonly PassageChange[]): string {
  const pieces = [...alteredPieces(changes), ...groupedPieces(changes, 'added'), ...groupedPieces(changes, 'removed')];
  let sentence = '';
  let told = 0;
  for (const piece of pieces.slice(0, MOST_PIECES)) {
    const longer = sentence === '' ? piece : `${sentence}; ${piece}`;
    if (sentence !== '' && longer.length > LONGEST_SENTENCE) break;
    sentence = longer;
    told += 1;
  }
  return told < pieces.length ? `${sentence}; ${pieces.length - told} more` : sentence;
}

function alteredPieces(changes: readonly PassageChange[]): string[] {
  return changes.flatMap((change, at) => {
    if (change.kind !== 'altered') return [];
    const { parts } = change;
    const first = parts.findIndex(({ kind }) => kind !== 'same');
    const last = endOfChange(parts, first);
    const changed = parts.slice(first, last + 1);
    const [head, tail] = [parts.slice(0, first), parts.slice(last + 1)].map((some) =>
      some.map(({ text }) => text).join(''),
    );
    const side = (without: 'added' | 'removed') =>
      changed
        .filter(({ kind }) => kind !== without)
        .map(({ text }) => text)
        .join('');
    const [unit, rest] = [unitBefore(head ?? ''), unitAfter(tail ?? '')];
    const old = `${unit}${side('added')}${rest}`;
    const fresh = `${unit}${side('removed')}${rest}`;
    const context = lastWords((head ?? '').slice(0, (head ?? '').length - unit.length)) || labelBefore(changes, at);
    const arrow = `${shortened(old) || '(nothing)'} → ${shortened(fresh) || '(nothing)'}`;
    return [`${context}${arrow}`.trim()];
  });
}

/** The last part of the first change of a passage. Changes further away are not part of it. */
function endOfChange(parts: readonly WordPart[], first: number): number {
  const apart = parts.findIndex(({ kind, text }, at) => at > first && kind === 'same' && text.length > LONGEST_BETWEEN);
  return apart < 0 ? parts.findLastIndex(({ kind }) => kind !== 'same') : apart - 1;
}

/** A currency or a sign belongs to the number after it. */
const unitBefore = (head: string) => /[\p{Sc}#№+−-]\s?$/u.exec(head)?.[0] ?? '';
const unitAfter = (tail: string) => /^\s?[\p{Sc}%°]/u.exec(tail)?.[0] ?? '';

/** The words before a change that say what changed: "Price: ", or the last ones of a longer text. */
function lastWords(head: string): string {
  const words = head.trim().split(/\s+/);
  if (head.trim() === '') return '';
  const some = words.slice(-3).join(' ');
  const shown = words.length > 3 ? `…${some}` : some;
  return `${shown.length > LONGEST_LABEL ? `…${shown.slice(-LONGEST_LABEL)}` : shown} `;
}

/** The name of a value in a table or a list: the passage before it. */
function labelBefore(changes: readonly PassageChange[], at: number): string {
  const before = changes[at - 1];
  const change = changes[at];
  if (before?.kind !== 'same' || change?.kind !== 'altered') return '';
  const { kind, text } = before.passage;
  const isLabel = kind === change.after.kind && (kind === 'cell' || kind === 'item' || /:$/.test(text));
  if (!isLabel || text.length > LONGEST_LABEL || !/\p{L}/u.test(text) || /\p{N}/u.test(text)) return '';
  return `${text.replace(/\s*:$/, '')}: `;
}

function groupedPieces(changes: readonly PassageChange[], kind: 'added' | 'removed'): string[] {
  const groups = new Map<PassageKind, string[]>();
  for (const change of changes) {
    if (change.kind !== kind) continue;
    const { kind: of, text } = change.passage;
    const known = groups.get(of);
    if (known) known.push(text);
    else groups.set(of, [text]);
  }
  return [...groups].map(([of, [first = '', ...others]]) => {
    const [one, several] = PLURALS[of];
    return `${others.length + 1} ${others.length === 0 ? one : several} ${kind}: ${shortened(first)}`;
  });
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= LONGEST_PIECE) return line;
  const cut = line.slice(0, LONGEST_PIECE).toWellFormed();
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST_PIECE / 2))}…`;
}
