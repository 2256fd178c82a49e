import { hash, randomUUIDv7 } from 'node:crypto';
import sharp from 'sharp';
import { capturePage } from '../../src/app/capture-page.ts';
import { reserveKeys } from '../../src/app/image-keys.ts';
import { type CaptureSettings, trackWebpages } from '../../src/app/track-webpages.ts';
import type { Camera, CaptureOutcome, EncodedImage } from '../../src/domain/capture.ts';
import type { Webpage, WebpageDraft } from '../../src/domain/webpage.ts';
import { comparePictures } from '../harness/changes.ts';
import { tick } from '../harness/records.ts';
import { SEALING_KEY } from '../harness/sealing-key.ts';
import type { TestService } from '../harness/service.ts';

export async function trackWebpage(
  service: TestService,
  owner: string,
  draft: Partial<WebpageDraft & CaptureSettings> = {},
): Promise<Webpage> {
  const parts = { store: service.store, sealingKey: SEALING_KEY };
  const url = `https://news.example.org/${randomUUIDv7()}`;
  const [webpage] = await trackWebpages(parts, owner, [{ url, ...draft }], tick());
  if (!webpage) throw new Error('nothing was tracked');
  return webpage;
}

/** A capture as a worker makes it, with a camera that returns the given outcome. */
export async function captureOnce(service: TestService, owner: string, webpageId: string, outcome: CaptureOutcome) {
  const { store, images } = service;
  const now = tick();
  const claim = await store.schedules.claimOne(owner, webpageId, {
    attempt: randomUUIDv7(),
    now,
    leaseUntil: new Date(now.getTime() + 60_000),
    politeness: { atOnce: 10, pauseMs: 0 },
  });
  if (!claim) throw new Error('the page could not be claimed');
  const camera = { capture: async () => structuredClone(outcome) } as unknown as Camera;
  const encode = async (picture: EncodedImage) => picture;
  const parts = {
    store,
    images,
    camera,
    encode,
    comparePictures,
    keys: reserveKeys(store.removals),
    sealingKey: SEALING_KEY,
    now: tick,
  };
  return capturePage(parts, claim, { signal: new AbortController().signal });
}

/** A picture of horizontal bands, each with a colour and a number of rows. */
export async function banded(width: number, bands: readonly [colour: string, rows: number][]): Promise<EncodedImage> {
  const height = bands.reduce((sum, [, rows]) => sum + rows, 0);
  let top = 0;
  const layers = bands.map(([background, rows]) => {
    const layer = { input: { create: { width, height: rows, channels: 3 as const, background } }, left: 0, top };
    top += rows;
    return layer;
  });
  const canvas = sharp({ create: { width, height, channels: 3, background: '#fff' } }).composite(layers);
  const bytes = await canvas.png().toBuffer();
  return { bytes, format: 'png', width, height, sha256: hash('sha256', bytes) };
}

export function shotOf(
  picture: EncodedImage,
  more: Partial<Extract<CaptureOutcome, { kind: 'shot' }>> = {},
): CaptureOutcome {
  return {
    kind: 'shot',
    picture,
    thumbnail: picture,
    finalUrl: 'https://news.example.org/after-redirects',
    httpStatus: 200,
    title: 'News <today>',
    viewport: { width: 1280, height: 800, scale: 1, mobile: false },
    pageHeight: picture.height,
    elements: [],
    phases: { navigate: 10 },
    browserVersion: '1.2.3.4',
    verdict: 'fine',
    warnings: [],
    ...more,
  };
}

export const UNREACHABLE: CaptureOutcome = {
  kind: 'failed',
  reason: 'dns',
  detail: 'The name news.example.org cannot be found.',
  retry: true,
  phases: {},
};
