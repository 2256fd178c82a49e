import type { Box } from '../../domain/findings.ts';
import type { Bitmap, SideName } from './bitmap.ts';
import { boxAround, isInside, moveBy } from './boxes.ts';
import type { Piece } from './pieces.ts';
import { isLine, isSameWidth, nearestRules, nextRule, ruleBelow, THICKEST_LINE, TOLERANCE } from './rules.ts';
import { reverse } from './shift.ts';
import type { Kept, Surroundings } from './surroundings.ts';

/** Content that only one picture has grows to the edges above and below it, if nothing else is between them. */
export function growToFrame(piece: Piece, around: Surroundings, kept: Kept): Piece {
  return grow(piece, around, kept, (box, side) => {
    const { above, below } = nearestRules(box, around.rules[side]);
    return above && below && isSameWidth(above, below) ? [between(above, below.y)] : [];
  });
}

/**
 * The first entry of a list has no rule above it, and the last one none below. Such an entry grows to the height of the
 * entry beside it, if that begins at the same column.
 */
export function growToEntry(piece: Piece, around: Surroundings, kept: Kept): Piece {
  return grow(piece, around, kept, (box, side) => {
    const rules = around.rules[side];
    const { above, below } = nearestRules(box, rules);
    const frames: Box[] = [];
    for (const [rule, direction] of [
      [below, 1],
      [above, -1],
    ] as const) {
      const next = rule && nextRule(rule, rules, direction, box.height);
      if (!rule || !next || !isLine(rule, rules)) continue;
      const isAlike = around.elements[side].some(
        inset(between(rule, next.y)),
        ({ x }) => Math.abs(x - box.x) <= TOLERANCE,
      );
      if (isAlike) frames.push(between(rule, 2 * rule.y - next.y));
    }
    return frames;
  });
}

/** Content over other content, such as a message in a corner, grows to its frame, if the other picture has no edge of it. */
export function growToOverlay(piece: Piece, around: Surroundings, kept: Kept): Piece {
  if (!piece.before || !piece.after) return piece;
  for (const side of ['after', 'before'] as const) {
    const { above, below } = nearestRules(piece[side] ?? piece.at, around.rules[side]);
    if (!above || !below || !isSameWidth(above, below)) continue;
    const frame = between(above, below.y);
    if (kept[side].some(inset(frame), () => true) || edgesInOther(frame, side, around, isSameLeft).length > 0) continue;
    const other = side === 'before' ? 'after' : 'before';
    const [shift = { x: 0, y: 0 }] = around.shiftsOf(frame, side);
    const covered = moveBy(frame, side === 'before' ? shift : reverse(shift));
    if (!isInside(around[other], covered)) continue;
    return { ...piece, [side]: frame, [other]: covered, at: side === 'after' ? frame : covered };
  }
  return piece;
}

/** A label that only one picture has grows to the empty field below it. */
export function growToField(piece: Piece, around: Surroundings, kept: Kept): Piece {
  const side = piece.before ? 'before' : 'after';
  const box = piece[side];
  if (!box || (piece.before && piece.after)) return piece;
  const rules = around.rules[side];
  const top = ruleBelow(box, rules);
  const bottom = top && nextRule(top, rules, 1, box.height);
  if (!top || !bottom) return piece;
  const field = between(top, bottom.y);
  if (around.elements[side].some(inset(field), () => true) || isFrameOfBoth(field, side, around, kept, isSameWidth))
    return piece;
  const at = moveBy(field, { x: piece.at.x - box.x, y: piece.at.y - box.y });
  return { ...piece, [side]: boxAround(box, field), at: boxAround(piece.at, at) };
}

type FramesOf = (box: Box, side: SideName) => readonly Box[];

function grow(piece: Piece, around: Surroundings, kept: Kept, framesOf: FramesOf): Piece {
  const side = piece.before ? 'before' : 'after';
  const box = piece[side];
  if (!box || (piece.before && piece.after)) return piece;
  const frame = framesOf(box, side).find(
    (each) =>
      isAround(each, box) &&
      !kept[side].some(inset(each), () => true) &&
      !isStripe(around[side], each, around.blank) &&
      !isFrameOfBoth(each, side, around, kept, isSameLeft),
  );
  if (!frame) return piece;
  const at = moveBy(frame, { x: piece.at.x - box.x, y: piece.at.y - box.y });
  return { ...piece, [side]: frame, at: boxAround(piece.at, at) };
}

function isAround(frame: Box, box: Box): boolean {
  return frame.y <= box.y + TOLERANCE && frame.y + frame.height >= box.y + box.height - TOLERANCE;
}

/** A button may be wider with another label. */
function isSameLeft(one: Box, other: Box): boolean {
  return Math.abs(one.x - other.x) <= TOLERANCE;
}

function between({ x, y, width }: Box, otherY: number): Box {
  return { x, y: Math.min(y, otherY), width, height: Math.abs(otherY - y) };
}

/**
 * Whether the other picture has the frame as well, with nothing in it that both pictures have: a field that was filled in
 * is the same field, and a button with another label the same button.
 */
function isFrameOfBoth(frame: Box, side: SideName, around: Surroundings, kept: Kept, isSameEdge: SameEdge): boolean {
  const other = side === 'before' ? 'after' : 'before';
  return edgesInOther(frame, side, around, isSameEdge).some(
    ({ place, edges }) => edges === 2 && !kept[other].some(inset(place), () => true),
  );
}

type SameEdge = (rule: Box, frame: Box) => boolean;

/** The places of the other picture where the frame may be, with the number of its edges there. */
function edgesInOther(frame: Box, side: SideName, { rules, shiftsOf }: Surroundings, isSameEdge: SameEdge) {
  const other = side === 'before' ? 'after' : 'before';
  return shiftsOf(frame, side).flatMap((shift) => {
    const place = moveBy(frame, side === 'before' ? shift : reverse(shift));
    const hasEdge = (y: number) =>
      rules[other].some({ ...place, y: y - TOLERANCE, height: 2 * TOLERANCE }, (rule) => isSameEdge(rule, place));
    const edges = [place.y, place.y + place.height].filter(hasEdge).length;
    return edges > 0 ? [{ place, edges }] : [];
  });
}

/** The stripes of a table are wider, relative to their height. Badges and buttons are not. */
const LEAST_STRIPE = 8;

/** Whether a frame has no line, and rows of another common colour above and below: a row between the stripes of a table. */
function isStripe({ data, width, height }: Bitmap, frame: Box, blank: ReadonlySet<number>): boolean {
  const colourOf = (y: number) => {
    const at = (Math.min(height - 1, Math.max(0, Math.floor(y))) * width + frame.x + 2) * 3;
    return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
  };
  if (frame.width < frame.height * LEAST_STRIPE) return false;
  const bottom = frame.y + frame.height;
  const outside = colourOf(frame.y - 1);
  if (outside !== colourOf(frame.y - 1 - THICKEST_LINE)) return false;
  if (colourOf(bottom) !== colourOf(bottom + THICKEST_LINE)) return false;
  const [above, below] = [colourOf(frame.y - frame.height / 2), colourOf(bottom + frame.height / 2)];
  return above === outside && below === outside && blank.has(outside);
}

function inset({ x, y, width, height }: Box): Box {
  return { x: x + 2, y: y + 2, width: width - 4, height: height - 4 };
}
