import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import createClient from 'openapi-fetch';
import { sqlite } from '../harness/engines.ts';
import { addScreenshot, storePicture } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { generateTypes, TYPES } from './generate-types.ts';
import { type Manager, manager } from './manager.ts';
import type { components, paths } from './openapi-types.d.ts';

type WebPage = components['schemas']['WebPage'];

test('the types that openapi-typescript makes are those of the document', async () => {
  const known = await readFile(TYPES, 'utf8');
  assert.ok(known === (await generateTypes()), 'Run "node test/manage/generate-types.ts".');
});

describe('a client with the types that openapi-typescript makes', () => {
  const service = useService(sqlite);
  let client: ReturnType<typeof createClient<paths>>;
  let ann: Manager;

  before(async () => {
    ann = await manager(service);
    client = createClient<paths>({
      baseUrl: `http://127.0.0.1:${service.port}/manage/v1`,
      headers: { Authorization: `Bearer ${ann.token}` },
    });
  });

  /** The body of a success. */
  function bodyOf<Body>({ data, error, response }: { data?: Body; error?: unknown; response: Response }): Body {
    assert.ok(data !== undefined, `${response.status} ${JSON.stringify(error)}`);
    return data;
  }

  async function addOne(url: string): Promise<string> {
    const made = bodyOf(await client.POST('/webpages', { body: { url } }));
    assert.ok('identifier' in made);
    return made.identifier;
  }

  test('adds, reads, changes, pauses, deletes and restores webpages', async () => {
    const drafts = [{ url: 'https://a.example/', schedule: '6h' }, { url: 'not an address' }];
    const results = bodyOf(await client.POST('/webpages', { body: drafts }));
    assert.ok('added' in results);
    assert.deepEqual([results.added, results.refused, results.members[1]?.httpStatus], [1, 1, 400]);
    const id = results.members[0]?.webpage?.identifier ?? assert.fail();
    const path = { webpage: id };
    const got = await client.GET('/webpages/{webpage}', { params: { path } });
    const record: WebPage = bodyOf(got);
    assert.deepEqual([record.schedule, record.state], ['6h', 'active']);
    const etag = got.response.headers.get('etag') ?? '';
    const cached = await client.GET('/webpages/{webpage}', { params: { path }, headers: { 'If-None-Match': etag } });
    assert.equal(cached.response.status, 304);
    const params = { path, header: { 'If-Match': etag } };
    const changeSettings = { watchWords: ['appears sold out'], ignoredBoxes: [{ x: 0, y: 0, width: 10, height: 10 }] };
    const body = { name: 'A', keywords: ['x'], captureOptions: { delay: 100 }, changeSettings };
    const changed = bodyOf(await client.PATCH('/webpages/{webpage}', { params, body }));
    assert.deepEqual([changed.name, changed.changeSettings.watchWords], ['A', ['appears sold out']]);
    const refused = await client.PATCH('/webpages/{webpage}', { params, body });
    assert.equal(refused.error?.title, 'Precondition Failed');
    assert.equal(bodyOf(await client.POST('/webpages/{webpage}/pause', { params: { path } })).state, 'paused');
    assert.equal(bodyOf(await client.POST('/webpages/{webpage}/resume', { params: { path } })).state, 'active');
    assert.equal((await client.DELETE('/webpages/{webpage}', { params: { path } })).response.status, 204);
    const [trashed] = bodyOf(await client.GET('/trash', {})).members;
    assert.equal(trashed?.identifier, id);
    const restored = await client.POST('/trash/{item}/restore', { params: { path: { item: id } } });
    assert.equal(restored.response.status, 204);
  });

  test('reads lists by cursor, screenshots, captures and comparisons', async () => {
    const id = await addOne('https://shots.example/');
    const path = { webpage: id };
    const asked = bodyOf(await client.POST('/webpages/{webpage}/captures', { params: { path } }));
    assert.equal(asked.captureStatus, 'queued');
    const picture = await storePicture(service.images);
    const shots = [];
    for (let n = 0; n < 3; n += 1) shots.push((await addScreenshot(service.store, ann.owner, id, { picture })).id);
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const query = { limit: 2, order: 'asc', ...(cursor && { cursor }) } as const;
      const page = bodyOf(await client.GET('/screenshots', { params: { query } }));
      seen.push(...page.members.map(({ identifier }) => identifier));
      if (!page.view.next) break;
      cursor = new URL(page.view.next).searchParams.get('cursor') ?? undefined;
    }
    assert.deepEqual(seen, shots);
    const [one = '', two = ''] = shots;
    const compared = bodyOf(await client.GET('/compare', { params: { query: { before: one, after: two } } }));
    assert.deepEqual([compared.word, compared.regions], ['same', []]);
    const star = { params: { path: { ...path, screenshot: one } }, body: { isFavorite: true } };
    assert.equal(bodyOf(await client.PATCH('/webpages/{webpage}/screenshots/{screenshot}', star)).isFavorite, true);
    const none = await client.GET('/webpages/{webpage}', { params: { path: { webpage: one } } });
    assert.deepEqual([none.response.status, none.error?.type], [404, 'Error']);
    const review = { changes: [one], isReviewed: true };
    assert.equal((await client.POST('/changes/review', { body: review })).response.status, 204);
  });

  test('works with webhooks, deliveries, feeds, events and tokens', async () => {
    const draft = { name: 'Bot', url: 'https://receiver.example/', eventKinds: ['changed' as const] };
    const { identifier: webhook, key } = bodyOf(await client.POST('/webhooks', { body: draft }));
    assert.match(key, /^whsec_/);
    const path = { webhook };
    const queued = bodyOf(await client.POST('/webhooks/{webhook}/test', { params: { path } }));
    const log = bodyOf(await client.GET('/webhooks/{webhook}/deliveries', { params: { path } }));
    assert.deepEqual(log.members, [queued]);
    const changed = bodyOf(await client.PATCH('/webhooks/{webhook}', { params: { path }, body: { leastShare: 0.5 } }));
    assert.deepEqual([changed.leastShare, changed.key], [0.5, undefined]);
    const scope = { kind: 'keyword' as const, keyword: 'news' };
    const feed = bodyOf(await client.POST('/feeds', { body: { name: 'Reader', scope } }));
    assert.match(feed.atom, /\/atom\.xml$/);
    const events = bodyOf(await client.GET('/events', {}));
    assert.ok(typeof events === 'object');
    assert.ok(events.members.some(({ eventKind }) => eventKind === 'added'));
    const token = bodyOf(await client.POST('/tokens', { body: { name: 'CI', scopes: ['read'] } }));
    assert.match(token.token, /^pagekeep_/);
    assert.ok(bodyOf(await client.GET('/usage', {})).webpages.used > 0);
  });
});
