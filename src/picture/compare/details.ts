import type { Box } from '../../domain/findings.ts';
import { areaOf, type Bitmap, type Pair } from './bitmap.ts';
import { gapsOf } from './boxes.ts';
import { compareCells } from './differing-cells.ts';
import { joinPieces, type Piece } from './pieces.ts';
import { growToWord } from './words.ts';

/** Cells of the same letters, or of one flat block, have at most this distance. */
const TOUCHING = 4;

/** A detail of which at least this share of the pixels differs is a shape, such as a bar of a chart, and no letter of a word. */
const LEAST_SHAPE = 0.85;

/** A thinner detail is an edge at another fraction of a pixel. */
const THIN = 1;

/** The details in which two parts of the same size differ, each as large as its word within the part. */
export function detailsOf(before: Bitmap, after: Bitmap, pair: Pair): Piece[] {
  const cells = compareCells(before, after, pair).differing.map(({ box, pixels }) => {
    const there = { ...box, x: pair.before.x + box.x, y: pair.before.y + box.y };
    const here = { ...box, x: pair.after.x + box.x, y: pair.after.y + box.y };
    return { before: there, after: here, at: here, area: pixels, hasBackground: false };
  });
  const joined = joinPieces(cells, (one, other) => areTouching(one.at, other.at), TOUCHING);
  return joined
    .filter(({ at }) => Math.min(at.width, at.height) > THIN)
    .map((piece) => {
      if (piece.area >= areaOf(piece.at) * LEAST_SHAPE) return piece;
      const there = piece.before && growToWord(before, piece.before, pair.before);
      const here = piece.after && growToWord(after, piece.after, pair.after);
      return { ...piece, before: there, after: here, at: here ?? piece.at };
    });
}

function areTouching(one: Box, other: Box): boolean {
  const [across, down] = gapsOf(one, other);
  return across <= TOUCHING && down <= TOUCHING;
}
