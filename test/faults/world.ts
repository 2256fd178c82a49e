import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openSession } from '../../src/app/sign-in.ts';
import type { Images } from '../../src/domain/ports/images.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { Webpage } from '../../src/domain/webpage.ts';
import { openImages } from '../../src/images/open.ts';
import { openStore } from '../../src/store/open.ts';
import { SESSION_COOKIE } from '../../src/web/cookies.ts';
import { type Behaviour, html, serveCorpus } from '../corpus/server.ts';
import { type Fault, proxyTo } from '../harness/faulty-proxy.ts';
import { type Cluster, makeCluster, makeDatabase } from '../harness/postgres.ts';
import { addPerson, type Person } from '../harness/records.ts';
import { type Env, makeDataDir, type Program, startProgram, until } from '../harness/running.ts';
import { BUCKET, makeBucket, S3_ENV } from '../harness/s3.ts';
import { trackPages } from '../harness/tracked-page.ts';
import type { Random } from './random.ts';

/** An archive that real processes use. */
export interface World {
  readonly env: Env;
  readonly store: Store;
  readonly images: Images;
  readonly person: Person;
  /** The session cookie of the person. */
  readonly cookie: string;
  readonly origin: string;
  readonly programs: Map<string, Program>;
  /** The number of requests that browsers have sent to the site. */
  visits(): number;
  /** Only with PostgreSQL and S3. */
  readonly cluster: Cluster | undefined;
  /** Sets the fault of all further requests to the bucket. */
  setBucketFault(fault: Fault): void;
  start(name: string): Promise<void>;
  stop(): Promise<void>;
}

const PAGES = 8;
/** Small pictures: the faults matter, not the pages. */
const SMALL = { fullPage: false, consent: false, viewport: { width: 320, height: 240 } };

export interface Plan {
  readonly kind: 'sqlite' | 'postgres';
  /** The arguments of each program by its name. */
  readonly layout: Readonly<Record<string, readonly string[]>>;
  readonly settings?: Env;
  /** Additional settings of one program. */
  readonly settingsOf?: (name: string) => Env;
}

export async function makeWorld(
  undo: (work: () => unknown) => void,
  { kind, layout, settings = {}, settingsOf = () => ({}) }: Plan,
  random: Random,
): Promise<World> {
  const data = await makeDataDir();
  undo(data.remove);
  // Every visit gives a different picture.
  const page = () => html(`<body style="background:#${randomBytes(3).toHex()}"><h1>${random.whole(1e9)}</h1>`);
  const answer: Behaviour = (request, response, url) =>
    void setTimeout(() => page()(request, response, url), random.whole(300));
  const site = await serveCorpus(Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`/${index}`, answer])));
  undo(site.close);
  const stored = kind === 'sqlite' ? embedded(data.path) : await external(undo);
  const store = await openStore(stored.databaseUrl);
  undo(() => store.close());
  const env: Env = {
    ...S3_ENV,
    DATA_DIR: data.path,
    DATABASE_URL: stored.databaseUrl,
    IMAGES_URL: stored.imagesUrl,
    SECRET_KEY: randomBytes(32).toHex(),
    CAPTURE_ALLOW: '127.0.0.1,localhost',
    CAPTURE_CONCURRENCY: '2',
    CAPTURE_LEASE_SECONDS: '3',
    SITE_CONCURRENCY: '8',
    SITE_PAUSE_MS: '0',
    DISK_RESERVE_MB: '0',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const person = await addPerson(store);
  const session = await openSession(store, person.owner, { address: '127.0.0.1', userAgent: 'test' }, new Date());
  const programs = new Map<string, Program>();
  const world: World = {
    env,
    store,
    images: await openImages(stored.directImagesUrl),
    person,
    cookie: `${SESSION_COOKIE}=${session}`,
    origin: site.origin,
    programs,
    visits: () => site.requests.length,
    cluster: stored.cluster,
    setBucketFault: stored.setBucketFault,
    async start(name) {
      programs.set(name, await startProgram([...(layout[name] ?? [])], { ...env, ...settingsOf(name) }));
    },
    async stop() {
      await Promise.all([...programs.values()].map((program) => program.stop()));
      programs.clear();
    },
  };
  undo(() => world.stop());
  await Promise.all(Object.keys(layout).map((name) => world.start(name)));
  return world;
}

interface Stored {
  readonly databaseUrl: string;
  readonly imagesUrl: string;
  /** Without the faulty proxy. */
  readonly directImagesUrl: string;
  readonly cluster: Cluster | undefined;
  setBucketFault(fault: Fault): void;
}

function embedded(dataDir: string): Stored {
  const imagesUrl = `file:${dataDir}/images`;
  return {
    databaseUrl: `sqlite:${dataDir}/pagekeep.db`,
    imagesUrl,
    directImagesUrl: imagesUrl,
    cluster: undefined,
    setBucketFault: () => undefined,
  };
}

async function external(undo: (work: () => unknown) => void): Promise<Stored> {
  const cluster = await makeCluster({ crashes: true });
  undo(() => cluster.remove());
  const bucket = await makeBucket();
  undo(bucket.remove);
  let fault: Fault = 'none';
  const proxy = await proxyTo(bucket.endpoint, () => fault);
  undo(proxy.close);
  return {
    databaseUrl: await makeDatabase(cluster.url),
    imagesUrl: `s3://${BUCKET}/faults?endpoint=${proxy.url}&timeout=2`,
    directImagesUrl: bucket.url('faults'),
    cluster,
    setBucketFault(next) {
      fault = next;
    },
  };
}

