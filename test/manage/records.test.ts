import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { CaptureRecord } from '../../src/domain/capture-schedule.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { MANAGE_ROUTES } from '../../src/manage/routes.ts';
import { captureAs } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addScreenshot, addToken, addWebpage, newScreenshot, storePicture, tick } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { addTracked } from '../harness/tracked.ts';
import { pageText } from '../harness/words.ts';
import { type Manager, manager } from './manager.ts';

type Record_ = Record<string, unknown>;

/** Captures the webpage as a worker would, without a browser. */
async function captureAsWorker(store: Store, owner: string, webpageId: string): Promise<CaptureRecord> {
  const attempt = randomUUIDv7();
  const now = new Date();
  const leaseUntil = new Date(now.getTime() + 60_000);
  const claim = await store.schedules.claimOne(owner, webpageId, {
    attempt,
    now,
    leaseUntil,
    politeness: { atOnce: 2, pauseMs: 0 },
  });
  assert.ok(claim);
  const record: CaptureRecord = {
    id: attempt,
    webpageId,
    startedAt: now.toISOString(),
    finishedAt: new Date().toISOString(),
    outcome: 'failed',
    reason: 'dns',
    detail: 'The name does not exist.',
    screenshotId: undefined,
    finalUrl: undefined,
    httpStatus: undefined,
    title: undefined,
    viewport: undefined,
    pageHeight: undefined,
    phases: { navigate: 12 },
    warnings: [],
    browserVersion: undefined,
  };
  const failing = { since: record.startedAt, because: 'The name does not exist.', failures: 1 };
  await store.captures.finish(claim, { record, shot: undefined, nextAt: leaseUntil.toISOString(), failing });
  return record;
}

const HOOK = { name: 'mine', url: 'https://receiver.example/' };

