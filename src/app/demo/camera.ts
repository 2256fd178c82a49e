import { hash } from 'node:crypto';
import sharp from 'sharp';
import { type CaptureOutcome, failed, type Shot, type Verdict } from '../../domain/capture.ts';
import type { PageText } from '../../domain/page-text.ts';
import { PAGE_WIDTH, SCREEN_HEIGHT } from './canvas.ts';
import { loadFonts } from './fonts.ts';
import type { Story, Version } from './story.ts';
import { drawTrouble } from './troubles.ts';

const THUMBNAIL_WIDTH = 320;
const VIEWPORT = { width: PAGE_WIDTH, height: SCREEN_HEIGHT, scale: 1, mobile: false };
const PHASES = { queue: 4, navigate: 610, settle: 940, freeze: 22, picture: 380, thumbnail: 45 };

export const DAY_MS = 86_400_000;

/** Draws what a capture at this age of the story shows. Captures of the same version share one drawing. */
export type DrawCapture = (age: number) => Promise<CaptureOutcome>;

export function cameraFor(story: Story, now: Date): DrawCapture {
  const drawn = new Map<Version, Promise<Shot>>();
  return (age) => {
    const trouble = story.troubles.find(({ from, to }) => age <= from && age > to);
    if (trouble) return photographTrouble(story.url, trouble.kind);
    const version = story.versions.findLast((each) => age <= each.age) ?? (story.versions[0] as Version);
    let shot = drawn.get(version);
    if (!shot) {
      // A page that shows a date shows that of the first capture of the version.
      shot = photograph(story.url, version, new Date(now.getTime() - age * DAY_MS));
      drawn.clear();
      drawn.set(version, shot);
    }
    return shot;
  };
}

async function photograph(url: string, version: Version, day: Date): Promise<Shot> {
  const { svg, elements, passages } = version.draw(day);
  const { title } = version;
  const firstHeading = passages.find(({ kind }) => kind === 'heading')?.text;
  const text = { passages, cut: false, title, language: 'en', firstHeading, imageTexts: [] };
  return develop({ url, svg, title, httpStatus: 200, verdict: 'fine', elements, text });
}

async function photographTrouble(url: string, kind: Story['troubles'][number]['kind']): Promise<CaptureOutcome> {
  const { host } = new URL(url);
  if (kind === 'dns') return failed('dns', `The host name ${host} could not be found.`, { queue: 3, navigate: 1200 });
  if (kind === 'deadline')
    return failed('deadline', 'The page did not finish loading within 60 s.', { navigate: 60_000 });
  return develop({ url, ...drawTrouble(kind, host), elements: [], text: undefined });
}

interface Exposure {
  readonly url: string;
  readonly svg: string;
  readonly title: string;
  readonly httpStatus: number;
  readonly verdict: Verdict;
  readonly elements: ReturnType<Version['draw']>['elements'];
  readonly text: PageText | undefined;
}

async function develop({ url, svg, title, httpStatus, verdict, elements, text }: Exposure): Promise<Shot> {
  const { picture, thumbnail } = await render(svg);
  return {
    kind: 'shot',
    picture,
    thumbnail,
    finalUrl: url,
    httpStatus,
    title,
    viewport: VIEWPORT,
    pageHeight: picture.height,
    elements: elements.map(({ selector, box }) => ({ selector, boxes: [box] })),
    text,
    phases: PHASES,
    browserVersion: 'drawn by pagekeep demo',
    verdict,
    warnings: [],
  };
}

/** Renders a drawing without a browser, with its thumbnail. */
export async function render(svg: string): Promise<Pick<Shot, 'picture' | 'thumbnail'>> {
  await loadFonts();
  const { data, info } = await sharp(Buffer.from(svg)).flatten().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const pixels = () => sharp(data, { raw: { width, height, channels: 3 } });
  // PNG, because the user waits: WebP takes several times as long. The thumbnail is like those of real captures.
  const [png, webp] = await Promise.all([
    pixels().png({ compressionLevel: 3 }).toBuffer(),
    pixels()
      .extract({ left: 0, top: 0, width, height: Math.min(height, (width * 3) / 4) })
      .resize({ width: THUMBNAIL_WIDTH })
      .webp({ quality: 80, effort: 2 })
      .toBuffer({ resolveWithObject: true }),
  ]);
  const small = { width: webp.info.width, height: webp.info.height };
  return {
    picture: { bytes: png, format: 'png', width, height, sha256: hash('sha256', png) },
    thumbnail: { bytes: webp.data, format: 'webp', ...small, sha256: hash('sha256', webp.data) },
  };
}
