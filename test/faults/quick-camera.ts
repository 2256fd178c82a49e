import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { type Camera, type CameraStatus, type EncodedImage, failed, type Shot } from '../../src/domain/capture.ts';
import type { CaptureOptions } from '../../src/domain/capture-options.ts';
import { viewportOf } from '../../src/domain/device.ts';
import type { Random } from './random.ts';

export async function pictureOf(colour: string): Promise<EncodedImage> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
    .png()
    .toBuffer();
  return { bytes, format: 'png', width: 40, height: 30, sha256: hash('sha256', bytes) };
}

export const PHASES = { queue: 0, navigate: 1 };

export function shotWith(
  pictures: Pick<Shot, 'picture' | 'thumbnail'>,
  finalUrl: string,
  { viewport }: CaptureOptions,
): Shot {
  return structuredClone({
    kind: 'shot',
    ...pictures,
    finalUrl,
    httpStatus: 200,
    title: 'Quick',
    viewport: viewportOf(viewport),
    pageHeight: 30,
    elements: [],
    phases: PHASES,
    browserVersion: 'none',
    verdict: 'fine',
    warnings: [],
  });
}

export const NO_BROWSERS: CameraStatus = {
  browserVersion: 'none',
  executable: '',
  sandbox: true,
  undrawableScripts: [],
  browsers: 0,
  restarts: 0,
  capturing: 0,
  waiting: 0,
};

/** A camera without a browser that returns a fixed picture quickly, for races on the store. */
export async function quickCamera(random: Random): Promise<Camera> {
  const pictures = await Promise.all(['red', 'green', 'blue'].map(pictureOf));
  const thumbnail = await pictureOf('grey');
  return {
    async capture(url, options, { signal }) {
      await delay(random.whole(40), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return failed('aborted', 'The capture was cancelled.', PHASES);
      if (random.whole(10) === 0) return failed('connection', 'The site did not answer.', PHASES);
      return shotWith({ picture: random.pick(pictures), thumbnail }, url, options);
    },
    status: () => NO_BROWSERS,
    close: async () => undefined,
  };
}
