/** The difference between two pictures. Its image shows the newer one faded, with the changed pixels in colour. */
export interface Comparison {
  readonly contentKey: string;
  readonly width: number;
  readonly height: number;
  /** The number of pixels compared, and of those that differ. */
  readonly compared: number;
  readonly changed: number;
}

export interface Difference extends Omit<Comparison, 'contentKey'> {
  /** A PNG. */
  readonly image: Uint8Array;
}

/** Compares two encoded images. */
export type Differ = (before: Uint8Array, after: Uint8Array) => Promise<Difference>;

/** Rounds, but shows "0 %" and "100 %" only where they are exact. */
export function shareWords({ compared, changed }: Pick<Comparison, 'compared' | 'changed'>): string {
  if (changed === 0) return '0 %';
  if (changed >= compared) return '100 %';
  const percent = (changed / compared) * 100;
  if (percent < 0.01) return 'less than 0.01 %';
  if (percent > 99.9) return 'more than 99.9 %';
  return `${percent.toFixed(percent < 1 ? 2 : 1)} %`;
}
