import type { Box } from '../../domain/findings.ts';
import type { Bitmap } from './bitmap.ts';
import type { BoxGrid } from './box-grid.ts';
import { boxAround } from './boxes.ts';
import type { Piece } from './pieces.ts';
import type { Kept, Surroundings } from './surroundings.ts';

/** The frame of a card or the rules of a row are at most this far from their content. */
const FARTHEST = 64;

/** Content that only one picture has grows to the edges above and below it, if nothing else is between them. */
export function growToFrame(piece: Piece, { rules, blank, ...pictures }: Surroundings, kept: Kept): Piece {
  const side = piece.before ? 'before' : 'after';
  const box = piece[side];
  if (!box || (piece.before && piece.after)) return piece;
  const frame = frameOf(box, rules[side]);
  if (!frame || isStripe(pictures[side], frame, blank) || kept[side].some(inset(frame), () => true)) return piece;
  const at = { ...frame, x: piece.at.x + frame.x - box.x, y: piece.at.y + frame.y - box.y };
  return { ...piece, [side]: frame, at: boxAround(piece.at, at) };
}

/** The box between the nearest edges above and below that are as wide as the content. */
function frameOf(box: Box, rules: BoxGrid<Box>): Box | undefined {
  const above = nearest({ ...box, y: box.y - FARTHEST, height: FARTHEST + 2 });
  const below = nearest({ ...box, y: box.y + box.height - 2, height: FARTHEST });
  if (!above || !below) return undefined;
  const x = Math.max(above.x, below.x);
  const right = Math.min(above.x + above.width, below.x + below.width);
  return { x, y: above.y, width: right - x, height: below.y - above.y };

  function nearest(area: Box): Box | undefined {
    let best: Box | undefined;
    const distance = (rule: Box) => Math.min(Math.abs(rule.y - box.y), Math.abs(rule.y - box.y - box.height));
    rules.each(area, (rule) => {
      const isAcross = rule.x <= box.x + 1 && rule.x + rule.width >= box.x + box.width - 1;
      if (isAcross && (!best || distance(rule) < distance(best))) best = rule;
    });
    return best;
  }
}

/** Lines are thinner. */
const THICKEST_LINE = 4;

/** Whether a frame has no line, and rows of another common colour above and below: a row between the stripes of a table. */
function isStripe({ data, width, height }: Bitmap, frame: Box, blank: ReadonlySet<number>): boolean {
  const colourOf = (y: number) => {
    const at = (Math.min(height - 1, Math.max(0, Math.floor(y))) * width + frame.x + 2) * 3;
    return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
  };
  const outside = colourOf(frame.y - 1);
  const isLine = outside !== colourOf(frame.y - 1 - THICKEST_LINE);
  const [above, below] = [colourOf(frame.y - frame.height / 2), colourOf(frame.y + frame.height * 1.5)];
  return !isLine && above === outside && below === outside && blank.has(outside);
}

function inset({ x, y, width, height }: Box): Box {
  return { x: x + 2, y: y + 2, width: width - 4, height: height - 4 };
}
