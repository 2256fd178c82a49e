import { hash } from 'node:crypto';
import type { EncodedImage } from '../../domain/capture.ts';
import type { Viewport } from '../../domain/device.ts';
import { CaptureError } from '../capture-error.ts';
import type { Tab } from '../chromium/tab.ts';

export type PictureLimits = {
  /** EncodedImage pixels from top to bottom. Many viewers show nothing of an image beyond 65,535. */
  readonly maxPictureHeight: number;
  /** EncodedImage pixels in all: 4 bytes each in the browser and again wherever the picture is decoded. */
  readonly maxPixels: number;
};

export type Taken = { readonly picture: EncodedImage; readonly pageHeight: number; readonly truncated: boolean };

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Chromium answers some sizes with success and no image: whatever comes is looked at. */
function readPng(bytes: Buffer<ArrayBuffer>): EncodedImage {
  if (bytes.length < 57 || !bytes.subarray(0, 8).equals(pngSignature))
    throw new CaptureError('no-picture', `Chromium gave ${bytes.length} bytes that are not an image.`);
  return {
    bytes,
    format: 'png',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    // Here and now: where there are readers, captures have a process of their own, and for another thread it would be copied.
    sha256: hash('sha256', bytes, 'hex'),
  };
}

/** How many CSS pixels of a page a picture can hold, from top to bottom. */
export function maxHeight({ width, scale }: Viewport, bounds: PictureLimits, shrink = 1): number {
  return Math.floor(Math.min(bounds.maxPictureHeight, bounds.maxPixels / (width * scale)) / (scale * shrink));
}

/**
 * Fast PNG, one shot that reaches beyond the viewport, without `captureBeyondViewport`: that makes the viewport 1 × 1 px
 * for a moment, so that no `min-width` query holds, and transitions and animations inside of them begin again. The same
 * pixels come without it where mainFrameClipsContent is off (flags.ts). A viewport as high as the page instead would
 * change what 100vh means.
 */
export async function takePicture(
  tab: Tab,
  { viewport, fullPage, bounds }: { viewport: Viewport; fullPage: boolean; bounds: PictureLimits },
): Promise<Taken> {
  const { cssContentSize, cssVisualViewport } = await tab.send('Page.getLayoutMetrics');
  // A phone lays a page without a viewport tag out at 980 px and shows it smaller; so does the picture.
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
  // cdp.ts has decoded it already.
  const picture = readPng(data as unknown as Buffer<ArrayBuffer>);
  return { picture, pageHeight, truncated: fullPage && wanted > most };
}