forEachEngine((engine) => {
  const service = useService(engine);

  async function useWebpage() {
    const ann = await manager(service);
    const webpage = await addWebpage(service.store, ann.owner);
    return { ...ann, webpage, path: `/webpages/${webpage.id}` };
  }

  describe('requested captures', () => {
    test('202 has a Location, which says when the capture is done', async () => {
      const { ask, owner, webpage, path } = await useWebpage();
      const asked = await ask('POST', `${path}/captures`);
      assert.equal(asked.status, 202, asked.text);
      const location = String(asked.headers.location).replace('https://archive.example/manage/v1', '');
      const queued = (await ask('GET', location)).json() as Record_;
      assert.equal(queued.captureStatus, 'queued');
      const record = await captureAsWorker(service.store, owner, webpage.id);
      const done = (await ask('GET', location)).json() as Record_ & { capture: Record_ };
      assert.deepEqual([done.captureStatus, done.capture.identifier], ['done', record.id]);
      assert.equal(done.capture.summary, 'The name does not exist.');
      const found = (await ask('GET', `${path}/captures/${record.id}`)).json() as Record_;
      assert.deepEqual(found, done.capture);
      const webpageNow = (await ask('GET', path)).json() as Record_;
      assert.deepEqual([webpageNow.state, webpageNow.failures], ['paused', 1]);
    });

    test('an earlier capture does not answer a later request', async () => {
      const { ask, owner, webpage, path } = await useWebpage();
      await ask('POST', `${path}/captures`);
      await captureAsWorker(service.store, owner, webpage.id);
      await delay(2);
      const again = (await ask('POST', `${path}/captures`)).json() as Record_;
      assert.equal(again.captureStatus, 'queued');
    });

    test('"Prefer: wait" answers as soon as the capture is done', async () => {
      const { ask, owner, webpage, path } = await useWebpage();
      const waiting = ask('POST', `${path}/captures`, { headers: { Prefer: 'respond-async, wait=45' } });
      while (!(await service.store.schedules.find(owner, webpage.id, new Date()))) await delay(10);
      await delay(50);
      await captureAsWorker(service.store, owner, webpage.id);
      const answer = await waiting;
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers['preference-applied'], 'wait=45');
    });

    test('the log of attempts is read by cursor', async () => {
      const { ask, owner, webpage, path } = await useWebpage();
      await ask('POST', `${path}/captures`);
      const made: string[] = [];
      for (let n = 0; n < 3; n += 1) {
        made.unshift((await captureAsWorker(service.store, owner, webpage.id)).id);
        await delay(2);
      }
      const first = (await ask('GET', `${path}/captures?limit=2`)).json() as {
        members: Record_[];
        view: { next: string };
      };
      const rest = (await ask('GET', first.view.next.replace('https://archive.example/manage/v1', ''))).json() as {
        members: Record_[];
        view: Record_;
      };
      assert.deepEqual(
        [...first.members, ...rest.members].map(({ identifier }) => identifier),
        made,
      );
      assert.equal(rest.view.next, undefined);
    });
  });

  describe('screenshots', () => {
    test('of all webpages are listed by time, filtered and read by cursor', async () => {
      const { ask, owner, webpage } = await useWebpage();
      const other = await addWebpage(service.store, owner);
      const at = (minute: number) => `2026-03-01T00:${String(minute).padStart(2, '0')}:00.000Z`;
      const ids: string[] = [];
      for (let n = 0; n < 6; n += 1) {
        const draft = { createdAt: at(n), verdict: n === 3 ? ('http-error' as const) : ('fine' as const) };
        ids.push((await addScreenshot(service.store, owner, n % 2 ? webpage.id : other.id, draft)).id);
      }
      const found = async (query: string) => {
        const seen: unknown[] = [];
        for (let target: string | undefined = `/screenshots?${query}`; target; ) {
          const { members, view } = (await ask('GET', target)).json() as {
            members: Record_[];
            view: { next?: string };
          };
          seen.push(...members.map(({ identifier }) => identifier));
          target = view.next?.replace('https://archive.example/manage/v1', '');
        }
        return seen;
      };
      assert.deepEqual(await found('limit=4'), ids.toReversed());
      assert.deepEqual(await found('order=asc&limit=1'), ids);
      assert.deepEqual(await found(`order=asc&after=${at(2)}&before=${at(5)}`), ids.slice(2, 5));
      assert.deepEqual(await found('verdict=http-error'), [ids[3]]);
      assert.deepEqual(await found('after=2026-03-02'), []);
      assert.equal((await ask('GET', '/screenshots?after=yesterday')).status, 400);
      assert.equal((await ask('GET', '/screenshots?after=2026-02-30')).status, 400);
    });

    test('are whole pages, however many others have captured since', async () => {
      const { ask, owner, webpage } = await useWebpage();
      const bob = await manager(service);
      const other = await addWebpage(service.store, bob.owner);
      const own = await addScreenshot(service.store, owner, webpage.id, { createdAt: '2026-02-01T00:00:00.000Z' });
      const picture = await storePicture(service.images);
      const draft = { picture, createdAt: '2026-02-02T00:00:00.000Z' };
      const many = Array.from({ length: 20_001 }, () => newScreenshot(other.id, draft));
      await service.store.screenshots.addMany(bob.owner, many);
      const { members, view } = (await ask('GET', '/screenshots')).json() as { members: Record_[]; view: Record_ };
      assert.deepEqual([members.map(({ identifier }) => identifier), view.next], [[own.id], undefined]);
      await service.store.webpages.remove(bob.owner, other.id);
      assert.deepEqual((await bob.ask('GET', '/screenshots?limit=1')).json().members, []);
    });

    test('that share a picture are the same', async () => {
      const { ask, owner, webpage } = await useWebpage();
      const picture = await storePicture(service.images);
      const [one, two] = [
        await addScreenshot(service.store, owner, webpage.id, { picture }),
        await addScreenshot(service.store, owner, webpage.id, { picture, verdict: 'unchanged' }),
      ];
      const compared = await ask('GET', `/compare?before=${one.id}&after=${two.id}`);
      assert.equal(compared.status, 200, compared.text);
      assert.deepEqual([(compared.json() as Record_).word, (compared.json() as Record_).regions], ['same', []]);
    });

    test('the latest one, also the latest that shows the page', async () => {
      const { ask, owner, webpage, path } = await useWebpage();
      assert.equal((await ask('GET', `${path}/screenshots/latest`)).status, 404);
      const good = await addScreenshot(service.store, owner, webpage.id);
      const bad = await addScreenshot(service.store, owner, webpage.id, { verdict: 'http-error' });
      const latest = async (query: string) =>
        ((await ask('GET', `${path}/screenshots/latest${query}`)).json() as Record_).identifier;
      assert.deepEqual([await latest(''), await latest('?good=true')], [bad.id, good.id]);
    });

    test('are marked as favorite and deleted, with If-Match', async () => {
      const { ask, owner, webpage, path } = await useWebpage();
      const picture = await storePicture(service.images);
      const { id } = await addScreenshot(service.store, owner, webpage.id, { picture });
      const shot = `${path}/screenshots/${id}`;
      const { etag } = (await ask('GET', shot)).headers;
      const marked = await ask('PATCH', shot, { json: { isFavorite: true }, headers: { 'If-Match': String(etag) } });
      assert.equal((marked.json() as Record_).isFavorite, true, marked.text);
      assert.equal((await ask('PATCH', shot, { json: { isFavorite: 'yes' } })).status, 400);
      assert.equal((await ask('DELETE', shot, { headers: { 'If-Match': String(etag) } })).status, 412);
      assert.equal((await ask('DELETE', shot)).status, 204);
      assert.equal((await ask('GET', shot)).status, 404);
    });
  });

  test('of several changes of a screenshot with one If-Match, exactly one is carried out', async () => {
    const { ask, owner, webpage, path } = await useWebpage();
    for (let n = 0; n < 5; n += 1) {
      const { id } = await addScreenshot(service.store, owner, webpage.id);
      const shot = `${path}/screenshots/${id}`;
      const headers = { 'If-Match': String((await ask('GET', shot)).headers.etag) };
      const answers = await Promise.all([
        ask('PATCH', shot, { json: { isFavorite: true }, headers }),
        ask('DELETE', shot, { headers }),
        ask('PATCH', shot, { json: { isFavorite: true }, headers }),
        ask('DELETE', shot, { headers }),
      ]);
      const done = answers.filter(({ status }) => status < 300);
      assert.equal(done.length, 1, answers.map(({ status }) => status).join(' '));
    }
  });

  test('DELETE with a precondition that is not met answers 412 and deletes nothing', async () => {
    const { ask, owner, webpage, path } = await useWebpage();
    const shot = await addScreenshot(service.store, owner, webpage.id);
    const make = async (list: string, json: object) =>
      `${list}/${((await ask('POST', list, { json })).json() as Record_).identifier}`;
    const records = [
      await make('/tokens', { name: 'CI' }),
      await make('/feeds', { name: 'Reader' }),
      await make('/webhooks', HOOK),
      `${path}/screenshots/${shot.id}`,
      path,
    ];
    for (const record of records) {
      const etag = String((await ask('GET', record)).headers.etag);
      for (const headers of [
        { 'If-Match': '"0.0"' },
        { 'If-Match': 'other' },
        { 'If-None-Match': '*' },
        { 'If-None-Match': etag },
        { 'If-None-Match': `"0.0", W/${etag}` },
      ]) {
        const { status } = await ask('DELETE', record, { headers });
        assert.equal(status, 412, `${record} ${JSON.stringify(headers)}`);
      }
      const { status } = await ask('DELETE', record, { headers: { 'If-Match': etag, 'If-None-Match': '"0.0"' } });
      assert.equal(status, 204, record);
      assert.equal((await ask('GET', record)).status, 404);
    }
    const trashed = `/trash/${webpage.id}`;
    for (const target of [trashed, '/trash']) {
      for (const headers of [{ 'If-Match': '"0.0"' }, { 'If-None-Match': '*' }]) {
        assert.equal((await ask('DELETE', target, { headers })).status, 412, target);
      }
    }
    assert.equal((await ask('DELETE', trashed, { headers: { 'If-Match': '*' } })).status, 204);
  });

  test('GET and DELETE of what does not exist give the same answer', async () => {
    const { ask, path } = await useWebpage();
    const id = randomUUIDv7();
    for (const list of ['/tokens', '/feeds', '/webhooks', '/webpages', `${path}/screenshots`]) {
      const [read, deleted] = [await ask('GET', `${list}/${id}`), await ask('DELETE', `${list}/${id}`)];
      assert.deepEqual([read.status, deleted.status, deleted.text], [404, 404, read.text]);
    }
  });

  describe('tokens and usage', () => {
    test('an Idempotency-Key repeats the answer with the secret, and creates one token', async () => {
      const { ask, owner } = await manager(service);
      const headers = { 'Idempotency-Key': randomUUIDv7() };
      const create = (name: string) => ask('POST', '/tokens', { json: { name }, headers });
      const [first, second] = await Promise.all([create('Bot'), create('Bot')]);
      assert.equal(first.status, 201, first.text);
      assert.deepEqual([second.status, second.text], [201, first.text]);
      assert.equal(second.headers.location, (first.json() as Record_).id);
      assert.equal((await create('Other')).status, 422);
      const { token } = await addToken(service.store, owner, { scopes: ['read', 'manage'] });
      const weaker = await ask('POST', '/tokens', {
        json: { name: 'Bot' },
        headers: { ...headers, Authorization: `Bearer ${token}` },
      });
      assert.equal(weaker.status, 422, 'a token with fewer rights gets the secret of another one');
      const made = ((await ask('GET', '/tokens')).json() as { members: Record_[] }).members;
      assert.equal(made.filter(({ name }) => name === 'Bot').length, 1);
    });

    test('a token is created with its secret, listed without it, and revoked', async () => {
      const { ask } = await manager(service);
      const made = await ask('POST', '/tokens', { json: { name: 'CI', scopes: ['read', 'manage'] } });
      assert.equal(made.status, 201, made.text);
      const { token, identifier } = made.json() as { token: string; identifier: string };
      assert.ok(!(await ask('GET', '/tokens')).text.includes(token));
      const use = () => service.askPath('/v3/webpages', { headers: { Authorization: `Bearer ${token}` } });
      assert.equal((await use()).status, 200);
      assert.equal((await ask('DELETE', `/tokens/${identifier}`)).status, 204);
      assert.equal((await use()).status, 401);
    });

    test('a token cannot create one with more rights', async () => {
      const { ask } = await manager(service, { scopes: ['read', 'manage'] });
      const answer = await ask('POST', '/tokens', { json: { name: 'More', scopes: ['delete'] } });
      assert.equal(answer.status, 403);
      for (const json of [
        { name: '' },
        { name: 'x', scopes: ['write'] },
        { name: 'x', networks: ['intranet'] },
        { name: 'x', expiresAt: 'soon' },
        { name: 'x', expiresAt: '2020-01-01T00:00:00Z' },
      ]) {
        assert.equal((await ask('POST', '/tokens', { json })).status, 400, JSON.stringify(json));
      }
    });

    test('usage shows what is used and of which quota', async () => {
      const { ask } = await useWebpage();
      const usage = (await ask('GET', '/usage')).json() as Record_;
      assert.deepEqual(usage.webpages, { used: 1 });
    });
  });

  test('each scope permits its operations only', async () => {
    const operations = MANAGE_ROUTES.flatMap(({ path, methods }) =>
      Object.entries(methods).map(
        ([method, { scope }]) => [method, path.replace(/:\w+/g, () => randomUUIDv7()), scope] as const,
      ),
    );
    for (const scopes of [['read'], ['read', 'delete'], ['read', 'manage']] as const) {
      const { ask } = await manager(service, { scopes });
      for (const [method, path, scope] of operations) {
        const { status, headers } = await ask(method, path);
        const permitted = scopes.some((each) => each === scope);
        assert.equal(status === 403, !permitted, `${method} ${path} with ${scopes}: ${status}`);
        if (!permitted) assert.match(String(headers['www-authenticate']), new RegExp(`scope="${scope}"`));
      }
    }
  });

  test('another account finds nothing: each path is 404, and lists are empty', async () => {
    const { ask, owner, webpage, path } = await useWebpage();
    const bob: Manager = await manager(service);
    const tracked = await addTracked(service.store, owner, { readyAt: tick() });
    await captureAs(service.store, owner, tracked.id, { text: pageText('A secret') });
    const one = await addScreenshot(service.store, owner, webpage.id);
    const two = await addScreenshot(service.store, owner, webpage.id);
    const asked = (await ask('POST', `${path}/captures`)).json() as { identifier: string };
    const record = await captureAsWorker(service.store, owner, webpage.id);
    const { identifier: token } = (await ask('POST', '/tokens', { json: { name: 'mine' } })).json() as Record_;
    const gone = await addWebpage(service.store, owner);
    await ask('DELETE', `/webpages/${gone.id}`);
    const json = { name: 'stolen' };
    const { identifier: webhook } = (await ask('POST', '/webhooks', { json: HOOK })).json() as Record_;
    const { identifier: delivery } = (await ask('POST', `/webhooks/${webhook}/test`)).json() as Record_;
    const { identifier: feed } = (await ask('POST', '/feeds', { json: { name: 'mine' } })).json() as Record_;
    const [event] = ((await ask('GET', '/events')).json() as { members: { id: string }[] }).members;
    const ids: Record_ = {
      webpage: webpage.id,
      screenshot: one.id,
      capture: record.id,
      request: asked.identifier,
      token,
      item: gone.id,
      webhook,
      delivery,
      feed,
      event: event?.id.split('/').at(-1),
    };
    // A body that the operation accepts, so that nothing but the owner is in the way.
    const bodies: Record<string, object> = {
      changeWebpage: json,
      changeScreenshot: { isFavorite: true },
      changeWebhook: json,
    };
    const named = MANAGE_ROUTES.filter(({ path }) => path.includes(':'));
    const hidden = named.flatMap(({ path, methods }) =>
      Object.entries(methods).map(([method, { id }]) => [method, path, bodies[id]] as const),
    );
    for (const [method, path, body] of hidden) {
      const fill = (found: Record_) =>
        path.replace(/:(\w+)/g, (_, name) => String(found[name] ?? assert.fail(`no ${name} in this test`)));
      const target = fill(ids);
      const answer = await bob.ask(method, target, body ? { json: body } : {});
      assert.equal(answer.status, 404, `${method} ${target}: ${answer.text}`);
      assert.equal(
        (await bob.ask(method, fill(new Proxy({}, { get: () => 'x' })), body ? { json: body } : {})).status,
        404,
      );
    }
    assert.equal((await bob.ask('GET', `/compare?before=${one.id}&after=${two.id}`)).status, 404);
    for (const list of [
      '/webpages',
      '/screenshots',
      '/changes',
      '/trash',
      '/webhooks',
      '/feeds',
      '/events',
      '/search?q=secret',
      '/phrase?q=secret',
    ]) {
      assert.deepEqual(((await bob.ask('GET', list)).json() as { members: unknown[] }).members, []);
    }
    const own = ((await bob.ask('GET', '/tokens')).json() as { members: Record_[] }).members;
    assert.ok(!own.some(({ identifier }) => identifier === token));
    const activity = ((await bob.ask('GET', '/activity')).json() as { members: Record_[] }).members;
    assert.ok(activity.every(({ subjectId }) => !Object.values(ids).includes(subjectId)));
    assert.ok(activity.length > 0);
    assert.equal(((await ask('GET', '/search?q=secret')).json() as { members: unknown[] }).members.length, 1);
    for (const target of [path, `/webhooks/${webhook}`, `/feeds/${feed}`, `/tokens/${token}`]) {
      assert.equal((await ask('GET', target)).status, 200);
    }
    assert.equal(((await ask('GET', '/trash')).json() as { members: unknown[] }).members.length, 1);
    assert.equal(((await ask('GET', `${path}/screenshots/${one.id}`)).json() as Record_).isFavorite, false);
  });

  test('errors have the headers and the record of Archive API v3', async () => {
    const { ask } = await manager(service);
    for (const [method, path, status] of [
      ['GET', '/nothing', 404],
      ['PUT', '/webpages', 405],
      ['GET', '/webpages?limit=0', 400],
      ['GET', '/webpages?limit=1&limit=2', 400],
      ['GET', '/webpages?state=odd', 400],
      ['GET', '/webpages/x', 404],
      ['GET', '/webpages/%zz', 400],
      ['GET', '/compare', 400],
    ] as const) {
      const answer = await ask(method, path);
      assert.equal(answer.status, status, `${method} ${path}`);
      assert.equal(answer.headers.status, `${status} ${answer.reason}`);
      assert.equal(answer.headers.link, service.link);
      assert.equal(answer.headers['content-type'], 'application/json');
      const { type, title, description } = answer.json() as Record_;
      assert.deepEqual([type, title], ['Error', answer.reason]);
      assert.ok(description);
    }
    const anonymous = await service.askPath('/manage/v1/webpages');
    assert.equal(anonymous.status, 401);
    assert.equal((await service.askPath('/manage/v1/%zz')).status, 401);
    assert.equal((await service.askPath('/manage/v1/openapi.json')).status, 200);
    assert.equal((await ask('OPTIONS', '/webpages')).headers.allow, 'GET, HEAD, POST, OPTIONS');
    assert.equal(
      (await ask('GET', '/usage', { headers: { 'If-None-Match': String((await ask('GET', '/usage')).headers.etag) } }))
        .status,
      304,
    );
    assert.equal((await ask('DELETE', '/webpages/x', { body: '{}' })).status, 400);
  });

  test('maintenance answers 503 with Retry-After', async () => {
    const { ask } = await manager(service);
    await service.store.maintenance.set('Back soon.');
    try {
      const answer = await ask('POST', '/webpages', { json: { url: 'https://example.org' } });
      assert.equal(answer.status, 503);
      assert.ok(answer.headers['retry-after']);
    } finally {
      await service.store.maintenance.set(undefined);
    }
  });
});
