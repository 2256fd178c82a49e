import assert from 'node:assert/strict';
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { after, before, describe, type TestContext, test } from 'node:test';
import { Webhook as Verifier } from 'standardwebhooks';
import { rotateWebhookKey } from '../../src/app/webhooks.ts';
import { captureAs } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import {
  addTestWebhook,
  deliveriesOf,
  openReceiver,
  type Received,
  type Receiver,
  until,
} from '../harness/receiver.ts';
import { addPerson, addWebpage, tick } from '../harness/records.ts';
import { SEALING_KEY } from '../harness/sealing-key.ts';
import { useStore } from '../harness/stores.ts';
import { addTracked } from '../harness/tracked.ts';

const HOUR = 3_600_000;
const recordOf = ({ body }: Received) => JSON.parse(body);
const kindsOf = (received: readonly Received[]) => received.map((each) => recordOf(each).eventKind);

forEachEngine((engine) => {
  const store = useStore(engine);

  async function someone(): Promise<string> {
    return (await addPerson(store)).owner;
  }

  describe('A webhook gets', () => {
    let receiver: Receiver;
    before(async () => {
      receiver = await openReceiver();
    });
    after(() => receiver[Symbol.asyncDispose]());

    test('each event once, with a signature that standardwebhooks verifies', async () => {
      const owner = await someone();
      const { key } = await addTestWebhook(store, owner, `${receiver.url}/verified`);
      await addWebpage(store, owner, { name: 'Ünïcode ☃' });
      await addWebpage(store, owner);
      const running = deliveriesOf(store);
      const mine = () => receiver.received.filter(({ path }) => path === '/hook/verified');
      await until(() => mine().length >= 2);
      await running.stop();
      assert.equal(mine().length, 2);
      for (const { headers, body } of mine()) {
        assert.deepEqual(new Verifier(key).verify(body, headers as Record<string, string>), JSON.parse(body));
        assert.match(String(headers['webhook-id']), new RegExp(`^${owner}-\\d+$`));
        assert.equal(headers['content-type'], 'application/json');
        assert.equal(headers['user-agent'], 'Pagekeep/1.2.3');
        assert.equal(
          headers.link,
          '<https://archive.example/v3/contexts>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"',
        );
      }
      assert.deepEqual(running.failures, []);
    });

    test('signatures of both keys in the middle of a rotation, and only of the new one a day later', async () => {
      const owner = await someone();
      const { webhook, key: old } = await addTestWebhook(store, owner, `${receiver.url}/rotated`);
      const current = await rotateWebhookKey({ store, sealingKey: SEALING_KEY }, owner, webhook.id, {
        now: new Date(),
      });
      const verifies = (key: string, { body, headers }: Received) => {
        const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
          String(headers[name]),
        );
        try {
          // The time is checked in another test: this clock is ahead.
          const at = String(Math.floor(Date.now() / 1000));
          if (timestamp !== undefined && Math.abs(Number(timestamp) - Number(at)) > 200) {
            const signed = new Verifier(key).sign(String(id), new Date(Number(timestamp) * 1000), body);
            return String(signature).split(' ').includes(signed);
          }
          new Verifier(key).verify(body, headers as Record<string, string>);
          return true;
        } catch {
          return false;
        }
      };
      const running = deliveriesOf(store);
      const mine = () => receiver.received.filter(({ path }) => path === '/hook/rotated');
      await addWebpage(store, owner);
      await until(() => mine().length === 1);
      running.clock.forward(25 * HOUR);
      await addWebpage(store, owner);
      await until(() => mine().length === 2);
      await running.stop();
      const [during, later] = mine();
      assert.ok(during && later);
      assert.deepEqual([verifies(old, during), verifies(current, during)], [true, true]);
      assert.deepEqual([verifies(old, later), verifies(current, later)], [false, true]);
    });

    test('ed25519 signatures if it wants them', async () => {
      const owner = await someone();
      const { key } = await addTestWebhook(store, owner, `${receiver.url}/ed25519`, { signing: 'ed25519' });
      assert.match(key, /^whpk_/);
      await addWebpage(store, owner);
      const running = deliveriesOf(store);
      const mine = () => receiver.received.filter(({ path }) => path === '/hook/ed25519');
      await until(() => mine().length === 1);
      await running.stop();
      const [{ headers, body } = assert.fail()] = mine();
      const x = Buffer.from(key.slice('whpk_'.length), 'base64').toString('base64url');
      const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
      const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
      const [, signature = ''] = /^v1a,(.+)$/.exec(String(headers['webhook-signature'])) ?? [];
      assert.ok(verify(null, content, publicKey, Buffer.from(signature, 'base64')));
    });

    test('only the events, the webpages and the changes that it wants', async () => {
      const owner = await someone();
      const { id } = await addTracked(store, owner, { readyAt: tick(), url: 'https://www.example.org/a' });
      const { id: other } = await addTracked(store, owner, { readyAt: tick(), url: 'https://other.example/' });
      const draft = { kinds: ['changed', 'failed'] as const };
      await addTestWebhook(store, owner, `${receiver.url}/site`, {
        ...draft,
        scope: { kind: 'site', site: 'example.org' },
      });
      await addTestWebhook(store, owner, `${receiver.url}/page`, {
        ...draft,
        scope: { kind: 'webpage', webpageId: other },
      });
      await addTestWebhook(store, owner, `${receiver.url}/large`, { ...draft, leastShare: 0.05 });
      for (const page of [id, other]) {
        await captureAs(store, owner, page);
        await captureAs(store, owner, page);
        await captureAs(store, owner, page, { failing: 'There is no such host.' });
      }
      const running = deliveriesOf(store);
      const of = (path: string) => receiver.received.filter((each) => each.path === `/hook/${path}`);
      await until(() => of('site').length === 2 && of('page').length === 2 && of('large').length === 2);
      await running.stop();
      assert.deepEqual(kindsOf(of('site')), ['changed', 'failed']);
      assert.deepEqual(kindsOf(of('page')), ['changed', 'failed']);
      assert.deepEqual(kindsOf(of('large')), ['failed', 'failed']);
      assert.ok(of('site').every((each) => recordOf(each).object.id.includes(id)));
    });

    test('a test, and an event once more', async () => {
      const owner = await someone();
      const { webhook } = await addTestWebhook(store, owner, `${receiver.url}/again`);
      await addWebpage(store, owner);
      const running = deliveriesOf(store);
      const mine = () => receiver.received.filter(({ path }) => path === '/hook/again');
      const log = () => store.webhooks.deliveries(owner, webhook.id, { before: undefined, limit: 10 });
      await until(async () => (await log())[0]?.state === 'delivered');
      const [delivery] = await log();
      assert.ok(delivery);
      await store.webhooks.sendAgain(owner, webhook.id, delivery.id, running.clock.now());
      await until(() => mine().length === 2);
      assert.equal(mine()[0]?.headers['webhook-id'], mine()[1]?.headers['webhook-id']);
      await store.webhooks.sendTest(owner, webhook.id, running.clock.now());
      await until(async () => (await log()).every(({ state }) => state === 'delivered'));
      await running.stop();
      assert.equal(recordOf(mine()[2] ?? assert.fail()).summary, 'This is a test.');
      const [, { attempts } = assert.fail()] = await log();
      assert.deepEqual(
        attempts.map(({ status, answer }) => [status, answer]),
        [
          [200, 'ok'],
          [200, 'ok'],
        ],
      );
      await assert.rejects(store.webhooks.sendTest(await someone(), webhook.id, tick()), { kind: 'not-found' });
    });
  });

  describe('Deliveries', () => {
    /** A receiver, and one event for it. */
    async function failing(t: TestContext, answer: Receiver['answer'], options = {}) {
      const receiver = await openReceiver();
      t.after(() => receiver[Symbol.asyncDispose]());
      receiver.answer = answer;
      const owner = await someone();
      const { webhook } = await addTestWebhook(store, owner, receiver.url);
      const page = await addTracked(store, owner, { readyAt: tick() });
      const running = deliveriesOf(store, options);
      t.after(() => running.stop());
      const log = () => store.webhooks.deliveries(owner, webhook.id, { before: undefined, limit: 100 });
      const attempted = (count: number) => until(async () => (await log()).at(-1)?.attempts.length === count);
      const state = async () => (await store.webhooks.find(owner, webhook.id))?.state;
      return { receiver, owner, webhook, page, running, log, attempted, state };
    }

    test('of a webpage stay in order when the first one fails, and each attempt has the same id', async (t) => {
      let failures = 3;
      const { receiver, owner, page, running, attempted } = await failing(t, (_received, response) => {
        response.statusCode = failures > 0 ? 500 : 200;
        failures -= 1;
        response.end();
      });
      await captureAs(store, owner, page.id);
      await captureAs(store, owner, page.id);
      for (const [attempts, waitMs] of [
        [1, 5_000],
        [2, 300_000],
        [3, 1_800_000],
      ] as const) {
        await attempted(attempts);
        assert.equal(receiver.received.length, attempts);
        running.clock.forward(waitMs);
      }
      await until(() => receiver.received.length === 6);
      assert.deepEqual(kindsOf(receiver.received), ['added', 'added', 'added', 'added', 'captured', 'changed']);
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      assert.equal(new Set(ids.slice(0, 4)).size, 1);
      assert.equal(new Set(ids).size, 3);
    });

    test('wait as long as the receiver asks', async (t) => {
      const { log, attempted, running } = await failing(t, (_received, response) => {
        response.writeHead(503, { 'retry-after': '7200' }).end();
      });
      await attempted(1);
      const [delivery] = await log();
      assert.equal(Date.parse(delivery?.nextAt ?? '') - running.clock.now().getTime(), 2 * HOUR);
    });

    test('fail with a redirect, which is not followed', async (t) => {
      const target = await openReceiver();
      t.after(() => target[Symbol.asyncDispose]());
      const { log, attempted } = await failing(t, (_received, response) => {
        response.writeHead(307, { location: target.url }).end();
      });
      await attempted(1);
      assert.equal((await log())[0]?.state, 'waiting');
      assert.equal(target.received.length, 0);
    });

    test('end with status 410, which switches the webhook off', async (t) => {
      const { owner, webhook, running, state, log } = await failing(t, (_received, response) => {
        response.writeHead(410).end();
      });
      await until(async () => (await state())?.kind === 'off');
      await until(() => running.switchedOff.length === 1);
      assert.match(running.switchedOff[0] ?? '', /410/);
      assert.equal((await log())[0]?.state, 'failed');
      const mails = await store.mails.list(owner, 10);
      assert.deepEqual(
        mails.map(({ kind, subjectId, state }) => [kind, subjectId, state]),
        [['webhook-off', webhook.id, 'waiting']],
        'its owner gets a mail',
      );
    });

    test('end after ten attempts over three days, which switches the webhook off, and go on when it is on again', async (t) => {
      let isBroken = true;
      const { receiver, owner, webhook, page, running, state, log, attempted } = await failing(
        t,
        (_received, response) => {
          response.statusCode = isBroken ? 500 : 200;
          response.end();
        },
      );
      await captureAs(store, owner, page.id);
      for (let attempt = 1; attempt < 10; attempt += 1) {
        await attempted(attempt);
        running.clock.forward(24 * HOUR);
      }
      await until(async () => (await state())?.kind === 'off');
      assert.equal(receiver.received.length, 10);
      isBroken = false;
      await store.webhooks.switchTo(owner, webhook.id, 'on', running.clock.now());
      await until(() => receiver.received.length === 11);
      assert.equal(kindsOf(receiver.received).at(-1), 'captured');
      await until(async () => (await log())[0]?.state === 'delivered');
      assert.deepEqual(await state(), { kind: 'on', failingSince: undefined });
    });

    test('to private addresses are refused, also if a name leads to them', async (t) => {
      for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '0x7f.1']) {
        const owner = await someone();
        const { webhook } = await addTestWebhook(store, owner, `http://${host}:9/`);
        await addWebpage(store, owner);
        const running = deliveriesOf(store, { allow: '' });
        t.after(() => running.stop());
        const log = () => store.webhooks.deliveries(owner, webhook.id, { before: undefined, limit: 10 });
        await until(async () => (await log())[0]?.attempts.length === 1);
        assert.match((await log())[0]?.attempts[0]?.answer ?? '', /CAPTURE_ALLOW/, host);
        await store.webhooks.remove(owner, webhook.id);
        await running.stop();
      }
    });

    test('to a receiver that never answers, or answers without end, are over after the time limit', async (t) => {
      for (const answer of [
        () => undefined,
        (_received: Received, response: Parameters<Receiver['answer']>[1]) => {
          response.writeHead(200, { 'content-type': 'text/plain' }).write('a');
        },
      ]) {
        const { log, attempted } = await failing(t, answer, { timeoutMs: 50 });
        await attempted(1);
        assert.match((await log())[0]?.attempts[0]?.answer ?? '', /No complete answer came within 0.05 s/);
      }
    });

    test('keep only the beginning of a huge answer, without control characters', async (t) => {
      const { log, attempted } = await failing(t, (_received, response) => {
        response.end(Buffer.concat([Buffer.from('a\u0000b\u001b[31m<b>'), randomBytes(1_000_000)]));
      });
      await attempted(1);
      const answer = (await log())[0]?.attempts[0]?.answer ?? '';
      assert.ok(answer.startsWith('a b [31m<b>') && answer.length <= 1000);
    });

    test('to one receiver are not delayed by another that hangs', async (t) => {
      const { owner } = await failing(t, () => undefined, { timeoutMs: 3_000 });
      const quick = await openReceiver();
      t.after(() => quick[Symbol.asyncDispose]());
      await addTestWebhook(store, owner, quick.url);
      for (let n = 0; n < 20; n += 1) await addWebpage(store, owner);
      await until(() => quick.received.length === 20);
    });

    test('of processes that run at the same time go out once and in order', async (t) => {
      const receiver = await openReceiver();
      t.after(() => receiver[Symbol.asyncDispose]());
      const owner = await someone();
      const { webhook } = await addTestWebhook(store, owner, receiver.url);
      const page = await addTracked(store, owner, { readyAt: tick() });
      const running = [deliveriesOf(store), deliveriesOf(store), deliveriesOf(store)];
      for (let n = 0; n < 10; n += 1) await captureAs(store, owner, page.id);
      // A process that stops before it has recorded an answer leaves the delivery to another one.
      const log = () => store.webhooks.deliveries(owner, webhook.id, { before: undefined, limit: 100 });
      await until(async () => (await log()).filter(({ state }) => state === 'delivered').length === 11);
      for (const each of running) await each.stop();
      const numbers = receiver.received.map((each) => Number(recordOf(each).identifier));
      assert.deepEqual(
        numbers,
        [...new Set(numbers)].toSorted((one, other) => one - other),
      );
      assert.equal(numbers.length, 11);
    });
  });
});

