import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { makeAdmission } from './api/admission.ts';
import { makeAuthenticate } from './api/authenticate.ts';
import { answerError } from './api/errors.ts';
import { mountImages } from './api/image-host.ts';
import { makeLinks } from './api/links.ts';
import { answerMalformedRequests } from './api/malformed-requests.ts';
import { mountApi } from './api/mount.ts';
import { openApiDocument } from './api/openapi.ts';
import type { RateLimit } from './api/rate-limit.ts';
import { ROUTES } from './api/routes.ts';
import { makeCompare } from './app/compare-captures.ts';
import { makeDrawComparison } from './app/draw-comparison.ts';
import { removeErasedParts } from './app/erased-parts.ts';
import { makeReadPicturePart } from './app/picture-parts.ts';
import type { SealingKey } from './app/seal.ts';
import type { Images } from './domain/ports/images.ts';
import type { PartCache } from './domain/ports/picture-parts.ts';
import type { Store } from './domain/ports/store.ts';
import { Problem } from './domain/problem.ts';
import { DEFAULT_TRASH_DAYS } from './domain/trash.ts';
import { limitBodies } from './http/body-limit.ts';
import type { MayLackRecords } from './http/completeness.ts';
import { checkHost } from './http/host.ts';
import { refuseOverload, watchLoad } from './http/load-guard.ts';
import { METHODS } from './http/node-http.ts';
import { endSlowReaders, type ReadingPace } from './http/slow-readers.ts';
import { makeManageLinks } from './manage/links.ts';
import { mountManage } from './manage/mount.ts';
import { manageDocument } from './manage/openapi.ts';
import { MANAGE_ROUTES } from './manage/routes.ts';
import { mountMcp } from './mcp/mount.ts';
import type { Readiness } from './metrics/health.ts';
import type { Latency } from './metrics/latency.ts';
import { mountHealth } from './metrics/mount-health.ts';
import { openComparer } from './picture/compare/compare-pictures.ts';
import { drawComparison } from './picture/compare/draw-comparison.ts';
import { pictureCutter } from './picture/part.ts';
import { openPartCache } from './picture/part-cache.ts';
import type { ApiDescription } from './web/api-description.ts';
import { readAssets } from './web/assets.ts';
import { makeWebLinks } from './web/links.ts';
import { mountWeb } from './web/mount.ts';

export interface ServerParts {
  readonly store: Store;
  readonly images: Images;
  readonly sealingKey: SealingKey;
  readonly publicUrl: string;
  readonly imageHostUrl: string;
  /** Files that can be made again, such as parts of pictures. Not part of backups. */
  readonly cacheFolder: string;
  readonly log: FastifyBaseLogger;
  /** Whether anyone can create an account; by default only with an invitation. */
  readonly signUp?: boolean;
  /** Days until deleted webpages and captures are erased; 0: at once. */
  readonly trashDays?: number;
  /** Whether every account must sign in in two steps; by default each account decides. */
  readonly twoStepRequired?: boolean;
  /** Whether mail is set up; by default it is not. */
  readonly mail?: boolean;
  /** Reverse proxies whose X-Forwarded-For header is trusted. */
  readonly trustedProxies?: readonly string[];
  readonly rateLimit?: RateLimit | undefined;
  readonly latency?: Latency;
  readonly readiness?: () => Promise<Readiness>;
  readonly mayLackRecords?: MayLackRecords;
  readonly timeouts?: ClientTimeouts;
  readonly maxConcurrent?: number;
  /** The bodies of all requests that are read at the same time. */
  readonly maxBodyBytes?: number;
  /** Requests get 503 while the mean delay of the event loop exceeds this. */
  readonly overloadDelayMs?: number;
  /** Delays of the event loop are ignored for this time after the start. */
  readonly startGraceMs?: number;
}

/** Limits for slow clients. The server closes the connection of a client that exceeds one. */
interface ClientTimeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  /** Without a byte in either direction, also while the client reads a response. */
  readonly idleMs: number;
  readonly keepAliveMs: number;
  readonly reading: ReadingPace;
}

