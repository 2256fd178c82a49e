import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../domain/problem.ts';
import { etagOf } from '../http/etag.ts';
import { type Body, makeBody, respond } from '../http/responder.ts';
import type { AddAdmission } from './admission.ts';
import { mountAllow } from './allow.ts';
import { mayHaveBody, refuseBody, setBodyTypeAside } from './body.ts';
import { answerError, statusLine } from './errors.ts';
import { makeListReader } from './list-cache.ts';
import type { ApiRequest, Method, Operation, Route, Service } from './operation.ts';
import { ROUTES } from './routes.ts';
import { checkScope } from './scope.ts';

export interface ApiOptions extends Service {
  readonly addAdmission: AddAdmission;
  /** The path of {base_url}. */
  readonly basePath: string;
}

/** Mounts the whole API. Documents need no token and are answered also while the database is away. */
export async function mountApi(app: FastifyInstance, options: ApiOptions): Promise<void> {
  const link = options.links.contextHeader;
  const isDocument = ({ methods }: Route) => methods.GET?.kind === 'document';
  const [documents, records] = [ROUTES.filter(isDocument), ROUTES.filter((route) => !isDocument(route))];

  async function mount(scope: FastifyInstance, routes: readonly Route[]): Promise<void> {
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply, link));
    scope.addHook('onRequest', setBodyTypeAside);
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'));
    scope.addHook('onSend', (_request, reply, _payload, done) => {
      reply.header('status', statusLine(reply.statusCode));
      done();
    });
    for (const route of routes) {
      const methods: string[] = [];
      for (const [method, operation] of Object.entries(route.methods) as [Method, Operation][]) {
        const names = method === 'GET' ? ['GET', 'HEAD'] : [method];
        methods.push(...names);
        mountOperation(scope, names, route, operation);
      }
      mountAllow(scope, { url: route.path, methods, link });
    }
  }

  const readList = makeListReader();

  function mountOperation(scope: FastifyInstance, method: string[], route: Route, operation: Operation): void {
    const answer = answerOf(operation, route);
    scope.route({
      method,
      url: route.path,
      config: {
        readsWebpage: operation.kind === 'item' && operation.readsWebpage === true,
        missesNothing: operation.missesNothing === true,
      },
      ...(operation.body && { schema: { body: operation.body } }),
      handler: async (request, reply) => {
        if (!operation.body && mayHaveBody(request.raw)) await refuseBody(request.raw, request.bodyType);
        return answer(request, reply);
      },
    });
  }

  function answerOf(operation: Operation, route: Route): Handler {
    const { links } = options;
    const headers = { link: route.advertises ? links.documentationHeader : link };
    const recordHeaders = { ...headers, 'cache-control': 'private, no-cache', vary: 'Authorization, Accept-Encoding' };
    const contentType = 'application/json';
    switch (operation.kind) {
      case 'document': {
        let body: Body | undefined;
        const documentHeaders = {
          ...headers,
          'cache-control': 'public, max-age=3600',
          vary: 'Accept-Encoding',
          'access-control-allow-origin': '*',
        };
        return (request, reply) => {
          body ??= bodyOf(operation.make(links));
          return respond(request, reply, { contentType: operation.contentType, headers: documentHeaders, body });
        };
      }
      case 'item':
        return async (request, reply) => {
          const body = bodyOf(await operation.show(options, apiRequest(request)));
          return respond(request, reply, { contentType, headers: recordHeaders, body });
        };
      case 'list':
        return async (request, reply) => {
          const body = await readList(operation, options, apiRequest(request));
          return respond(request, reply, { contentType, headers: recordHeaders, body });
        };
      case 'action':
        return async (request, reply) => {
          checkScope(request.caller, 'delete');
          await operation.act(options, apiRequest(request));
          return reply.code(204).header('link', link).send();
        };
    }
  }

  const { basePath: prefix } = options;
  await app.register((scope) => mount(scope, documents), { prefix });
  await app.register(
    async (scope) => {
      options.addAdmission(scope);
      scope.setNotFoundHandler({}, (request, reply) =>
        answerError(new Problem('not-found', 'The resource does not exist.'), request, reply, link),
      );
      await mount(scope, records);
    },
    { prefix },
  );
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

function bodyOf(shown: object): Body {
  const text = JSON.stringify(shown);
  return makeBody(text, etagOf(text));
}

function apiRequest({ caller, params, raw, headers, ip }: FastifyRequest): ApiRequest {
  const url = raw.url ?? '';
  const mark = url.indexOf('?');
  return {
    caller,
    parameters: params as Record<string, string>,
    url,
    queryString: mark === -1 ? '' : url.slice(mark + 1),
    address: ip,
    preconditions: { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] },
  };
}
