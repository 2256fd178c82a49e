import type { ChangeSettings } from './change.ts';
import type { Box } from './findings.ts';
import { Problem } from './problem.ts';
import { readSelectors } from './selector.ts';
import { readWatchWords } from './watch-words.ts';

const MOST_BOXES = 50;
/** The longest picture. */
const LONGEST_SIDE = 200_000;
const LARGEST_AREA = LONGEST_SIDE * LONGEST_SIDE;

/** Throws Problem('invalid') with the invalid value and the allowed values. */
export function readChangeSettings(given: ChangeSettings): ChangeSettings {
  const { ignoredSelectors, ignoredBoxes, leastShare, leastArea } = given;
  const watchWords = readWatchWords(given.watchWords ?? []);
  if (ignoredBoxes.length > MOST_BOXES) {
    throw new Problem('invalid', `${ignoredBoxes.length} rectangles were given; at most ${MOST_BOXES} are allowed.`);
  }
  checkLeastShare(leastShare);
  if (!isWhole(leastArea, 0, LARGEST_AREA)) {
    const allowed = `a whole number of pixels from 0 to ${LARGEST_AREA}`;
    throw new Problem('invalid', `The smallest area is ${leastArea}, but must be ${allowed}.`);
  }
  return {
    ignoredSelectors: [...new Set(readSelectors('ignoredSelectors', ignoredSelectors))],
    ignoredBoxes: ignoredBoxes.map(readBox),
    leastShare,
    leastArea,
    ...(watchWords.length > 0 && { watchWords }),
  };
}

/** Throws Problem('invalid'). */
export function checkLeastShare(share: number): void {
  if (share >= 0 && share <= 1) return;
  throw new Problem('invalid', `The smallest share is ${share * 100} %, but must be from 0 to 100 %.`);
}

function readBox({ x, y, width, height }: Box): Box {
  const place = isWhole(x, 0, LONGEST_SIDE) && isWhole(y, 0, LONGEST_SIDE);
  if (!place || !isWhole(width, 1, LONGEST_SIDE) || !isWhole(height, 1, LONGEST_SIDE)) {
    throw new Problem(
      'invalid',
      `The rectangle ${x}, ${y}, ${width} × ${height} is not valid; allowed are whole numbers of pixels up to ${LONGEST_SIDE}, and a width and height of at least 1.`,
    );
  }
  return { x, y, width, height };
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