const DEFAULT_TIMEOUTS: ClientTimeouts = {
  headersMs: 15_000,
  requestMs: 30_000,
  idleMs: 60_000,
  keepAliveMs: 72_000,
  // 64 kbit/s: an image of 2 MiB may take five minutes.
  reading: { graceMs: 60_000, bytesPerSecond: 8 * 1024 },
};

/**
 * A process serves about ten thousand requests per second. More concurrent requests than this wait for a slow database.
 */
const MAX_CONCURRENT = 250;

/** Sixteen of the largest bodies, or 2,048 forms of people who are not signed in. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** On a slow machine, the other roles and the browser use the CPU for this long. */
const START_GRACE_MS = 10_000;

/** Builds the HTTP server with all routes. It does not listen yet. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { store, images, publicUrl, imageHostUrl, log, latency, readiness } = parts;
  const { timeouts = DEFAULT_TIMEOUTS, overloadDelayMs = 500, startGraceMs = START_GRACE_MS } = parts;
  const links = makeLinks(publicUrl, imageHostUrl);
  const link = links.contextHeader;
  const root = new URL(publicUrl).pathname.replace(/\/$/, '');
  const basePath = `${root}/v3`;
  const managePath = `${root}/manage/v1`;
  const authenticate = makeAuthenticate(
    store,
    () => new Date(),
    (error) => log.warn({ err: error }, 'the time of last use of a token could not be stored'),
  );

  const everywhere = transportHeaders(publicUrl);
  const malformed = answerMalformedRequests(link, everywhere);
  const app = fastify({
    loggerInstance: log,
    trustProxy: parts.trustedProxies && parts.trustedProxies.length > 0 ? [...parts.trustedProxies] : false,
    // A log line for each request would cost more than the request.
    logController: new LogController({ disableRequestLogging: true }),
    // No child logger for each request: log lines about a request contain its id (api/errors.ts).
    childLoggerFactory: (logger) => logger,
    // During a shutdown, requests that have arrived are served as usual.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 16_384 },
    requestTimeout: timeouts.requestMs,
    connectionTimeout: timeouts.idleMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: Math.min(timeouts.headersMs, 5_000),
      // Node would refuse a request without Host with an empty body. The routes send an error record instead.
      requireHostHeader: false,
    },
    genReqId: requestIds(),
    bodyLimit: 1024 * 1024,
    clientErrorHandler: malformed.answerParserError,
    async frameworkErrors(error, request, reply) {
      const path = pathOf(request.raw.url ?? '');
      reply.headers(everywhere);
      try {
        checkHost(request.raw);
        if ([basePath, managePath].some((base) => path === base || path.startsWith(`${base}/`))) {
          await authenticate(request.headers.authorization, { address: request.ip });
        }
        throw error.code === 'FST_ERR_BAD_URL'
          ? new Problem('invalid', 'The URL is invalid: its percent-encoding is malformed.')
          : error;
      } catch (problem) {
        answerError(problem, request, reply, link);
      }
    },
  });
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  malformed.watch(app.server);
  endSlowReaders(app.server, timeouts.reading);
  // No API operation expects a body; the operation itself checks an unexpected one.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  const guard = watchLoad(app, { delayMs: overloadDelayMs, graceMs: startGraceMs });
  const { rateLimit, maxConcurrent = MAX_CONCURRENT } = parts;
  limitBodies(app, parts.maxBodyBytes ?? MAX_BODY_BYTES);
  // Hooks that never wait take a callback: a promise for each of them costs a fifth of a small answer.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(everywhere);
    checkHost(request.raw);
    done();
  });
  let isClosing = false;
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.stoodAside) latency?.observe(reply.statusCode, reply.elapsedTime / 1000);
    // Node closes only connections that are idle when the shutdown begins. Other connections would last as long as keep-alive allows.
    if (isClosing) request.raw.socket.end();
    done();
  });
  const { trashDays = DEFAULT_TRASH_DAYS, mayLackRecords = () => false } = parts;
  const addAdmission = makeAdmission({ authenticate, rateLimit, maxConcurrent, guard, mayLackRecords });
  await mountApi(app, { store, trashDays, links, addAdmission, basePath });

  const comparer = openComparer();
  const compare = makeCompare({ store, images, comparePictures: comparer.compare });
  const cache = keepPartCache(app, store, join(parts.cacheFolder, 'parts'));
  const cacheFailed = (error: unknown) => log.warn({ err: error }, 'the cache for parts of pictures cannot be used');
  const readPicturePart = makeReadPicturePart({ images, cache, cutter: pictureCutter, cacheFailed });
  const manageLinks = makeManageLinks(publicUrl);
  const closing = new AbortController();
  await mountManage(app, {
    store,
    sealingKey: parts.sealingKey,
    trashDays,
    compare,
    readPicturePart,
    links,
    own: manageLinks,
    now: () => new Date(),
    basePath: managePath,
    addAdmission,
    authenticate,
    closing: closing.signal,
  });
  await mountMcp(app, { path: `${root}/mcp`, root, publicUrl, link, addAdmission });
  app.addHook('preClose', async () => {
    isClosing = true;
    closing.abort();
    // Requests that wait for a comparison are answered without it, because it can take a minute.
    await comparer.close();
  });
  await app.register(async (scope) => {
    refuseOverload(scope, guard);
    await mountImages(scope, { images, store, path: `${root}/images`, link });
    const assets = readAssets();
    let api: ApiDescription | undefined;
    let manageApi: ApiDescription | undefined;
    const web = await mountWeb(scope, {
      web: {
        store,
        images,
        sealingKey: parts.sealingKey,
        trashDays,
        compare,
        drawComparison: makeDrawComparison({ images, draw: drawComparison }),
        readPicturePart,
        links: makeWebLinks(publicUrl, imageHostUrl, assets.version),
        now: () => new Date(),
        describeApi() {
          api ??= openApiDocument(links, ROUTES) as ApiDescription;
          return api;
        },
        describeManageApi() {
          manageApi ??= manageDocument(manageLinks, MANAGE_ROUTES) as unknown as ApiDescription;
          return manageApi;
        },
        signUp: parts.signUp ?? false,
        twoStepRequired: parts.twoStepRequired ?? false,
        mail: parts.mail ?? false,
      },
      mayLackRecords,
      assets,
      imageOrigin: new URL(imageHostUrl).origin,
    });
    scope.setErrorHandler(web.answerError);
    scope.setNotFoundHandler(web.answerNotFound);
    mountHealth(scope, root, readiness);
  });
  return app;
}

/** For every response: browsers keep to the content type, and to HTTPS if the public address has it. */
function transportHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/** About 5000 parts as on the Changes page, or the pyramids of 15 very tall pictures. */
const PART_CACHE_BYTES = 1024 ** 3;
const PART_UNUSED_MS = 7 * 24 * 3_600_000;
const TRIM_EVERY_MS = 3_600_000;
const REMOVE_ERASED_EVERY_MS = 60_000;

