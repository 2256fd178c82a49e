import type { Rect, TextBox } from './snapshot-document.ts';
import { common, heightOf, widthOf } from './visibility.ts';

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;

function isBetweenWords(text: string, at: number): boolean {
  const [before = '', after = ''] = [text[at - 1], text[at]];
  return /\s/.test(before) || /\s/.test(after) || (unspaced.test(before) && unspaced.test(after));
}

/**
 * The whole words of a text box that are visible; undefined if none are. The places of words are estimated by the number
 * of characters, because a snapshot has no others.
 */
export function visiblePart(text: string, box: TextBox, shown: Rect): TextBox | undefined {
  const { start, end, rect } = box;
  const part = common(rect, shown);
  const [width, height] = [widthOf(part), heightOf(part)];
  const isVertical = heightOf(rect) > 2 * widthOf(rect) && end - start > 2;
  if (isVertical) return width >= 0.5 * widthOf(rect) && height >= 0.5 * heightOf(rect) ? box : undefined;
  if (height < 0.5 * heightOf(rect) || width < 2) return undefined;
  if (width > widthOf(rect) - 2) return box;
  const each = widthOf(rect) / (end - start);
  let from = start + Math.ceil((part.left - rect.left) / each - 0.2);
  let to = start + Math.floor((part.right - rect.left) / each + 0.2);
  if (from > start) while (from < to && !isBetweenWords(text, from)) from += 1;
  if (to < end) while (to > from && !isBetweenWords(text, to)) to -= 1;
  return to > from ? { start: from, end: to, rect: part } : undefined;
}
