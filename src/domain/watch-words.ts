import { foldText } from './fold.ts';
import type { Passage } from './page-text.ts';
import { Problem } from './problem.ts';
import { isPlain, printable } from './text.ts';
import { withoutQuotes } from './word-query.ts';
import { isWordAlone, wordsOf } from './words.ts';

/** When the change of a webpage is announced because of its words. */
type WatchRule =
  | { readonly kind: 'appears' | 'disappears'; readonly phrase: string }
  /** `pattern` is a text with one # in the place of the number. */
  | { readonly kind: 'below' | 'above'; readonly pattern: string; readonly bound: number };

export const MOST_WATCH_WORDS = 20;
const LONGEST_TEXT = 200;
const MOST = 1e12;

const ALLOWED =
  '"appears PHRASE", "disappears PHRASE", "below NUMBER: PATTERN" or "above NUMBER: PATTERN", where # in the pattern is the number, as in "below 100: Price #"';

function refused(line: string): Problem {
  return new Problem('invalid', `The watch words ${printable(line, 80)} are not valid; allowed is ${ALLOWED}.`);
}

/** Reads one rule. Throws Problem('invalid') with the allowed forms. */
function readRule(given: string): WatchRule {
  const line = given.trim();
  const refuse = (): never => {
    throw refused(line);
  };
  const [, kind, rest = ''] = /^(appears|disappears|below|above)\s+(\S.*)$/i.exec(line) ?? refuse();
  const word = kind?.toLowerCase();
  if (line.length > LONGEST_TEXT + 40 || !isPlain(line)) return refuse();
  if (word === 'appears' || word === 'disappears') {
    const phrase = withoutQuotes(rest);
    return phrase === '' || phrase.length > LONGEST_TEXT ? refuse() : { kind: word, phrase };
  }
  const [, number = '', quoted = ''] = /^([^:]+?)\s*:\s*(\S.*)$/.exec(rest) ?? refuse();
  const pattern = withoutQuotes(quoted);
  const bound = Number(number);
  const isBound = /^-?\d+(?:\.\d+)?$/.test(number) && Math.abs(bound) <= MOST;
  const isPattern = pattern.length <= LONGEST_TEXT && pattern.split('#').length === 2;
  return isBound && isPattern ? { kind: word === 'below' ? 'below' : 'above', pattern, bound } : refuse();
}

/** Reads rules, one per line, and returns them as they are stored. Throws Problem('invalid'). */
export function readWatchWords(lines: readonly string[]): string[] {
  const filled = lines.filter((line) => line.trim() !== '');
  if (filled.length > MOST_WATCH_WORDS) {
    throw new Problem(
      'invalid',
      `${filled.length} lines of watch words were given; at most ${MOST_WATCH_WORDS} are allowed.`,
    );
  }
  const rules = filled.map((line) => {
    const rule = readRule(line);
    if ('phrase' in rule && wordsOf(rule.phrase).length === 0) throw refused(line.trim());
    return rule;
  });
  return [...new Set(rules.map(ruleLine))];
}

/** The rule as a person writes it. */
function ruleLine(rule: WatchRule): string {
  if ('phrase' in rule) return `${rule.kind} ${rule.phrase}`;
  return `${rule.kind} ${rule.bound}: ${rule.pattern}`;
}

/** A sentence for each rule of readWatchWords that became true. */
export function watched(
  lines: readonly string[],
  { before, after }: { readonly before: readonly Passage[]; readonly after: readonly Passage[] },
): string[] {
  const [old, fresh] = [foldedText(before), foldedText(after)];
  const [oldWords, freshWords] = [wordLines(before), wordLines(after)];
  return lines.map(readRule).flatMap((rule) => {
    if ('phrase' in rule) {
      const phrase = wordLine(rule.phrase);
      const [was, is] = [oldWords.includes(phrase), freshWords.includes(phrase)];
      const isHit = rule.kind === 'appears' ? !was && is : was && !is;
      return isHit ? [`“${rule.phrase}” ${rule.kind === 'appears' ? 'appeared' : 'disappeared'}`] : [];
    }
    const [was, is] = [numberIn(old, rule.pattern), numberIn(fresh, rule.pattern)];
    const passes = (value: number | undefined) =>
      value !== undefined && (rule.kind === 'below' ? value < rule.bound : value > rule.bound);
    return passes(is) && !passes(was) ? [`“${rule.pattern}” is ${is}, ${rule.kind} ${rule.bound}`] : [];
  });
}

