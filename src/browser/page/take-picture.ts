import { hash } from 'node:crypto';
import type { EncodedImage } from '../../domain/capture.ts';
import type { Viewport } from '../../domain/device.ts';
import { joinStrips } from '../../picture/join-strips.ts';
import { CaptureError } from '../capture-error.ts';
import type { Tab } from '../chromium/tab.ts';
import { orAbort } from '../deadline.ts';
import type { Region } from './one-element.ts';
import { contentSides, type Sides } from './page-sides.ts';

export type PictureLimits = {
  /** In pixels of the image. */
  readonly maxPictureHeight: number;
  /** In CSS pixels. */
  readonly maxPictureWidth: number;
  /** Each pixel takes 4 bytes wherever the picture is decoded. */
  readonly maxPixels: number;
  /** A larger picture is taken in strips of at most this size, because each pixel takes 8 bytes in the browser. */
  readonly maxStripPixels: number;
};

export type Taken = {
  readonly picture: EncodedImage;
  /** The left side of the picture in CSS pixels, relative to the window. */
  readonly left: number;
  /** The upper side of the picture in CSS pixels, relative to the page. */
  readonly top: number;
  readonly pageHeight: number;
  readonly pageWidth: number;
  /** Device pixels per CSS pixel: that of the viewport, or a lower one. */
  readonly scale: number;
  readonly truncated: { readonly height: boolean; readonly width: boolean };
  /** Pixels of the picture for each CSS pixel of the page. */
  readonly pixelsPerCss: number;
};

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Checks the signature, because for some sizes Chromium reports success without an image. */
function readPng(bytes: Buffer<ArrayBuffer>): EncodedImage {
  if (bytes.length < 57 || !bytes.subarray(0, 8).equals(pngSignature))
    throw new CaptureError('no-picture', `Chromium returned ${bytes.length} bytes that are not an image.`);
  return {
    bytes,
    format: 'png',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    // Computed in this thread: another thread would need a copy, and API requests are in another process.
    sha256: hash('sha256', bytes, 'hex'),
  };
}

/** The maximum height of a picture in CSS pixels, at the given scale. */
function maxHeightAt(scale: number, width: number, bounds: PictureLimits, shrink: number): number {
  return Math.floor(Math.min(bounds.maxPictureHeight, bounds.maxPixels / (width * shrink * scale)) / (scale * shrink));
}

/** The maximum height of a picture in CSS pixels. A page that is too high for its scale gets a lower one. */
export function maxHeight({ width }: Viewport, bounds: PictureLimits): number {
  return maxHeightAt(1, width, bounds, 1);
}

const scaleStep = 0.5;

type Size = { readonly width: number; readonly height: number };

/** The highest scale, up to that of the viewport, at which the whole page fits in a picture. */
function scaleFor({ width, height }: Size, { scale }: Viewport, bounds: PictureLimits, shrink: number): number {
  for (let lower = scale; lower > 1; lower -= scaleStep)
    if (height <= maxHeightAt(lower, width, bounds, shrink)) return lower;
  return 1;
}

/** The sides of the picture: those of the content, up to the maximum width from its beginning. */
function pictureSides({ left, right }: Sides, beginsRight: boolean, maxWidth: number): Sides {
  if (right - left <= maxWidth) return { left, right };
  return beginsRight ? { left: right - maxWidth, right } : { left, right: left + maxWidth };
}

type Area = {
  readonly x: number;
  /** Relative to the page, as all in CSS pixels. */
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture for each CSS pixel. */
  readonly pixelsPerCss: number;
};

/** The heights of the strips in CSS pixels: one for a picture of ordinary size. All but the last are equal. */
function stripHeights({ width, height, pixelsPerCss }: Area, maxStripPixels: number): number[] {
  const pixels = width * height * pixelsPerCss ** 2;
  if (pixels <= maxStripPixels) return [height];
  // An even number of CSS pixels, so that a strip also ends between two pixels at the scales 1.5 and 2.5.
  const strip = Math.max(2, 2 * Math.floor(maxStripPixels / (2 * width * pixelsPerCss ** 2)));
  const whole = Math.floor(height / strip);
  const rest = height - whole * strip;
  return [...Array.from({ length: whole }, () => strip), ...(rest > 0 ? [rest] : [])];
}

