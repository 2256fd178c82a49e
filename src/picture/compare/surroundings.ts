import type { Box } from '../../domain/findings.ts';
import type { Pair, Pictures } from './bitmap.ts';
import type { BoxGrid } from './box-grid.ts';
import type { Side } from './neighbours.ts';

/** What surrounds the pieces. */
export interface Surroundings extends Pictures {
  readonly olds: Side;
  readonly news: Side;
  readonly same: readonly Pair[];
  readonly rules: { readonly before: BoxGrid<Box>; readonly after: BoxGrid<Box> };
  /** Colours of empty space. */
  readonly blank: ReadonlySet<number>;
}

export interface Kept {
  readonly before: BoxGrid<Box>;
  readonly after: BoxGrid<Box>;
}
