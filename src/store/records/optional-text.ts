import type { Value } from '../engine/database.ts';

/** The text of a column that may be NULL. */
export function optionalText(value: Value | undefined): string | undefined {
  return value === null || value === undefined ? undefined : String(value);
}