const headersOf = ({ person }: World) => ({ Authorization: `Bearer ${person.token}` });

function apiOf({ programs }: World): Program | undefined {
  return [...programs.values()].find(({ port }) => port > 0);
}

export interface Load {
  stop(): Promise<void>;
  /** The number of successful requests. */
  readonly done: Readonly<Record<'deletes' | 'reads' | 'comparisons', number>>;
}

/** Captures, reads, compares and deletes until it is stopped. It ignores requests that fail because of a fault. */
export function keepBusy(world: World, random: Random): Load {
  const { store, person, origin } = world;
  const pages: Webpage[] = [];
  const done = { deletes: 0, reads: 0, comparisons: 0 };
  let busy = true;
  let made = 0;
  const ask = async (path: string, method = 'GET') => {
    const headers = { ...headersOf(world), Cookie: world.cookie };
    const answer = await apiOf(world)?.ask(path, { method, headers });
    return answer?.status === 200 || answer?.status === 204 ? answer : undefined;
  };

  async function write(): Promise<void> {
    if (pages.length < PAGES) {
      made += 1;
      pages.push(...(await trackPages(store, person.owner, [`${origin}/${made % 1000}`], { options: SMALL })));
    } else if (random.whole(25) > 0) {
      await store.schedules.request(person.owner, random.pick(pages).id, new Date());
    } else {
      const [page] = pages.splice(random.whole(pages.length), 1);
      if (await ask(`/v3/webpages/${page?.id}`, 'DELETE')) done.deletes += 1;
    }
  }

  async function read(): Promise<void> {
    if (pages.length === 0) return;
    const { id } = random.pick(pages);
    const shots = (await ask(`/v3/webpages/${id}/screenshots?limit=100`))?.json().members ?? [];
    if (shots.length === 0) return;
    const [one, other] = [random.pick(shots), random.pick(shots)] as { id: string; contentUrl: string }[];
    if (one && (await ask(new URL(one.contentUrl).pathname))) done.reads += 1;
    const [before, after] = [one, other].map((shot) => shot?.id.split('/').at(-1));
    if (before !== after && (await ask(`/webpages/${id}/compare?before=${before}&after=${after}`))) {
      done.comparisons += 1;
    }
  }

  async function repeat(step: () => Promise<void>): Promise<void> {
    while (busy) {
      await step().catch(() => undefined);
      await delay(random.whole(400));
    }
  }
  const working = Promise.all([repeat(write), repeat(read)]);
  return {
    done,
    async stop() {
      busy = false;
      await working;
    },
  };
}

/** Waits until a browser requests a page, and then for less than the time of a capture, so that it is still running. */
export async function waitUntilMidCapture(world: World, random: Random): Promise<void> {
  const before = world.visits();
  await until('a page is visited', () => world.visits() > before);
  await delay(random.whole(600));
}

/** A page whose capture could not be stored is retried within this time. */
const SOON_MS = 60_000;

/** Waits until the service answers again, every due page is captured, and no page is due soon. */
export async function settle(world: World): Promise<void> {
  const ask = (path: string) => apiOf(world)?.ask(path, { headers: headersOf(world) });
  await until('the service answers again', async () => {
    const answer = await ask('/v3/webpages')?.catch(() => undefined);
    return answer?.status === 200;
  });
  await until('everything that was due is captured', async () => {
    const now = new Date();
    const all = await webpagesOf(world);
    const schedules = await world.store.schedules.findMany(
      world.person.owner,
      all.map(({ id }) => id),
      now,
    );
    const soon = new Date(now.getTime() + SOON_MS).toISOString();
    const resting = [...schedules.values()].every(({ state }) => state.kind === 'waiting' && state.nextAt > soon);
    return resting && (await world.store.schedules.queue(now)).due === 0;
  });
}

async function webpagesOf({ store, person: { owner } }: World): Promise<Webpage[]> {
  const order = { page: 1, limit: 100, sort: 'dateCreated', order: 'asc' } as const;
  return (await store.webpages.page(owner, await store.webpages.state(owner), order)).records;
}

/**
 * The recorded captures of each webpage, without interrupted ones. An interrupted capture is recorded with the next
 * lease, and PostgreSQL may lose both in a crash.
 */
export async function capturesOf(world: World): Promise<Map<string, Set<string>>> {
  const { store, person } = world;
  const captures = new Map<string, Set<string>>();
  for (const { id } of await webpagesOf(world)) {
    const log = await store.captures.list(person.owner, id, { before: '9999', limit: 10_000 });
    const finished = log.filter(({ reason }) => reason !== 'interrupted');
    captures.set(id, new Set(finished.map((capture) => capture.id)));
  }
  return captures;
}

/** Checks that every screenshot of the API has its image with the right hash, and a thumbnail. Returns their number. */
export async function checkThroughApi(world: World): Promise<number> {
  const ask = async (url: string) => {
    const answer = await apiOf(world)?.ask(new URL(url).pathname + new URL(url).search, { headers: headersOf(world) });
    assert.equal(answer?.status, 200, url);
    return answer;
  };
  let screenshots = 0;
  for (const { id } of (await ask('http://x/v3/webpages?limit=100')).json().members) {
    for (let next: string | undefined = `${id}/screenshots?limit=100`; next; ) {
      const { members, view } = (await ask(next)).json();
      for (const { contentUrl, sha256, thumbnail } of members) {
        assert.equal(hash('sha256', (await ask(contentUrl)).body), sha256, contentUrl);
        assert.ok((await ask(thumbnail.contentUrl)).body.length > 0);
        screenshots += 1;
      }
      next = view.next;
    }
  }
  return screenshots;
}
