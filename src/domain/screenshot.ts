import type { Verdict } from './capture.ts';

/** The files of one picture. Captures with equal pixels share one. */
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
}

/** One capture of a webpage, and the picture that it shows. */
interface Capture {
  readonly id: string;
  readonly webpageId: string;
  readonly isFavorite: boolean;
  readonly verdict: KeptVerdict;
  readonly createdAt: string;
  readonly modifiedAt: string;
}

export interface Screenshot extends Capture {
  readonly picture: Picture;
}

/** What a template can name of a screenshot. */
export type ScreenshotField = Exclude<keyof Capture, 'verdict'> | Exclude<keyof Picture, 'id'>;

/** `unchanged`: the pixels equal those of the capture before. */
export type KeptVerdict = Verdict | 'unchanged';

/** What a capture that stands for its page may be: an error, a wall or a blank never does. */
export const FACE_VERDICTS: readonly KeptVerdict[] = ['fine', 'unchanged', 'truncated', 'consent'];

/** The one of these that shows its page best, if one can: the newest. */
export function newestFace(screenshots: readonly Screenshot[]): Screenshot | undefined {
  let newest: Screenshot | undefined;
  for (const each of screenshots) {
    if (FACE_VERDICTS.includes(each.verdict) && !(newest && newest.createdAt > each.createdAt)) newest = each;
  }
  return newest;
}
