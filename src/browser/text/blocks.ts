import type { PassageKind } from '../../domain/page-text.ts';
import { controlText } from './controls.ts';
import { readingOrder } from './reading-order.ts';
import type { LaidText, Rect, SnapshotDocument } from './snapshot-document.ts';
import { common, heightOf, type Visibility, widthOf } from './visibility.ts';
import { visiblePart } from './visible-part.ts';

/** A visible piece of text on one line. */
export type Run = {
  readonly text: string;
  /** In CSS pixels of the page. */
  readonly rect: Rect;
  readonly fontSize: number;
  /** Before this run, the document has spaces. */
  readonly isSpaced: boolean;
  /** Before this run, the document has a line break. */
  readonly isBroken: boolean;
  /** The inline block that has the run. Runs of different ones have no word in common, unless they touch. */
  readonly box: string;
  readonly node: string;
};

/** The visible runs of one paragraph, heading, cell or list item. */
export type Block = {
  /** Undefined if the page does not say. */
  readonly kind: PassageKind | undefined;
  readonly isPreformatted: boolean;
  /** The flexible box that the block is an item of. Items that touch are read together. */
  readonly row: string | undefined;
  readonly runs: readonly Run[];
};

/** Where a document is in the page, and which part of the page shows it. */
export type Place = { readonly toPage: (rect: Rect) => Rect; readonly shown: Rect };

const inlineDisplay = /^(inline|contents|ruby|math|none|$)/;
const controls = /^(BUTTON|INPUT|TEXTAREA|SELECT)$/;
const leastOpacity = 0.05;

/** The kind of passage that the content of an element is; undefined: the same as in its parent. */
function kindOf(document: SnapshotDocument, node: number): PassageKind | undefined {
  const name = document.name(node);
  if (/^H[1-6]$/.test(name)) return 'heading';
  if (/^(LI|DT|DD|OPTION)$/.test(name)) return 'item';
  if (/^(TD|TH)$/.test(name)) return 'cell';
  if (/^(P|BLOCKQUOTE|PRE|FIGCAPTION)$/.test(name)) return 'paragraph';
  const role = document.attribute(node, 'role');
  if (role === 'heading') return 'heading';
  if (role === 'listitem') return 'item';
  if (role && /^(cell|gridcell|columnheader|rowheader)$/.test(role)) return 'cell';
  const display = document.style(node, 'display');
  if (display === 'list-item' && name !== 'SUMMARY') return 'item';
  return display === 'table-cell' ? 'cell' : undefined;
}

/** Characters of icon fonts mean nothing without their font. */
const icons = /[\u{e000}-\u{f8ff}\u{f0000}-\u{10ffff}\ufffc]/gu;

/** A block that is being read. */
type Open = {
  kind: PassageKind | undefined;
  isPreformatted: boolean;
  row: string | undefined;
  runs: Run[];
  part: number;
};

/** Finds the visible text of a document, block by block in reading order. */
export class BlockReader {
  readonly #name: string;
  readonly #document: SnapshotDocument;
  readonly #visibility: Visibility;
  readonly #place: Place;
  readonly #blockOf: Int32Array;
  readonly #kinds: (PassageKind | undefined)[];
  /** The number of blocks inside of each block so far. They divide its own text. */
  readonly #parts: Int32Array;
  readonly #open = new Map<string, Open>();
  readonly #blocks: Block[] = [];
  #isSpaced = false;
  #breaks = 0;

  constructor(name: string, document: SnapshotDocument, visibility: Visibility, place: Place) {
    this.#name = name;
    this.#document = document;
    this.#visibility = visibility;
    this.#place = place;
    this.#blockOf = new Int32Array(document.nodeCount);
    this.#parts = new Int32Array(document.nodeCount);
    this.#kinds = new Array(document.nodeCount);
    for (let node = 0; node < document.nodeCount; node += 1) {
      const parent = document.parent(node);
      const isElement = document.isElement(node);
      this.#blockOf[node] = parent < 0 || (isElement && this.#isBlock(node)) ? node : (this.#blockOf[parent] ?? 0);
      this.#kinds[node] = (isElement ? kindOf(document, node) : undefined) ?? this.#kinds[parent];
    }
  }

  /** `readFrame` returns the blocks of the frame that a node shows. */
  read(readFrame: (node: number) => readonly Block[]): readonly Block[] {
    const document = this.#document;
    const fields = controlText(document);
    for (const node of readingOrder(document)) {
      if (this.#blockOf[node] === node && node > 0) this.#divide(node);
      const text = document.text(node);
      const field = fields.get(node);
      if (document.name(node) === 'BR') this.#breaks += 1;
      else if (text) this.#readText(node, text);
      else if (field !== undefined) this.#readField(node, field);
      else if (/^(IFRAME|FRAME|OBJECT|EMBED|IMG)$/.test(document.name(node))) this.#blocks.push(...readFrame(node));
    }
    return this.#blocks.filter(({ runs }) => runs.length > 0);
  }

  #isBlock(node: number): boolean {
    const document = this.#document;
    if (document.pseudo(node) === 'first-letter') return false;
    return /^(LI|TD|TH)$/.test(document.name(node)) || controls.test(document.name(node))
      ? document.isLaidOut(node)
      : document.isLaidOut(node) && !inlineDisplay.test(document.style(node, 'display'));
  }

