import type { Passage } from '../../domain/page-text.ts';
import { FAMILIES, type Family } from './fonts.ts';

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Type {
  readonly family: Family;
  readonly size: number;
  readonly fill: string;
  readonly weight?: number;
  readonly italic?: boolean;
  /** Between letters, in pixels. */
  readonly spacing?: number;
  readonly align?: 'middle' | 'end';
  readonly line?: 'underline' | 'line-through';
  /** From baseline to baseline; 1.5 times the size if it is not given. */
  readonly leading?: number;
}

export const PAGE_WIDTH = 1280;
export const SCREEN_HEIGHT = 800;

/** Larger text is a heading. */
const HEADING_SIZE = 26;

/** Collects the drawing of one webpage as SVG, with its words and the places of its elements. */
export class Canvas {
  readonly #parts: string[] = [];
  /** In the order in which they were drawn. */
  readonly passages: Passage[] = [];
  readonly elements: { selector: string; box: Rectangle }[] = [];

  /** Returns the rectangle, so that it can be named as an element. */
  rectangle(box: Rectangle, fill: string, style: { radius?: number; stroke?: string } = {}): Rectangle {
    const { radius = 0, stroke } = style;
    const line = stroke ? ` stroke="${stroke}"` : '';
    const { x, y, width, height } = box;
    this.#parts.push(
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"${line}/>`,
    );
    return box;
  }

  rule(x: number, y: number, width: number, fill: string, thickness = 1): void {
    this.rectangle({ x, y, width, height: thickness }, fill);
  }

  /** SVG, moved and enlarged: for illustrations that are drawn in units of their own. */
  picture(svg: string, at: { x: number; y: number; scale?: number }): void {
    this.#parts.push(`<g transform="translate(${at.x} ${at.y}) scale(${at.scale ?? 1})">${svg}</g>`);
  }

  /** One line with its baseline at `y`. Returns its approximate width. */
  text(x: number, y: number, words: string, type: Type): number {
    this.#addPassage(type.size >= HEADING_SIZE ? 'heading' : 'other', [{ words, box: boxOf(x, y, words, type) }]);
    return this.#line(x, y, words, type);
  }

  #line(x: number, y: number, words: string, type: Type): number {
    const { family, size, fill, weight = 400, italic, spacing, align, line } = type;
    const attributes = [
      `x="${x}" y="${y}" font-family="${FAMILIES[family]}" font-size="${size}" font-weight="${weight}" fill="${fill}"`,
      italic ? 'font-style="italic"' : '',
      spacing ? `letter-spacing="${spacing}"` : '',
      align ? `text-anchor="${align}"` : '',
      line ? `text-decoration="${line}"` : '',
    ];
    this.#parts.push(`<text ${attributes.join(' ')}>${escapeXml(words)}</text>`);
    return widthOf(words, type);
  }

  /** Lines broken to the width, the first baseline at `y`. Returns the baseline of the line that would follow. */
  paragraph(box: { x: number; y: number; width: number }, words: string, type: Type): number {
    const leading = type.leading ?? Math.round(type.size * 1.5);
    const lines = linesOf(words, box.width, type);
    for (const [number, line] of lines.entries()) this.#line(box.x, box.y + number * leading, line, type);
    this.#addPassage(
      type.size >= HEADING_SIZE ? 'heading' : 'paragraph',
      lines.map((line, number) => ({ words: line, box: boxOf(box.x, box.y + number * leading, line, type) })),
    );
    return box.y + lines.length * leading;
  }

  #addPassage(kind: Passage['kind'], lines: readonly { words: string; box: Rectangle }[]): void {
    if (lines.every(({ words }) => words.trim() === '')) return;
    let text = '';
    const placed = lines.map(({ words, box }) => {
      if (text !== '') text += ' ';
      const start = text.length;
      text += words;
      return { start, end: text.length, box };
    });
    this.passages.push({ kind, text, lines: placed });
  }

  element(selector: string, box: Rectangle): void {
    this.elements.push({ selector, box });
  }

  svg(height: number, ground: string): string {
    const size = `width="${PAGE_WIDTH}" height="${height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="${ground}"/>${this.#parts.join('')}</svg>`;
  }
}

/** Widths of letters in Arimo, in thousandths of the size. The other families are narrower or wider on the whole. */
const NARROW = "iljI.,:;!|'’ ft()[]/r·-";
const WIDE = 'mwMW%@—';
const WIDTHS = { narrow: 272, wide: 850, capital: 690, other: 545 };
const PROPORTION = { arimo: 1, tinos: 0.88, hanken: 0.98, newsreader: 0.94 };

function widthOf(words: string, { family, size, weight = 400, spacing = 0 }: Type): number {
  if (family === 'cousine') return words.length * (size * 0.6 + spacing);
  let units = 0;
  for (const letter of words) {
    if (NARROW.includes(letter)) units += WIDTHS.narrow;
    else if (WIDE.includes(letter)) units += WIDTHS.wide;
    else units += letter >= 'A' && letter <= 'Z' ? WIDTHS.capital : WIDTHS.other;
  }
  return (units / 1000) * size * PROPORTION[family] * (weight >= 600 ? 1.06 : 1) + words.length * spacing;
}

/** Around a line with its baseline at `y`. */
function boxOf(x: number, y: number, words: string, type: Type): Rectangle {
  const width = Math.ceil(widthOf(words, type));
  const left = type.align === 'end' ? x - width : type.align === 'middle' ? x - width / 2 : x;
  const top = Math.round(y - 0.92 * type.size);
  return { x: Math.max(0, Math.round(left)), y: Math.max(0, top), width, height: Math.round(1.15 * type.size) };
}

function linesOf(words: string, width: number, type: Type): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer, type) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