test('standardwebhooks refuses twenty deliveries that are malformed or replayed', () => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const verifier = new Verifier(secret);
  const at = new Date();
  const body = '{"type":"Create"}';
  const good = {
    'webhook-id': 'owner-1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': verifier.sign('owner-1', at, body),
  };
  assert.deepEqual(verifier.verify(body, good), { type: 'Create' });
  const seconds = (by: number) => String(Math.floor(at.getTime() / 1000) + by);
  const resigned = (by: number) => ({
    ...good,
    'webhook-timestamp': seconds(by),
    'webhook-signature': verifier.sign('owner-1', new Date(at.getTime() + by * 1000), body),
  });
  const signature = good['webhook-signature'];
  const bad: [string, Record<string, string>][] = [
    ['{"type":"Delete"}', good],
    [`${body} `, good],
    ['', good],
    [JSON.stringify(JSON.parse(body), null, 1), good],
    [body, { ...good, 'webhook-id': 'owner-2' }],
    [body, { ...good, 'webhook-id': '' }],
    [body, { ...good, 'webhook-timestamp': seconds(1) }],
    [body, { ...good, 'webhook-timestamp': '' }],
    [body, { ...good, 'webhook-timestamp': 'now' }],
    [body, { ...good, 'webhook-signature': '' }],
    [body, { ...good, 'webhook-signature': signature.slice(3) }],
    [body, { ...good, 'webhook-signature': `v2,${signature.slice(3)}` }],
    [body, { ...good, 'webhook-signature': `v1a,${signature.slice(3)}` }],
    [body, { ...good, 'webhook-signature': 'v1,' }],
    [
      body,
      {
        ...good,
        'webhook-signature': new Verifier(`whsec_${randomBytes(32).toString('base64')}`).sign('owner-1', at, body),
      },
    ],
    [body, { ...good, 'webhook-signature': `v1,${signature.slice(3).toLowerCase()}` }],
    [body, resigned(-600)],
    [body, resigned(-86_400)],
    [body, resigned(600)],
    [body, { 'webhook-id': good['webhook-id'], 'webhook-signature': signature }],
  ];
  assert.equal(bad.length, 20);
  for (const [text, headers] of bad) assert.throws(() => verifier.verify(text, headers), JSON.stringify(headers));
});
