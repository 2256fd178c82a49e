import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ORDERS, WEBPAGE_SORTS } from '../../src/domain/listing.ts';
import { openWriter, renew, type Writer } from '../api/writer.ts';
import type { Child } from '../child.ts';
import { type Filled, fillSqlite } from '../filled.ts';
import { startPagekeep } from '../pagekeep.ts';
import { startPostgres } from '../postgres.ts';
import { milliseconds, perSecond, type Row } from '../report.ts';
import { type Effort, median, shuffle } from '../rounds.ts';
import { signInRow } from './sign-ins.ts';

export interface Flood {
  readonly port: number;
  readonly clients: number;
  readonly thinkMs: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly authorization: string;
  readonly pathsFile: string;
}

export interface Flooded {
  readonly served: number;
  readonly refused: number;
  /** 503 without Retry-After. */
  readonly unexplained: number;
  readonly failed: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

const THINK_MS = 100;
const WARM_UP_SECONDS = 4;
const STILL_WARMER = 1.2;

/** Clients without pauses: enough to keep the server busy, and few enough for short waits. */
const BUSY_CLIENTS = 32;

/** Loads, as shares of the measured capacity of the server. */
const MODERATE = 0.5;
const TOO_MUCH = 4;

/** An overload may add this much to the latency of served requests. People hardly notice it. */
const ADDED_MS = 250;

const run = promisify(execFile);

/**
 * Lists that are not in memory, the most expensive requests of the API: first at a rate that the server can answer, then
 * at a rate far above its capacity, from clients that ignore Retry-After. Then at the first rate during a flood of sign-ins.
 */
export async function* overloadPart(effort: Effort): AsyncIterable<Row> {
  const filled = await fillSqlite(effort.webpages, effort.refill);
  yield* flooded('SQLite', effort, filled);
  await using postgres = await startPostgres(effort.webpages, effort.refill);
  yield* flooded('PostgreSQL', effort, postgres.filled);
}

async function* flooded(engine: string, effort: Effort, filled: Filled): AsyncIterable<Row> {
  await using writer = await openWriter(filled);
  await using server = await startPagekeep(filled);
  const paths = shuffle(newLists(filled.webpages));
  const at = { server, filled, paths, writer };
  const warm = await warmUp(at);
  const capacity = warm.served / FLOOD_SECONDS;
  const clientsFor = (share: number) => Math.ceil((share * capacity * THINK_MS) / 1_000);
  const calm: Flooded[] = [];
  const crowded: Flooded[] = [];
  for (let round = 0; round < Math.min(3, effort.rounds); round += 1) {
    for (const [share, measured] of [[MODERATE, calm] as const, [TOO_MUCH, crowded] as const]) {
      measured.push(await flood(at, { clients: clientsFor(share), thinkMs: THINK_MS, warmUpSeconds: 1 }));
    }
  }
  const p99 = (measured: readonly Flooded[]) => median(measured.map((each) => each.p99));
  const sum = (of: (each: Flooded) => number) => crowded.reduce((all, each) => all + of(each), 0);
  const [served, refused] = [sum((each) => each.served), sum((each) => each.refused)];
  const wrong = [warm, ...calm, ...crowded].reduce((all, each) => all + each.unexplained + each.failed, 0);
  const place = `overload, ${engine}, ${filled.webpages.toLocaleString('en')} webpages: `;
  const both = (measured: readonly Flooded[]) =>
    `${milliseconds(median(measured.map((each) => each.p50)))}, ${milliseconds(median(measured.map((each) => each.p99)))}`;
  yield {
    work: `${place}p50 and p99 of served requests at ${TOO_MUCH} times the capacity of ${perSecond(capacity)}`,
    figure: both(crowded),
    against: `at ${MODERATE} times: ${both(calm)}; ${ADDED_MS} ms more are allowed`,
    ratio: p99(crowded) / (p99(calm) + ADDED_MS),
    bar: { atMost: 1 },
  };
  yield {
    work: `${place}served at that rate, with ${((100 * refused) / (served + refused)).toFixed(0)} % refused`,
    figure: perSecond(served / crowded.length / FLOOD_SECONDS),
    against: `without an overload ${perSecond(capacity)}`,
    ratio: served / crowded.length / FLOOD_SECONDS / capacity,
    bar: { atLeast: 0.3 },
  };
  yield {
    work: `${place}responses other than 200 and 503 with Retry-After`,
    figure: String(wrong),
    against: `${(served + refused).toLocaleString('en')} responses`,
    ratio: wrong,
    bar: { atMost: 0 },
  };
  yield await signInRow({
    place,
    port: portOf(server),
    rounds: Math.min(3, effort.rounds),
    read: () => flood(at, { clients: clientsFor(MODERATE), thinkMs: THINK_MS, warmUpSeconds: 1 }),
    seconds: FLOOD_SECONDS + 1,
  });
}

function portOf({ origin }: Child): number {
  return Number(new URL(origin).port);
}

const FLOOD_SECONDS = 4;

interface Flooding {
  readonly server: Child;
  readonly filled: Filled;
  readonly paths: readonly string[];
  readonly writer: Writer;
}

/**
 * Keeps the server busy until its rate stops growing. By then the browser runs and the database files are in the cache.
 * Refusals before that do not count.
 */
async function warmUp(at: Flooding): Promise<Flooded> {
  let before = 0;
  for (;;) {
    const busy = await flood(at, { clients: BUSY_CLIENTS, thinkMs: 0, warmUpSeconds: WARM_UP_SECONDS });
    if (busy.served === 0) throw new Error(`none of ${busy.refused + busy.failed} requests was served`);
    if (busy.served < before * STILL_WARMER) return busy;
    before = busy.served;
  }
}

async function flood(
  { server, filled, paths, writer }: Flooding,
  crowd: Pick<Flood, 'clients' | 'thinkMs' | 'warmUpSeconds'>,
): Promise<Flooded> {
  await renew(writer);
  const pathsFile = join(tmpdir(), `pagekeep-bench-${process.pid}.flood`);
  writeFileSync(pathsFile, paths.join('\n'));
  const order: Flood = {
    ...{ ...crowd, seconds: FLOOD_SECONDS, pathsFile },
    port: portOf(server),
    authorization: `Bearer ${filled.token}`,
  };
  try {
    const args = [join(import.meta.dirname, 'flood.ts'), JSON.stringify(order)];
    return JSON.parse((await run(process.execPath, args)).stdout);
  } finally {
    rmSync(pathsFile, { force: true });
  }
}

/** Every page of 50 in every order. */
function newLists(webpages: number): string[] {
  const pages = Array.from({ length: Math.floor(webpages / 50) }, (_, index) => index + 1);
  return WEBPAGE_SORTS.flatMap((sort) =>
    ORDERS.flatMap((order) => pages.map((page) => `/v3/webpages?page=${page}&sort=${sort}&order=${order}`)),
  );
}