  #divide(node: number): void {
    const outer = this.#blockOf[this.#document.parent(node)] ?? 0;
    const isInText =
      controls.test(this.#document.name(node)) && this.#document.style(node, 'display').startsWith('inline');
    const isAside = /absolute|fixed/.test(this.#document.style(node, 'position'));
    if (!isInText && !isAside) this.#parts[outer] = (this.#parts[outer] ?? 0) + 1;
  }

  #readText(node: number, { text, boxes }: LaidText): void {
    const document = this.#document;
    const element = document.isElement(node) ? node : document.parent(node);
    if (document.pseudo(element) === 'marker') return;
    const isPreformatted = /preserve|break-spaces/.test(document.style(element, 'white-space-collapse'));
    const isReadable =
      document.style(element, 'visibility') === 'visible' &&
      document.style(element, '-webkit-text-security') === 'none';
    const shown = boxes.length > 0 && isReadable ? this.#visibility.contentOf(element) : undefined;
    const skip = (start: number, end: number) => this.#skip(text.slice(start, end), isPreformatted);
    let reached = 0;
    for (const box of boxes) {
      skip(reached, box.start);
      reached = box.end;
      const part = shown && visiblePart(text, box, shown);
      const isSeen =
        part && text.slice(part.start, part.end).trim() !== '' && !this.#visibility.isUnreadable(element, part.rect);
      if (!isSeen) {
        skip(box.start, box.end);
        continue;
      }
      skip(box.start, part.start);
      this.#add({ node, element, isPreformatted, text: text.slice(part.start, part.end), rect: part.rect });
      skip(part.end, box.end);
    }
    skip(reached, text.length);
  }

  #readField(node: number, text: string): void {
    const document = this.#document;
    const shown = this.#visibility.contentOf(document.parent(node));
    if (!shown || document.style(node, 'visibility') !== 'visible') return;
    if (this.#visibility.opacityOf(node) < leastOpacity) return;
    const bounds = document.bounds(node);
    const rect = common(shown, bounds);
    if (heightOf(rect) < 0.5 * heightOf(bounds) || widthOf(rect) < 0.5 * widthOf(bounds)) return;
    const isPreformatted = document.name(node) === 'TEXTAREA';
    this.#add({ node, element: node, isPreformatted, text, rect });
    this.#isSpaced = true;
  }

  /** Remembers spaces and line breaks for the next run. */
  #skip(text: string, isPreformatted: boolean): void {
    if (/\s/.test(text)) this.#isSpaced = true;
    if (isPreformatted) this.#breaks += text.split('\n').length - 1;
  }

  #add(found: { node: number; element: number; isPreformatted: boolean; text: string; rect: Rect }): void {
    const { node, element, isPreformatted, rect } = found;
    const text = found.text.replace(icons, '');
    if (text.trim() === '') {
      this.#skip(text, isPreformatted);
      return;
    }
    const onPage = common(this.#place.toPage(rect), this.#place.shown);
    if (widthOf(onPage) < 1 || heightOf(onPage) < 1) return;
    const fontSize = this.#document.pixels(element, 'font-size');
    const [isSpaced, isBroken] = [this.#isSpaced, this.#breaks > 0];
    const block = this.#blockFor(node, element, isPreformatted);
    const box = `${this.#name} ${this.#inlineBlock(element)}`;
    block.runs.push({ text, rect: onPage, fontSize, isSpaced, isBroken, box, node: `${this.#name} ${node}` });
    this.#isSpaced = false;
    this.#breaks = 0;
  }

  /** The block that the run belongs to. A blank line, and a block inside of it, begin a new one. */
  #blockFor(node: number, element: number, isPreformatted: boolean): Open {
    const number = this.#blockOf[node] ?? 0;
    const isRuby = this.#isRuby(element, number);
    const key = isRuby ? `ruby ${number}` : String(number);
    const part = this.#parts[number] ?? 0;
    const open = this.#open.get(key);
    if (open && open.part === part && this.#breaks < 2) return open;
    const parent = this.#document.parent(number);
    const isItem = number > 0 && /flex/.test(this.#document.style(parent, 'display'));
    const row = isItem ? `${this.#name} ${parent}` : undefined;
    const block: Open = { kind: isRuby ? 'other' : this.#kinds[node], isPreformatted, row, runs: [], part };
    this.#open.set(key, block);
    this.#blocks.push(block);
    return block;
  }

  /** Ruby is read beside its text, not between its characters. */
  #isRuby(element: number, block: number): boolean {
    for (let each = element; each >= 0; each = this.#document.parent(each)) {
      if (/^R[TP]$/.test(this.#document.name(each))) return true;
      if (each === block) return false;
    }
    return false;
  }

  #inlineBlock(element: number): number {
    const block = this.#blockOf[element] ?? 0;
    for (let each = element; each >= 0 && each !== block; each = this.#document.parent(each))
      if (this.#document.style(each, 'display').startsWith('inline-')) return each;
    return block;
  }
}