/**
 * Takes a screenshot with a clip beyond the viewport, or several for a very large page. `captureBeyondViewport` is not
 * used: it sets the viewport to 1 × 1 px for a moment, which restarts transitions and animations in `min-width` queries.
 * With mainFrameClipsContent off (flags.ts) the pixels are the same. A viewport as high as the page would change 100vh.
 */
async function screenshot(
  tab: Tab,
  area: Area,
  { scale, heights }: { scale: number; heights: readonly number[] },
): Promise<EncodedImage> {
  const { x, width } = area;
  const strips: EncodedImage[] = [];
  let { y } = area;
  for (const height of heights) {
    // Otherwise Chromium reuses the layers of the strip before, and may draw this one before all parts of them are ready.
    if (y > area.y) await tab.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    const clip = { x, y, width, height, scale };
    const { data } = await tab.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true, clip });
    // cdp.ts has decoded the base64 string.
    strips.push(readPng(data as unknown as Buffer<ArrayBuffer>));
    y += height;
  }
  const [only] = strips;
  return only && strips.length === 1 ? only : orAbort(tab.signal, joinStrips(strips));
}

export type PictureRequest = {
  readonly viewport: Viewport;
  readonly fullPage: boolean;
  /** The only part of the page to show. */
  readonly region: Region | undefined;
  /** A picture of the viewport shows the page where it is scrolled to, and not its beginning. */
  readonly asScrolled: boolean;
  readonly bounds: PictureLimits;
  /** Called before the picture is taken. */
  readonly onStrips?: (count: number) => void;
};

export async function takePicture(tab: Tab, request: PictureRequest): Promise<Taken> {
  const { viewport, fullPage, region, asScrolled, bounds, onStrips } = request;
  const metrics = await tab.send('Page.getLayoutMetrics');
  const { cssContentSize, cssVisualViewport, cssLayoutViewport } = metrics;
  // A phone lays out a page without a viewport tag at 980 px and scales it down. The picture does the same.
  const window = viewport.mobile ? Math.max(viewport.width, Math.round(cssVisualViewport.clientWidth)) : viewport.width;
  const shrink = viewport.width / window;
  const widens = fullPage && !viewport.mobile;
  const page =
    widens && !region ? await contentSides(tab, viewport, metrics) : { left: 0, right: window, width: window };
  const content = region ? { left: region.left, right: region.left + region.width, width: region.width } : page;
  const { left, right } = pictureSides(content, cssLayoutViewport.pageX > 0, Math.max(window, bounds.maxPictureWidth));
  const width = right - left;
  const pageHeight = Math.ceil(cssContentSize.height);
  const least = Math.round(viewport.height / shrink);
  const wanted = region?.height ?? (fullPage ? Math.max(pageHeight, least) : least);
  const scale = scaleFor({ width, height: wanted }, viewport, bounds, shrink);
  const height = Math.min(wanted, maxHeightAt(scale, width, bounds, shrink));
  // The clip is relative to the left side of the page, which is not that of the window if the page begins at the right.
  const x = Math.round(cssLayoutViewport.pageX) + left;
  const top = region?.top ?? (asScrolled && !fullPage ? Math.round(cssLayoutViewport.pageY) : 0);
  const area = { x, y: top, width, height, pixelsPerCss: shrink * scale };
  const clipScale = (shrink * scale) / viewport.scale;
  const heights = stripHeights(area, bounds.maxStripPixels);
  onStrips?.(heights.length);
  const picture = await screenshot(tab, area, { scale: clipScale, heights });
  return {
    picture,
    left,
    top,
    pageHeight,
    pageWidth: content.width,
    scale,
    truncated: { height: fullPage && wanted > height, width: content.width > width },
    pixelsPerCss: picture.width / width,
  };
}
