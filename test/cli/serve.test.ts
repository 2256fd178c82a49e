import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, type TestContext, test } from 'node:test';
import { newImageKey } from '../../src/domain/image-key.ts';
import { openImages } from '../../src/images/open.ts';
import { linkBrowser } from '../harness/chromium.ts';
import { type Desk, newDesk, type Serving } from '../harness/cli.ts';
import { ask } from '../harness/http.ts';

describe('a service on an empty folder', () => {
  let desk: Desk;
  let service: Serving;
  const undos: (() => Promise<void>)[] = [];
  before(async () => {
    desk = await newDesk({ after: (undo) => undos.push(undo) });
    service = await desk.serve();
  });
  after(async () => {
    for (const undo of undos) await undo();
  });

  test('the first start creates the data folder and prints the addresses and the next steps', async () => {
    assert.ok(existsSync(join(desk.folder, 'data/pagekeep.db')));
    assert.match(service.greeting, new RegExp(`http://localhost:${service.port}/v3\n`));
    assert.match(service.greeting, /npx pagekeep account add /);
    assert.match(service.greeting, /npx pagekeep demo\n/);
    assert.equal((await ask(service.port, '/v3/contexts')).status, 200);
    const [, link = ''] = /http:\/\/localhost:\d+(\/join\/\S+)/.exec(service.greeting) ?? [];
    assert.match((await ask(service.port, link)).text, /Set up your archive/);
  });

  test('the commands in the start message work', async () => {
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

  test('maintenance mode takes effect at once in a running service', async () => {
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

  test('a running service refuses a token that the command line has revoked', async () => {
    await desk.json('account add ann@example.org');
    const { id, token } = await desk.json('token add ann@example.org');
    const headers = { Authorization: `Bearer ${token}` };
    assert.equal((await ask(service.port, '/v3/webpages', { headers })).status, 200);
    await desk.run(`token revoke ann@example.org ${id}`);
    assert.equal((await ask(service.port, '/v3/webpages', { headers })).status, 401);
  });
});

/** The service need not prepare the fonts of its browser, which takes 1.5 s of CPU. */
async function newDeskWithFonts(t: TestContext): Promise<Desk> {
  const desk = await newDesk(t);
  const data = join(desk.folder, 'data');
  await mkdir(data, { mode: 0o700 });
  await linkBrowser(data);
  return desk;
}

test('a second start serves the same records and does not print the first steps', async (t) => {
  const desk = await newDeskWithFonts(t);
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
  test(`${signal} stops the service with exit code 0 after it has finished a request in flight`, async (t) => {
    const desk = await newDeskWithFonts(t);
    const service = await desk.serve();
    // More than the socket buffers hold, so the response is still in flight until the test reads it.
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
    await service.says('Stopping: finishing requests and releasing captures.');
    assert.ok((await buffer(response)).equals(picture));
    assert.equal((await stopped).code, 0);
    await assert.rejects(ask(service.port, '/v3/contexts'), { code: 'ECONNREFUSED' });
  });
}

test('a service whose output pipe is closed stops with exit code 0', async (t) => {
  const desk = await newDeskWithFonts(t);
  const service = await desk.serve();
  service.process.stdout?.destroy();
  service.process.stderr?.destroy();
  assert.equal((await service.stop()).code, 0);
});

test('a second signal ends the service at once', async (t) => {
  const desk = await newDeskWithFonts(t);
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

test('two services that start at the same time on an empty folder share one archive', async (t) => {
  const desk = await newDesk(t);
  const [one, other] = await Promise.all([desk.serve(), desk.serve()]);
  const { token } = await desk.json('demo --webpages 3 --screenshots 0');
  const headers = { Authorization: `Bearer ${token}` };
  for (const { port } of [one, other]) {
    assert.equal((await ask(port, '/v3/webpages', { headers })).json().totalItems, 3);
  }
});
