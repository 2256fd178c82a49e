/** Marks that readers leave out when they type: diacritics of Latin, Greek and Cyrillic, vowel points of Hebrew and Arabic. */
const DIACRITICS =
  /[\p{Mn}&&[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]]/gv;

/** Soft hyphens, zero-width characters, variation selectors, marks of direction, and the stroke that lengthens Arabic words. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cc}|\u0640/gu;

/** Letters without a decomposition, and punctuation that keyboards do not have. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '‐': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
};
const SUBSTITUTED = new RegExp(`[${Object.keys(SUBSTITUTES).join('')}]`, 'g');

/** Marks, letters inside of a Hangul syllable, and the voice marks of half-width Katakana. */
const JOINING = '\\p{M}\\u1160-\\u11ff\\u3131-\\u318e\\uffa1-\\uffdc\\uff9e\\uff9f';

/**
 * Characters that are folded together: spaces; or a character with those that may become one with it, also across
 * invisible characters.
 */
const CLUSTER = new RegExp(`\\p{White_Space}+|[^](?:[[\\p{DI}\\p{Cc}\\u0640]--\\p{White_Space}]*[${JOINING}])*`, 'gv');

const ASCII = /^[\x21-\x7e]*(?: [\x21-\x7e]+)* ?$/;

function foldCluster(cluster: string): string {
  const lower = cluster.normalize('NFKD').toLowerCase().normalize('NFKD');
  const plain = lower.replace(INVISIBLE, '').replace(DIACRITICS, '');
  return plain.replace(SUBSTITUTED, (character) => SUBSTITUTES[character] ?? character).normalize('NFC');
}

/** A text as search compares it, and where each part of it is in the original text. */
export interface FoldedText {
  readonly text: string;
  /** The part of the original text that the folded text has from `start` up to, but without, `end`. */
  originalOf(start: number, end: number): { readonly start: number; readonly end: number };
}

/**
 * The text as search compares it: without differences of case, diacritics, width, ligatures and kinds of space, quotation
 * marks and hyphens, and without invisible characters.
 */
export function foldText(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : foldWhole(text);
}

/** The same as foldWithPositions, in a fifth of its time. */
function foldWhole(text: string): string {
  return foldCluster(text.replace(SPACES, ' ')).replace(SPACES, ' ');
}

const SPACES = /\p{White_Space}+/gu;

/** Characters that nobody sees, but not the stroke that lengthens Arabic words. */
const UNSEEN = /[[\p{DI}\p{Cc}]--\p{White_Space}]/gv;

/**
 * The text as an exact search compares it: without characters that nobody sees, differences of kinds of space, and
 * decomposed letters.
 */
export function plainText(text: string): string {
  return ASCII.test(text) ? text : text.replace(UNSEEN, '').replace(SPACES, ' ').normalize('NFC');
}

export const foldWithPositions = (text: string): FoldedText => withPositions(text, foldCluster);

/** The same as plainText, with positions. */
export const plainWithPositions = (text: string): FoldedText =>
  withPositions(text, (cluster) => cluster.replace(UNSEEN, '').normalize('NFC'));

function withPositions(original: string, fold: (cluster: string) => string): FoldedText {
  // The cluster of each folded character, as its first and last position in the original.
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  for (const { 0: cluster, index } of original.matchAll(CLUSTER)) {
    const given = /^\p{White_Space}/u.test(cluster) ? ' ' : fold(cluster);
    // Spaces around a character that is left out are one space. An accent without a letter is a space too.
    const folded = given.startsWith(' ') && text.endsWith(' ') ? given.slice(1) : given;
    text += folded;
    for (let n = 0; n < folded.length; n += 1) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  return {
    text,
    originalOf: (start, end) => {
      if (end <= start) return { start: 0, end: 0 };
      return { start: starts[start] ?? original.length, end: ends[end - 1] ?? original.length };
    },
  };
}
