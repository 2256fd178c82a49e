import type { Box, Region } from '../../domain/findings.ts';
import { areaOf, type Bitmap, type Pair, type Pictures } from './bitmap.ts';

/** A background that ends closer to the edge reaches it: backgrounds are compared in cells. */
const NEAR = 4;

/** Whether a wider picture only continues the colours at the edges of the width that both pictures have. */
export function isContinued({ before, after }: Pictures, common: Pair): boolean {
  return isContinuedBeside(before, common.before) && isContinuedBeside(after, common.after);
}

function isContinuedBeside({ data, width, height }: Bitmap, { x, width: across }: Box): boolean {
  const right = x + across - 1;
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    if (!isOneColour(data, row, row + x) || !isOneColour(data, row + right, row + width - 1)) return false;
  }
  return true;
}

/** Whether all pixels from the first to the last have one colour. */
function isOneColour(data: Uint8Array, first: number, last: number): boolean {
  for (let at = first * 3; at < last * 3; at += 1) if (data[at] !== data[at + 3]) return false;
  return true;
}

/** A region that reaches the edge of the width that both pictures have reaches the edge of the wider picture, too. */
export function growBeyond({ before, after }: Pictures, common: Pair, region: Region): Region {
  const grown = { before: grow(before, common.before, region.before), after: grow(after, common.after, region.after) };
  const areaBefore = Math.max(areaOf(region.before), areaOf(region.after));
  const area = Math.max(areaOf(grown.before), areaOf(grown.after));
  return { ...region, ...grown, area: Math.round((region.area * area) / areaBefore) };
}

function grow({ width }: Bitmap, common: Box, box: Box): Box {
  const edge = box.x + box.width;
  const x = box.x <= common.x + NEAR ? 0 : box.x;
  return { ...box, x, width: (edge >= common.x + common.width - NEAR ? width : edge) - x };
}