/** The cache for parts of pictures. Until the server closes, it is trimmed every hour, and loses the parts of erased pictures every minute. */
function keepPartCache(app: FastifyInstance, store: Store, folder: string): PartCache {
  const now = () => new Date();
  const cache = openPartCache(folder, { mostBytes: PART_CACHE_BYTES, unusedMs: PART_UNUSED_MS, now });
  const report = (error: unknown) =>
    app.log.warn({ err: error }, 'the cache for parts of pictures could not be trimmed');
  const trim = () => void cache.trim().catch(report);
  const removeErased = () => void removeErasedParts(store, cache).catch(report);
  const timers = [setInterval(trim, TRIM_EVERY_MS), setInterval(removeErased, REMOVE_ERASED_EVERY_MS)];
  for (const timer of timers) timer.unref();
  app.addHook('onReady', async () => {
    trim();
    removeErased();
  });
  app.addHook('onClose', async () => timers.forEach(clearInterval));
  return cache;
}

/** Removes the host of a request in absolute form (RFC 9112 §3.2.2), like the router. */
function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/]*/i, '');
}

/** Short ids that differ between processes that share a log. */
function requestIds(): () => string {
  const process = randomBytes(4).toString('hex');
  let last = 0;
  return () => {
    last += 1;
    return `${process}-${last.toString(36)}`;
  };
}
