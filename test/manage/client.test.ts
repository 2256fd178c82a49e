import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { connect, type PagekeepClient } from '../../src/client/client.ts';
import { PagekeepError } from '../../src/client/errors.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addScreenshot } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { type Manager, manager } from './manager.ts';

forEachEngine((engine) => {
  const service = useService(engine);
  let ann: Manager;
  let client: PagekeepClient;

  before(async () => {
    ann = await manager(service);
    client = connect({ url: `http://127.0.0.1:${service.port}`, token: ann.token });
  });

  test('adds, reads, changes, pauses and removes a webpage', async () => {
    const { identifier } = await client.webpages.add({ url: 'https://one.example.org/', keywords: ['a'] });
    const { record, etag } = await client.webpages.get(identifier);
    assert.equal(record.schedule, 'daily');
    const changed = await client.webpages.change(identifier, { name: 'One' }, { ifMatch: etag });
    assert.equal(changed.record.name, 'One');
    await assert.rejects(client.webpages.change(identifier, { name: 'Two' }, { ifMatch: etag }), (error) => {
      assert.ok(error instanceof PagekeepError);
      assert.deepEqual([error.kind, error.status], ['precondition-failed', 412]);
      return true;
    });
    assert.equal((await client.webpages.pause(identifier)).record.state, 'paused');
    assert.equal((await client.webpages.resume(identifier)).record.state, 'active');
    assert.equal((await client.webpages.capture(identifier)).captureStatus, 'queued');
    await client.webpages.remove(identifier);
    await assert.rejects(client.webpages.get(identifier), { name: 'PagekeepError', kind: 'not-found' });
    const [trashed] = await Array.fromAsync(client.trash.list());
    assert.equal(trashed?.identifier, identifier);
    await client.trash.restore(identifier);
    assert.equal((await client.webpages.get(identifier)).record.name, 'One');
  });

  test('reads all pages of a list', async () => {
    const drafts = Array.from({ length: 230 }, (_, n) => ({
      url: `https://many-${n}.example.org/`,
      keywords: ['many'],
    }));
    const { added } = await client.webpages.addMany(drafts);
    assert.equal(added, 230);
    const urls: string[] = [];
    for await (const { url } of client.webpages.list({ keyword: 'many', order: 'asc' })) urls.push(url);
    assert.deepEqual(
      urls,
      drafts.map(({ url }) => url),
    );
  });

  test('reads screenshots, changes, events, tokens and usage', async () => {
    const { identifier } = await client.webpages.add({ url: 'https://shots.example.org/' });
    const { id } = await addScreenshot(service.store, ann.owner, identifier);
    assert.equal((await client.screenshots.latest(identifier)).identifier, id);
    const { record, etag } = await client.screenshots.get(identifier, id);
    assert.equal(record.isFavorite, false);
    assert.equal(
      (await client.screenshots.setFavorite(identifier, id, true, { ifMatch: etag })).record.isFavorite,
      true,
    );
    assert.ok((await Array.fromAsync(client.screenshots.list())).some((each) => each.identifier === id));
    assert.deepEqual(await Array.fromAsync(client.changes({ since: new Date() })), []);
    const events = await Array.fromAsync(client.events());
    assert.ok(events.some(({ eventKind }) => eventKind === 'added'));
    const { token, identifier: tokenId } = await client.tokens.create({ name: 'CI', scopes: ['read'] });
    const reader = connect({ url: `http://127.0.0.1:${service.port}/`, token });
    await assert.rejects(reader.webpages.pause(identifier), { kind: 'forbidden', status: 403 });
    await client.tokens.revoke(tokenId);
    await assert.rejects(reader.usage(), { kind: 'unauthorized' });
    assert.ok((await client.usage()).webpages.used > 0);
  });

  describe('failures', () => {
    const failing = (answers: readonly (() => Response)[], retries = 3) => {
      const asked: Request[] = [];
      const fetch = async (request: Request) => {
        asked.push(request);
        return (answers[Math.min(asked.length, answers.length) - 1] ?? (() => Response.error()))();
      };
      return { asked, client: connect({ url: 'https://archive.example', token: 't', fetch, retries }) };
    };
    const busy = (retryAfter: string) => () =>
      new Response('{"type":"Error","title":"Service Unavailable","description":"Busy."}', {
        status: 503,
        headers: { 'Retry-After': retryAfter },
      });
    const fine = () => Response.json({ type: 'Usage' });

    test('503 with Retry-After is tried again, with the same Idempotency-Key', async () => {
      const { asked, client: own } = failing([busy('0'), busy('0'), fine]);
      await own.webpages.add({ url: 'https://example.org' });
      const keys = new Set(asked.map(({ headers }) => headers.get('idempotency-key')));
      assert.deepEqual([asked.length, keys.size, keys.has(null)], [3, 1, false]);
    });

    test('a server that asks for too much time gets no further request', async () => {
      const { asked, client: own } = failing([busy('3600'), fine]);
      await assert.rejects(own.usage(), { kind: 'unavailable', retryAfter: 3600, message: 'Busy.' });
      assert.equal(asked.length, 1);
    });

    test('a token is not created twice', async () => {
      const { asked, client: own } = failing([busy('0'), fine]);
      await own.tokens.create({ name: 'x' });
      const keys = new Set(asked.map(({ headers }) => headers.get('idempotency-key')));
      assert.deepEqual([asked.length, keys.size, keys.has(null)], [2, 1, false]);
    });

    test('an answer that is not from Pagekeep still has its status', async () => {
      const { client: own } = failing([() => new Response('<h1>Bad gateway</h1>', { status: 502 })]);
      await assert.rejects(own.usage(), { kind: 'other', status: 502, message: 'The server answered 502.' });
    });
  });
});
