import { findTerm } from '../domain/exact-words.ts';
import type { Box } from '../domain/findings.ts';
import type { PageText, PassageLine } from '../domain/page-text.ts';
import { Problem } from '../domain/problem.ts';
import { readWordQuery, type WordQuery } from '../domain/word-query.ts';
import type { TextPart } from '../domain/words.ts';
import type { Visit } from './visit.ts';

/** More than a person can read. */
const MOST_BOXES = 500;

/** The query whose words a link to a capture asks to outline. A text that is no query outlines nothing. */
export function wordsToOutline({ query, timeZone }: Pick<Visit, 'query' | 'timeZone'>): WordQuery | undefined {
  const text = query.get('words');
  if (!text) return undefined;
  try {
    return readWordQuery(text, { scope: 'all', exact: query.get('exact') === 'on', timeZone });
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Where the wanted words of a query are in a picture. */
export function wordBoxes({ passages }: PageText, { wanted, exact }: WordQuery): Box[] {
  const boxes: Box[] = [];
  for (const { text, lines } of passages) {
    for (const part of partsWith(text, wanted, exact)) {
      for (const line of lines) {
        const box = boxIn(text, line, part);
        if (box) boxes.push(box);
      }
      if (boxes.length >= MOST_BOXES) return boxes.slice(0, MOST_BOXES);
    }
  }
  return boxes;
}

/** The parts of a text that match, in its order and without overlaps. */
export function partsWith(text: string, wanted: WordQuery['wanted'], exact: boolean): TextPart[] {
  const all = wanted.flatMap((term) => findTerm(text, term, exact));
  const parts: TextPart[] = [];
  for (const part of all.sort((one, other) => one.start - other.start)) {
    const previous = parts.at(-1);
    if (previous && part.start < previous.end)
      parts[parts.length - 1] = { start: previous.start, end: Math.max(previous.end, part.end) };
    else parts.push(part);
  }
  return parts;
}

const RIGHT_TO_LEFT = /[\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}\p{scx=Thaa}]/u;
/** The widths of letters are not known, so the box is wider than the share of the letters. */
const SLACK = 0.4;
/** The frame does not cover the letters. */
const ABOVE = 0.15;

/** The part of a line that these letters take, by their share of the letters of the line. */
function boxIn(text: string, { box, start, end }: PassageLine, part: TextPart): Box | undefined {
  const [from, to] = [Math.max(start, part.start), Math.min(end, part.end)];
  if (from >= to) return undefined;
  const share = (position: number) => (position - start) / Math.max(1, end - start);
  const slack = SLACK * box.height;
  const above = ABOVE * box.height;
  const [left, right] = RIGHT_TO_LEFT.test(text.slice(from, to))
    ? [1 - share(to), 1 - share(from)]
    : [share(from), share(to)];
  const x = Math.max(box.x - slack, box.x + left * box.width - slack);
  const width = Math.min(box.x + box.width + slack, box.x + right * box.width + slack) - x;
  return { x, y: box.y - above, width, height: box.height + 2 * above };
}
