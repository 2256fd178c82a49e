import type { Verdict } from './capture.ts';

/** The files of one picture. Screenshots with equal pixels share a picture. */
export interface Picture {
  readonly id: string;
  readonly contentKey: string;
  readonly contentType: string;
  readonly thumbnailKey: string;
  readonly thumbnailType: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly sha256: string;
  /** Undefined for pictures from before these hashes were stored. */
  readonly thumbnailSha256: string | undefined;
}

/** A capture of a webpage, and its picture. */
export interface Screenshot {
  readonly id: string;
  readonly webpageId: string;
  readonly isFavorite: boolean;
  readonly verdict: KeptVerdict;
  /** The address that was captured. That of the webpage may have changed since. */
  readonly url: string;
  readonly createdAt: string;
  readonly modifiedAt: string;
  readonly picture: Picture;
}

/** `unchanged`: the pixels equal those of the previous screenshot, or of the last good one. */
export type KeptVerdict = Verdict | 'unchanged';

/** Verdicts of screenshots that can represent their webpage (its "face"). Error pages and blank pages cannot. */
export const FACE_VERDICTS: readonly KeptVerdict[] = ['fine', 'unchanged', 'truncated', 'consent'];

export function isGood(verdict: KeptVerdict): boolean {
  return FACE_VERDICTS.includes(verdict);
}

/** The newest screenshot that can represent the webpage. */
export function newestFace(screenshots: readonly Screenshot[]): Screenshot | undefined {
  let newest: Screenshot | undefined;
  for (const each of screenshots) {
    if (isGood(each.verdict) && !(newest && newest.createdAt > each.createdAt)) newest = each;
  }
  return newest;
}
