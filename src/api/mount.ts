import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CollectionState } from '../domain/listing.ts';
import { Problem } from '../domain/problem.ts';
import { makeCrowd } from '../http/crowd.ts';
import { CROWD, overloaded } from '../http/load-guard.ts';
import type { Admit } from './admit.ts';
import { mountAllow } from './allow.ts';
import { refuseBody, setBodyTypeAside } from './body.ts';
import { answerError } from './errors.ts';
import type { Asked, Listing, Service } from './operations.ts';
import { makeRateLimit, type RateLimit, rateHeaders, tooMany } from './rate-limit.ts';
import { type Manner, type Rendered, render, renderList, sendRendered, statusLine } from './reply.ts';
import { ResponseCache } from './response-cache.ts';
import { type Operation, ROUTES, type Route } from './routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    asked: Asked;
  }
}

export interface ApiOptions extends Service {
  readonly admit: Admit;
  /** The path under which {base_url} is served. */
  readonly basePath: string;
  /** Undefined: none. */
  readonly rateLimit?: RateLimit | undefined;
  /** More requests than this at once are refused, so that the others are answered in time. */
  readonly mostAtOnce: number;
}

/** Puts the whole API under its path. */
export async function mountApi(app: FastifyInstance, options: ApiOptions): Promise<void> {
  const { links, admit, basePath } = options;
  const respond = responder(options);

  const count = options.rateLimit && makeRateLimit(options.rateLimit, () => performance.now());

  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = await admit(request.headers.authorization);
    if (count) {
      const allowance = count(caller.tokenId);
      reply.headers(rateHeaders(allowance));
      if (!allowance.allowed) throw tooMany(allowance);
    }
    const url = request.raw.url ?? '';
    const mark = url.indexOf('?');
    request.asked = {
      caller,
      parameters: request.params as Record<string, string>,
      queryString: mark === -1 ? '' : url.slice(mark + 1),
    };
  }

  for (const open of [true, false]) {
    await app.register(
      async (scope) => {
        scope.setErrorHandler((error, request, reply) => answerError(error, request, reply, links.contextHeader));
        scope.addHook('onRequest', setBodyTypeAside);
        if (!open) {
          boundCrowd(scope, options.mostAtOnce);
          // Before 404, 400 and 405: a caller without a token learns nothing else.
          scope.addHook('onRequest', enter);
          scope.setNotFoundHandler({}, (request, reply) => noSuchResource(request, reply, links.contextHeader));
        }
        for (const route of ROUTES.filter(({ get }) => (get.kind === 'document') === open)) {
          mountRoute(scope, route, respond, links.contextHeader);
        }
      },
      { prefix: basePath },
    );
  }
}

/** What a caller does not notice. */
const IN_TIME_MS = 100;

/** While the database is slow, requests would pile up without end; those that are too many are told to come again. */
function boundCrowd(scope: FastifyInstance, mostAtOnce: number): void {
  const crowd = makeCrowd({ most: mostAtOnce, least: CROWD, inTimeMs: IN_TIME_MS });
  scope.addHook('onRequest', (_request, reply, done) => {
    if (!crowd.enter()) {
      done(overloaded());
      return;
    }
    // Whether it was answered or broken off.
    reply.raw.once('close', () => crowd.leave(reply.raw.writableFinished ? reply.elapsedTime : undefined));
    done();
  });
}

type Respond = (operation: Operation, route: Route) => (request: FastifyRequest, reply: FastifyReply) => unknown;

function mountRoute(scope: FastifyInstance, route: Route, respond: Respond, link: string): void {
  const url = route.path;
  // Documents stay up whatever happens: they cost nothing, and a client that cannot read its context is blind.
  const config = { staysUp: route.get.kind === 'document' };
  scope.route({ method: ['GET', 'HEAD'], url, config, handler: respond(route.get, route) });
  if (route.delete) scope.route({ method: 'DELETE', url, handler: respond(route.delete, route) });
  mountAllow(scope, { url, methods: ['GET', 'HEAD', ...(route.delete ? ['DELETE'] : [])], link });
}

function noSuchResource(request: FastifyRequest, reply: FastifyReply, link: string) {
  return answerError(new Problem('not-found', 'The resource does not exist.'), request, reply, link);
}

function responder(service: ApiOptions): Respond {
  const { links } = service;
  const cache = new ResponseCache();

  return (operation, route) => {
    const manner: Manner = {
      contentType: operation.kind === 'document' ? operation.contentType : 'application/json',
      link: route.advertises ? links.documentationHeader : links.contextHeader,
      ...(operation.kind === 'document' ? PUBLIC : PRIVATE),
    };
    switch (operation.kind) {
      case 'document': {
        const rendered = render(operation.make(links));
        return async (request, reply) => {
          await refuseBody(request);
          return sendRendered(request, reply, manner, rendered);
        };
      }
      case 'item':
        return async (request, reply) => {
          await refuseBody(request);
          return sendRendered(request, reply, manner, render(await operation.answer(service, request.asked)));
        };
      case 'list':
        return async (request, reply) => {
          await refuseBody(request);
          const rendered = await showList(service, operation.listing, request, cache);
          return sendRendered(request, reply, manner, rendered);
        };
      case 'act':
        return async (request, reply) => {
          await refuseBody(request);
          await operation.act(service, request.asked);
          return reply
            .code(204)
            .headers({ Status: statusLine(204), Link: manner.link })
            .send();
        };
    }
  };
}

const PRIVATE = { cacheControl: 'private, no-cache', vary: 'Authorization, Accept-Encoding' };
const PUBLIC = {
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
  request: FastifyRequest,
  cache: ResponseCache,
): Promise<Rendered> {
  const { asked } = request;
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
