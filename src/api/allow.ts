import type { FastifyInstance } from 'fastify';
import { Problem } from '../domain/problem.ts';
import { METHODS } from '../http/node-http.ts';
import { refuseBody } from './body.ts';
import { answerError, statusLine } from './errors.ts';

/** Answers OPTIONS with the methods of a URL, and 405 to all others. */
export function mountAllow(
  scope: FastifyInstance,
  { url, methods, link }: { url: string; methods: readonly string[]; link: string },
): void {
  const allow = [...methods, 'OPTIONS'];
  const allowed = allow.join(', ');
  scope.route({
    method: 'OPTIONS',
    url,
    handler: async (request, reply) => {
      await refuseBody(request.raw, request.bodyType);
      return reply
        .code(204)
        .headers({ status: statusLine(204), link, allow: allowed })
        .send();
    },
  });
  scope.route({
    method: METHODS.filter((method) => !allow.includes(method) && method !== 'CONNECT'),
    url,
    handler: (request, reply) =>
      answerError(
        new Problem('method-not-allowed', `The method ${request.method} is not allowed here; allowed are ${allowed}.`),
        request,
        reply,
        link,
        allowed,
      ),
  });
}
