import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before } from 'node:test';
import { workerParts } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { runWorker } from '../../src/work/worker.ts';
import { comparePictures } from '../harness/changes.ts';
import { SEALING_KEY } from '../harness/sealing-key.ts';
import type { TestService } from '../harness/service.ts';
import { sharedCamera } from '../harness/shared-camera.ts';

/** Starts a worker that captures due webpages of the service with a real browser. Returns a function that stops it. */
export async function startWorker(service: TestService): Promise<() => Promise<void>> {
  const stop = new AbortController();
  const camera = await sharedCamera();
  const config = readConfig({ SITE_PAUSE_MS: '0' });
  const archive = { store: service.store, images: service.images, sealingKey: SEALING_KEY };
  const failed = (error: unknown) => console.error(error);
  const report = { captured: () => undefined, failed };
  const working = runWorker(workerParts(config, archive, { camera, comparePictures, report }), stop.signal);
  return async () => {
    stop.abort();
    await working;
  };
}

/** A page with two coloured bands. A test can change the colour of the second one. */
export interface TestSite {
  readonly url: string;
  colour: string;
}

/** Within describe(): an HTTP server with the page. */
export function useSite(): TestSite {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!DOCTYPE html><title>The test's page</title>
<style>body { margin: 0 } div { height: 400px }</style>
<div style="background: #336699"></div><div style="background: ${site.colour}"></div>`);
  });
  const site = { url: '', colour: '#ffcc00' };
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`;
  });
  after(() => new Promise((resolve) => server.close(resolve)));
  return site;
}
