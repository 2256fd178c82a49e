/** What differs between two pictures, as a picture: the newer one faded, and what changed in colour. */
export interface Comparison {
  readonly contentKey: string;
  readonly width: number;
  readonly height: number;
  /** Pixels that were looked at, and those of them that differ. */
  readonly compared: number;
  readonly changed: number;
}

export interface Comparisons {
  /** Pictures have no owner: whoever asks has found, for an owner, the captures that show them. */
  find(pair: PicturePair): Promise<Comparison | undefined>;
  /**
   * Keeps a comparison whose image is already stored, and takes its key off the removal queue. If another one was
   * kept meanwhile, that one stays and this one's image stays queued. Throws Problem('not-found') if a picture is gone,
   * and Problem('conflict') if the image was given up because it was not kept in time.
   */
  keep(pair: PicturePair, comparison: Comparison): Promise<void>;
}

/** The ids of two pictures. */
interface PicturePair {
  readonly before: string;
  readonly after: string;
}

export interface Difference extends Omit<Comparison, 'contentKey'> {
  /** A PNG. */
  readonly image: Uint8Array;
}

/** Finds what differs between two encoded images. */
export type Differ = (before: Uint8Array, after: Uint8Array) => Promise<Difference>;

/** "0 %" and "100 %" are said only where they are true. */
export function shareWords({ compared, changed }: Pick<Comparison, 'compared' | 'changed'>): string {
  if (changed === 0) return '0 %';
  if (changed >= compared) return '100 %';
  const percent = (changed / compared) * 100;
  if (percent < 0.01) return 'less than 0.01 %';
  if (percent > 99.9) return 'more than 99.9 %';
  return `${percent.toFixed(percent < 1 ? 2 : 1)} %`;
}
