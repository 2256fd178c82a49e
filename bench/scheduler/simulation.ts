import type { Store } from '../../src/domain/ports/store.ts';
import { openStore } from '../../src/store/open.ts';
import { milliseconds } from '../report.ts';
import { median } from '../rounds.ts';
import { startCluster } from './cluster.ts';
import { fillSchedules, type Size, sizesOf } from './fill.ts';
import { type Observed, observe, POLITENESS, type Visit } from './workers.ts';
import { watchLog } from './write-ahead-log.ts';

export interface Simulation extends Size {
  readonly seconds: number;
  /** Each has its own connections, like a worker on its own machine. */
  readonly workers: number;
}

export interface Simulated {
  /** Captures claimed and recorded per second. */
  readonly rate: number;
  readonly needed: number;
  readonly details: readonly string[];
}

/** 1,000,000 pages per hour. */
const NEEDED = 1_000_000 / 3600;

/** The most connections that one store opens. */
const CONNECTIONS = 10;

/** Concurrent captures of each worker: the first measurement keeps the database busy, the second does not. */
const EAGER = 16;
const CALM = 8;
const CALM_CAPTURE_MS = 1_000;

const ALONE_ROUNDS = 15;

/**
 * Measures how fast workers claim and record captures when all pages are due, as after downtime, and how they share the
 * work between sites and accounts.
 */
export async function simulate(simulation: Simulation): Promise<Simulated> {
  const { pages, accounts, seconds, workers } = simulation;
  await using cluster = await startCluster(workers * CONNECTIONS);
  const { url } = cluster;
  const stores: Store[] = [];
  try {
    stores.push(await openStore(url));
    const began = performance.now();
    await fillSchedules(url, simulation);
    const filling = (performance.now() - began) / 1_000;
    while (stores.length < workers) stores.push(await openStore(url));

    const alone = await askAlone(stores[0] as Store);
    const before = await sizesOf(url);
    const readLog = await watchLog(url);
    const fast = await observe(stores, { concurrency: EAGER, captureMs: 0, seconds });
    const logged = await readLog();
    const after = await sizesOf(url);
    const calm = await observe(stores, { concurrency: CALM, captureMs: CALM_CAPTURE_MS, seconds });

    const { rate } = fast;
    const bound = (workers * CALM * 1_000) / CALM_CAPTURE_MS;
    const grown = (name: string) => ((after[name] ?? 0) - (before[name] ?? 0)) / fast.finishes.length;
    const ofEach = (bytes: number) => (bytes / fast.finishes.length).toFixed(0);
    const ofScreenshot = ['screenshots', 'captures', 'pictures'];
    const indexes = Object.keys(after).filter((name) => ofScreenshot.some((table) => name.startsWith(`${table}_`)));
    const total = (names: readonly string[]) => names.reduce((sum, name) => sum + grown(name), 0).toFixed(0);
    const each = (name: string) => `${name} ${((before[name] ?? 0) / pages).toFixed(0)}`;
    const details = [
      `pages tracked and due        ${pages.toLocaleString('en')}, half of them in one of ${accounts.toLocaleString('en')} accounts; filled in ${filling.toFixed(0)} s`,
      `workers                      ${workers}, ${EAGER} concurrent captures each, with a duration of 0`,
      `claimed and recorded         ${rate.toFixed(0)} per second; 1,000,000 per hour need ${NEEDED.toFixed(0)}`,
      `time for a claim             ${percentiles(fast.claims)}`,
      `time for a record            ${percentiles(fast.finishes)}`,
      `time to find due accounts    ${percentiles(fast.rounds)}; ${milliseconds(alone)} without other load`,
      ...describe(fast),
      `bytes per tracked page       ${each('webpages')}, ${each('capture_schedules')}, with their indexes`,
      `bytes per screenshot         ${total(ofScreenshot)}: ${ofScreenshot.map((name) => `${name} ${grown(name).toFixed(0)}`).join(', ')}; ${total(indexes)} of them indexes`,
      `write-ahead log              ${ofEach(logged.changes)} bytes per capture, and ${ofEach(logged.wholePages)} of full page images after checkpoints`,
      '',
      `after downtime, with captures of ${milliseconds(CALM_CAPTURE_MS)}, ${CALM} concurrent ones on each of ${workers} workers: at most ${bound} per second`,
      `claims per second            ${perSecond(calm.visits)}`,
      ...describe(calm),
    ];
    return { rate, needed: NEEDED, details };
  } finally {
    await Promise.all(stores.map((store) => store.close()));
  }
}

/** The median time to find the accounts with due pages. */
async function askAlone({ schedules }: Store): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ALONE_ROUNDS; round += 1) {
    const began = performance.now();
    await schedules.dueOwners(new Date());
    times.push(performance.now() - began);
  }
  return median(times);
}

function describe({ visits }: Observed): string[] {
  const owners = Map.groupBy(visits, ({ owner }) => owner);
  const largest = Math.max(...[...owners.values()].map(({ length }) => length));
  const sites = [...Map.groupBy(visits, ({ site }) => site).values()];
  const pauses = sites.flatMap((some) => {
    const begins = some.map(({ begin }) => begin).toSorted((a, b) => a - b);
    return begins.slice(1).map((begin, index) => begin - (begins[index] ?? 0));
  });
  const atOnce = Math.max(...sites.flatMap((some) => some.map(({ begin }) => overlapping(some, begin))));
  return [
    `accounts with captures       ${owners.size}; the one with half of all pages got ${((100 * largest) / visits.length).toFixed(1)} % of the captures`,
    `shortest pause at a site     ${pauses.length === 0 ? 'no site had two visits' : milliseconds(Math.min(...pauses))} of ${pauses.length.toLocaleString('en')}; the minimum is ${POLITENESS.pauseMs} ms`,
    `most concurrent visits       ${atOnce} at one site; the maximum is ${POLITENESS.atOnce}`,
  ];
}

function overlapping(visits: readonly Visit[], at: number): number {
  return visits.filter(({ begin, end }) => begin <= at && at < end).length;
}

function perSecond(visits: readonly Visit[]): string {
  const counts = [...Map.groupBy(visits, ({ begin }) => Math.floor(begin / 1_000)).values()].map(
    ({ length }) => length,
  );
  const sorted = counts.slice(1, -1).toSorted((a, b) => a - b);
  return `${sorted[0]} to ${sorted.at(-1)}, median ${sorted[sorted.length >> 1]}`;
}

function percentiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => milliseconds(sorted[Math.floor(sorted.length * share)] ?? Number.NaN);
  return `${at(0.5)} median, ${at(0.99)} at 99 %`;
}
