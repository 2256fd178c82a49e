import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { type CaptureParts, type CaptureResult, capturePage } from '../../src/app/capture-page.ts';
import { reserveKeys } from '../../src/app/image-keys.ts';
import { sealingKey } from '../../src/app/seal.ts';
import { trackWebpages } from '../../src/app/track-webpages.ts';
import type { Camera } from '../../src/domain/capture.ts';
import type { Webpage } from '../../src/domain/webpage.ts';
import { encodePicture } from '../../src/picture/encode.ts';
import { type Behaviour, type CorpusServer, html, serveCorpus } from '../corpus/server.ts';
import { comparePictures } from './changes.ts';
import type { Engine } from './engines.ts';
import type { Person } from './records.ts';
import { type TestService, useService } from './service.ts';
import { sharedCamera } from './shared-camera.ts';
import { Clock, claimAt } from './tracked.ts';

export const SEALING_KEY = sealingKey('a secret of the tests, long enough for everyone');

/** Options that keep a capture short. */
const QUICK = { fullPage: false, consent: false, viewport: { width: 320, height: 240 } };

/** A page with a text on a coloured background. */
export const page = (text: string, colour = '#fff'): Behaviour =>
  html(`<!doctype html><title>${text}</title><body style="background:${colour}">${text}</body>`);

/** A site whose pages a test can change at any time. */
export function useSite() {
  const behaviours: Record<string, Behaviour> = {};
  let server: CorpusServer | undefined;
  let camera: Camera | undefined;
  let pages = 0;
  before(async () => {
    server = await serveCorpus(behaviours);
    camera = await sharedCamera();
  });
  after(() => server?.close());
  return {
    get camera(): Camera {
      assert.ok(camera, 'the camera is used before the first test');
      return camera;
    },
    /** A new page with its own URL, and a function that changes its content. */
    newPage(behaviour: Behaviour): { url: string; show(next: Behaviour): void } {
      pages += 1;
      const path = `/page-${pages}`;
      behaviours[path] = behaviour;
      const show = (next: Behaviour) => {
        behaviours[path] = next;
      };
      return { url: `${server?.origin}${path}`, show };
    },
  };
}

export type Site = ReturnType<typeof useSite>;

/** Within describe(): a service whose pages are captured only by `visit`. */
export function useCapturing(engine: Engine, site: Site) {
  const service: TestService = useService(engine, { reachable: true });
  const clock = new Clock();
  const parts = (): CaptureParts => ({
    store: service.store,
    images: service.images,
    keys: reserveKeys(service.store.removals),
    camera: site.camera,
    encode: (picture) => encodePicture(picture, 'auto'),
    comparePictures,
    sealingKey: SEALING_KEY,
    now: clock.now,
  });

  async function track(person: Person, url: string, options: object = {}): Promise<Webpage> {
    const draft = { url, options: { ...QUICK, ...options } };
    const [webpage] = await trackWebpages({ ...parts() }, person.owner, [draft], clock.now());
    assert.ok(webpage);
    return webpage;
  }

  /** Captures the page like a worker, one minute after the previous event. */
  async function visit(
    { owner }: Person,
    webpage: Webpage,
    changed: Partial<CaptureParts> = {},
  ): Promise<CaptureResult> {
    clock.forward(60_000);
    const claim = await service.store.schedules.claimOne(owner, webpage.id, claimAt(clock));
    assert.ok(claim);
    return capturePage({ ...parts(), ...changed }, claim, { signal: new AbortController().signal });
  }

  async function keptFiles(): Promise<Set<string>> {
    const keys = await Array.fromAsync(service.images.list(), ({ key }) => key);
    return new Set(keys);
  }

  return { service, clock, parts, track, visit, keptFiles };
}
