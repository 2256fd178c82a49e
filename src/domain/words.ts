import { foldText, foldWithPositions } from './fold.ts';

/** Letters of scripts that are written without spaces, and of Korean, whose words have endings. Each is a word of its own. */
const ALONE =
  '[\\p{L}\\p{M}\\p{N}]&&[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Bopo}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}]';

/** A longer word is several words: PostgreSQL indexes no word of more than 2,700 bytes. */
const LONGEST = 60;

/** Words, single letters, signs of currencies, and emoji. Other characters only separate words. */
const WORD = new RegExp(
  `[[\\p{L}\\p{M}\\p{N}]--[${ALONE}]]{1,${LONGEST}}|[${ALONE}]|[\\p{Sc}\\p{Extended_Pictographic}\\p{RI}]`,
  'gv',
);

const IS_ALONE = new RegExp(`^[${ALONE}]$`, 'v');

/** Whether a character is a word of its own. */
export function isWordAlone(character: string): boolean {
  return IS_ALONE.test(character);
}

/** The words of a text as search compares them, in their order. */
export function wordsOf(text: string): string[] {
  return foldText(text).match(WORD) ?? [];
}

/** A part of a text. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/** Finds the parts of a text in which these words follow each other and which are accepted, without overlaps. */
export function findWords(
  text: string,
  words: readonly string[],
  isAccepted: (part: TextPart) => boolean = () => true,
): TextPart[] {
  // Most passages have none of the words, and folding with positions takes five times as long.
  if (!` ${wordsOf(text).join(' ')} `.includes(` ${words.join(' ')} `)) return [];
  const folded = foldWithPositions(text);
  const all = [...folded.text.matchAll(WORD)];
  const parts: TextPart[] = [];
  for (let at = 0; at + words.length <= all.length && words.length > 0; at += 1) {
    if (!words.every((word, index) => all[at + index]?.[0] === word)) continue;
    const [first, last] = [all[at], all[at + words.length - 1]];
    if (!first || !last) continue;
    const part = folded.originalOf(first.index, last.index + last[0].length);
    if (!isAccepted(part)) continue;
    parts.push(part);
    at += words.length - 1;
  }
  return parts;
}
