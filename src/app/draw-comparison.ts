import type { Findings } from '../domain/findings.ts';
import type { Images } from '../domain/ports/images.ts';
import { Problem } from '../domain/problem.ts';
import type { Picture } from '../domain/screenshot.ts';
import { readPicture } from './read-picture.ts';

export interface DrawingParts {
  readonly images: Images;
  /** Both pictures side by side in a PNG file. Throws Problem('unprocessable') if it would be too large. */
  readonly draw: (before: Uint8Array, after: Uint8Array, findings: Findings) => Promise<Uint8Array>;
}

/**
 * Draws two pictures and their findings as one. The caller has found the pictures through their owner. Throws
 * Problem('not-found') if a picture is gone, Problem('damaged') if it is damaged, Problem('unprocessable') if the
 * drawing would be too large, and Problem('unavailable') if too many wait.
 */
export type DrawComparison = (before: Picture, after: Picture, findings: Findings) => Promise<Uint8Array>;

/** Two pages of 50,000 px take 8 s of CPU, and the server closes connections without traffic after a minute. */
const MOST_WAITING = 4;

/** Draws one comparison at a time, because two pages of 50,000 px take 200 MB. */
export function makeDrawComparison({ images, draw }: DrawingParts): DrawComparison {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async function drawComparison(before, after, findings) {
    if (waiting >= MOST_WAITING) throw new Problem('unavailable', 'Too many pictures are being drawn. Try again soon.');
    waiting += 1;
    const turn = last.then(async () =>
      draw(await readPicture(images, before), await readPicture(images, after), findings),
    );
    last = turn.catch(() => undefined);
    return turn.finally(() => {
      waiting -= 1;
    });
  };
}
