import { imageType, newImageKey } from '../../domain/image-key.ts';
import type { Images } from '../../domain/ports/images.ts';
import type { Removals } from '../../domain/ports/removals.ts';
import type { Picture } from '../../domain/screenshot.ts';
import { render } from './camera.ts';
import { Random } from './random.ts';
import { aurum } from './stories/aurum.ts';
import { fjellheim } from './stories/fjellheim.ts';
import { halden } from './stories/halden.ts';
import { lending } from './stories/lending.ts';
import { loomis } from './stories/loomis.ts';
import { morrow } from './stories/morrow.ts';
import { northline } from './stories/northline.ts';
import { quartz } from './stories/quartz.ts';
import { ravensby } from './stories/ravensby.ts';
import { tessel } from './stories/tessel.ts';
import { tidewater } from './stories/tidewater.ts';
import type { Story } from './story.ts';
import { ARCHIVE_END, ARCHIVE_START } from './webpages.ts';

const END = new Date(ARCHIVE_END);

/** A home page and an article of each trade, in the order of TRADES. */
const PAGES: readonly Readonly<Record<'home' | 'article', Story | undefined>>[] = [
  { home: morrow[0], article: morrow[1] },
  { home: halden[0], article: halden[1] },
  { home: quartz[0], article: tidewater[0] },
  { home: aurum[0], article: aurum[1] },
  { home: lending[0], article: fjellheim[1] },
  { home: ravensby(END)[0], article: ravensby(END)[1] },
  { home: loomis(END)[0], article: tessel[0] },
  { home: northline[0], article: fjellheim[0] },
];

const KINDS = ['home', 'article'] as const;
/** Before and after all edits of the page. */
const VERSIONS = [0, 1];

/** Identifies a picture. */
interface Look {
  /** An index of TRADES. */
  readonly trade: number;
  readonly kind: (typeof KINDS)[number];
  readonly version: number;
}

// Longer than any fill takes. The sweeper then deletes the pictures that were not used.
const RESERVED_MS = 24 * 60 * 60 * 1000;
const CAPTURES_PER_TRADE = 15;
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

/** Draws the pictures and stores their files. Fewer captures use the pages of fewer trades, to finish sooner. */
export async function makePictureSet(seed: string, captures: number, parts: PictureParts): Promise<PictureSet> {
  const trades = Math.min(PAGES.length, Math.ceil(captures / CAPTURES_PER_TRADE));
  const looks: Look[] = [];
  for (let trade = 0; trade < trades; trade += 1) {
    for (const kind of KINDS) for (const version of VERSIONS) looks.push({ trade, kind, version });
  }
  const pictures = new Map<string, Picture>();
  const nameOf = ({ trade, kind, version }: Look) => `${trade % trades} ${kind} ${version}`;
  const left = looks.values();
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for (const look of left) pictures.set(nameOf(look), await makePicture(seed, look, parts));
  });
  await Promise.all(workers);
  return {
    versions: VERSIONS.length,
    find(look) {
      const picture = pictures.get(nameOf(look));
      if (!picture) throw new Error(`no picture was made of ${nameOf(look)}`);
      return picture;
    },
  };
}

async function makePicture(seed: string, { trade, kind, version }: Look, parts: PictureParts): Promise<Picture> {
  const drawing = PAGES[trade]?.[kind]?.versions.at(-version)?.draw(END);
  if (!drawing) throw new Error(`trade ${trade} has no page ${kind}`);
  const { picture, thumbnail } = await render(drawing.svg);
  const contentKey = newImageKey(parts.randomBytes, picture.format);
  const thumbnailKey = newImageKey(parts.randomBytes, thumbnail.format);
  await parts.removals.reserve([contentKey, thumbnailKey], new Date(parts.now.getTime() + RESERVED_MS));
  await parts.images.put(contentKey, picture.bytes);
  await parts.images.put(thumbnailKey, thumbnail.bytes);
  return {
    id: new Random(seed, 'picture', trade, kind, version).identifier(ARCHIVE_START),
    contentKey,
    contentType: imageType(contentKey),
    thumbnailKey,
    thumbnailType: imageType(thumbnailKey),
    width: picture.width,
    height: picture.height,
    bytes: picture.bytes.length,
    sha256: picture.sha256,
    thumbnailSha256: thumbnail.sha256,
  };
}
