import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOTHING_IGNORED } from '../../src/domain/change.ts';
import { captureAs } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addScreenshot } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { pageText } from '../harness/words.ts';
import { banded, captureOnce, shotOf, trackWebpage } from '../web/captures.ts';

/** The properties of a screenshot record about its capture, in addition to the contract. */
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

  /** Three captures: the first one, an unchanged one, and one in which 200 × 100 of 1,000,000 pixels changed. */
  async function compared() {
    const ann = await service.newPerson();
    const webpage = await trackWebpage(service, ann.owner);
    const ids: string[] = [];
    for (const same of [false, true, false]) ids.push(await captureAs(service.store, ann.owner, webpage.id, { same }));
    return { ann, webpage, ids, list: `/webpages/${webpage.id}/screenshots` };
  }

  test('a captured screenshot has its verdict, title, final URL and HTTP status after the fields of the contract', async () => {
    const { ann, item, webpage } = await captured({
      verdict: 'http-error',
      httpStatus: 404,
      title: 'Not found – Zoë & Søn',
    });
    const shown = Object.entries((await service.ask(item, { as: ann })).json());
    assert.deepEqual(shown.slice(shown.findIndex(([name]) => name === 'about') + 1, -1), [
      ['verdict', 'http-error'],
      ['capturedUrl', webpage.url],
      ['title', 'Not found – Zoë & Søn'],
      ['finalUrl', 'https://news.example.org/after-redirects'],
      ['httpStatus', 404],
    ]);
    assert.equal(shown.at(-1)?.[0], 'collection');
  });

  test('a changed screenshot says what changed in the words of its page', async () => {
    const { ann, webpage, list } = await captured({ text: pageText('Price: € 129.50') });
    const text = pageText('Price: € 124.50');
    const { record } = await captureOnce(
      service,
      ann.owner,
      webpage.id,
      shotOf(await banded(8, [['#fff', 6]]), { text }),
    );
    const { textChange } = (await service.ask(`${list}/${record.screenshotId}`, { as: ann })).json();
    assert.equal(textChange, 'Price: € 129.50 → € 124.50');
    const { members } = (await service.ask(list, { as: ann })).json();
    assert.deepEqual(
      members.map((each: { textChange?: string }) => each.textChange),
      [textChange, undefined],
    );
  });

  test('a screenshot keeps the URL that was captured when the URL of its webpage changes', async () => {
    const { ann, item, webpage, list } = await captured();
    const url = 'https://moved.example.net/';
    await service.store.webpages.change(ann.owner, { ...webpage, url });
    await captureOnce(service, ann.owner, webpage.id, shotOf(await banded(90, [['#fff', 50]])));
    assert.equal((await service.ask(item, { as: ann })).json().capturedUrl, webpage.url);
    const { members } = (await service.ask(list, { as: ann })).json();
    assert.deepEqual(
      members.map(({ capturedUrl }: { capturedUrl: string }) => capturedUrl),
      [url, webpage.url],
    );
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

  test('a compared capture has the share of change and the screenshot that it was compared with', async () => {
    const { ann, webpage, list, ids } = await compared();
    const [newest, unchanged, first] = (await service.ask(list, { as: ann })).json().members;
    assert.equal(newest.identifier, ids[2]);
    assert.deepEqual(
      Object.entries(newest).slice(-2),
      Object.entries({ changeShare: 0.02, isBasedOn: `${service.base}/webpages/${webpage.id}/screenshots/${ids[1]}` }),
    );
    for (const other of [unchanged, first]) assert.ok(!('changeShare' in other) && !('isBasedOn' in other));
  });

  test('a comparison that failed is not shown as one', async () => {
    const { ann, webpage, list } = await compared();
    await captureAs(service.store, ann.owner, webpage.id, { change: 'The comparison took too long.' });
    const [newest] = (await service.ask(list, { as: ann })).json().members;
    assert.ok(!('changeShare' in newest) && !('isBasedOn' in newest));
  });

  test('new change settings give the list and the record another ETag', async () => {
    const { ann, webpage, list, ids } = await compared();
    const paths = [list, `${list}/${ids[2]}`];
    const before = await Promise.all(paths.map((path) => service.ask(path, { as: ann })));
    const settings = { ...NOTHING_IGNORED, ignoredBoxes: [{ x: 0, y: 0, width: 1000, height: 1000 }] };
    await service.store.changes.setSettings(ann.owner, webpage.id, settings);
    while (await service.store.changes.evaluate(ann.owner, webpage.id, 10));
    for (const [index, path] of paths.entries()) {
      const headers = { 'If-None-Match': String(before[index]?.headers.etag) };
      const after = await service.ask(path, { as: ann, headers });
      assert.equal(after.status, 200, path);
      const [record] = after.json().members ?? [after.json()];
      assert.equal(record.changeShare, 0);
    }
  });

  test('the store tells another account nothing about a capture', async () => {
    const { ann, webpage, item } = await captured();
    const id = item.split('/').at(-1) ?? '';
    const bob = await service.newPerson();
    assert.equal((await service.store.captures.knowledgeOf(ann.owner, webpage.id, [id])).size, 1);
    assert.equal((await service.store.captures.knowledgeOf(bob.owner, webpage.id, [id])).size, 0);
    const other = await trackWebpage(service, ann.owner);
    assert.equal((await service.store.captures.knowledgeOf(ann.owner, other.id, [id])).size, 0);
    assert.equal((await service.store.captures.screenshot(ann.owner, webpage.id, id))?.screenshot.id, id);
    assert.equal(await service.store.captures.screenshot(bob.owner, webpage.id, id), undefined);
    assert.equal(await service.store.captures.screenshot(ann.owner, other.id, id), undefined);
  });
});
