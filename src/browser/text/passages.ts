import type { Box, Size } from '../../domain/findings.ts';
import {
  MAX_PASSAGE_LENGTH,
  MAX_PASSAGES,
  MAX_TEXT_BYTES,
  type Passage,
  type PassageLine,
} from '../../domain/page-text.ts';
import { withoutControlsInLines } from '../../domain/text.ts';
import type { Block, Run } from './blocks.ts';
import type { Rect } from './snapshot-document.ts';
import { common, heightOf, widthOf } from './visibility.ts';

/** Where the picture is in the page, in CSS pixels. */
export type PicturePlace = { readonly pixelsPerCss: number; readonly left: number; readonly top: number };

/** Less than this is an error of the arithmetic, not a part of a pixel. */
const epsilon = 0.001;

/** In multiples of the size of the font. Parts of a word are closer to each other, and words are further apart. */
const [closest, widest] = [0.12, 0.3];

/** A passage with the places of its lines in the page. */
type Draft = { kind: Passage['kind'] | undefined; text: string; lines: { rect: Rect; start: number; end: number }[] };

function isOnLine(rect: Rect, line: Rect): boolean {
  const shared = Math.min(rect.bottom, line.bottom) - Math.max(rect.top, line.top);
  return shared >= 0.5 * Math.min(heightOf(rect), heightOf(line));
}

const gapOf = (one: Rect, other: Rect) => Math.max(other.left - one.right, one.left - other.right);

const around = (one: Rect, other: Rect): Rect => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

/** The separator between a run and the run before it. */
function separatorOf(run: Run, before: Run): string {
  if (run.isBroken) return '\n';
  if (run.isSpaced || /\s$/.test(before.text) || /^\s/.test(run.text)) return ' ';
  if (run.node === before.node) return '';
  if (isOnLine(run.rect, before.rect)) return gapOf(before.rect, run.rect) > widest * run.fontSize ? ' ' : '';
  return run.box === before.box ? '' : ' ';
}

function draftOf({ kind, isPreformatted, runs }: Block): Draft {
  const draft: Draft = { kind, text: '', lines: [] };
  let before: Run | undefined;
  for (const run of runs) {
    const written = withoutControlsInLines(run.text);
    const text = (isPreformatted ? written : written.replace(/[ \t\n\r\f]+/g, ' ')).trim();
    if (before) draft.text += separatorOf(run, before);
    const start = draft.text.length;
    draft.text += text;
    const line = draft.lines.at(-1);
    if (line && !run.isBroken && isOnLine(run.rect, line.rect)) {
      line.rect = around(line.rect, run.rect);
      line.end = draft.text.length;
    } else draft.lines.push({ rect: run.rect, start, end: draft.text.length });
    before = run;
  }
  return draft;
}

/** Items of a flexible box that touch are parts of one word, such as the parts of a price. */
function joinTouching(blocks: readonly Block[]): Block[] {
  // Runs are appended: copies for each of 40,000 parts of one word took ten seconds.
  const joined: (Block & { readonly runs: Run[] })[] = [];
  for (const block of blocks) {
    const before = joined.at(-1);
    const [last, first] = [before?.runs.at(-1), block.runs[0]];
    const touches =
      before?.row !== undefined &&
      before.row === block.row &&
      last &&
      first &&
      isOnLine(first.rect, last.rect) &&
      Math.abs(gapOf(last.rect, first.rect)) <= closest * Math.max(first.fontSize, last.fontSize);
    if (before && touches) for (const run of block.runs) before.runs.push(run);
    else joined.push({ ...block, runs: [...block.runs] });
  }
  return joined;
}

/** Divides a long passage at the ends of lines. */
function* divided({ kind, text, lines }: Draft): Iterable<Draft> {
  let from = 0;
  while (from < lines.length) {
    const begin = lines[from]?.start ?? 0;
    let to = from + 1;
    while (to < lines.length && (lines[to]?.end ?? 0) - begin <= MAX_PASSAGE_LENGTH) to += 1;
    const end = Math.min(lines[to - 1]?.end ?? 0, begin + MAX_PASSAGE_LENGTH);
    const part = lines.slice(from, to).map(({ rect, ...line }) => ({
      rect,
      start: line.start - begin,
      end: Math.min(line.end, end) - begin,
    }));
    yield { kind, text: text.slice(begin, end), lines: part };
    from = to;
  }
}

/** A paragraph has several words; a label does not. */
function isSentence(text: string): boolean {
  return text.length >= 40 || (text.length >= 20 && !/\s/.test(text.slice(0, 20)) && /\p{Lo}/u.test(text));
}

function boxOf(rect: Rect, picture: Size, { pixelsPerCss, left, top }: PicturePlace): Box {
  const start = (at: number) => Math.max(0, Math.floor(at * pixelsPerCss + epsilon));
  const end = (at: number, most: number) => Math.min(most, Math.ceil(at * pixelsPerCss - epsilon));
  const [x, y] = [start(rect.left - left), start(rect.top - top)];
  return {
    x,
    y,
    width: Math.max(0, end(rect.right - left, picture.width) - x),
    height: Math.max(0, end(rect.bottom - top, picture.height) - y),
  };
}

/** The passages that a picture shows. */
export function passagesOf(
  blocks: readonly Block[],
  picture: Size,
  place: PicturePlace,
): { readonly passages: readonly Passage[]; readonly cut: boolean } {
  const { left, top, pixelsPerCss } = place;
  const shown: Rect = {
    left,
    top,
    right: left + picture.width / pixelsPerCss,
    bottom: top + picture.height / pixelsPerCss,
  };
  const isInPicture = ({ rect }: Run) => {
    const part = common(rect, shown);
    return heightOf(part) >= 0.5 * heightOf(rect) && widthOf(part) >= 0.5 * widthOf(rect);
  };
  const inPicture = blocks
    .map((block) => ({ ...block, runs: block.runs.filter(isInPicture) }))
    .filter(({ runs }) => runs.length > 0);
  const passages: Passage[] = [];
  let bytes = 0;
  for (const block of joinTouching(inPicture))
    for (const { kind, text, lines } of divided(draftOf(block))) {
      bytes += Buffer.byteLength(text);
      if (bytes > MAX_TEXT_BYTES || passages.length === MAX_PASSAGES) return { passages, cut: true };
      const placed: PassageLine[] = lines.map(({ rect, start, end }) => ({
        box: boxOf(rect, picture, place),
        start,
        end,
      }));
      passages.push({ kind: kind ?? (isSentence(text) ? 'paragraph' : 'other'), text, lines: placed });
    }
  return { passages, cut: false };
}
