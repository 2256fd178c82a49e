import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../domain/problem.ts';
import { refuseBody } from './body.ts';
import { answerError } from './errors.ts';
import { statusLine } from './reply.ts';

/** At an address that answers `methods`, OPTIONS names them, and every method that is not among them is 405. */
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
        .headers({ Status: statusLine(204), Link: link, Allow: allowed })
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
