import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine } from '../harness/engines.ts';
import { addScreenshot } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { banded, captureOnce, shotOf, trackWebpage } from '../web/captures.ts';

/** What a screenshot record says about its capture, in addition to the contract. */
forEachEngine((engine) => {
  const service = useService(engine);

  async function captured(more: Parameters<typeof shotOf>[1] = {}) {
    const ann = await service.newPerson();
    const webpage = await trackWebpage(service, ann.owner);
    const picture = await banded(8, [['#369', 6]]);
    const { record } = await captureOnce(service, ann.owner, webpage.id, shotOf(picture, more));
    const list = `/webpages/${webpage.id}/screenshots`;
    return { ann, webpage, list, item: `${list}/${record.screenshotId}` };
  }

  test('a captured screenshot has its verdict, title, final URL and HTTP status after the fields of the contract', async () => {
    const { ann, item } = await captured({ verdict: 'http-error', httpStatus: 404, title: 'Not found – Zoë & Søn' });
    const shown = Object.entries((await service.ask(item, { as: ann })).json());
    assert.deepEqual(shown.slice(shown.findIndex(([name]) => name === 'about') + 1, -1), [
      ['verdict', 'http-error'],
      ['title', 'Not found – Zoë & Søn'],
      ['finalUrl', 'https://news.example.org/after-redirects'],
      ['httpStatus', 404],
    ]);
    assert.equal(shown.at(-1)?.[0], 'collection');
  });

  test('a list has the same properties as the single records', async () => {
    const { ann, list, webpage } = await captured();
    const imported = await addScreenshot(service.store, ann.owner, webpage.id);
    const { members } = (await service.ask(list, { as: ann })).json();
    assert.equal(members.length, 2);
    for (const member of members) {
      const { collection: _, ...single } = (await service.ask(member.id, { as: ann })).json();
      assert.deepEqual(Object.entries(member), Object.entries(single));
      assert.equal('title' in member, member.identifier !== imported.id, 'only a capture knows the title');
    }
  });

  test('properties without a value are left out', async () => {
    const { ann, item } = await captured({ title: '', httpStatus: null });
    const record = (await service.ask(item, { as: ann })).json();
    assert.deepEqual(
      ['verdict', 'title', 'finalUrl', 'httpStatus'].map((name) => name in record),
      [true, false, true, false],
    );
  });

  test('an unchanged capture says so', async () => {
    const { ann, webpage, list } = await captured();
    await captureOnce(service, ann.owner, webpage.id, shotOf(await banded(8, [['#369', 6]])));
    const { members } = (await service.ask(list, { as: ann })).json();
    assert.deepEqual(
      members.map(({ verdict }: { verdict: string }) => verdict),
      ['unchanged', 'fine'],
    );
  });

  test('the store tells another account nothing about a capture', async () => {
    const { ann, webpage, item } = await captured();
    const id = item.split('/').at(-1) ?? '';
    const bob = await service.newPerson();
    assert.equal((await service.store.captures.pagesOf(ann.owner, webpage.id, [id])).size, 1);
    assert.equal((await service.store.captures.pagesOf(bob.owner, webpage.id, [id])).size, 0);
    const other = await trackWebpage(service, ann.owner);
    assert.equal((await service.store.captures.pagesOf(ann.owner, other.id, [id])).size, 0);
  });
});
