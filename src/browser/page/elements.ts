import type { Size } from '../../domain/findings.ts';
import type { PageElement } from '../../domain/page-element.ts';

/** A rectangle in CSS pixels of the page. */
type PageBox = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
type MeasuredElement = { readonly selector: string; readonly boxes: readonly PageBox[] };

/** The result of in-page/elements.js. */
export type Measured = {
  /** The elements of the given selectors. */
  readonly wanted: readonly MeasuredElement[];
  readonly invalid: readonly string[];
  /** Other elements, those with the best selectors first. */
  readonly offered: readonly MeasuredElement[];
  /** Whether the time was enough. */
  readonly isComplete: boolean;
};

export const nothingMeasured: Measured = { wanted: [], invalid: [], offered: [], isComplete: false };

/** Characters of JSON. They are stored with each picture. */
const mostOffered = 30_000;

/** Larger elements are the page itself. */
const largestShare = 0.5;

/** Less than this is an error of the arithmetic, not a part of a pixel. */
const epsilon = 0.001;

/** Where the picture is in the page, in CSS pixels: its left side relative to the window. */
type Place = { readonly pixelsPerCss: number; readonly left: number; readonly top: number };

/** The whole pixels that an element touches in the picture. */
function inPicture({ selector, boxes }: MeasuredElement, picture: Size, { pixelsPerCss, ...from }: Place): PageElement {
  const start = (at: number) => Math.max(0, Math.floor(at * pixelsPerCss + epsilon));
  const end = (at: number, most: number) => Math.min(most, Math.ceil(at * pixelsPerCss - epsilon));
  const drawn = boxes.map(({ left, top, right, bottom }) => {
    const [x, y] = [start(left - from.left), start(top - from.top)];
    return {
      x,
      y,
      width: end(right - from.left, picture.width) - x,
      height: end(bottom - from.top, picture.height) - y,
    };
  });
  return { selector, boxes: drawn.filter(({ width, height }) => width > 0 && height > 0) };
}

/** The measured elements in the pixels of the picture. Elements outside of it are left out. */
export function elementsInPicture(measured: Measured, picture: Size, place: Place): PageElement[] {
  const drawn = (elements: readonly MeasuredElement[]) =>
    elements.map((each) => inPicture(each, picture, place)).filter(({ boxes }) => boxes.length > 0);
  const largest = picture.width * picture.height * largestShare;
  const elements = drawn(measured.wanted);
  const known = new Set(elements.map(({ selector }) => selector));
  let left = mostOffered;
  for (const element of drawn(measured.offered)) {
    if (known.has(element.selector) || element.boxes.some(({ width, height }) => width * height > largest)) continue;
    left -= JSON.stringify(element).length + 1;
    if (left < 0) break;
    elements.push(element);
  }
  return elements;
}
