import type { Comparison } from '../comparison.ts';

export interface Comparisons {
  /** Pictures have no owner. The caller has found, for an owner, the screenshots that show them. */
  find(pair: PicturePair): Promise<Comparison | undefined>;
  /**
   * Keeps a comparison whose image is already stored, and takes its key off the removal queue. If there is one for the
   * pair already, it stays, and the image of the new one stays queued. Throws Problem('not-found') if a picture is gone,
   * and Problem('conflict') if the image was removed because it was not kept in time.
   */
  keep(pair: PicturePair, comparison: Comparison): Promise<void>;
}

/** The ids of two pictures. */
interface PicturePair {
  readonly before: string;
  readonly after: string;
}
