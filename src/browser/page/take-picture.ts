import { hash } from 'node:crypto';
import type { EncodedImage } from '../../domain/capture.ts';
import type { Viewport } from '../../domain/device.ts';
import { CaptureError } from '../capture-error.ts';
import type { Tab } from '../chromium/tab.ts';

export type PictureLimits = {
  /** In pixels of the image. Many viewers do not show images above 65,535. */
  readonly maxPictureHeight: number;
  /** Each pixel takes 4 bytes in the browser, and 4 bytes wherever the picture is decoded. */
  readonly maxPixels: number;
};

export type Taken = {
  readonly picture: EncodedImage;
  readonly pageHeight: number;
  readonly truncated: boolean;
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

/** The maximum height of a picture in CSS pixels. */
export function maxHeight({ width, scale }: Viewport, bounds: PictureLimits, shrink = 1): number {
  return Math.floor(Math.min(bounds.maxPictureHeight, bounds.maxPixels / (width * scale)) / (scale * shrink));
}

/**
 * Takes one screenshot with a clip beyond the viewport. `captureBeyondViewport` is not used: it sets the viewport to
 * 1 × 1 px for a moment, which restarts transitions and animations in `min-width` queries. With mainFrameClipsContent off
 * (flags.ts) the pixels are the same. A viewport as high as the page would change 100vh.
 */
export async function takePicture(
  tab: Tab,
  { viewport, fullPage, bounds }: { viewport: Viewport; fullPage: boolean; bounds: PictureLimits },
): Promise<Taken> {
  const { cssContentSize, cssVisualViewport } = await tab.send('Page.getLayoutMetrics');
  // A phone lays out a page without a viewport tag at 980 px and scales it down. The picture does the same.
  const width = viewport.mobile ? Math.max(viewport.width, Math.round(cssVisualViewport.clientWidth)) : viewport.width;
  const shrink = viewport.width / width;
  const pageHeight = Math.ceil(cssContentSize.height);
  const least = Math.round(viewport.height / shrink);
  const wanted = fullPage ? Math.max(pageHeight, least) : least;
  const most = maxHeight(viewport, bounds, shrink);
  const height = Math.min(wanted, most);
  const { data } = await tab.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    clip: { x: 0, y: 0, width, height, scale: shrink },
  });
  // cdp.ts has decoded the base64 string.
  const picture = readPng(data as unknown as Buffer<ArrayBuffer>);
  return { picture, pageHeight, truncated: fullPage && wanted > most, pixelsPerCss: picture.width / width };
}
