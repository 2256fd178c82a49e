import { HELD_OUT_PAIRS } from '../../test/corpus/changes/held-out.ts';
import { PAIRS } from '../../test/corpus/changes/pairs.ts';
import type { Row } from '../report.ts';
import type { Effort } from '../rounds.ts';
import { FRACTION_PAIRS } from './fractions/pairs.ts';
import { FRESH_PAIRS } from './fresh/pairs.ts';
import { MODERN_PAIRS } from './modern/pairs.ts';
import { quality } from './quality.ts';
import { REAL_PAIRS } from './real/pairs.ts';
import { speed } from './speed.ts';
import { TEMPLATE_PAIRS } from './templates/pairs.ts';
import { UNSEEN_PAIRS } from './unseen/pairs.ts';
import { VARIED_PAIRS } from './varied/pairs.ts';

/** Measures how well and how fast two pictures of a page are compared. */
export async function* changesPart(effort: Effort): AsyncIterable<Row> {
  const measurements: Record<string, () => AsyncIterable<Row>> = {
    pairs: () => quality('page pairs', [...PAIRS, ...HELD_OUT_PAIRS]),
    fresh: () => quality('fresh pairs', FRESH_PAIRS),
    unseen: () => quality('unseen pairs', UNSEEN_PAIRS),
    real: () => quality('real pairs', REAL_PAIRS),
    templates: () => quality('template pairs', TEMPLATE_PAIRS),
    fractions: () => quality('fraction pairs', FRACTION_PAIRS),
    modern: () => quality('modern pairs', MODERN_PAIRS),
    varied: () => quality('varied pairs', VARIED_PAIRS),
    speed: () => speed(effort),
  };
  if (effort.only !== undefined && !Object.hasOwn(measurements, effort.only)) {
    throw new Error(`There is no measurement ${effort.only}; there are ${Object.keys(measurements).join(', ')}.`);
  }
  for (const [name, measure] of Object.entries(measurements)) {
    if (effort.only === undefined || effort.only === name) yield* measure();
  }
}
