import type { Box } from '../../domain/findings.ts';
import type { Pair, Pictures, SideName } from './bitmap.ts';
import type { BoxGrid } from './box-grid.ts';
import type { Side } from './neighbours.ts';
import type { Shift } from './shift.ts';

/** The surroundings of the pieces. */
export interface Surroundings extends Pictures {
  readonly olds: Side;
  readonly news: Side;
  readonly same: readonly Pair[];
  readonly rules: Kept;
  readonly elements: Kept;
  /** How far a box may have moved. */
  readonly shiftsOf: (box: Box, side: SideName) => readonly Shift[];
  /** Colours of empty space. */
  readonly blank: ReadonlySet<number>;
}

export interface Kept {
  readonly before: BoxGrid<Box>;
  readonly after: BoxGrid<Box>;
}
