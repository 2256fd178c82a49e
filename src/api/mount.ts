import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../domain/ports/tokens.ts';
import { Problem } from '../domain/problem.ts';
import { mountAllow } from './allow.ts';
import { refuseBody, setBodyTypeAside } from './body.ts';
import { answerError } from './errors.ts';
import { type Gate, type GateOptions, makeGate, requireHost } from './gate.ts';
import { type Asked, askedOf, type Service } from './operations.ts';
import { makeReader, type Read, type ReaderOptions } from './reader.ts';
import { makeSend, render, statusLine, toKeep } from './reply.ts';
import { ResponseCache } from './response-cache.ts';
import { linkOf, ROUTES, type Route } from './routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    /** Whether it passed the gate and has not left yet. */
    isInside: boolean;
  }
}

export interface ApiOptions extends Omit<ReaderOptions, 'gate' | 'cache'>, GateOptions {
  /** The path under which {base_url} is served. */
  readonly basePath: string;
}

/**
 * Puts the whole API under its path, and answers the readers of its records by their path. Reading a record is nearly
 * all that is ever asked for, and each hook of Fastify's costs as much as finding one: so those routes have none, and
 * pass the same gate by themselves.
 */
export async function mountApi(app: FastifyInstance, options: ApiOptions): Promise<Map<string, Read>> {
  const { links, basePath: prefix } = options;
  const gate = makeGate(options);
  const cache = new ResponseCache();
  const link = links.contextHeader;
  const [documents, records] = [ROUTES.filter(isDocument), ROUTES.filter((route) => !isDocument(route))];
  const readers = new Map(records.map((route) => [route.path, makeReader(route, { ...options, gate, cache })]));

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
      for (const [url, read] of readers) scope.route({ method: ['GET', 'HEAD'], url, handler: handing(read) });
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
      for (const { path: url, delete: removal } of records) {
        if (removal?.kind === 'act') scope.route({ method: 'DELETE', url, handler: actor(removal.act, options) });
        mountAllow(scope, { url, methods: ['GET', 'HEAD', ...(removal ? ['DELETE'] : [])], link });
      }
    },
    { prefix },
  );
  return readers;
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
  scope.decorateRequest('isInside', false);
  scope.addHook('onRequest', async (request, reply) => {
    await gate.findRoom(request.raw);
    request.caller = await gate.enter(request.raw, reply.raw);
    request.isInside = true;
  });
  // Every request comes to an answer, but not every answer is sent, or ends: its caller may have hung up long before.
  scope.addHook('onSend', async (request, reply) => {
    if (!request.isInside) return;
    request.isInside = false;
    gate.leave(reply.elapsedTime);
  });
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

function handing(read: Read): Handler {
  return (request, reply) => {
    reply.hijack();
    read(request.raw, reply.raw, request.params as Record<string, string>, () => request.id);
  };
}

/** Documents stay up whatever happens: they cost nothing, and a client that cannot read its context is blind. */
function mountDocument(scope: FastifyInstance, { path: url, get, ...route }: Route, { links }: Service): void {
  if (get.kind !== 'document') return;
  const rendered = toKeep(render(JSON.stringify(get.make(links))));
  const send = makeSend({
    contentType: get.contentType,
    link: linkOf(route, links),
    cacheControl: 'public, max-age=3600',
    vary: 'Accept-Encoding',
    extra: { 'Access-Control-Allow-Origin': '*' },
  });
  scope.route({
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => {
      await refuseBody(request.raw, request.bodyType);
      reply.hijack();
      return send(request.raw, reply.raw, rendered);
    },
  });
}

function actor(act: (service: Service, asked: Asked) => Promise<void>, service: Service): Handler {
  return async (request, reply) => {
    await refuseBody(request.raw, request.bodyType);
    await act(service, askedOf(request.caller, request.params as Record<string, string>, request.raw.url ?? ''));
    return reply
      .code(204)
      .headers({ Status: statusLine(204), Link: service.links.contextHeader })
      .send();
  };
}
