import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { AccountActivity } from '../../src/client/records.ts';
import { sqlite } from '../harness/engines.ts';
import { addWebpage } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { type Manager, manager } from './manager.ts';

interface Page {
  readonly members: AccountActivity[];
  readonly view: { readonly next?: string };
}

describe('the audit log in the management API', () => {
  const service = useService(sqlite);
  let ann: Manager;

  before(async () => {
    ann = await manager(service);
    for (let n = 0; n < 3; n += 1) await ann.ask('POST', '/tokens', { json: { name: `Bot ${n}` } });
    await addWebpage(service.store, ann.owner);
  });

  async function page(path: string): Promise<Page> {
    const answer = await ann.ask('GET', path.replace('https://archive.example/manage/v1', ''));
    assert.equal(answer.status, 200, answer.text);
    return answer.json();
  }

  test('lists what was done, by whom and from where, the newest first', async () => {
    const { members } = await page('/activity?action=token-created');
    const [newest] = members;
    assert.deepEqual(
      members.slice(0, 3).map(({ subject }) => subject?.slice(0, 5)),
      ['Bot 2', 'Bot 1', 'Bot 0'],
    );
    assert.deepEqual([newest?.agent, newest?.via, newest?.address], [ann.email, 'api', '127.0.0.1']);
    assert.equal(newest?.summary, 'API token created');
    assert.ok((await page('/activity')).members.length > members.length);
  });

  test('is read by cursor, and by time', async () => {
    const all = (await page('/activity')).members;
    for (const path of ['/activity?limit=2', '/activity?limit=1&action=token-created']) {
      const found: AccountActivity[] = [];
      for (let next: string | undefined = path; next !== undefined; ) {
        const { members, view }: Page = await page(next);
        found.push(...members);
        next = view.next;
      }
      assert.deepEqual(
        found,
        all.filter(({ action }) => !path.includes('action') || action === 'token-created'),
      );
    }
    const [, , third] = all;
    const at = third?.published ?? '';
    assert.deepEqual(
      (await page(`/activity?since=${at}`)).members,
      all.filter(({ published }) => published >= at),
    );
    assert.deepEqual(
      (await page(`/activity?before=${at}`)).members,
      all.filter(({ published }) => published < at),
    );
    assert.equal((await page(`/activity?since=${at}&limit=1`)).members.length, 1);
    for (const query of ['action=odd', 'since=yesterday', 'cursor=x']) {
      assert.equal((await ann.ask('GET', `/activity?${query}`)).status, 400);
    }
  });

  test('finds a rare action behind many others on the first page', async () => {
    const other = await manager(service);
    await other.ask('POST', '/tokens', { json: { name: 'The newest one' } });
    const { audit } = service.store.by({ via: 'service' });
    for (let n = 0; n < 1_100; n += 1) await audit.record({ action: 'webpage-added', owner: other.owner });
    const { members, view } = (await other.ask('GET', '/activity?action=token-created')).json();
    assert.deepEqual([members[0]?.subject, view.next], ['The newest one (read, delete)', undefined]);
  });

  test('does not tell from where an administrator works', async () => {
    const administrator = await service.newPerson();
    const by = service.store.by({ via: 'web', account: administrator.owner, address: '192.0.2.7' });
    await by.audit.record({ action: 'quota-changed', owner: ann.owner });
    const [found] = (await page('/activity?limit=1')).members;
    assert.deepEqual([found?.action, found?.agent, found?.address], ['quota-changed', administrator.email, undefined]);
  });
});
