import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { sqlite } from '../harness/engines.ts';
import { addWebpage } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { type Manager, manager } from './manager.ts';

interface Result {
  readonly webpage: string;
  readonly httpStatus: number;
  readonly error?: { readonly description: string };
}
interface Results {
  readonly changed: number;
  readonly refused: number;
  readonly members: Result[];
}

describe('changing many webpages', () => {
  const service = useService(sqlite);
  let ann: Manager;
  const ids: string[] = [];

  before(async () => {
    ann = await manager(service);
    for (let n = 0; n < 3; n += 1) {
      const json = { url: `https://many-${n}.example/`, keywords: ['old'], timeZone: 'Europe/Berlin' };
      ids.push((await ann.ask('POST', '/webpages', { json })).json().identifier);
    }
  });

  async function change(json: object, by: Manager = ann): Promise<Results> {
    const answer = await by.ask('POST', '/webpages/changes', { json });
    assert.equal(answer.status, 200, answer.text);
    return answer.json();
  }
  const read = async (id: string) => (await ann.ask('GET', `/webpages/${id}`)).json() as Record<string, unknown>;

  test('each action changes all of them', async () => {
    const keywords = ['new'];
    assert.equal((await change({ webpages: ids, action: 'add-keywords', keywords })).changed, 3);
    assert.deepEqual((await read(ids[1] ?? '')).keywords, ['old', 'new']);
    await change({ webpages: ids, action: 'remove-keywords', keywords: ['OLD'] });
    assert.deepEqual((await read(ids[1] ?? '')).keywords, ['new']);
    await change({ webpages: ids, action: 'schedule', schedule: 'weekly' });
    const { schedule, timeZone } = await read(ids[2] ?? '');
    assert.deepEqual([schedule, timeZone], ['weekly', 'Europe/Berlin']);
    await change({ webpages: ids, action: 'pause' });
    assert.equal((await read(ids[0] ?? '')).state, 'paused');
    await change({ webpages: ids, action: 'resume' });
    assert.deepEqual(
      [(await read(ids[0] ?? '')).state, (await read(ids[0] ?? '')).captureStatus],
      ['active', 'waiting'],
    );
    await change({ webpages: ids, action: 'capture' });
    assert.equal((await read(ids[0] ?? '')).captureStatus, 'queued');
  });

  test('what is wrong with one webpage does not keep the others from their change', async () => {
    const full = await addWebpage(service.store, ann.owner, {
      keywords: Array.from({ length: 50 }, (_, n) => `k${n}`),
    });
    const [one = '', two = ''] = ids;
    const gone = randomUUIDv7();
    const webpages = [one, full.id, 'x', gone, two, one];
    const keywords = ['another'];
    const { changed, refused, members } = await change({ webpages, action: 'add-keywords', keywords });
    assert.deepEqual([changed, refused], [3, 3]);
    assert.deepEqual(
      members.map(({ webpage, httpStatus }) => [webpage, httpStatus]),
      [one, full.id, 'x', gone, two, one].map((id, index) => [id, [200, 400, 404, 404, 200, 200][index]]),
    );
    assert.match(members[1]?.error?.description ?? '', /51|at most 50/);
    assert.deepEqual((await read(one)).keywords, ['new', 'another']);
    const { members: paused } = await change({ webpages: [full.id, two], action: 'pause' });
    assert.deepEqual(
      paused.map(({ httpStatus }) => httpStatus),
      [422, 200],
    );
  });

  test('a request that is wrong for all of them changes none', async () => {
    for (const json of [
      { webpages: [], action: 'pause' },
      { webpages: ids },
      { webpages: ids, action: 'explode' },
      { webpages: ids, action: 'schedule' },
      { webpages: ids, action: 'schedule', schedule: 'sometimes' },
      { webpages: ids, action: 'add-keywords', keywords: [] },
      { webpages: ids, action: 'pause', keywords: ['x'] },
      { webpages: ids, action: 'pause', more: 1 },
      { webpages: Array.from({ length: 1001 }, () => 'x'), action: 'pause' },
    ]) {
      assert.equal(
        (await ann.ask('POST', '/webpages/changes', { json })).status,
        400,
        JSON.stringify(json).slice(0, 90),
      );
    }
  });

  test('deleting needs the scope delete', async () => {
    const careful = await manager(service, { scopes: ['read', 'manage'] });
    const { id } = await addWebpage(service.store, careful.owner);
    const answer = await careful.ask('POST', '/webpages/changes', { json: { webpages: [id], action: 'delete' } });
    assert.equal(answer.status, 403, answer.text);
    assert.match(String(answer.headers['www-authenticate']), /scope="delete"/);
    assert.equal((await careful.ask('GET', `/webpages/${id}`)).status, 200);
  });

  test('another account changes nothing', async () => {
    const bob = await manager(service);
    for (const action of ['capture', 'pause', 'resume', 'delete']) {
      assert.equal((await change({ webpages: ids, action }, bob)).changed, 0);
    }
    assert.equal((await read(ids[0] ?? '')).state, 'active');
  });

  test('1,000 of them in one request, of which one does not exist', async () => {
    const carl = await manager(service);
    const json = Array.from({ length: 999 }, (_, n) => ({ url: `https://a.example/${n}` }));
    const added = (await carl.ask('POST', '/webpages', { json })).json();
    const webpages = added.members.map(({ webpage }: { webpage: { identifier: string } }) => webpage.identifier);
    webpages.splice(500, 0, randomUUIDv7());
    const { changed, members } = await change({ webpages, action: 'delete' }, carl);
    assert.deepEqual([changed, members[500]?.httpStatus], [999, 404]);
    assert.equal((await service.store.webpages.state(carl.owner)).count, 0);
  });
});
