import type { Rect, SnapshotDocument } from './snapshot-document.ts';

export const everywhere: Rect = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** Text with less opacity than this is invisible. */
const leastOpacity = 0.05;

export function common(one: Rect, other: Rect): Rect {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

export const widthOf = ({ left, right }: Rect): number => Math.max(0, right - left);
export const heightOf = ({ top, bottom }: Rect): number => Math.max(0, bottom - top);

/** The part of an element that its ancestors show. */
type Shown = {
  /** The visible part of the document for content of the element, by how the content is positioned. */
  readonly flow: Rect;
  readonly absolute: Rect;
  readonly fixed: Rect;
  readonly opacity: number;
};

/** The opacity that the functions of `filter` leave. */
function filterOpacity(filter: string): number {
  let left = 1;
  for (const [, number = '', percent] of filter.matchAll(/\bopacity\(([\d.e-]+)(%?)\)/g)) {
    left *= Math.min(1, percent ? Number(number) / 100 : Number(number));
  }
  return left;
}

/** The visible rectangle of `clip: rect(…)` on a positioned element. Null: it does not clip. */
function clipRect(clip: string, { left, top, right, bottom }: Rect): Rect | null {
  const given = /^rect\((.*)\)$/.exec(clip)?.[1]?.split(/[,\s]+/);
  if (given?.length !== 4) return null;
  const at = (n: number, from: number, auto: number) => {
    const value = Number.parseFloat(given[n] ?? '');
    return Number.isFinite(value) ? from + value : auto;
  };
  return { left: at(3, left, left), top: at(0, top, top), right: at(1, left, right), bottom: at(2, top, bottom) };
}

/** The part that `clip-path` leaves: exact for `inset()`, nothing for a circle or a polygon without area. */
function clipPathRect(path: string, rect: Rect): Rect | null {
  const [, shape, given = ''] = /^(inset|circle|ellipse|polygon)\((.*)\)/.exec(path) ?? [];
  if (shape === 'inset') {
    const lengths = given.split(' round ')[0]?.trim().split(/\s+/) ?? [];
    const length = (n: number, whole: number) => {
      const text = lengths[n] ?? lengths[n === 3 ? 1 : n === 2 ? 0 : 0] ?? '0';
      return text.endsWith('%') ? (whole * Number.parseFloat(text)) / 100 : Number.parseFloat(text) || 0;
    };
    const [width, height] = [widthOf(rect), heightOf(rect)];
    return {
      left: rect.left + length(3, width),
      top: rect.top + length(0, height),
      right: rect.right - length(1, width),
      bottom: rect.bottom - length(2, height),
    };
  }
  const numbers = given.match(/-?[\d.]+/g)?.map(Number) ?? [];
  const isEmpty = shape !== undefined && (shape === 'polygon' ? new Set(numbers).size < 2 : numbers[0] === 0);
  return isEmpty ? { ...rect, right: rect.left } : null;
}

/** Colours are computed, so they are `rgb(…)`, `rgba(…)` or `color(srgb …)`. */
function readColour(text: string): { readonly rgb: readonly number[]; readonly alpha: number } {
  const numbers = text.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [];
  const unit = text.startsWith('color(') ? 255 : 1;
  return { rgb: numbers.slice(0, 3).map((each) => each * unit), alpha: numbers[3] ?? 1 };
}

/** Tells which parts of the texts of a document are visible. */
export class Visibility {
  readonly #document: SnapshotDocument;
  readonly #shown: (Shown | undefined)[];
  readonly #root: Shown;

  constructor(document: SnapshotDocument, opacity: number) {
    this.#document = document;
    this.#shown = new Array(document.nodeCount);
    this.#root = { flow: everywhere, absolute: everywhere, fixed: everywhere, opacity };
  }

  /** The visible part of the content of a node; undefined if nothing is visible. */
  contentOf(node: number): Rect | undefined {
    const { flow, opacity } = this.#of(node);
    return opacity >= leastOpacity && widthOf(flow) > 0 && heightOf(flow) > 0 ? flow : undefined;
  }

  opacityOf(node: number): number {
    return this.#of(node).opacity;
  }

  /** The text of an element in its own colour: transparent, or the same as its background. */
  isUnreadable(node: number, rect: Rect): boolean {
    const fill = readColour(this.#document.style(node, '-webkit-text-fill-color'));
    if (fill.alpha < leastOpacity) return !this.#hasTextBackground(node);
    return this.#isOnItsColour(node, fill.rgb, rect);
  }

  #of(node: number): Shown {
    if (node < 0) return this.#root;
    const known = this.#shown[node];
    if (known) return known;
    // Ancestors first, without recursion: a page can nest thousands of elements.
    const chain: number[] = [];
    for (let each = node; each >= 0 && !this.#shown[each]; each = this.#document.parent(each)) chain.push(each);
    let shown = this.#root;
    for (const each of chain.reverse()) {
      shown = this.#inside(each, this.#shown[this.#document.parent(each)] ?? this.#root);
      this.#shown[each] = shown;
    }
    return shown;
  }

  #inside(node: number, outer: Shown): Shown {
    const document = this.#document;
    if (!document.isElement(node) || !document.isLaidOut(node)) return outer;
    const position = document.style(node, 'position');
    const ownOpacity = Number.parseFloat(document.style(node, 'opacity') || '1');
    const opacity = outer.opacity * ownOpacity * filterOpacity(document.style(node, 'filter'));
    const bounds = document.bounds(node);
    let { flow, absolute, fixed } = outer;
    if (position === 'fixed') flow = fixed;
    else if (position === 'absolute') flow = absolute;
    const clip =
      position === 'absolute' || position === 'fixed' ? clipRect(document.style(node, 'clip'), bounds) : null;
    const cut = clip ?? clipPathRect(document.style(node, 'clip-path'), bounds);
    if (cut) {
      flow = common(flow, cut);
      absolute = common(absolute, cut);
      fixed = common(fixed, cut);
    }
    if (position !== 'static') absolute = flow;
    if (document.style(node, 'display') !== 'inline' && !/^(HTML|BODY)$/.test(document.name(node))) {
      const x = document.style(node, 'overflow-x') !== 'visible';
      const y = document.style(node, 'overflow-y') !== 'visible';
      const box = {
        left: x ? bounds.left : -Infinity,
        right: x ? bounds.right : Infinity,
        top: y ? bounds.top : -Infinity,
        bottom: y ? bounds.bottom : Infinity,
      };
      flow = common(flow, box);
      if (position !== 'static') absolute = flow;
    }
    return { flow, absolute, fixed, opacity };
  }

  /** A gradient or a picture fills the letters of a transparent text. */
  #hasTextBackground(node: number): boolean {
    for (let each = node; each >= 0; each = this.#document.parent(each))
      if (this.#document.style(each, 'background-clip').includes('text')) return true;
    return false;
  }

  #isOnItsColour(node: number, rgb: readonly number[], rect: Rect): boolean {
    const isSame = (colour: readonly number[]) => rgb.every((each, at) => Math.abs(each - (colour[at] ?? 0)) <= 2);
    const ancestors = new Set<number>();
    let background: readonly number[] | undefined;
    let top = node;
    for (let each = node; each >= 0 && !background; each = this.#document.parent(each)) {
      ancestors.add(each);
      if (!this.#document.isElement(each) || !this.#document.isLaidOut(each)) continue;
      top = each;
      if (this.#document.style(each, 'background-image') !== 'none') return false;
      const { rgb: colour, alpha } = readColour(this.#document.style(each, 'background-color'));
      if (alpha >= 0.95) background = colour;
      else if (alpha > leastOpacity) return false;
    }
    if (!background) {
      // A frame without a background shows that of its page.
      const isDark = this.#document.style(top, 'color-scheme').includes('dark');
      if (isDark || this.#root.opacity < 1 || this.#document.name(top) !== 'HTML') return false;
      background = [255, 255, 255];
    }
    return isSame(background) && !this.#hasPaintBehind(rect, ancestors, isSame);
  }

  /** Whether something else than the ancestors is painted where the text is. */
  #hasPaintBehind(rect: Rect, ancestors: ReadonlySet<number>, isSame: (rgb: readonly number[]) => boolean): boolean {
    const document = this.#document;
    for (let node = 0; node < document.nodeCount; node += 1) {
      if (!document.isElement(node) || !document.isLaidOut(node) || ancestors.has(node)) continue;
      const shared = common(document.bounds(node), rect);
      if (widthOf(shared) * heightOf(shared) < 0.3 * widthOf(rect) * heightOf(rect)) continue;
      if (/^(IMG|VIDEO|CANVAS|svg|OBJECT|EMBED|IFRAME)$/.test(document.name(node))) return true;
      if (document.style(node, 'background-image') !== 'none') return true;
      const { rgb, alpha } = readColour(document.style(node, 'background-color'));
      if (alpha > leastOpacity && !isSame(rgb)) return true;
    }
    return false;
  }
}
