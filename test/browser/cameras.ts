import assert from 'node:assert/strict';
import sharp from 'sharp';
import { type CameraConfig, type OpenedCamera, openCamera } from '../../src/browser/camera.ts';
import type { Limits } from '../../src/browser/page/limits.ts';
import type { Camera, CaptureOutcome, EncodedImage, Failed, Shot } from '../../src/domain/capture.ts';
import { readCaptureOptions } from '../../src/domain/capture-options.ts';
import { readAllow } from '../../src/guard/allow-list.ts';
import { makeGuard } from '../../src/guard/guard.ts';
import { cacheDir, searchPath } from '../harness/chromium.ts';
import { refuseInQuickRun } from '../harness/quick.ts';

/** No page of a test needs so long on an idle machine. A test of one of these limits gives its own. */
const patience: Partial<Limits> = {
  whole: 180_000,
  settle: 120_000,
  load: 60_000,
  scroll: 60_000,
  measuring: 60_000,
  unresponsive: 20_000,
};

export async function openTestCamera({ limits, ...config }: Partial<CameraConfig> = {}): Promise<OpenedCamera> {
  refuseInQuickRun('a browser');
  const camera = await openCamera({
    cacheDir,
    searchPath,
    concurrency: 2,
    blockLists: ['bundled'],
    log: () => undefined,
    guard: makeGuard({ allow: readAllow('127.0.0.0/8,[::1]') }),
    limits: { ...patience, ...limits },
    ...config,
  });
  return {
    ...camera,
    withSettings: ({ limits, ...settings }) =>
      camera.withSettings({ ...settings, ...(limits && { limits: { ...patience, ...limits } }) }),
  };
}

export function capture(camera: Camera, url: string, options: Record<string, unknown> = {}): Promise<CaptureOutcome> {
  return camera.capture(url, readCaptureOptions(options), { signal: new AbortController().signal });
}

export async function shot(camera: Camera, url: string, options: Record<string, unknown> = {}): Promise<Shot> {
  const outcome = await capture(camera, url, options);
  assert.equal(outcome.kind, 'shot', outcome.kind === 'shot' ? '' : outcome.detail);
  return outcome as Shot;
}

export async function failure(camera: Camera, url: string, options: Record<string, unknown> = {}): Promise<Failed> {
  const outcome = await capture(camera, url, options);
  assert.equal(outcome.kind, 'failed');
  return outcome as Failed;
}

export type Pixels = { readonly width: number; readonly height: number; at(x: number, y: number): string };

export async function pixels(picture: EncodedImage): Promise<Pixels> {
  const { data, info } = await sharp(picture.bytes, { limitInputPixels: 300_000_000 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  assert.deepEqual([width, height], [picture.width, picture.height]);
  return {
    width,
    height,
    at: (x, y) => `#${data.subarray((y * width + x) * channels, (y * width + x) * channels + 3).toString('hex')}`,
  };
}
