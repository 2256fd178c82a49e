import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Child } from '../child.ts';
import { measureLoad } from '../load.ts';
import { OneByOne } from '../one-by-one.ts';
import { startPagekeep } from '../pagekeep.ts';
import { recordAnswer, startBare } from '../recorded.ts';
import { milliseconds, perSecond, type Row } from '../report.ts';
import { compare, type Effort, median } from '../rounds.ts';
import { fillChanges } from './fill.ts';

const CHANGES = 100_000;
/** Requests for the first and for another page, alternately. */
const REQUESTS = 100;

/** The Changes page of an account with 100,000 changes, on SQLite. */
export async function* changesPagePart(effort: Effort): AsyncIterable<Row> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pagekeep-bench-changes-'));
  try {
    const databaseUrl = `sqlite:${join(dataDir, 'pagekeep.db')}`;
    console.error(`Filling ${dataDir} with ${CHANGES.toLocaleString('en')} changes …`);
    const headers = { Cookie: await fillChanges(databaseUrl, CHANGES) };
    await using server = await startPagekeep({ dataDir, databaseUrl });
    yield* againstFirst(server, headers);
    yield await againstBare(effort, server, headers);
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

/** Filters that most entries do not pass. */
const FILTERS = {
  'one site of 50': '/?site=site-7.example',
  'a site without webpages': '/?site=nowhere.example',
  'a keyword that no webpage has': '/?keyword=nothing',
  'failing webpages': '/?filter=failing',
};

async function* againstFirst(server: Child, headers: Record<string, string>): AsyncIterable<Row> {
  using client = await OneByOne.connect(server.origin, headers);
  const { path: deepest, pages } = await walk(client);
  yield {
    ...(await compareToFirst(client, `last of ${pages.toLocaleString('en')} pages`, deepest)),
    bar: { atMost: 1.5 },
  };
  for (const [name, path] of Object.entries(FILTERS)) yield compareToFirst(client, name, path);
}

async function compareToFirst(client: OneByOne, name: string, path: string): Promise<Row> {
  const [first, other]: [number[], number[]] = [[], []];
  for (let request = 0; request < REQUESTS; request += 1) {
    first.push((await client.get('/')).milliseconds);
    other.push((await client.get(path)).milliseconds);
  }
  return {
    work: `Changes, ${CHANGES.toLocaleString('en')}: ${name}`,
    figure: milliseconds(median(other)),
    against: `first page ${milliseconds(median(first))}`,
    ratio: median(other) / median(first),
  };
}

/** Follows the links to older entries. Returns the last full page: the one at the end may be short. */
async function walk(client: OneByOne): Promise<{ path: string; pages: number }> {
  const walked = ['/'];
  for (;;) {
    const { body } = await client.get(walked.at(-1) ?? '/');
    const [, next] = /href="([^"]+)" rel="next"/.exec(body.toString()) ?? [];
    if (next === undefined) return { path: walked.at(-2) ?? '/', pages: walked.length };
    walked.push(next.replaceAll('&amp;', '&'));
  }
}

async function againstBare(effort: Effort, server: Child, headers: Record<string, string>): Promise<Row> {
  await using bare = await startBare(await recordAnswer('/', `${server.origin}/`, headers));
  const load = { paths: ['/'], headers, seconds: effort.seconds };
  const { product, limit, ratio, range } = await compare(effort.rounds, {
    limit: () => measureLoad({ ...load, origin: bare.origin }),
    product: () => measureLoad({ ...load, origin: server.origin }),
  });
  return {
    work: `Changes, ${CHANGES.toLocaleString('en')}: first page`,
    figure: perSecond(product),
    against: `bare Fastify ${perSecond(limit)}`,
    ratio,
    range,
    bar: { atLeast: 0.2 },
  };
}
