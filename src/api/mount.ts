import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CollectionState } from '../domain/listing.ts';
import { Problem } from '../domain/problem.ts';
import { mountAllow } from './allow.ts';
import { refuseBody, setBodyTypeAside } from './body.ts';
import { answerError } from './errors.ts';
import { type Gate, type GateOptions, makeGate, requireHost } from './gate.ts';
import type { Asked, Listing, Service } from './operations.ts';
import { type Manner, makeSend, type Rendered, render, renderList, statusLine, toKeep } from './reply.ts';
import { ResponseCache } from './response-cache.ts';
import { type Operation, ROUTES, type Route } from './routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    asked: Asked;
  }
}

export interface ApiOptions extends Service, GateOptions {
  /** The path under which {base_url} is served. */
  readonly basePath: string;
  /** Told of every answer. */
  readonly observe: (status: number, seconds: number) => void;
}

/**
 * Puts the whole API under its path. Reading a record is nearly all that is ever asked for, and each hook of Fastify's
 * costs as much as finding one: so those routes have none, and pass the same gate by themselves.
 */
export async function mountApi(app: FastifyInstance, options: ApiOptions): Promise<void> {
  const { links, basePath: prefix } = options;
  const gate = makeGate(options);
  const link = links.contextHeader;
  const [documents, records] = [ROUTES.filter(isDocument), ROUTES.filter((route) => !isDocument(route))];

  await app.register(
    async (scope) => {
      scope.setErrorHandler((error, request, reply) => answerError(error, request, reply, link));
      scope.addHook('onRequest', async (request) => requireHost(request.raw));
      addUsualHooks(scope, options);
      for (const route of documents) {
        mountDocument(scope, route, options);
        mountAllow(scope, { url: route.path, methods: ['GET', 'HEAD'], link });
      }
    },
    { prefix },
  );

  await app.register(
    async (scope) => {
      for (const route of records) {
        scope.route({ method: ['GET', 'HEAD'], url: route.path, handler: reader(route, options, gate) });
      }
    },
    { prefix },
  );

  await app.register(
    async (scope) => {
      scope.setErrorHandler((error, request, reply) => answerError(error, request, reply, link));
      addUsualHooks(scope, options);
      addGate(scope, gate);
      scope.setNotFoundHandler({}, (request, reply) =>
        answerError(new Problem('not-found', 'The resource does not exist.'), request, reply, link),
      );
      for (const route of records) {
        const { path: url, delete: removal } = route;
        if (removal?.kind === 'act') scope.route({ method: 'DELETE', url, handler: actor(removal.act, options) });
        mountAllow(scope, { url, methods: ['GET', 'HEAD', ...(removal ? ['DELETE'] : [])], link });
      }
    },
    { prefix },
  );
}

const isDocument = ({ get }: Route) => get.kind === 'document';

function addUsualHooks(scope: FastifyInstance, { observe }: ApiOptions): void {
  scope.addHook('onRequest', setBodyTypeAside);
  scope.addHook('onResponse', (_request, reply, done) => {
    observe(reply.raw.statusCode, reply.elapsedTime / 1000);
    done();
  });
}

/** Before 404, 400 and 405. */
function addGate(scope: FastifyInstance, gate: Gate): void {
  scope.addHook('onRequest', async (request, reply) => {
    // Whether it is answered or broken off.
    reply.raw.once('close', () => gate.leave());
    request.asked = await gate.enter(request, reply);
  });
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Documents stay up whatever happens: they cost nothing, and a client that cannot read its context is blind. */
function mountDocument(scope: FastifyInstance, { path: url, get, ...route }: Route, { links }: Service): void {
  if (get.kind !== 'document') return;
  const rendered = toKeep(render(JSON.stringify(get.make(links))));
  const send = makeSend({ ...PUBLIC, contentType: get.contentType, link: linkOf(route, links) });
  scope.route({
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => {
      await refuseBody(request);
      return send(request, reply, rendered);
    },
  });
}

/** Answers GET and HEAD of a record or a list of records. */
function reader(route: Route, options: ApiOptions, gate: Gate): Handler {
  const { links, observe } = options;
  const send = makeSend({ ...PRIVATE, contentType: 'application/json', link: linkOf(route, links) });
  const find = finder(route.get, options);

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const began = performance.now();
    try {
      const asked = await gate.enter(request, reply);
      const waiting = refuseBody(request);
      if (waiting) await waiting;
      await send(request, reply, await find(asked, request));
    } catch (error) {
      answerError(error, request, reply, links.contextHeader);
    } finally {
      gate.leave();
      observe(reply.raw.statusCode, (performance.now() - began) / 1000);
    }
  }

  return (request, reply) => {
    // Fastify need not wait for it: it answers whatever happens.
    answer(request, reply);
  };
}

type Find = (asked: Asked, request: FastifyRequest) => Promise<Rendered>;

function finder(operation: Operation, service: Service): Find {
  if (operation.kind === 'item') return async (asked) => render(await operation.answer(service, asked));
  if (operation.kind === 'list') {
    const cache = new ResponseCache();
    return (asked, request) => showList(service, operation.listing, asked, request, cache);
  }
  throw new Error(`${operation.id} is not read.`);
}

function actor(act: (service: Service, asked: Asked) => Promise<void>, service: Service): Handler {
  return async (request, reply) => {
    await refuseBody(request);
    await act(service, request.asked);
    return reply
      .code(204)
      .headers({ Status: statusLine(204), Link: service.links.contextHeader })
      .send();
  };
}

function linkOf({ advertises }: Pick<Route, 'advertises'>, { documentationHeader, contextHeader }: Service['links']) {
  return advertises ? documentationHeader : contextHeader;
}

type Common = Pick<Manner, 'cacheControl' | 'vary' | 'extra'>;
const PRIVATE: Common = { cacheControl: 'private, no-cache', vary: 'Authorization, Accept-Encoding' };
const PUBLIC: Common = {
  cacheControl: 'public, max-age=3600',
  vary: 'Accept-Encoding',
  extra: { 'Access-Control-Allow-Origin': '*' },
};

/** Against someone who writes without pause, with odds that are small each time. */
const ATTEMPTS = 10;

/**
 * A page of a list, as it was shown before if nothing changed since. Records that change while the page is read give
 * another revision afterwards; then it is read again, so that total and members always belong together.
 */
async function showList(
  service: Service,
  listing: Listing,
  asked: Asked,
  request: FastifyRequest,
  cache: ResponseCache,
): Promise<Rendered> {
  const key = `${asked.caller.owner} ${request.raw.url}`;
  let state: CollectionState = listing.known?.(asked) ?? (await listing.state(service, asked));
  for (let attempt = 1; ; attempt += 1) {
    const known = cache.get(key, state.revision);
    if (known) return known;
    const rendered = renderList(await listing.show(service, asked, state), state.revision);
    const after = await listing.state(service, asked);
    if (after.revision === state.revision) {
      cache.set(key, state.revision, rendered);
      return rendered;
    }
    if (attempt === ATTEMPTS) return rendered;
    state = after;
  }
}
