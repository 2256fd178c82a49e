import { registerHooks } from 'node:module';

/**
 * Loaded into a program with `node --import`. Replaces its camera by fetching-camera.ts, so that many workers can run at
 * once: a browser for each of them would take most of the CPU time of a test that is about leases and records.
 */
const CAMERA = new URL('../../src/browser/camera.ts', import.meta.url).href;
const REPLACEMENT = new URL('fetching-camera.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    return found.url === CAMERA ? { ...found, url: REPLACEMENT } : found;
  },
});
