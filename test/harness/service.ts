import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { after, before } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Images } from '../../src/domain/ports/images.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { openImages } from '../../src/images/open.ts';
import { buildServer } from '../../src/server.ts';
import { openStore } from '../../src/store/open.ts';
import { type Engine, type TestDatabase, temporaryFolder } from './engines.ts';
import { type Answer, type Ask, ask, askRaw } from './http.ts';
import { freePort } from './postgres.ts';
import { addPerson, type Person } from './records.ts';
import { SEALING_KEY } from './sealing-key.ts';

/** No server has this address, so a URL that begins with it cannot come from the Host header. */
const PUBLIC_URL = 'https://archive.example';
const IMAGE_HOST_URL = 'https://pictures.example/kept';

export interface ServiceOptions {
  /** URLs in responses lead to this server, so that third-party clients can follow them. */
  readonly reachable?: boolean;
  readonly publicUrl?: string;
  /** Visitors can sign up. */
  readonly signUp?: boolean;
  /** Every account must sign in in two steps. */
  readonly twoStepRequired?: boolean;
  /** Mail is set up. */
  readonly mail?: boolean;
  /** Reverse proxies whose X-Forwarded-For header is trusted; by default none. */
  readonly trustedProxies?: readonly string[];
  /** Infinity by default, because test and server share an event loop. */
  readonly overloadDelayMs?: number;
  readonly startGraceMs?: number;
}

/** The server on a free port, with its own database and image folder. */
export interface TestService {
  readonly store: Store;
  readonly images: Images;
  readonly databaseUrl: string;
  readonly imageFolder: string;
  readonly cacheFolder: string;
  readonly port: number;
  /** {base_url} as in responses. */
  readonly base: string;
  readonly imageHost: string;
  readonly app: FastifyInstance;
  /** Log entries, newest last. */
  readonly log: readonly Record<string, unknown>[];
  /** The Link header of the contract. */
  readonly link: string;
  /** `target` is a path below {base_url}, or a URL from a response. */
  ask(target: string, options?: Ask & { as?: Person }): Promise<Answer>;
  /** A path from the root of the server. */
  askPath(path: string, options?: Ask): Promise<Answer>;
  askRaw(bytes: string | Buffer): Promise<Answer>;
  newPerson(): Promise<Person>;
  stop(): Promise<void>;
}

export async function startService(engine: Engine, options: ServiceOptions = {}): Promise<TestService> {
  const database = await engine.makeDatabase();
  return serve(database, options);
}

/** A server over a database that another server may use as well. */
export async function serve(
  database: TestDatabase,
  {
    reachable,
    publicUrl = PUBLIC_URL,
    signUp = false,
    twoStepRequired = false,
    mail = false,
    trustedProxies = [],
    overloadDelayMs = Number.POSITIVE_INFINITY,
    startGraceMs = 0,
  }: ServiceOptions = {},
): Promise<TestService> {
  const imageFolder = await temporaryFolder('pictures');
  const cacheFolder = await temporaryFolder('cache');
  const store = await openStore(database.url);
  const images = await openImages(`file:${imageFolder}`);
  const log: Record<string, unknown>[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(JSON.parse(line)) });
  const wanted = reachable ? await freePort() : 0;
  const own = reachable ? `http://127.0.0.1:${wanted}` : publicUrl;
  const imageHost = reachable ? `${own}/images` : IMAGE_HOST_URL;
  const app = await buildServer({
    store,
    images,
    sealingKey: SEALING_KEY,
    publicUrl: own,
    imageHostUrl: imageHost,
    cacheFolder,
    signUp,
    twoStepRequired,
    mail,
    trustedProxies,
    log: logger,
    overloadDelayMs,
    startGraceMs,
  });
  await app.listen({ host: '127.0.0.1', port: wanted });
  const { port } = app.server.address() as AddressInfo;
  const base = `${own}/v3`;
  const root = new URL(own).pathname.replace(/\/$/, '');
  const link = `<${base}/contexts>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`;

  return {
    store,
    images,
    databaseUrl: database.url,
    imageFolder,
    cacheFolder,
    port,
    base,
    imageHost,
    app,
    log,
    link,
    ask(target, { as, ...options } = {}) {
      const path = target.startsWith(base) ? target.slice(own.length) : `/v3${target}`;
      const authorization = as && { Authorization: `Bearer ${as.token}` };
      return ask(port, `${root}${path}`, { ...options, headers: { ...authorization, ...options.headers } });
    },
    askPath: (path, options) => ask(port, path, options),
    askRaw: (bytes) => askRaw(port, bytes),
    newPerson: () => addPerson(store),
    async stop() {
      await app.close();
      await store.close();
      await rm(imageFolder, { recursive: true, force: true });
      await rm(cacheFolder, { recursive: true, force: true });
      await database.drop();
    },
  };
}

/** Within describe(): one service for all tests, from the first test on. */
export function useService(engine: Engine, options?: ServiceOptions): TestService {
  let service: TestService | undefined;
  before(async () => {
    service = await startService(engine, options);
  });
  after(() => service?.stop());
  return new Proxy({} as TestService, {
    get(_target, name) {
      if (!service) throw new Error('the service is used before the first test');
      return Reflect.get(service, name);
    },
  });
}
