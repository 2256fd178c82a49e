import type { Box, Region, RegionKind } from '../../domain/findings.ts';
import { joinAcrossLines } from './across-lines.ts';
import { areaOf, type Bitmap } from './bitmap.ts';
import { type BoxGrid, gridOf } from './box-grid.ts';
import { boxAround, gapsOf, sharedArea } from './boxes.ts';
import { growToEntry, growToField, growToFrame, growToOverlay } from './frames.ts';
import { phrasesOf } from './phrases.ts';
import { joinPieces, type Piece } from './pieces.ts';
import type { Kept, Surroundings } from './surroundings.ts';

/** Pieces with smaller spaces between them are one: the words of a line, and the lines of a paragraph. */
const NEAR = 16;
/** The same for content of different heights, which is no paragraph. */
const NEAR_UNLIKE = 8;
const HIGHEST_LINE = 80;
const WORD_SPACE = 0.6;

/** Content with larger spaces is one if nothing else is between: the cells of a new row, the parts of a new card. */
const NEAR_BELOW = 48;
const NEAR_ALIGNED = 28;
const SAME_EDGE = 8;
const SAME_WIDTH = 0.75;
const HIGHEST_TEXT_LINE = 32;
const MOST_KEPT = 0.25;

/** More pieces are joined only with those near them. */
const MOST_PIECES = 600;

const LEAST_AREA = 24;

export function groupPieces(pieces: readonly Piece[], around: Surroundings): Region[] {
  const kept = {
    before: gridOf(around.same.map(({ before }) => before)),
    after: gridOf(around.same.map(({ after }) => after)),
  };
  const toFrame = (piece: Piece) => growToFrame(piece, around, kept);
  const toFrameOrEntry = (piece: Piece) => {
    const framed = toFrame(piece);
    return framed === piece
      ? growToOverlay(growToField(growToEntry(piece, around, kept), around, kept), around, kept)
      : framed;
  };
  const near = joinPieces(joinAcrossLines(pieces, around).map(toFrame), areNear);
  const joined = near.length > MOST_PIECES ? near : joinPieces(near, (one, other) => isOneBlock(one, other, kept));
  const phrases = phrasesOf(around);
  const lines = joinPieces(joined.filter(isVisible), phrases.areInOne);
  const grown = lines.map(toFrameOrEntry).map(phrases.grow);
  return joinPieces(grown, areNested).map((piece) => regionOf(piece, around));
}

/** A thin line, or a few pixels, are the edge of something at another fraction of a pixel. */
function isVisible({ at, area }: Piece): boolean {
  return Math.min(at.width, at.height) > 3 && area >= LEAST_AREA;
}

function areNear(one: Piece, other: Piece): boolean {
  const [there, here] = placesOf(one, other);
  const [gapX, gapY] = gapsOf(there, here);
  const lower = Math.min(there.height, here.height);
  // The spaces between large words are wider.
  const near = Math.max(NEAR, lower <= HIGHEST_LINE ? lower * WORD_SPACE : 0);
  return gapX < near && gapY < (areUnlike(there, here) ? NEAR_UNLIKE : NEAR);
}

/** Below each other and of different heights: no lines of one paragraph. */
function areUnlike(one: Box, other: Box): boolean {
  const [lower, higher] = [Math.min(one.height, other.height), Math.max(one.height, other.height)];
  return gapsOf(one, other)[0] < 0 && higher > lower * 2 && higher <= HIGHEST_LINE;
}

/** Whether two pieces overlap in one of the pictures. */
function areNested(one: Piece, other: Piece): boolean {
  const [there, here] = placesOf(one, other);
  if (Math.max(...gapsOf(there, here)) < 0) return true;
  return (['before', 'after'] as const).some((side) => {
    const [first, second] = [one[side], other[side]];
    return first && second && sharedArea(first, second) > 0;
  });
}

/** Whether two pieces are in one block that has hardly anything else. */
function isOneBlock(one: Piece, other: Piece, kept: Kept): boolean {
  const [there, here] = placesOf(one, other);
  const [gapX, gapY] = gapsOf(there, here);
  if (gapX > 0 && gapY > 0) return false;
  const isAdded = !one.before && !other.before;
  const isRemoved = !one.after && !other.after;
  if (!isAdded && !isRemoved) {
    const height = Math.min(there.height, here.height, HIGHEST_LINE);
    const isAligned = areAligned(there, here) && height <= HIGHEST_TEXT_LINE;
    const isText = !one.hasBackground && !other.hasBackground;
    const isCard = isPictureOver(there, here) || isPictureOver(here, there);
    const near = isText && areParagraphs(there, here) ? NEAR_BELOW : isAligned || isCard ? NEAR_ALIGNED : NEAR;
    if (areUnlike(there, here) && gapY > NEAR_UNLIKE) return false;
    if (gapX > height * 4 || gapY > near) return false;
  } else if (gapX <= 0 && gapY > NEAR_BELOW) return false;
  return (['before', 'after'] as const).every((side) => {
    const [first, second] = [one[side], other[side]];
    if (!first || !second) return true;
    return keptArea(boxAround(first, second), kept[side]) <= (areaOf(first) + areaOf(second)) * MOST_KEPT;
  });
}

/** Of several lines each, with the same left edge and about the same width. */
function areParagraphs(one: Box, other: Box): boolean {
  const [narrow, wide] = [Math.min(one.width, other.width), Math.max(one.width, other.width)];
  const isHigh = Math.min(one.height, other.height) > HIGHEST_TEXT_LINE;
  return isHigh && Math.abs(one.x - other.x) <= SAME_EDGE && narrow >= wide * SAME_WIDTH;
}

/** At the left, or in the middle. */
function areAligned(one: Box, other: Box): boolean {
  const middle = (box: Box) => box.x + box.width / 2;
  return Math.abs(one.x - other.x) <= SAME_EDGE || Math.abs(middle(one) - middle(other)) <= SAME_EDGE;
}

/** Whether the first is a picture, and the other one several lines of text below it that are not wider: a card. */
function isPictureOver(picture: Box, text: Box): boolean {
  const isBelow = text.y >= picture.y + picture.height;
  const isWithin = text.x >= picture.x && text.x + text.width <= picture.x + picture.width;
  return isBelow && isWithin && picture.height > HIGHEST_LINE && text.height > HIGHEST_TEXT_LINE;
}

function keptArea(box: Box, kept: BoxGrid<Box>): number {
  let area = 0;
  kept.each(box, (each) => {
    area += sharedArea(each, box);
  });
  return area;
}

/** Where two pieces are in a picture that has both. */
function placesOf(one: Piece, other: Piece): [Box, Box] {
  if (one.after && other.after) return [one.after, other.after];
  if (one.before && other.before) return [one.before, other.before];
  return [one.at, other.at];
}

function regionOf({ before, after, at, area }: Piece, pictures: Surroundings): Region {
  const kind: RegionKind = !before ? 'added' : !after ? 'removed' : 'altered';
  const larger = Math.max(before ? areaOf(before) : 0, after ? areaOf(after) : 0);
  return {
    kind,
    before: before ?? nothingAt(at, pictures.before),
    after: after ?? nothingAt(at, pictures.after),
    area: kind === 'altered' ? Math.min(area, larger) : larger,
  };
}

/** An empty box within the picture. */
function nothingAt({ x, y, width }: Box, picture: Bitmap): Box {
  const left = Math.min(Math.max(0, x), picture.width - 1);
  return {
    x: left,
    y: Math.min(Math.max(0, y), picture.height),
    width: Math.min(width, picture.width - left),
    height: 0,
  };
}
