import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import type { WebPage } from '../../src/api/schemas.ts';
import { forEachEngine } from '../harness/engines.ts';
import { assertShown } from '../harness/expect.ts';
import { addWebpage, newPicture, newScreenshot, newWebpage, type Person } from '../harness/records.ts';
import { useService } from '../harness/service.ts';

/** The contract, §4.1 and §4.4: sort orders. */
forEachEngine((engine) => {
  const service = useService(engine);

  const pick = async (as: Person, query: string, field: (member: WebPage) => unknown) =>
    assertShown(await service.ask(`/webpages?limit=100&${query}`, { as }), service.link).members.map(field);

  test('sort=dateCreated is the order in which the records were created', async () => {
    const ann = await service.newPerson();
    const times = ['2026-03-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z'];
    for (const time of times) await addWebpage(service.store, ann.owner, { now: new Date(time) });
    assert.deepEqual(await pick(ann, 'sort=dateCreated', ({ dateCreated }) => dateCreated), times.toSorted());
    assert.deepEqual(
      await pick(ann, 'sort=dateCreated&order=desc', ({ dateCreated }) => dateCreated),
      times.toSorted().reverse(),
    );
  });

  test('sort=url is by code point, upper case before lower case, independent of the locale of the server', async () => {
    const ann = await service.newPerson();
    const paths = ['a', 'B', 'Z', 'z', '_', '-', '0', '~', 'aa', 'a-b', 'ab', '%C3%A9'];
    const urls = paths.map((path) => `https://example.org/${path}`);
    for (const url of urls) await addWebpage(service.store, ann.owner, { url });
    assert.deepEqual(await pick(ann, 'sort=url', ({ url }) => url), urls.toSorted(byCodePoint));
  });

  test('sort=isPartOf.name is by code point', async () => {
    const ann = await service.newPerson();
    const hosts = [
      'a-b.example',
      'ab.example',
      'a.example',
      'a0.example',
      'xn--bcher-kva.example',
      '127.0.0.1',
      'localhost',
    ];
    for (const host of hosts) await addWebpage(service.store, ann.owner, { url: `http://${host}/` });
    assert.deepEqual(
      await pick(ann, 'sort=isPartOf.name', ({ isPartOf }) => isPartOf.name),
      hosts.toSorted(byCodePoint),
    );
  });

  test('sort=name ignores case and Unicode composition, and is by code point otherwise', async () => {
    const ann = await service.newPerson();
    // UTF-16 code units would sort the last two the other way round.
    const inOrder = [
      'apple',
      'Banana',
      'banane',
      'CHERRY',
      'straße',
      'strassf',
      'zoo',
      'E\u0301a',
      'éb',
      'É\u0063',
      '豈',
      '\uFFFD',
      '🗻',
    ];
    for (const name of inOrder.toReversed()) await addWebpage(service.store, ann.owner, { name });
    assert.deepEqual(await pick(ann, 'sort=name', ({ name }) => name), inOrder);
    assert.deepEqual(await pick(ann, 'sort=name&order=desc', ({ name }) => name), inOrder.toReversed());
  });

  test('names that differ only in case are sorted by identifier', async () => {
    const ann = await service.newPerson();
    const names = ['Same', 'SAME', 'same', 'sAmE', 'ſame'];
    const ids: string[] = [];
    for (const name of names) ids.push((await addWebpage(service.store, ann.owner, { name })).id);
    assert.deepEqual(await pick(ann, 'sort=name', ({ identifier }) => identifier), ids.toSorted());
  });

  for (const sort of ['dateCreated', 'isPartOf.name', 'name', 'url']) {
    test(`sort=${sort}: equal keys are sorted by identifier, and desc is the exact reverse of asc`, async () => {
      const ann = await service.newPerson();
      const now = new Date('2026-05-05T05:05:05.005Z');
      const same = Array.from({ length: 25 }, (_, index) =>
        newWebpage({
          id: randomUUIDv7(),
          now,
          url: `https://example.org/${index % 3}`,
          name: `Name ${index % 4}`,
        }),
      );
      await service.store.webpages.addMany(
        ann.owner,
        same.toSorted((a, b) => byCodePoint(a.id.slice(-8), b.id.slice(-8))),
      );
      const ascending = await pick(ann, `sort=${sort}&order=asc`, ({ identifier }) => identifier);
      const key = { dateCreated: 'createdAt', 'isPartOf.name': 'groupName', name: 'name', url: 'url' }[sort] as 'url';
      assert.deepEqual(
        ascending,
        same.toSorted((a, b) => byCodePoint(a[key], b[key]) || byCodePoint(a.id, b.id)).map(({ id }) => id),
      );
      assert.deepEqual(
        await pick(ann, `sort=${sort}&order=desc`, ({ identifier }) => identifier),
        ascending.toReversed(),
      );
    });
  }

  test('screenshots of the same time are sorted by identifier, and asc is the exact reverse of desc', async () => {
    const ann = await service.newPerson();
    const webpage = await addWebpage(service.store, ann.owner);
    const picture = newPicture();
    const createdAt = '2026-05-05T05:05:05.005Z';
    const shots = Array.from({ length: 12 }, () => newScreenshot(webpage.id, { picture, createdAt }));
    await service.store.screenshots.addMany(ann.owner, shots.toReversed());
    const ids = async (order: string) =>
      (await service.ask(`/webpages/${webpage.id}/screenshots?order=${order}`, { as: ann }))
        .json()
        .members.map(({ identifier }: { identifier: string }) => identifier);
    const ascending = shots.map(({ id }) => id).toSorted();
    assert.deepEqual(await ids('asc'), ascending);
    assert.deepEqual(await ids('desc'), ascending.toReversed());
  });
});

/** UTF-8 bytes sort by code point. UTF-16 code units, which `<` compares, do not. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
