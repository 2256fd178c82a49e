import { hash } from 'node:crypto';
import sharp from 'sharp';
import { type ImageExtension, imageType, newImageKey } from '../../domain/image-key.ts';
import type { Images } from '../../domain/ports/images.ts';
import type { Removals } from '../../domain/ports/removals.ts';
import type { Picture } from '../../domain/screenshot.ts';
import { DESIGNS_PER_TRADE, drawPage, type Look, VIEWS } from './design.ts';
import { Random } from './random.ts';
import { TRADES } from './vocabulary.ts';
import { ARCHIVE_START } from './webpages.ts';

const VERSIONS = 2;
const DESIGNS = TRADES.length * DESIGNS_PER_TRADE;
// The same as for real captures: the top of the page, 4:3.
const THUMBNAIL = { width: 320, height: 240 };
// Longer than any fill takes. The sweeper then deletes the pictures that were not used.
const RESERVED_MS = 24 * 60 * 60 * 1000;
// Keeps the threads of sharp busy while files are written.
const CONCURRENCY = 3;

/** The pictures that all captures of a fill share. */
export interface PictureSet {
  readonly versions: number;
  find(look: Look): Picture;
}

export interface PictureParts {
  readonly images: Images;
  readonly removals: Removals;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly now: Date;
}

/** Draws the pictures and stores their files. Fewer captures use fewer designs, to finish sooner. */
export async function makePictureSet(seed: string, captures: number, parts: PictureParts): Promise<PictureSet> {
  const designs = Math.min(DESIGNS, Math.ceil(captures / (VIEWS.length * VERSIONS)));
  const looks: Look[] = [];
  for (let design = 0; design < designs; design += 1) {
    for (const view of VIEWS)
      for (let version = 0; version < VERSIONS; version += 1) looks.push({ design, view, version });
  }
  const pictures = new Map<string, Picture>();
  const nameOf = ({ design, view, version }: Look) => `${design % designs} ${view} ${version}`;
  const left = looks.values();
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for (const look of left) pictures.set(nameOf(look), await makePicture(seed, look, parts));
  });
  await Promise.all(workers);
  return {
    versions: VERSIONS,
    find(look) {
      const picture = pictures.get(nameOf(look));
      if (!picture) throw new Error(`no picture was made of ${nameOf(look)}`);
      return picture;
    },
  };
}

async function makePicture(seed: string, look: Look, parts: PictureParts): Promise<Picture> {
  // Both formats of real captures, but mostly PNG, because the user waits: 25 ms each instead of 50 to 140 ms for WebP.
  const extension: ImageExtension = look.design % 4 === 3 ? 'webp' : 'png';
  const drawn = sharp(Buffer.from(drawPage(seed, look))).flatten();
  const encoded = extension === 'png' ? drawn.png({ compressionLevel: 6 }) : drawn.webp({ quality: 82, effort: 0 });
  const content = await encoded.toBuffer({ resolveWithObject: true });
  const thumbnail = await sharp(content.data)
    .resize({ ...THUMBNAIL, position: 'top' })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
  const contentKey = newImageKey(parts.randomBytes, extension);
  const thumbnailKey = newImageKey(parts.randomBytes, 'webp');
  await parts.removals.reserve([contentKey, thumbnailKey], new Date(parts.now.getTime() + RESERVED_MS));
  await parts.images.put(contentKey, content.data);
  await parts.images.put(thumbnailKey, thumbnail);
  const { design, view, version } = look;
  return {
    id: new Random(seed, 'picture', design, view, version).identifier(ARCHIVE_START),
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
