import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { type Camera, type CameraStatus, type EncodedImage, failed, type Shot } from '../../src/domain/capture.ts';
import { readCaptureOptions } from '../../src/domain/capture-options.ts';
import { viewportOf } from '../../src/domain/device.ts';
import type { Random } from './random.ts';

async function pictureOf(colour: string): Promise<EncodedImage> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
    .png()
    .toBuffer();
  return { bytes, format: 'png', width: 40, height: 30, sha256: hash('sha256', bytes) };
}

/** A camera without a browser that returns a fixed picture quickly, for races on the store. */
export async function quickCamera(random: Random): Promise<Camera> {
  const pictures = await Promise.all(['red', 'green', 'blue'].map(pictureOf));
  const thumbnail = await pictureOf('grey');
  return {
    async capture(url, options, { signal }) {
      const phases = { queue: 0, navigate: 1 };
      await delay(random.whole(40), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return failed('aborted', 'The capture was called off.', phases);
      if (random.whole(10) === 0) return failed('connection', 'The site did not answer.', phases);
      const shot: Shot = {
        kind: 'shot',
        picture: random.pick(pictures),
        thumbnail,
        finalUrl: url,
        httpStatus: 200,
        title: 'Quick',
        viewport: viewportOf(readCaptureOptions(options).viewport),
        pageHeight: 30,
        elements: [],
        phases,
        browserVersion: 'none',
        verdict: 'fine',
        warnings: [],
      };
      return structuredClone(shot);
    },
    status: () => ({}) as CameraStatus,
    close: async () => undefined,
  };
}
