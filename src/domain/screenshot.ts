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
export interface Capture {
  readonly id: string;
  readonly webpageId: string;
  readonly isFavorite: boolean;
  readonly createdAt: string;
  readonly modifiedAt: string;
}

export interface Screenshot extends Capture {
  readonly picture: Picture;
}
