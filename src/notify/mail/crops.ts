import type { ReadPicturePart } from '../../app/picture-parts.ts';
import type { ChangeNews } from '../../app/read-news.ts';
import type { MailMessage } from '../../domain/mail.ts';
import { Problem } from '../../domain/problem.ts';
import type { Screenshot } from '../../domain/screenshot.ts';
import { cropPair, type PairCrop } from '../../web/region-crop.ts';

/** Before and after of the largest region that changed, as pictures within the mail. */
export interface MailCrops {
  readonly wide: boolean;
  readonly before: MailCrop;
  readonly after: MailCrop;
}

export interface MailCrop {
  readonly cid: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

type Pictures = MailMessage['pictures'];

/** The width of the content, and of one of two pictures beside each other. */
const FULL_WIDTH = 582;
const HALF_WIDTH = 286;
/** Phones show a half over the whole width. */
const PIXELS = { wide: 1000, pair: 640 } as const;

/** Undefined if there is nothing to show, or if a picture cannot be read: the news matter more. */
export async function cropsOf(
  readPart: ReadPicturePart,
  { pair, summary }: Pick<ChangeNews, 'pair' | 'summary'>,
  number: number,
): Promise<{ crops: MailCrops; pictures: Pictures } | undefined> {
  const region = summary?.leading[0];
  if (!pair || !region) return undefined;
  const crop = cropPair(region, { before: pair.before.picture, after: pair.after.picture });
  try {
    const before = await cut(readPart, pair.before, crop, 'before', number);
    const after = await cut(readPart, pair.after, crop, 'after', number);
    return {
      crops: { wide: crop.wide, before: before.shown, after: after.shown },
      pictures: [before.picture, after.picture],
    };
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

async function cut(
  readPart: ReadPicturePart,
  { picture }: Screenshot,
  crop: PairCrop,
  side: 'before' | 'after',
  number: number,
): Promise<{ shown: MailCrop; picture: Pictures[number] }> {
  const region = crop[side];
  const width = Math.min(region.width, crop.wide ? PIXELS.wide : PIXELS.pair);
  const size = { width, height: Math.max(1, Math.round((region.height * width) / region.width)) };
  const jpeg = await readPart(picture, { region, size, format: 'jpg' });
  const cid = `${side}-${number}@pagekeep`;
  const shownWidth = Math.min(width, crop.wide ? FULL_WIDTH : HALF_WIDTH);
  const height = Math.max(1, Math.round((size.height * shownWidth) / width));
  return { shown: { cid, width: shownWidth, height }, picture: { cid, jpeg } };
}
