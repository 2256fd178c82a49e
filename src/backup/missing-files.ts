/** Enough names to see a pattern. The list is bounded because a lost disk means millions of files. */
const MAX_NAMES = 100;

/** The number of missing files and the names of the first ones. An image is named by its key. */
export interface MissingFiles {
  readonly count: number;
  readonly names: readonly string[];
}

export const NONE_MISSING: MissingFiles = { count: 0, names: [] };

export function addMissing({ count, names }: MissingFiles, name: string): MissingFiles {
  return { count: count + 1, names: count < MAX_NAMES ? [...names, name] : names };
}
