import type { Rect, SnapshotDocument } from './snapshot-document.ts';
import { heightOf, widthOf } from './visibility.ts';

type Placed = { readonly node: number; readonly rect: Rect };

const middle = ({ top, bottom }: Rect) => (top + bottom) / 2;

/** Whether one is beside the other, and not above or below it. */
function isBeside(one: Rect, other: Rect): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return shared > 0.5 * Math.min(heightOf(one), heightOf(other));
}

function isBefore(one: Rect, other: Rect, fromRight: boolean): boolean {
  if (!isBeside(one, other)) return middle(one) < middle(other);
  return fromRight ? one.left >= other.right - 1 : one.right <= other.left + 1;
}

/** Rows from the top, each from its beginning. */
function inRows(placed: readonly Placed[], fromRight: boolean): Placed[] {
  const rows: { rect: Rect; members: Placed[] }[] = [];
  for (const each of placed.toSorted((one, other) => one.rect.top - other.rect.top)) {
    const row = rows.at(-1);
    if (row && isBeside(row.rect, each.rect)) row.members.push(each);
    else rows.push({ rect: each.rect, members: [each] });
  }
  const start = ({ rect }: Placed) => (fromRight ? -rect.right : rect.left);
  return rows.flatMap(({ members }) => members.toSorted((one, other) => start(one) - start(other)));
}

/** The items of a flexible box or a grid can be in another order than in the document. */
function itemsInOrder(document: SnapshotDocument, container: number, items: readonly number[]): readonly number[] {
  const placed = items
    .filter((node) => document.isElement(node) && document.isLaidOut(node))
    .filter((node) => !/absolute|fixed/.test(document.style(node, 'position')))
    .map((node) => ({ node, rect: document.bounds(node) }))
    .filter(({ rect }) => widthOf(rect) > 0 && heightOf(rect) > 0);
  const fromRight = document.style(container, 'direction') === 'rtl';
  const isOrdered = placed.every(({ rect }, at) => {
    const next = placed[at + 1];
    return !next || !isBefore(next.rect, rect, fromRight);
  });
  if (isOrdered) return items;
  const moved = inRows(placed, fromRight).map(({ node }) => node);
  const isMoved = new Set(moved);
  // Not shift(), which moves the rest of a long list each time.
  const next = moved.values();
  return items.map((node) => (isMoved.has(node) ? (next.next().value ?? node) : node));
}

/** The nodes of a document in the order in which a visitor reads them. */
export function readingOrder(document: SnapshotDocument): number[] {
  const children: (number[] | undefined)[] = new Array(document.nodeCount);
  for (let node = 1; node < document.nodeCount; node += 1) {
    const parent = document.parent(node);
    const siblings = children[parent];
    if (siblings) siblings.push(node);
    else children[parent] = [node];
  }
  const order: number[] = [];
  const waiting = document.nodeCount > 0 ? [0] : [];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    order.push(node);
    const inside = pseudoElementsInPlace(document, children[node] ?? []);
    const isFlexible = inside.length > 1 && /flex|grid/.test(document.style(node, 'display'));
    const ordered = isFlexible ? itemsInOrder(document, node, inside) : inside;
    for (let at = ordered.length - 1; at >= 0; at -= 1) waiting.push(ordered[at] as number);
  }
  return order;
}

/** A snapshot has `::after` before the content of its element. */
function pseudoElementsInPlace(document: SnapshotDocument, children: number[]): readonly number[] {
  const isAfter = (node: number) => document.pseudo(node) === 'after';
  if (!children.some(isAfter)) return children;
  return [...children.filter((node) => !isAfter(node)), ...children.filter(isAfter)];
}
