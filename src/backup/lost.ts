/** Enough to see what they have in common; a disk that was lost has millions. */
const NAMED = 100;

/** Files that could not be had: how many, and the first of them; images by their keys. */
export interface Lost {
  readonly count: number;
  readonly names: readonly string[];
}

export const NOTHING_LOST: Lost = { count: 0, names: [] };

export function withLost({ count, names }: Lost, name: string): Lost {
  return { count: count + 1, names: count < NAMED ? [...names, name] : names };
}
