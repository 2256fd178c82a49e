import { METHODS } from 'node:http';
import underPressure from '@fastify/under-pressure';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { makeAdmit } from './api/admit.ts';
import { answerBelowRouter } from './api/below-router.ts';
import { answerError } from './api/errors.ts';
import { mountImages } from './api/image-host.ts';
import { makeLinks } from './api/links.ts';
import { mountApi } from './api/mount.ts';
import type { Images } from './domain/images.ts';
import type { Store } from './domain/ports.ts';
import { Problem } from './domain/problem.ts';

export interface ServerParts {
  readonly store: Store;
  readonly images: Images;
  readonly publicUrl: string;
  readonly imageHostUrl: string;
  readonly log: FastifyBaseLogger;
}

/** An event loop this late means that every answer is late: some are refused, so that the others are not. */
const OVERLOAD_DELAY_MS = 1000;

/** The HTTP server with everything on it, not yet listening. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { store, images, publicUrl, imageHostUrl, log } = parts;
  const links = makeLinks(publicUrl, imageHostUrl);
  const link = links.contextHeader;
  const root = new URL(publicUrl).pathname.replace(/\/$/, '');
  const basePath = `${root}/v3`;
  const admit = makeAdmit(
    store,
    () => new Date(),
    (error) => log.warn({ err: error }, 'the time of a token’s last use was not noted'),
  );

  const app = fastify({
    loggerInstance: log,
    // A line for each request would cost more than the request.
    logController: new LogController({ disableRequestLogging: true }),
    // During a shutdown the requests that are already here are answered as usual.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 16_384 },
    requestTimeout: 30_000,
    bodyLimit: 1024 * 1024,
    clientErrorHandler: answerBelowRouter(link),
    async frameworkErrors(error, request, reply) {
      const path = pathOf(request.raw.url ?? '');
      try {
        if (path === basePath || path.startsWith(`${basePath}/`)) await admit(request.headers.authorization);
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
  // No operation of the API takes a body: what comes is looked at by the operation itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  await app.register(underPressure, {
    maxEventLoopDelay: OVERLOAD_DELAY_MS,
    pressureHandler: () => {
      throw new Problem('unavailable', 'The server is overloaded at the moment; try again soon.');
    },
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, link));
  app.setNotFoundHandler((request, reply) =>
    answerError(new Problem('not-found', 'The resource does not exist.'), request, reply, link),
  );
  await mountApi(app, { store, links, admit, basePath });
  await mountImages(app, { images, path: `${root}/images`, link });
  return app;
}

/** A request may name the whole address, as one to a proxy does (RFC 9112 §3.2.2); the router leaves its host out too. */
function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/]*/i, '');
}
