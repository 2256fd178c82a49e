import type { Protocol } from 'devtools-protocol';

/** The computed styles that a snapshot has of each element, in the order of the protocol. */
export const snapshotStyles = [
  'display',
  'visibility',
  'opacity',
  'filter',
  'position',
  'overflow-x',
  'overflow-y',
  'clip',
  'clip-path',
  '-webkit-text-fill-color',
  '-webkit-text-security',
  'background-color',
  'background-image',
  'background-clip',
  'color-scheme',
  'direction',
  'font-size',
  'white-space-collapse',
  'border-left-width',
  'border-top-width',
  'padding-left',
  'padding-top',
] as const;
type StyleName = (typeof snapshotStyles)[number];

/** A rectangle in CSS pixels. */
export type Rect = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** The place of characters of a text: those from `start` up to, but without, `end`. */
export type TextBox = { readonly start: number; readonly end: number; readonly rect: Rect };

/** A text with its boxes in the order of the text. Collapsed spaces are in no box. */
export type LaidText = { readonly text: string; readonly boxes: readonly TextBox[] };

const rectOf = ([left = 0, top = 0, width = 0, height = 0]: readonly number[]): Rect => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

const ELEMENT = 1;

/**
 * A document of a snapshot. Nodes are numbered as visitors see them: with the content of shadow roots and pseudo-elements,
 * each after its parent. Coordinates are relative to the beginning of the document.
 */
export class SnapshotDocument {
  readonly nodeCount: number;
  readonly baseUrl: string;
  readonly language: string;
  readonly scroll: { readonly left: number; readonly top: number };
  readonly #document: Protocol.DOMSnapshot.DocumentSnapshot;
  readonly #strings: readonly string[];
  readonly #layoutOf: Int32Array;
  readonly #texts = new Map<number, LaidText>();
  readonly #pseudo: ReadonlyMap<number, string>;

  constructor(document: Protocol.DOMSnapshot.DocumentSnapshot, strings: readonly string[]) {
    this.#document = document;
    this.#strings = strings;
    const { nodes, layout } = document;
    this.nodeCount = nodes.nodeName?.length ?? 0;
    this.baseUrl = this.#string(document.baseURL);
    this.language = this.#string(document.contentLanguage);
    this.scroll = { left: document.scrollOffsetX ?? 0, top: document.scrollOffsetY ?? 0 };
    this.#pseudo = this.#rareStrings(nodes.pseudoType);
    this.#layoutOf = new Int32Array(this.nodeCount).fill(-1);
    for (const [index, node] of layout.nodeIndex.entries())
      if (this.#layoutOf[node] === -1) this.#layoutOf[node] = index;
    this.#readTexts();
  }

  get frameId(): string {
    return this.#string(this.#document.frameId);
  }

  /** The size of the part of the page that shows the document, in its own pixels. */
  get viewport(): Rect {
    return rectOf(this.#document.layout.bounds[0] ?? []);
  }

  parent(node: number): number {
    return this.#document.nodes.parentIndex?.[node] ?? -1;
  }

  isElement(node: number): boolean {
    return this.#document.nodes.nodeType?.[node] === ELEMENT;
  }

  /** In capitals; names of SVG in small letters. */
  name(node: number): string {
    return this.#string(this.#document.nodes.nodeName?.[node]);
  }

  value(node: number): string {
    return this.#string(this.#document.nodes.nodeValue?.[node]);
  }

  pseudo(node: number): string | undefined {
    return this.#pseudo.get(node);
  }

  backendId(node: number): number | undefined {
    return this.#document.nodes.backendNodeId?.[node];
  }

  attribute(node: number, name: string): string | undefined {
    const attributes = this.#document.nodes.attributes?.[node] ?? [];
    for (let at = 0; at < attributes.length; at += 2)
      if (this.#string(attributes[at]) === name) return this.#string(attributes[at + 1]);
    return undefined;
  }

  isLaidOut(node: number): boolean {
    return (this.#layoutOf[node] ?? -1) >= 0;
  }

  /** Of an element that is laid out. A text has the styles of its parent. */
  style(node: number, name: StyleName): string {
    const styles = this.#document.layout.styles[this.#layoutOf[node] ?? -1];
    return this.#string(styles?.[snapshotStyles.indexOf(name)]);
  }

  pixels(node: number, name: StyleName): number {
    return Number.parseFloat(this.style(node, name)) || 0;
  }

  bounds(node: number): Rect {
    return rectOf(this.#document.layout.bounds[this.#layoutOf[node] ?? -1] ?? []);
  }

  text(node: number): LaidText | undefined {
    return this.#texts.get(node);
  }

  /** The values of form fields by node. */
  get inputValues(): ReadonlyMap<number, string> {
    const { inputValue, textValue } = this.#document.nodes;
    return new Map([...this.#rareStrings(inputValue), ...this.#rareStrings(textValue)]);
  }

  get selectedOptions(): ReadonlySet<number> {
    return new Set(this.#document.nodes.optionSelected?.index);
  }

  /** The numbers of the documents of frames in this process, by node. */
  get frames(): ReadonlyMap<number, number> {
    const { index, value } = this.#document.nodes.contentDocumentIndex ?? { index: [], value: [] };
    return new Map(index.map((node, at) => [node, value[at] ?? -1]));
  }

  #string(index: number | undefined): string {
    return index === undefined || index < 0 ? '' : (this.#strings[index] ?? '');
  }

  #rareStrings(data: Protocol.DOMSnapshot.RareStringData | undefined): Map<number, string> {
    return new Map(data?.index.map((node, at) => [node, this.#string(data.value[at])]));
  }

  #readTexts(): void {
    const { layout, textBoxes } = this.#document;
    const boxes = new Map<number, TextBox[]>();
    for (const [at, index] of textBoxes.layoutIndex.entries()) {
      const start = textBoxes.start[at] ?? 0;
      const box = { start, end: start + (textBoxes.length[at] ?? 0), rect: rectOf(textBoxes.bounds[at] ?? []) };
      const known = boxes.get(index);
      if (known) known.push(box);
      else boxes.set(index, [box]);
    }
    for (const [index, node] of layout.nodeIndex.entries()) {
      const text = this.#string(layout.text[index]);
      if (text === '') continue;
      // A line from right to left has its boxes from left to right.
      const ordered = (boxes.get(index) ?? []).toSorted((one, other) => one.start - other.start);
      this.#texts.set(node, { text, boxes: withoutOverlaps(ordered) });
    }
  }
}

/** `text-transform` can lengthen a text, as in ß to SS. Chromium counts `start` before that, and `length` after it. */
function withoutOverlaps(boxes: readonly TextBox[]): readonly TextBox[] {
  let added = 0;
  let last = 0;
  return boxes.map(({ start, end, rect }) => {
    added = Math.max(added, last - start);
    last = end + added;
    return { start: start + added, end: last, rect };
  });
}
