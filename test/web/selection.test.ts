import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, test } from 'node:test';
import { forEachEngine } from '../harness/engines.ts';
import type { Answer } from '../harness/http.ts';
import { addWebpage } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { trackWebpage } from './captures.ts';
import { join, type Member } from './visitor.ts';

forEachEngine((engine) => {
  describe('the selected webpages of the archive', () => {
    const service = useService(engine);

    /** Three webpages with a schedule, and the page that shows them. */
    async function three(): Promise<Member & { ids: string[] }> {
      const member = await join(service);
      const ids = [];
      for (const name of ['one', 'two', 'three']) {
        const settings = {
          options: { viewport: 'phone', cookies: [{ name: 'a', value: 'b' }] },
          timeZone: 'Asia/Tokyo',
        };
        ids.push((await trackWebpage(service, member.owner, { name, keywords: ['Old', name], ...settings })).id);
      }
      await member.visitor.get('/archive?sort=name');
      return { ...member, ids };
    }

    /** Sends the form with the checkboxes of these webpages. */
    function send({ visitor }: Member, ids: readonly string[], fields: Record<string, string>): Promise<Answer> {
      const form = new URLSearchParams(fields);
      for (const id of ids) form.append('page', id);
      return visitor.post('/archive?sort=name', form);
    }

    const keywordsOf = async (owner: string, ids: readonly string[]) =>
      Promise.all(ids.map(async (id) => (await service.store.webpages.find(owner, id))?.keywords));
    const statesOf = async (owner: string, ids: readonly string[]) =>
      Promise.all(ids.map(async (id) => (await service.store.schedules.find(owner, id, new Date()))?.state.kind));

    test('get and lose keywords; others keep theirs', async () => {
      const member = await three();
      const { owner, ids, visitor } = member;
      const [one = '', two = ''] = ids;
      const added = await send(member, [one, two], { action: 'add-keywords', keywords: 'new, two' });
      assert.match(added.text, /Keywords added: 2 webpages\./);
      assert.equal(visitor.path, '/archive?sort=name');
      assert.deepEqual(await keywordsOf(owner, ids), [
        ['Old', 'one', 'new', 'two'],
        ['Old', 'two', 'new'],
        ['Old', 'three'],
      ]);
      await send(member, ids, { action: 'remove-keywords', keywords: 'old, NEW' });
      assert.deepEqual(await keywordsOf(owner, ids), [['one', 'two'], ['two'], ['three']]);
    });

    test('are paused, resumed and captured; a webpage without a schedule is only captured', async () => {
      const member = await three();
      const { owner, ids } = member;
      const unscheduled = (await addWebpage(service.store, owner)).id;
      const all = [...ids, unscheduled];
      const paused = await send(member, all, { action: 'pause' });
      assert.match(paused.text, /Paused: 3 webpages; 1 without a schedule left as it was\./);
      assert.deepEqual(await statesOf(owner, all), ['paused', 'paused', 'paused', undefined]);
      await send(member, ids.slice(0, 1), { action: 'resume' });
      assert.deepEqual(await statesOf(owner, all), ['waiting', 'paused', 'paused', undefined]);
      assert.match((await send(member, all, { action: 'capture' })).text, /Captures requested: 4 webpages\./);
      assert.deepEqual(await statesOf(owner, all), ['waiting', 'waiting', 'waiting', 'waiting']);
    });

    test('get a schedule and keep their time zones, options and secrets', async () => {
      const member = await three();
      const { owner, ids } = member;
      const unscheduled = (await addWebpage(service.store, owner)).id;
      await send(member, [...ids, unscheduled], { action: 'schedule', schedule: 'weekly' });
      for (const id of ids) {
        const schedule = await service.store.schedules.find(owner, id, new Date());
        const kept = { schedule: 'weekly', timeZone: 'Asia/Tokyo', options: { viewport: 'phone' }, hasSecrets: true };
        assert.partialDeepStrictEqual(schedule, kept);
      }
      const chosen = await service.store.schedules.find(owner, unscheduled, new Date());
      assert.partialDeepStrictEqual(chosen, { schedule: 'weekly', timeZone: 'UTC', state: { kind: 'waiting' } });
    });

    test('are deleted only after a confirmation that names them', async () => {
      const member = await three();
      const { owner, ids, visitor } = member;
      const asked = await send(member, ids.slice(0, 2), { action: 'delete' });
      assert.match(asked.text, /Delete 2 webpages\?.*<strong dir="auto">one<.*<strong dir="auto">two<.*0 captures/s);
      assert.doesNotMatch(asked.text, />three</);
      assert.equal((await service.store.webpages.state(owner)).count, 3);
      const deleted = await send(member, ids.slice(0, 2), { action: 'delete', sure: 'on' });
      assert.match(deleted.text, /Moved to the trash with all captures: 2 webpages\./);
      assert.equal(visitor.path, '/archive?sort=name');
      assert.deepEqual(await Promise.all(ids.map(async (id) => !!(await service.store.webpages.find(owner, id)))), [
        false,
        false,
        true,
      ]);
      const again = await send(member, ids, { action: 'add-keywords', keywords: 'x' });
      assert.match(again.text, /Keywords added: 1 webpage; 2 no longer exist\./);
    });

    test('cannot be those of another account', async () => {
      const [ann, bob] = [await three(), await three()];
      for (const fields of [
        { action: 'add-keywords', keywords: 'x' },
        { action: 'remove-keywords', keywords: 'Old' },
        { action: 'schedule', schedule: 'weekly' },
        { action: 'capture' },
        { action: 'pause' },
        { action: 'resume' },
        { action: 'delete', sure: 'on' },
      ]) {
        const { text } = await send(bob, ann.ids, fields);
        assert.match(text, /0 webpages; 3 no longer exist/, fields.action);
      }
      assert.doesNotMatch((await send(bob, ann.ids, { action: 'delete' })).text, />one</);
      assert.deepEqual(await keywordsOf(ann.owner, ann.ids), [
        ['Old', 'one'],
        ['Old', 'two'],
        ['Old', 'three'],
      ]);
      assert.deepEqual(await statesOf(ann.owner, ann.ids), ['waiting', 'waiting', 'waiting']);
    });

    test('are not changed at all if a value is invalid for one of them, and stay selected', async () => {
      const member = await three();
      const { owner, ids } = member;
      const many = Array.from({ length: 48 }, (_, index) => `k${index}`).join(', ');
      await send(member, ids.slice(2), { action: 'add-keywords', keywords: many });
      const before = await keywordsOf(owner, ids);
      for (const [fields, message] of [
        [{ action: 'add-keywords', keywords: 'one more' }, /&quot;three&quot;: 51 keywords were given; at most 50/],
        [{ action: 'add-keywords', keywords: ' , ' }, /Enter at least one keyword/],
        [{ action: 'add-keywords', keywords: 'x'.repeat(101) }, /A keyword has 101 characters/],
        [{ action: 'schedule', schedule: 'sometimes' }, /&quot;sometimes&quot; is not a schedule/],
        [{ action: 'dance' }, /Choose what to do/],
        [{}, /Choose what to do/],
      ] as [Record<string, string>, RegExp][]) {
        const { status, text } = await send(member, ids, fields);
        assert.equal(status, 400, JSON.stringify(fields));
        assert.match(text, message);
        assert.equal(text.match(/name="page" [^>]* checked/g)?.length, 3);
      }
      assert.deepEqual(await keywordsOf(owner, ids), before);
    });

    test('are at least one and at most two hundred', async () => {
      const member = await three();
      assert.match((await send(member, [], { action: 'pause' })).text, /Select at least one webpage/);
      assert.match((await send(member, ['nonsense', "'"], { action: 'pause' })).text, /Select at least one webpage/);
      const many = Array.from({ length: 201 }, () => randomUUIDv7());
      for (const action of ['pause', 'delete']) {
        const { status, text } = await send(member, many, { action });
        assert.equal(status, 400);
        assert.match(text, /201 webpages are selected; at most 200/);
      }
    });
  });
});
