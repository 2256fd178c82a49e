import { plainText, plainWithPositions } from './fold.ts';
import type { Term } from './word-query.ts';
import { findWords, type TextPart } from './words.ts';

/** Finds the parts of a text that are a term; `exact`: with case, diacritics, width and punctuation as in the term. */
export function findTerm(text: string, term: Term, exact: boolean): TextPart[] {
  if (!exact) return findWords(text, term.words);
  if (!hasExactly(text, term)) return [];
  const plain = plainWithPositions(text);
  return exactParts(plain.text, term).map(({ start, end }) => plain.originalOf(start, end));
}

/** Whether a text has a term as it is written. */
export function hasExactly(text: string, term: Term): boolean {
  return exactParts(plainText(text), term).length > 0;
}

/** The words of the term in a plain text, if what is around them is the same, too. */
function exactParts(plain: string, { text, words }: Term): TextPart[] {
  const wanted = plainText(text).trim();
  if (!plain.includes(wanted)) return [];
  const [own] = findWords(wanted, words);
  if (!own) return [];
  return findWords(plain, words, ({ start, end }) => {
    const begin = start - own.start;
    // A letter may have further marks: the words end at the same place, too.
    return begin >= 0 && plain.startsWith(wanted, begin) && end - begin === own.end;
  });
}
