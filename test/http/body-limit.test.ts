import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { fastify } from 'fastify';
import { Problem } from '../../src/domain/problem.ts';
import { limitBodies } from '../../src/http/body-limit.ts';
import { ask } from '../harness/http.ts';

/** A server that reads bodies of up to 60 bytes, and 100 bytes together. */
async function serve(t: TestContext) {
  const app = fastify({ bodyLimit: 60, forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, _request, reply) =>
    error instanceof Problem
      ? reply.code(503).header('retry-after', error.retryAfter).send('')
      : reply.code(413).send(''),
  );
  limitBodies(app, 100);
  app.post('/', async (request) => String(request.body).length.toString());
  app.get('/', async () => 'read');
  await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const { port } = app.server.address() as { port: number };
  /** A request whose body never comes. Its headers have arrived when this resolves. */
  async function stall(headers: string) {
    const arrived = once(app.server, 'request');
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n${headers}\r\n\r\n`);
    const [, response] = await arrived;
    return async () => {
      const closed = once(response, 'close');
      socket.destroy();
      await closed;
    };
  }
  const post = (body: string) => ask(port, '/', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body });
  return { stall, post, get: () => ask(port, '/') };
}

test('bodies beyond the limit of all together are refused until others have ended', async (t) => {
  const { stall, post, get } = await serve(t);
  const giveUp = await stall('Content-Length: 30');
  assert.equal((await post('x'.repeat(50))).text, '50');
  const giveUpChunked = await stall('Transfer-Encoding: chunked');
  assert.equal((await post('')).status, 200);
  const refused = await post('x'.repeat(45));
  assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '5']);
  assert.equal((await get()).text, 'read');
  await giveUpChunked();
  assert.equal((await post('x'.repeat(45))).text, '45');
  await giveUp();
  assert.equal((await post('x'.repeat(60))).text, '60');
});

test('a body that is too large by itself reserves nothing more than could be read', async (t) => {
  const { post } = await serve(t);
  const answers = await Promise.all([post('x'.repeat(61)), post('x'.repeat(61))]);
  for (const { status } of answers) assert.ok([413, 503].includes(status), String(status));
  assert.equal((await post('x'.repeat(60))).text, '60');
});
