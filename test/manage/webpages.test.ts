import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { readQuota } from '../../src/domain/quota.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addWebpage } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { manager } from './manager.ts';

forEachEngine((engine) => {
  const service = useService(engine);
  const useManager = () => manager(service);

  describe('adding webpages', () => {
    test('one is added, captured at once, and found under Location', async () => {
      const { ask, owner } = await useManager();
      const made = await ask('POST', '/webpages', {
        json: {
          url: 'example.org/a',
          name: 'First',
          keywords: ['x', 'y'],
          schedule: 'hourly',
          timeZone: 'Europe/Berlin',
        },
      });
      assert.equal(made.status, 201, made.text);
      const { identifier, ...record } = made.json() as Record<string, unknown> & { identifier: string };
      assert.equal(record.url, 'https://example.org/a');
      assert.equal(record.captureStatus, 'queued');
      assert.equal(record.id, `${service.base}/webpages/${identifier}`);
      assert.equal(made.headers.location, `https://archive.example/manage/v1/webpages/${identifier}`);
      const found = (await ask('GET', `/webpages/${identifier}`)).json() as Record<string, unknown>;
      assert.equal(found.schedule, 'hourly');
      assert.equal(found.timeZone, 'Europe/Berlin');
      assert.equal(found.state, 'active');
      assert.deepEqual((await service.store.schedules.dueOwners(new Date())).includes(owner), true);
    });

    test('wrong values are refused by the name of the property, and add nothing', async () => {
      const { ask, owner } = await useManager();
      for (const [json, message] of [
        [{}, /"url" is missing/],
        [{ url: 'https://example.org', colour: 'red' }, /"colour" is not known/],
        [{ url: 7 }, /"url" must be string/],
        [{ url: 'ftp://example.org' }, /only http: and https:/],
        [{ url: 'https://a.example.org', schedule: 'sometimes' }, /is not a schedule/],
        [{ url: 'https://a.example.org', captureOptions: { delay: 99_999_999 } }, /delay 99999999 is not valid/],
        [{ url: 'https://a.example.org', captureOptions: { dleay: 1 } }, /"dleay" of "captureOptions" is not known/],
        [{ url: 'https://a.example.org', keywords: ['a'.repeat(101)] }, /"keywords.0"/],
        [[], /0 webpages; allowed are 1 to 1000/],
        ['x', /must be object/],
        [null, /must be object/],
      ] as const) {
        const answer = await ask('POST', '/webpages', { json });
        assert.equal(answer.status, 400, answer.text);
        assert.match((answer.json() as { description: string }).description, message);
      }
      assert.equal((await service.store.webpages.state(owner)).count, 0);
    });

    test('the body must be JSON of a bounded size', async () => {
      const { ask } = await useManager();
      const send = (body: string, type = 'application/json') =>
        ask('POST', '/webpages', { body, headers: { 'Content-Type': type } });
      assert.equal((await send('{"url":')).status, 400);
      assert.equal((await send('')).status, 400);
      assert.equal((await send('url=x', 'application/x-www-form-urlencoded')).status, 415);
      const large = await send(JSON.stringify({ url: 'x'.repeat(5 * 1024 * 1024) }));
      assert.equal(large.status, 413);
      assert.match(large.text, /at most 4 MiB/);
      assert.equal((await send('{"__proto__":{"url":"https://example.org"}}')).status, 400);
    });

    test('a thousand are added, each with its own result', async () => {
      const { ask, owner } = await useManager();
      const json = Array.from({ length: 1000 }, (_, n) => {
        if (n % 100 === 7) return { url: 'not a url' };
        if (n % 100 === 8) return { url: 'https://site-0.example.org/' };
        if (n % 100 === 9) return n;
        return { url: `https://site-${n}.example.org/` };
      });
      const answer = await ask('POST', '/webpages', { json });
      assert.equal(answer.status, 200, answer.text.slice(0, 300));
      const { added, refused, members } = answer.json() as {
        added: number;
        refused: number;
        members: { httpStatus: number; webpage?: { url: string }; error?: { description: string } }[];
      };
      assert.deepEqual([added, refused, members.length], [970, 30, 1000]);
      assert.deepEqual(
        members.slice(6, 11).map(({ httpStatus }) => httpStatus),
        [201, 400, 409, 400, 201],
      );
      assert.equal(members[10]?.webpage?.url, 'https://site-10.example.org/');
      assert.match(members[8]?.error?.description ?? '', /already tracked/);
      assert.equal((await service.store.webpages.state(owner)).count, 970);
      assert.equal((await ask('POST', '/webpages', { json: [...json, { url: 'https://one.more' }] })).status, 400);
    });

    test('a quota refuses the rest of a list, and names itself', async () => {
      const { ask, owner } = await useManager();
      await service.store.people.setQuota(owner, readQuota({ webpages: '2', storage: '', captures: '' }));
      const json = [1, 2, 3].map((n) => ({ url: `https://q${n}.example.org/` }));
      const { added, members } = (await ask('POST', '/webpages', { json })).json() as {
        added: number;
        members: { httpStatus: number; error?: { description: string } }[];
      };
      assert.deepEqual([added, members[2]?.httpStatus], [2, 422]);
      assert.match(members[2]?.error?.description ?? '', /may have 2 webpages, and has 2\. This one was not added\.$/);
      assert.equal((await ask('POST', '/webpages', { json: { url: 'https://q4.example.org/' } })).status, 422);
    });

    test('an address that is tracked is 409, unless duplicates are allowed', async () => {
      const { ask } = await useManager();
      const json = { url: 'https://twice.example.org/' };
      assert.equal((await ask('POST', '/webpages', { json })).status, 201);
      assert.match(
        (await ask('POST', '/webpages', { json })).text,
        /already tracked as “Desktop”: it is the webpage [0-9a-f-]{36}/,
      );
      assert.equal((await ask('POST', '/webpages?duplicates=allow', { json })).status, 201);
      const dark = { ...json, captureOptions: { viewport: 'phone', darkMode: true } };
      const other = await ask('POST', '/webpages', { json: dark });
      assert.equal(other.status, 201, 'another view of the page');
      assert.partialDeepStrictEqual(other.json(), { name: 'twice.example.org (Phone, dark)' });
      assert.match((await ask('POST', '/webpages', { json: dark })).text, /already tracked as “Phone, dark”/);
    });

    test('a proxy and a location are shown, the login for the proxy is not', async () => {
      const { ask } = await useManager();
      const captureOptions = {
        proxy: 'socks5://proxy.example',
        proxyLogin: { username: 'ann', password: 'h1dd3n' },
        geolocation: { latitude: 52.52, longitude: 13.405 },
      };
      const added = await ask('POST', '/webpages', { json: { url: 'https://proxied.example.org/', captureOptions } });
      assert.equal(added.status, 201, added.text);
      assert.doesNotMatch(added.text, /h1dd3n/);
      const { identifier } = added.json() as { identifier: string };
      const path = `/webpages/${identifier}`;
      const shown = { proxy: 'socks5://proxy.example:1080', geolocation: { latitude: 52.52, accuracy: 50 } };
      assert.partialDeepStrictEqual((await ask('GET', path)).json(), { hasSecrets: true, captureOptions: shown });
      const patch = async (options: object) => {
        const answer = await ask('PATCH', path, { json: { captureOptions: options } });
        assert.equal(answer.status, 200, answer.text);
        return answer.json();
      };
      assert.partialDeepStrictEqual(await patch({ darkMode: true }), { hasSecrets: true, captureOptions: shown });
      assert.partialDeepStrictEqual(await patch({ proxyLogin: null, geolocation: null }), {
        hasSecrets: false,
        captureOptions: { proxy: shown.proxy, geolocation: null },
      });
    });

    describe('with an Idempotency-Key', () => {
      test('a repeated request adds nothing and gets the same answer', async () => {
        const { ask, owner } = await useManager();
        const headers = { 'Idempotency-Key': randomUUID() };
        const json = { url: 'https://once.example.org/' };
        const first = await ask('POST', '/webpages', { json, headers });
        const second = await ask('POST', '/webpages', { json, headers });
        assert.deepEqual(
          [second.status, second.text, second.headers.location],
          [201, first.text, first.headers.location],
        );
        assert.equal((await service.store.webpages.state(owner)).count, 1);
      });

      test('twenty requests at once add one webpage', async () => {
        const { ask, owner } = await useManager();
        const headers = { 'Idempotency-Key': 'race' };
        const json = [{ url: 'https://race.example.org/' }];
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => ask('POST', '/webpages', { json, headers })),
        );
        assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
        assert.equal((await service.store.webpages.state(owner)).count, 1);
      });

      test('another request with the same key is 422', async () => {
        const { ask } = await useManager();
        const headers = { 'Idempotency-Key': 'k' };
        await ask('POST', '/webpages', { json: { url: 'https://k1.example.org/' }, headers });
        const other = await ask('POST', '/webpages', { json: { url: 'https://k2.example.org/' }, headers });
        assert.equal(other.status, 422);
        assert.match(other.text, /used for another request/);
      });

      test('a request that added nothing can be corrected with the same key', async () => {
        const { ask } = await useManager();
        const headers = { 'Idempotency-Key': 'k' };
        assert.equal((await ask('POST', '/webpages', { json: { url: 'nonsense' }, headers })).status, 400);
        assert.equal(
          (await ask('POST', '/webpages', { json: { url: 'https://k.example.org/' }, headers })).status,
          201,
        );
      });

      test('the keys of two accounts are independent', async () => {
        const [ann, bob] = [await useManager(), await useManager()];
        const request = { json: { url: 'https://both.example.org/' }, headers: { 'Idempotency-Key': 'same' } };
        const [one, other] = [await ann.ask('POST', '/webpages', request), await bob.ask('POST', '/webpages', request)];
        assert.notEqual(one.text, other.text);
        assert.equal(other.status, 201);
      });

      test('a key is forgotten after a day', async () => {
        const { owner } = await useManager();
        const { store } = service;
        const at = (hours: number) => new Date(Date.parse('2026-05-01T00:00:00Z') + hours * 3_600_000);
        const request = { key: 'old', fingerprint: 'f' };
        const reply = { status: 201, location: undefined, body: '{}' };
        await store.transaction(async (tx) => {
          assert.equal(await tx.replies.reserve(owner, { ...request, now: at(0) }), undefined);
          await tx.replies.keep(owner, 'old', reply);
        });
        const reserve = (hours: number) =>
          store.transaction((tx) => tx.replies.reserve(owner, { ...request, now: at(hours) }));
        assert.deepEqual(await reserve(24), reply);
        assert.equal(await store.replies.forget(at(0), 10), false);
        assert.deepEqual(await reserve(24), reply);
        assert.equal(await reserve(25), undefined);
      });

      test('a malformed key is 400', async () => {
        const { ask } = await useManager();
        for (const key of ['', ' ', 'x'.repeat(256), 'ä', 'a b']) {
          const headers = { 'Idempotency-Key': key };
          assert.equal(
            (await ask('POST', '/webpages', { json: { url: 'https://x.example.org/' }, headers })).status,
            400,
          );
        }
      });
    });
  });

  describe('changing a webpage', () => {
    async function useWebpage(json: object = {}) {
      const ann = await useManager();
      const made = await ann.ask('POST', '/webpages', { json: { url: 'https://example.org/', ...json } });
      const { identifier } = made.json() as { identifier: string };
      const path = `/webpages/${identifier}`;
      const read = async () => {
        const { headers, json } = await ann.ask('GET', path);
        return { etag: String(headers.etag), record: json() as Record<string, unknown> };
      };
      return { ...ann, id: identifier, path, read };
    }

    test('PATCH changes what it names and keeps the rest; null is the default', async () => {
      const captureOptions = { darkMode: true, delay: 500, headers: { 'X-Key': 'sesame' } };
      const { ask, path, read } = await useWebpage({ name: 'Mine', keywords: ['a'], captureOptions });
      const patch = { keywords: ['b'], schedule: '6h', captureOptions: { delay: null, blockAds: true } };
      assert.equal((await ask('PATCH', path, { json: patch })).status, 200);
      const { record } = await read();
      assert.deepEqual([record.name, record.keywords, record.schedule], ['Mine', ['b'], '6h']);
      const options = record.captureOptions as Record<string, unknown>;
      assert.deepEqual([options.darkMode, options.delay, options.blockAds], [true, 0, true]);
      assert.equal(record.hasSecrets, true);
      assert.ok(!JSON.stringify(record).includes('sesame'));

      await ask('PATCH', path, { json: { name: null, captureOptions: { headers: null }, timeZone: 'Asia/Tokyo' } });
      const after = (await read()).record;
      assert.deepEqual(
        [after.name, after.hasSecrets, after.timeZone, after.schedule],
        ['example.org (Desktop, dark)', false, 'Asia/Tokyo', '6h'],
      );
      assert.equal((after.captureOptions as Record<string, unknown>).darkMode, true);
    });

    test('one kind of secret can be replaced while the others stay', async () => {
      const captureOptions = {
        headers: { 'X-Key': 'sesame' },
        secrets: { password: 'open it' },
        steps: [{ type: '{{password}}', into: '#p' }],
      };
      const { ask, path, read } = await useWebpage({ captureOptions });
      assert.equal((await ask('PATCH', path, { json: { captureOptions: { headers: null } } })).status, 200);
      assert.equal((await read()).record.hasSecrets, true, 'the step still has its secret');
      const refused = await ask('PATCH', path, { json: { captureOptions: { secrets: null } } });
      assert.equal(refused.status, 400);
      assert.match(refused.text, /no secret with the name/);
    });

    test('what does not count as a change is merged, too', async () => {
      const { ask, path, read } = await useWebpage();
      await ask('PATCH', path, { json: { changeSettings: { ignoredSelectors: ['.ad'], leastShare: 0.1 } } });
      await ask('PATCH', path, { json: { changeSettings: { leastShare: null } } });
      const { record } = await read();
      assert.deepEqual(record.changeSettings, {
        ignoredSelectors: ['.ad'],
        ignoredBoxes: [],
        leastShare: 0,
        leastArea: 0,
      });
    });

    test('of ten changes with the same If-Match, one is made', async () => {
      const { ask, path, read } = await useWebpage();
      const { etag } = await read();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          ask('PATCH', path, { json: { name: `Name ${n}` }, headers: { 'If-Match': etag } }),
        ),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array<number>(9).fill(412)]);
      assert.notEqual((await read()).etag, etag);
    });

    test('a requested capture does not make If-Match fail, but changes the ETag', async () => {
      const { ask, path, read, owner, id } = await useWebpage({ schedule: 'once' });
      const { etag } = await read();
      const claim = await service.store.schedules.claimOne(owner, id, {
        attempt: randomUUID(),
        now: new Date(),
        leaseUntil: new Date(Date.now() + 60_000),
        politeness: { atOnce: 2, pauseMs: 0 },
      });
      assert.ok(claim);
      assert.notEqual((await read()).etag, etag);
      const answer = await ask('PATCH', path, { json: { name: 'Other' }, headers: { 'If-Match': etag } });
      assert.equal(answer.status, 200, answer.text);
    });

    test('pause and resume answer the record, and obey If-Match', async () => {
      const { ask, path, read } = await useWebpage();
      const paused = await ask('POST', `${path}/pause`);
      assert.equal((paused.json() as { state: string }).state, 'paused');
      const resumed = await ask('POST', `${path}/resume`, { headers: { 'If-Match': (await read()).etag } });
      assert.equal((resumed.json() as { state: string }).state, 'active');
      assert.equal((await ask('POST', `${path}/pause`, { headers: { 'If-Match': '"0.0"' } })).status, 412);
      assert.equal((await read()).record.state, 'active');
    });

    test('DELETE obeys If-Match, and the trash gives the webpage back', async () => {
      const { ask, path, read, id } = await useWebpage();
      assert.equal((await ask('DELETE', path, { headers: { 'If-Match': '"0.0"' } })).status, 412);
      assert.equal((await ask('DELETE', path, { headers: { 'If-Match': (await read()).etag } })).status, 204);
      assert.equal((await ask('GET', path)).status, 404);
      const { members } = (await ask('GET', '/trash')).json() as { members: { identifier: string; kind: string }[] };
      assert.deepEqual(
        members.map(({ identifier, kind }) => [identifier, kind]),
        [[id, 'webpage']],
      );
      assert.equal((await ask('POST', `/trash/${id}/restore`)).status, 204);
      assert.equal((await ask('GET', path)).status, 200);
      assert.equal((await ask('POST', `/trash/${id}/restore`)).status, 404);
    });
  });

  describe('searching webpages', () => {
    test('each filter finds its webpages', async () => {
      const { ask } = await useManager();
      const json = [
        { url: 'https://www.alpha.example/one', name: 'Red house', keywords: ['k1'] },
        { url: 'https://blog.alpha.example/two', name: 'Green tree', keywords: ['k1', 'k2'] },
        { url: 'https://beta.example/', name: 'Blue sea' },
      ];
      const { members } = (await ask('POST', '/webpages', { json })).json() as {
        members: { webpage: { identifier: string } }[];
      };
      await ask('POST', `/webpages/${members[2]?.webpage.identifier}/pause`);
      const found = async (query: string) =>
        ((await ask('GET', `/webpages?${query}`)).json() as { members: { name: string }[] }).members.map((m) => m.name);
      assert.deepEqual(await found(''), ['Blue sea', 'Green tree', 'Red house']);
      assert.deepEqual(await found('order=asc'), ['Red house', 'Green tree', 'Blue sea']);
      assert.deepEqual(await found('q=TREE'), ['Green tree']);
      assert.deepEqual(await found('keyword=k1'), ['Green tree', 'Red house']);
      assert.deepEqual(await found('keyword=k'), []);
      assert.deepEqual(await found('site=alpha.example'), ['Green tree', 'Red house']);
      assert.deepEqual(await found('url=https%3A%2F%2Fbeta.example'), ['Blue sea']);
      assert.deepEqual(await found('state=paused'), ['Blue sea']);
      assert.deepEqual(await found('state=active&q=house'), ['Red house']);
      assert.deepEqual(await found('state=failing'), []);
      assert.deepEqual(await found('changedSince=2020-01-01'), []);
      assert.equal((await ask('GET', '/webpages?q=%00')).status, 400);
    });

    test('pages stay stable while others write: each webpage that exists throughout is read once', async () => {
      const { ask } = await useManager();
      const url = (n: number) => `https://s${n}.example.org/`;
      await ask('POST', '/webpages', { json: Array.from({ length: 25 }, (_, n) => ({ url: url(n) })) });
      for (const order of ['asc', 'desc']) {
        const seen: string[] = [];
        let target: string | undefined = `/webpages?limit=4&order=${order}`;
        for (let page = 0; target; page += 1) {
          const { members, view } = (await ask('GET', target)).json() as {
            members: { url: string; identifier: string }[];
            view: { next?: string };
          };
          seen.push(...members.map((member) => member.url));
          await ask('POST', '/webpages', { json: { url: `https://new-${order}-${page}.example.org/` } });
          if (page === 1) await ask('DELETE', `/webpages/${members[0]?.identifier}`);
          target = view.next?.replace('https://archive.example/manage/v1', '');
          if (page > 30) break;
        }
        assert.equal(new Set(seen).size, seen.length, 'none twice');
        const old = seen.filter((each) => each.startsWith('https://s'));
        assert.ok(old.length >= 24, `${old.length} of the old webpages`);
      }
    });

    test('a cursor is refused if it was tampered with, or belongs to another list or account', async () => {
      const [ann, bob] = [await useManager(), await useManager()];
      for (const { ask } of [ann, bob]) {
        await ask('POST', '/webpages', { json: [1, 2, 3].map((n) => ({ url: `https://c${n}.example.org/` })) });
      }
      const { view } = (await ann.ask('GET', '/webpages?limit=1')).json() as { view: { next: string } };
      const cursor = new URL(view.next).searchParams.get('cursor') ?? '';
      assert.equal((await ann.ask('GET', `/webpages?limit=2&cursor=${cursor}`)).status, 200);
      const altered = `${cursor.slice(0, -4)}AAAA`;
      const forged = Buffer.from('[1,"x","\\u0000","y"]').toString('base64url');
      for (const [who, query] of [
        [bob, `limit=1&cursor=${cursor}`],
        [ann, `q=x&cursor=${cursor}`],
        [ann, `order=asc&cursor=${cursor}`],
        [ann, `cursor=${altered}`],
        [ann, `cursor=${forged}`],
        [ann, 'cursor=%20'],
        [ann, `cursor=${'a'.repeat(400)}`],
        [ann, 'cursor='],
      ] as const) {
        const answer = await who.ask('GET', `/webpages?${query}`);
        assert.equal(answer.status, 400, query);
        assert.match(answer.text, /cursor/);
      }
      assert.equal((await ann.ask('GET', `/screenshots?cursor=${cursor}`)).status, 400);
    });
  });

  test('of several changes of a webpage with one If-Match, exactly one is carried out', async () => {
    const ann = await manager(service);
    for (let n = 0; n < 5; n += 1) {
      const { id } = await addWebpage(service.store, ann.owner);
      const path = `/webpages/${id}`;
      const headers = { 'If-Match': String((await ann.ask('GET', path)).headers.etag) };
      const answers = await Promise.all([
        ann.ask('PATCH', path, { json: { name: 'Mine' }, headers }),
        ann.ask('DELETE', path, { headers }),
        ann.ask('PATCH', path, { json: { name: 'Yours' }, headers }),
        ann.ask('DELETE', path, { headers }),
      ]);
      const done = answers.filter(({ status }) => status < 300);
      assert.equal(done.length, 1, answers.map(({ status }) => status).join(' '));
    }
  });
});
