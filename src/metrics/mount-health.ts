import type { FastifyInstance, FastifyReply } from 'fastify';
import { answerHealth, type Readiness } from './health.ts';

/** Health checks work during an overload, too, so that a supervisor does not restart a busy server. */
export function mountHealth(
  app: FastifyInstance,
  root: string,
  readiness: (() => Promise<Readiness>) | undefined,
): void {
  const config = { staysUp: true };
  const send = (reply: FastifyReply, status: number, body: object) =>
    reply.code(status).header('cache-control', 'no-store').send(body);
  app.get(`${root}/healthz`, { config }, (_request, reply) => send(reply, 200, { status: 'ok' }));
  app.get(`${root}/readyz`, { config }, async (_request, reply) => {
    const { status, body } = answerHealth((await readiness?.()) ?? {});
    return send(reply, status, body);
  });
}
