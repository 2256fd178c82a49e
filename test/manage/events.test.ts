import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { forEachEngine } from '../harness/engines.ts';
import { startService, useService } from '../harness/service.ts';
import { type Manager, manager } from './manager.ts';

interface Stream {
  readonly response: IncomingMessage;
  /** Waits for the text. */
  says(text: string): Promise<void>;
  readonly text: () => string;
  readonly ended: Promise<void>;
  close(): void;
}

function openStream(
  port: number,
  { token }: Pick<Manager, 'token'>,
  headers: Record<string, string> = {},
): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      host: '127.0.0.1',
      port,
      path: '/manage/v1/events',
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream', ...headers },
    });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      let text = '';
      let look = () => {};
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        look();
      });
      response.on('error', () => undefined);
      const ended = new Promise<void>((done) => response.once('close', () => done()));
      resolve({
        response,
        text: () => text,
        ended,
        close: () => outgoing.destroy(),
        says: (wanted) =>
          new Promise((found) => {
            look = () => text.includes(wanted) && found();
            look();
          }),
      });
    });
    outgoing.end();
  });
}

forEachEngine((engine) => {
  const service = useService(engine);

  async function useWebpage() {
    const ann = await manager(service);
    const { identifier } = (await ann.ask('POST', '/webpages', { json: { url: 'https://example.org/' } })).json();
    return { ...ann, path: `/webpages/${identifier}` };
  }

  test('are listed in order, continued after the last one, and found by their id', async () => {
    const { ask, path } = await useWebpage();
    await ask('POST', `${path}/pause`);
    await ask('POST', `${path}/resume`);
    const first = (await ask('GET', '/events?limit=2')).json();
    assert.deepEqual(
      first.members.map(({ eventKind }: { eventKind: string }) => eventKind),
      ['added', 'paused'],
    );
    const next = first.view.next.replace('https://archive.example/manage/v1', '');
    const rest = (await ask('GET', next)).json();
    assert.deepEqual(
      rest.members.map(({ eventKind }: { eventKind: string }) => eventKind),
      ['resumed'],
    );
    assert.equal(rest.view.next, undefined);
    const one = first.members[0];
    const found = await ask('GET', one.id.replace('https://archive.example/manage/v1', ''));
    assert.deepEqual(found.json(), one);
    const bob = await manager(service);
    assert.equal((await bob.ask('GET', one.id.replace('https://archive.example/manage/v1', ''))).status, 404);
    assert.deepEqual((await bob.ask('GET', '/events')).json().members, []);
    for (const after of ['x', '-1', '1e3', '99999999999999999']) {
      assert.equal((await ask('GET', `/events?after=${after}`)).status, 400, after);
    }
  });

  describe('as a stream', () => {
    test('arrive as they happen, and continue after Last-Event-ID', async () => {
      const { ask, path, token } = await useWebpage();
      const stream = await openStream(service.port, { token });
      assert.equal(stream.response.headers['content-type'], 'text/event-stream');
      assert.equal(stream.response.headers.status, '200 OK');
      await ask('POST', `${path}/pause`);
      await stream.says('event: paused');
      assert.ok(!stream.text().includes('event: added'), 'only what happens from now on');
      const id = /^id: (\d+)$/m.exec(stream.text())?.[1] ?? '';
      stream.close();
      await ask('POST', `${path}/resume`);
      const again = await openStream(service.port, { token }, { 'Last-Event-ID': id });
      await again.says('event: resumed');
      assert.ok(!again.text().includes('event: paused'));
      again.close();
      const all = await openStream(service.port, { token }, { 'Last-Event-ID': '0' });
      await all.says('event: resumed');
      assert.match(all.text(), /event: added\n.*event: paused\n.*event: resumed\n/s);
      all.close();
    });

    test('an account has a bounded number of them, and a closed one makes room', async () => {
      const { token, ask } = await manager(service);
      const streams = await Promise.all(Array.from({ length: 10 }, () => openStream(service.port, { token })));
      const one = await openStream(service.port, { token });
      assert.equal(one.response.statusCode, 429);
      assert.equal((await ask('GET', '/events')).status, 200, 'other requests go on');
      for (const stream of streams) stream.close();
      await Promise.all(streams.map(({ ended }) => ended));
      let again = await openStream(service.port, { token });
      while (again.response.statusCode === 429) again = await openStream(service.port, { token });
      again.close();
    });

    test('a malformed Last-Event-ID is 400', async () => {
      const { token } = await manager(service);
      const stream = await openStream(service.port, { token }, { 'Last-Event-ID': 'x' });
      assert.equal(stream.response.statusCode, 400);
    });
  });

  test('a stop ends streams and waits', async () => {
    const own = await startService(engine);
    const ann = await manager(own);
    const { identifier } = (await ann.ask('POST', '/webpages', { json: { url: 'https://example.org/' } })).json();
    await ann.ask('POST', `/webpages/${identifier}/pause`);
    const stream = await openStream(own.port, ann);
    const waiting = ann.ask('POST', `/webpages/${identifier}/captures`, { headers: { Prefer: 'wait=50' } });
    await stream.says('retry:');
    const state = async () => (await own.store.schedules.find(ann.owner, identifier, new Date()))?.state.kind;
    while ((await state()) === 'paused') await delay(5);
    await own.stop();
    await stream.ended;
    assert.equal((await waiting).status, 202);
  });
});