/** Passages are lines, so that no phrase is found across two of them. */
const foldedText = (passages: readonly Passage[]) => passages.map(({ text }) => foldText(text).trim()).join('\n');

/** The words as search compares them, also with spaces around. */
const wordLine = (text: string) => ` ${wordsOf(text).join(' ')} `;
const wordLines = (passages: readonly Passage[]) => passages.map(({ text }) => wordLine(text)).join('\n');

const letter = /[\p{L}\p{N}]/u;

/** Whether the text goes on with the same word. */
const isSameWord = (one = '', other = '') =>
  letter.test(one) && letter.test(other) && !isWordAlone(one) && !isWordAlone(other);

/** The places after the part, as whole words. */
function* endsOf(text: string, part: string): Iterable<number> {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const end = at + part.length;
    if (!isSameWord(text[at - 1], part[0]) && !isSameWord(part.at(-1), text[end])) yield end;
  }
}

/**
 * Between the words of a pattern and the number: a sign, a currency and spaces, also in the next passage. A currency is EUR,
 * US$, Fr., kr and the like; other short words, as in "Price of 2 items", are none.
 */
const LEAD =
  /[^\p{L}\p{N}]{0,10}?(?:(?:[a-z]{3}|[a-z]{1,4}(?=\.|\p{Sc})|kr|rs)[^\p{L}\p{N}]{0,3}?)?(-?\d[\d.,' ]{0,20}(?!\d))/uy;
const NUMBER = /-?\d[\d.,' ]{0,20}/y;

/** The number of the first place that the pattern describes. The work grows with the length of the text only. */
function numberIn(text: string, pattern: string): number | undefined {
  const [head = '', tail = ''] = pattern.split('#').map((part) => foldText(part).trim());
  const read = (from: number): number | undefined => {
    const expression = head === '' ? NUMBER : LEAD;
    expression.lastIndex = from;
    const found = expression.exec(text);
    if (!found) return undefined;
    const digits = found[1] ?? found[0];
    const end = found.index + found[0].length;
    const rest = text.slice(end, end + tail.length + 4).trimStart();
    return tail === '' || rest.startsWith(tail) ? readNumber(digits) : undefined;
  };
  if (head !== '') {
    for (const end of endsOf(text, head)) {
      const value = read(end);
      if (value !== undefined) return value;
    }
    return undefined;
  }
  for (const { index } of text.matchAll(/(?<![\d.,])-?\d/g)) {
    const value = read(index);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Reads 1,299.50, 1.299,50, 1 299,50 and 1'299.5. A last separator with three digits after it separates thousands. */
function readNumber(text: string): number | undefined {
  const digits = /^-?\d{1,3}(?:[ ']\d{3})+(?:[.,]\d+)?|^-?\d[\d.,]*\d|^-?\d/.exec(text)?.[0].replace(/[ ']/g, '') ?? '';
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const separators = digits.replace(/[^.,]/g, '');
  const decimals = digits.length - last - 1;
  const areThousands =
    last < 0 ||
    (new Set(separators).size === 1 && (separators.length > 1 || (decimals === 3 && !/^-?0[.,]/.test(digits))));
  const value = areThousands
    ? Number(digits.replace(/[.,]/g, ''))
    : Number(`${digits.slice(0, last).replace(/[.,]/g, '')}.${digits.slice(last + 1)}`);
  return Number.isFinite(value) ? value : undefined;
}
