import { hash } from 'node:crypto';
import sharp from 'sharp';
import { type ImageExtension, type Images, imageType, newImageKey } from '../../domain/images.ts';
import type { Removals } from '../../domain/ports/removals.ts';
import type { Picture } from '../../domain/screenshot.ts';
import { DESIGNS_EACH, drawPage, type Look, VIEWS } from './design.ts';
import { Random } from './random.ts';
import { FOUNDED } from './webpages.ts';
import { TRADES } from './words.ts';

const VERSIONS = 2;
const DESIGNS = TRADES.length * DESIGNS_EACH;
// As captures have them: the top of the page, 4:3.
const THUMBNAIL = { width: 320, height: 240 };
// Far longer than a fill takes before it uses a picture; what it did not use by then is swept.
const RESERVED_MS = 24 * 60 * 60 * 1000;
// sharp works on threads of its own; a few pictures at a time keep them busy while files are written.
const AT_ONCE = 3;

/** The pictures that all captures of a fill share. */
export interface PictureBook {
  readonly versions: number;
  find(look: Look): Picture;
}

export interface Studio {
  readonly images: Images;
  readonly removals: Removals;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly now: Date;
}

/** Paints the pictures and stores their files. Few captures get by with few designs, and are ready sooner. */
export async function makePictureBook(seed: string, captures: number, studio: Studio): Promise<PictureBook> {
  const designs = Math.min(DESIGNS, Math.ceil(captures / (VIEWS.length * VERSIONS)));
  const looks: Look[] = [];
  for (let design = 0; design < designs; design += 1) {
    for (const view of VIEWS)
      for (let version = 0; version < VERSIONS; version += 1) looks.push({ design, view, version });
  }
  const pictures = new Map<string, Picture>();
  const nameOf = ({ design, view, version }: Look) => `${design % designs} ${view} ${version}`;
  const left = looks.values();
  const painters = Array.from({ length: AT_ONCE }, async () => {
    for (const look of left) pictures.set(nameOf(look), await makePicture(seed, look, studio));
  });
  await Promise.all(painters);
  return {
    versions: VERSIONS,
    find(look) {
      const picture = pictures.get(nameOf(look));
      if (!picture) throw new Error(`no picture was made of ${nameOf(look)}`);
      return picture;
    },
  };
}

async function makePicture(seed: string, look: Look, studio: Studio): Promise<Picture> {
  // Both kinds that captures come in; mostly PNG, because a newcomer waits for it: 25 ms each against WebP's 50 to 140.
  const extension: ImageExtension = look.design % 4 === 3 ? 'webp' : 'png';
  const drawn = sharp(Buffer.from(drawPage(seed, look))).flatten();
  const encoded = extension === 'png' ? drawn.png({ compressionLevel: 6 }) : drawn.webp({ quality: 82, effort: 0 });
  const content = await encoded.toBuffer({ resolveWithObject: true });
  const thumbnail = await sharp(content.data)
    .resize({ ...THUMBNAIL, position: 'top' })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
  const contentKey = newImageKey(studio.randomBytes, extension);
  const thumbnailKey = newImageKey(studio.randomBytes, 'webp');
  await studio.removals.reserve([contentKey, thumbnailKey], new Date(studio.now.getTime() + RESERVED_MS));
  await studio.images.put(contentKey, content.data);
  await studio.images.put(thumbnailKey, thumbnail);
  const { design, view, version } = look;
  return {
    id: new Random(seed, 'picture', design, view, version).identifier(FOUNDED),
    contentKey,
    contentType: imageType(contentKey),
    thumbnailKey,
    thumbnailType: imageType(thumbnailKey),
    width: content.info.width,
    height: content.info.height,
    bytes: content.data.length,
    sha256: hash('sha256', content.data),
  };
}
