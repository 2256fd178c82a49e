import assert from 'node:assert/strict';
import { hash, randomUUIDv7 } from 'node:crypto';
import { describe, test } from 'node:test';
import { changeWebhook, openWebhook, rotateWebhookKey } from '../../src/app/webhooks.ts';
import { captureAs } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addWebpage, tick } from '../harness/records.ts';
import { SEALING_KEY } from '../harness/sealing-key.ts';
import { useService } from '../harness/service.ts';
import { addTracked } from '../harness/tracked.ts';
import { type Manager, manager } from './manager.ts';

type Json = Record<string, unknown>;

const RECEIVER = 'https://receiver.example/hook?secret=123';
const BASE = 'https://archive.example/manage/v1';

forEachEngine((engine) => {
  const service = useService(engine);

  async function addOne({ ask }: Manager, json: object = {}): Promise<Json & { identifier: string; key: string }> {
    const answer = await ask('POST', '/webhooks', { json: { name: 'Bot', url: RECEIVER, ...json } });
    assert.equal(answer.status, 201, answer.text);
    return answer.json();
  }

  describe('webhooks', () => {
    test('are added with their defaults, read without the key, changed and removed', async () => {
      const ann = await manager(service);
      const { key, ...made } = await addOne(ann);
      const { id, identifier, dateCreated, ...settings } = made;
      assert.match(key, /^whsec_/);
      assert.equal(id, `${BASE}/webhooks/${identifier}`);
      assert.ok(dateCreated);
      assert.deepEqual(settings, {
        type: 'Webhook',
        name: 'Bot',
        url: RECEIVER,
        host: 'receiver.example',
        format: 'json',
        eventKinds: ['changed', 'failed', 'recovered'],
        scope: { kind: 'all' },
        leastShare: 0,
        signing: 'hmac',
        state: 'on',
      });
      const path = `/webhooks/${identifier}`;
      assert.deepEqual((await ann.ask('GET', path)).json(), made);
      const site = { kind: 'site', site: 'example.org' };
      const changed = (
        await ann.ask('PATCH', path, { json: { scope: site, leastShare: 0.1, format: 'slack' } })
      ).json();
      assert.deepEqual(changed, { ...made, scope: site, leastShare: 0.1, format: 'slack' });
      const reset = (await ann.ask('PATCH', path, { json: { scope: null, leastShare: null, format: null } })).json();
      assert.deepEqual(reset, made);
      const resigned = (await ann.ask('PATCH', path, { json: { signing: 'ed25519' } })).json() as Json;
      assert.match(String(resigned.key), /^whpk_/);
      assert.equal((await ann.ask('DELETE', path)).status, 204);
      assert.equal((await ann.ask('GET', path)).status, 404);
      assert.deepEqual((await ann.ask('GET', '/webhooks')).json().members, []);
    });

    test('are refused with the reason', async () => {
      const ann = await manager(service);
      for (const [json, status, reason] of [
        [{ url: RECEIVER }, 400, /"name" is missing/],
        [{ name: 'x', url: 'ftp://x.example' }, 400, /begins with https/],
        [{ name: 'x', url: 'https://a:b@x.example' }, 400, /user name or a password/],
        [{ name: 'x', url: RECEIVER, eventKinds: [] }, 400, /at least one event/],
        [{ name: 'x', url: RECEIVER, eventKinds: ['exploded'] }, 400, /eventKinds/],
        [{ name: 'x', url: RECEIVER, leastShare: 2 }, 400, /leastShare/],
        [{ name: 'x', url: RECEIVER, scope: { kind: 'site' } }, 400, /site of scope is missing/],
        [{ name: 'x', url: RECEIVER, scope: { kind: 'all', site: 'a' } }, 400, /not for the kind all/],
        [{ name: 'x', url: RECEIVER, scope: { kind: 'webpage', webpage: randomUUIDv7() } }, 422, /does not exist/],
        [{ name: 'x', url: RECEIVER, secret: 'mine' }, 400, /"secret" is not known/],
      ] as const) {
        const answer = await ann.ask('POST', '/webhooks', { json });
        assert.equal(answer.status, status, answer.text);
        assert.match((answer.json() as { description: string }).description, reason);
      }
    });

    test('of a webpage of another account are refused', async () => {
      const [ann, bob] = [await manager(service), await manager(service)];
      const { id } = await addWebpage(service.store, bob.owner);
      for (const path of ['/webhooks', '/feeds']) {
        const scope = { kind: 'webpage', webpage: id };
        const json = { name: 'Spy', ...(path === '/webhooks' && { url: RECEIVER }), scope };
        assert.equal((await ann.ask('POST', path, { json })).status, 422);
        assert.equal((await bob.ask('POST', path, { json })).status, 201);
      }
    });

    test('If-Match refuses a change after another one, and not after a delivery', async () => {
      const ann = await manager(service);
      const { identifier } = await addOne(ann);
      const path = `/webhooks/${identifier}`;
      const tag = String((await ann.ask('GET', path)).headers.etag);
      assert.equal((await ann.ask('POST', `${path}/test`)).status, 202);
      const guarded = { headers: { 'If-Match': tag } };
      const changed = await ann.ask('PATCH', path, { json: { name: 'Two' }, ...guarded });
      assert.equal(changed.status, 200, changed.text);
      for (const [method, target, json] of [
        ['PATCH', path, { name: 'Three' }],
        ['POST', `${path}/rotate-key`],
        ['POST', `${path}/disable`],
        ['DELETE', path],
      ] as const) {
        const answer = await ann.ask(method, target, { ...guarded, ...(json && { json }) });
        assert.equal(answer.status, 412, `${method} ${target}`);
      }
      const now = (await ann.ask('GET', path)).json() as Json;
      assert.deepEqual([now.name, now.state], ['Two', 'on']);
      assert.equal(
        (await ann.ask('DELETE', path, { headers: { 'If-Match': String(changed.headers.etag) } })).status,
        204,
      );
    });

    test('of several changes with one If-Match, exactly one is carried out', async () => {
      const ann = await manager(service);
      const { identifier } = await addOne(ann);
      const path = `/webhooks/${identifier}`;
      const headers = { 'If-Match': String((await ann.ask('GET', path)).headers.etag) };
      const answers = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) => ann.ask('PATCH', path, { json: { name }, headers })),
      );
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412, 412, 412]);
    });

    test('a change and a new key at the same time lose neither', async () => {
      const ann = await manager(service);
      const { store } = service;
      const { identifier } = await addOne(ann);
      const parts = { store, sealingKey: SEALING_KEY };
      for (let n = 0; n < 5; n += 1) {
        const [key] = await Promise.all([
          rotateWebhookKey(parts, ann.owner, identifier, { now: tick() }),
          changeWebhook(parts, ann.owner, identifier, (now, url = '') => ({ ...now, url, name: `N${n}` }), tick()),
        ]);
        const webhook = await store.webhooks.find(ann.owner, identifier);
        assert.ok(webhook);
        assert.deepEqual([webhook.name, openWebhook(SEALING_KEY, webhook).keys[0]?.secret], [`N${n}`, key]);
      }
    });

    test('an Idempotency-Key repeats the answer with its key, and adds one webhook', async () => {
      const ann = await manager(service);
      const headers = { 'Idempotency-Key': randomUUIDv7() };
      const json = { name: 'Once', url: RECEIVER };
      const answers = await Promise.all([1, 2, 3].map(() => ann.ask('POST', '/webhooks', { json, headers })));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
      const { key } = JSON.parse(answers[0]?.text ?? '') as { key: string };
      assert.equal((await ann.ask('POST', '/webhooks', { json: { ...json, name: 'Other' }, headers })).status, 422);
      assert.equal(((await ann.ask('GET', '/webhooks')).json() as Json).totalItems, 1);
      const fingerprint = hash('sha256', `POST /manage/v1/webhooks\n${JSON.stringify(json)}`);
      const request = { key: headers['Idempotency-Key'], fingerprint, now: new Date() };
      const kept = await service.store.transaction((tx) => tx.replies.reserve(ann.owner, request));
      assert.equal(kept?.status, 201);
      assert.ok(!kept.body.includes(key) && !kept.body.includes('Once'), 'the answer is encrypted');
    });

    test('are switched off and on, get a new key, and a test that the log shows', async () => {
      const ann = await manager(service);
      const { identifier, key } = await addOne(ann);
      const path = `/webhooks/${identifier}`;
      const off = (await ann.ask('POST', `${path}/disable`)).json() as Json;
      assert.deepEqual([off.state, typeof off.offSince], ['off', 'string']);
      assert.equal((await ann.ask('POST', `${path}/test`)).status, 422);
      assert.equal(((await ann.ask('POST', `${path}/enable`)).json() as Json).state, 'on');
      const { key: renewed } = (await ann.ask('POST', `${path}/rotate-key`)).json() as Json;
      assert.notEqual(renewed, key);
      const queued = await ann.ask('POST', `${path}/test`);
      assert.equal(queued.status, 202);
      const location = String(queued.headers.location).replace(BASE, '');
      const delivery = (await ann.ask('GET', location)).json() as Json;
      assert.deepEqual([delivery.deliveryState, delivery.attempts], ['waiting', []]);
      assert.equal((await ann.ask('POST', `${location}/send`)).status, 202);
      assert.equal((await ann.ask('POST', `${path}/deliveries/${randomUUIDv7()}/send`)).status, 404);
      await ann.ask('POST', `${path}/test`);
      const first = (await ann.ask('GET', `${path}/deliveries?limit=1`)).json() as { members: Json[]; view: Json };
      const rest = (await ann.ask('GET', String(first.view.next).replace(BASE, ''))).json() as typeof first;
      assert.deepEqual(
        [first.members.length, rest.members.map(({ id }) => id), rest.view.next],
        [1, [delivery.id], undefined],
      );
    });

    test('have at most 20 waiting tests', async () => {
      const ann = await manager(service);
      const { identifier } = await addOne(ann);
      const statuses = [];
      for (let n = 0; n < 21; n += 1) statuses.push((await ann.ask('POST', `/webhooks/${identifier}/test`)).status);
      assert.deepEqual(statuses, [...Array(20).fill(202), 429]);
    });

    test('appear in the audit log with the address of the program', async () => {
      const ann = await manager(service);
      const { identifier } = await addOne(ann);
      await ann.ask('POST', `/webhooks/${identifier}/disable`);
      await ann.ask('POST', '/feeds', { json: { name: 'Reader' } });
      const log = await service.store.audit.list({ owner: ann.owner, after: undefined, limit: 10 });
      const seen = log.filter(({ via }) => via === 'api').map(({ action }) => action);
      assert.deepEqual(seen, ['feed-created', 'webhook-off', 'webhook-added']);
    });
  });

  test('feeds are created with their addresses, listed without them, and revoked', async () => {
    const ann = await manager(service);
    const { id } = await addTracked(service.store, ann.owner, { readyAt: tick(), url: 'https://fed.example/' });
    await captureAs(service.store, ann.owner, id);
    const headers = { 'Idempotency-Key': randomUUIDv7() };
    const made = await ann.ask('POST', '/feeds', {
      json: { name: 'Reader', scope: { kind: 'webpage', webpage: id } },
      headers,
    });
    assert.equal(made.status, 201, made.text);
    assert.equal(
      (await ann.ask('POST', '/feeds', { json: { name: 'Reader', scope: { kind: 'webpage', webpage: id } }, headers }))
        .text,
      made.text,
    );
    const { atom, jsonFeed, ...feed } = made.json() as { identifier: string; atom: string; jsonFeed: string };
    assert.deepEqual((await ann.ask('GET', '/feeds')).json().members, [feed]);
    const paths = [atom, jsonFeed].map((url) => url.replace('https://archive.example', ''));
    for (const path of paths) assert.match((await service.askPath(path)).text, /fed\.example/);
    assert.deepEqual((await ann.ask('GET', `/feeds/${feed.identifier}`)).status, 200);
    assert.equal((await ann.ask('DELETE', `/feeds/${feed.identifier}`)).status, 204);
    for (const path of paths) assert.equal((await service.askPath(path)).status, 404);
    assert.equal((await ann.ask('GET', `/feeds/${feed.identifier}`)).status, 404);
  });

  test('changes are marked as reviewed by their identifiers, and by time', async () => {
    const [ann, bob] = [await manager(service), await manager(service)];
    const { id } = await addTracked(service.store, ann.owner, { readyAt: tick() });
    for (let n = 0; n < 3; n += 1) await captureAs(service.store, ann.owner, id);
    const reviewed = async () =>
      ((await ann.ask('GET', '/changes')).json().members as Json[]).map(({ reviewedAt }) => reviewedAt !== undefined);
    const changes = (await ann.ask('GET', '/changes')).json().members as { identifier: string; published: string }[];
    assert.equal(changes.length, 2);
    const [first, second] = changes;
    assert.ok(first && second);
    const review = (json: object, by = ann) => by.ask('POST', '/changes/review', { json });
    assert.equal((await review({ changes: [first.identifier], isReviewed: true }, bob)).status, 204);
    assert.deepEqual(await reviewed(), [false, false]);
    assert.equal((await review({ changes: [first.identifier], isReviewed: true })).status, 204);
    assert.deepEqual(await reviewed(), [true, false]);
    assert.equal((await ann.ask('GET', '/changes?kind=reviewed')).json().members.length, 1);
    assert.equal((await review({ changes: [first.identifier], isReviewed: false })).status, 204);
    assert.equal(
      (await review({ after: second.published, before: '2126-01-01T00:00:00Z', isReviewed: true })).status,
      204,
    );
    assert.deepEqual(await reviewed(), [false, true]);
    for (const json of [
      { isReviewed: true },
      { isReviewed: false, after: '2026-01-01', before: '2027-01-01' },
      { changes: ['x'], isReviewed: true },
      { changes: [first.identifier], after: '2026-01-01', isReviewed: true },
      { after: 'then', before: 'now', isReviewed: true },
    ]) {
      assert.equal((await review(json)).status, 400, JSON.stringify(json));
    }
  });

  test('the trash is erased entry by entry, and as a whole', async () => {
    const ann = await manager(service);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      ids.push((await addWebpage(service.store, ann.owner)).id);
      await ann.ask('DELETE', `/webpages/${ids[n]}`);
    }
    const left = async () =>
      ((await ann.ask('GET', '/trash')).json().members as Json[]).map(({ identifier }) => identifier);
    assert.equal((await ann.ask('DELETE', `/trash/${ids[0]}`)).status, 204);
    assert.equal((await ann.ask('POST', `/trash/${ids[0]}/restore`)).status, 404);
    assert.deepEqual(await left(), [ids[2], ids[1]]);
    assert.equal((await ann.ask('DELETE', '/trash')).status, 204);
    assert.deepEqual(await left(), []);
  });
});
