import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { newImageKey } from '../../src/domain/images.ts';
import { openImages } from '../../src/images/open.ts';
import { newDesk } from '../harness/cli.ts';
import { ask } from '../harness/http.ts';

test('the first start makes the data folder and prints where to go and what to do next', async (t) => {
  const desk = await newDesk(t);
  const service = await desk.serve();
  assert.ok(existsSync(join(desk.folder, 'data/pagekeep.db')));
  assert.match(service.greeting, new RegExp(`http://localhost:${service.port}/v3\n`));
  assert.match(service.greeting, /npx pagekeep account add /);
  assert.match(service.greeting, /npx pagekeep demo /);
  assert.equal((await ask(service.port, '/v3/contexts')).status, 200);
  const [, link = ''] = /http:\/\/localhost:\d+(\/join\/\S+)/.exec(service.greeting) ?? [];
  assert.match((await ask(service.port, link)).text, /Set up the archive/);
});

test('what the greeting says to do works, line by line', async (t) => {
  const desk = await newDesk(t);
  const service = await desk.serve();
  const commands = [...service.greeting.matchAll(/^ +npx pagekeep (account|token|webpage) (.*)$/gm)];
  assert.equal(commands.length, 3);
  let token = '';
  for (const [, command, rest] of commands) {
    const { code, stdout, stderr } = await desk.run(`${command} ${rest}`);
    assert.equal(code, 0, stderr);
    token = /pagekeep_[0-9a-f]+/.exec(stdout)?.[0] ?? token;
  }
  const answer = await ask(service.port, '/v3/webpages', { headers: { Authorization: `Bearer ${token}` } });
  assert.equal(answer.status, 200);
  assert.equal(answer.json().totalItems, 1);
});

test('a second start finds everything again and no longer explains how to begin', async (t) => {
  const desk = await newDesk(t);
  const { token } = await desk.json('demo --webpages 12 --screenshots 12');
  const first = await desk.serve();
  const headers = { Authorization: `Bearer ${token}` };
  const before = (await ask(first.port, '/v3/webpages', { headers })).json();
  await first.stop();
  const second = await desk.serve({ env: { PUBLIC_URL: `http://localhost:${first.port}` } });
  assert.doesNotMatch(second.greeting, /account add/);
  assert.deepEqual((await ask(second.port, '/v3/webpages', { headers })).json(), before);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} ends the service with a line and exit code 0, and a request in flight is answered whole`, async (t) => {
    const desk = await newDesk(t);
    const service = await desk.serve();
    // More than the sockets hold, so the answer is still under way while nobody reads it.
    const picture = randomBytes(48 * 1024 * 1024);
    const key = newImageKey(randomBytes, 'png');
    await (await openImages(`file:${desk.folder}/data/images`)).put(key, picture);
    const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
      get({ port: service.port, host: '127.0.0.1', path: `/images/${key}`, agent: false }, resolve).once(
        'error',
        reject,
      ),
    );
    assert.equal(response.statusCode, 200);

    const stopped = service.stop(signal);
    await service.says('Stopping: what is under way is finished or given back first.');
    assert.ok((await buffer(response)).equals(picture));
    assert.equal((await stopped).code, 0);
    await assert.rejects(ask(service.port, '/v3/contexts'), { code: 'ECONNREFUSED' });
  });
}

test('a service whose output nobody reads any more ends as cleanly: Ctrl-C also ends what it is piped into', async (t) => {
  const desk = await newDesk(t);
  const service = await desk.serve();
  service.process.stdout?.destroy();
  service.process.stderr?.destroy();
  assert.equal((await service.stop()).code, 0);
});

test('a second signal ends the service without waiting', async (t) => {
  const desk = await newDesk(t);
  const service = await desk.serve();
  const key = newImageKey(randomBytes, 'png');
  await (await openImages(`file:${desk.folder}/data/images`)).put(key, randomBytes(48 * 1024 * 1024));
  const request = get({ port: service.port, host: '127.0.0.1', path: `/images/${key}`, agent: false }, () => undefined);
  request.on('error', () => undefined);
  await new Promise((resolve) => request.once('response', resolve));
  const stopped = service.stop();
  await service.says('Stopping');
  service.process.kill('SIGINT');
  assert.equal((await stopped).code, 1);
  request.destroy();
});

test('two services that start at once on an empty folder both work on one archive', async (t) => {
  const desk = await newDesk(t);
  const [one, other] = await Promise.all([desk.serve(), desk.serve()]);
  const { token } = await desk.json('demo --webpages 3 --screenshots 0');
  const headers = { Authorization: `Bearer ${token}` };
  for (const { port } of [one, other]) {
    assert.equal((await ask(port, '/v3/webpages', { headers })).json().totalItems, 3);
  }
});

test('maintenance closes a running service at once and opens it again', async (t) => {
  const desk = await newDesk(t);
  const service = await desk.serve();
  const { token } = await desk.json('demo --webpages 1 --screenshots 0');
  const headers = { Authorization: `Bearer ${token}` };
  assert.equal((await ask(service.port, '/v3/webpages', { headers })).status, 200);
  assert.equal((await desk.run('maintenance on --message "Back at noon."')).code, 0);
  const closed = await ask(service.port, '/v3/webpages', { headers });
  assert.equal(closed.status, 503);
  assert.match(closed.json().description, /Back at noon\./);
  assert.equal((await desk.run('maintenance off')).code, 0);
  assert.equal((await ask(service.port, '/v3/webpages', { headers })).status, 200);
});

test('a token that is revoked from the command line is refused by the running service', async (t) => {
  const desk = await newDesk(t);
  const service = await desk.serve();
  await desk.json('account add ann@example.org');
  const { id, token } = await desk.json('token add ann@example.org');
  const headers = { Authorization: `Bearer ${token}` };
  assert.equal((await ask(service.port, '/v3/webpages', { headers })).status, 200);
  await desk.run(`token revoke ann@example.org ${id}`);
  assert.equal((await ask(service.port, '/v3/webpages', { headers })).status, 401);
});
