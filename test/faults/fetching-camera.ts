import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Camera, failed } from '../../src/domain/capture.ts';
import { NO_BROWSERS, PHASES, pictureOf, shotWith } from './quick-camera.ts';

/** A capture takes about as long as one with a browser, so that kills happen during captures. */
const CAPTURE_MS = 500;

/** A camera without a browser: it fetches the page, and its picture has a colour that depends on the content. */
export async function openCamera(): Promise<Camera> {
  return {
    async capture(url, options, { signal }) {
      try {
        const content = await (await fetch(url, { signal })).text();
        await delay(CAPTURE_MS, undefined, { signal });
        const picture = await pictureOf(`#${hash('sha256', content).slice(0, 6)}`);
        return shotWith({ picture, thumbnail: picture }, url, options);
      } catch (error) {
        if (signal.aborted) return failed('aborted', 'The capture was cancelled.', PHASES);
        return failed('connection', String(error), PHASES);
      }
    },
    status: () => NO_BROWSERS,
    close: async () => undefined,
  };
}
