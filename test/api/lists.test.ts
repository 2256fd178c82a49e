import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { describe, test } from 'node:test';
import { WEBPAGE_SORTS } from '../../src/domain/listing.ts';
import type { Webpage } from '../../src/domain/webpage.ts';
import { forEachEngine } from '../harness/engines.ts';
import { assertShown } from '../harness/expect.ts';
import { addScreenshot, addWebpage, newPicture, newScreenshot, newWebpage, type Person } from '../harness/records.ts';
import { useService } from '../harness/service.ts';

/** A character, such as ㌧, that the normalization of sort keys expands to several. */
const squaredWord = () => String.fromCodePoint(0x3300 + randomInt(0x58));

/** The contract, §2.3, §2.4, §4.1 and §4.4: collections and their pages. */
forEachEngine((engine) => {
  const service = useService(engine);

  const list = async (as: Person, target: string) => assertShown(await service.ask(target, { as }), service.link);

  async function withWebpages(count: number) {
    const ann = await service.newPerson();
    const webpages = Array.from({ length: count }, (_, index) =>
      newWebpage({ url: `https://example.org/${String(index).padStart(4, '0')}` }),
    );
    await service.store.webpages.addMany(ann.owner, webpages);
    return { ann, webpages };
  }

  async function withScreenshots(count: number, favorite: (index: number) => boolean = () => false) {
    const ann = await service.newPerson();
    const webpage = await addWebpage(service.store, ann.owner);
    const picture = newPicture();
    const screenshots = Array.from({ length: count }, (_, index) =>
      newScreenshot(webpage.id, { picture, isFavorite: favorite(index) }),
    );
    await service.store.screenshots.addMany(ann.owner, screenshots);
    return { ann, webpage, screenshots, path: `/webpages/${webpage.id}/screenshots` };
  }

  test('a collection has type, id, totalItems, members and view, in this order', async () => {
    const { ann } = await withWebpages(2);
    const shots = await withScreenshots(2);
    for (const [as, path] of [
      [ann, '/webpages'],
      [shots.ann, shots.path],
    ] as const) {
      const collection = await list(as, path);
      assert.deepEqual(Object.keys(collection), ['type', 'id', 'totalItems', 'members', 'view']);
      assert.equal(collection.type, 'Collection');
      assert.equal(collection.id, `${service.base}${path}`);
      assert.equal(collection.totalItems, 2);
      assert.equal(collection.members.length, 2);
      assert.equal(collection.view.type, 'PartialCollectionView');
    }
  });

  test('a view has type, id, first, previous, next and last, in this order', async () => {
    const { ann } = await withWebpages(3);
    const { view } = await list(ann, '/webpages?limit=1&page=2');
    assert.deepEqual(Object.keys(view), ['type', 'id', 'first', 'previous', 'next', 'last']);
  });

  test('a page has 50 records by default', async () => {
    const { ann } = await withWebpages(51);
    const shots = await withScreenshots(51);
    assert.equal((await list(ann, '/webpages')).members.length, 50);
    assert.equal((await list(ann, '/webpages?page=2')).members.length, 1);
    assert.equal((await list(shots.ann, shots.path)).members.length, 50);
    assert.equal((await list(shots.ann, `${shots.path}?page=2`)).members.length, 1);
  });

  test('limit sets the size of a page from 1 to 100 records', async () => {
    const { ann } = await withWebpages(101);
    for (const limit of [1, 2, 99, 100]) {
      const collection = await list(ann, `/webpages?limit=${limit}`);
      assert.equal(collection.members.length, limit);
      assert.equal(collection.totalItems, 101);
    }
  });

  test('webpages of the maximal length are complete in every sort order, between short ones', async () => {
    const ann = await service.newPerson();
    const [address, squares] = [randomBytes(2_000).toString('hex'), Array.from({ length: 300 }, squaredWord).join('')];
    const long = [
      { url: `https://long.example/${address.slice(0, 2_000)}` },
      { url: 'https://long.example/name', name: squares },
      { url: 'https://long.example/escaped', name: '"\\'.repeat(150), keywords: ['"\\'.repeat(50)] },
      { url: 'https://long.example/words', keywords: Array.from({ length: 20 }, (_, n) => `${n}${'語'.repeat(96)}`) },
      { url: `https://${'l'.repeat(60)}.${'o'.repeat(60)}.${'n'.repeat(60)}.example/${address.slice(0, 650)}` },
    ];
    const drafts = long.flatMap((draft, index) => [{ url: `https://short.example/${index}` }, draft]);
    const webpages = new Map<string, Webpage>();
    for (const draft of drafts) {
      const webpage = await addWebpage(service.store, ann.owner, draft);
      webpages.set(webpage.id, webpage);
    }
    for (const sort of WEBPAGE_SORTS) {
      const { members } = await list(ann, `/webpages?sort=${sort}`);
      assert.equal(members.length, drafts.length);
      for (const member of members) {
        const webpage = webpages.get(member.identifier);
        assert.deepEqual([member.name, member.url, member.keywords], [webpage?.name, webpage?.url, webpage?.keywords]);
        const { name, url, keywords } = await list(ann, `/webpages/${member.identifier}`);
        assert.deepEqual({ name, url, keywords }, { name: member.name, url: member.url, keywords: member.keywords });
      }
    }
  });

  test('webpages are sorted by group name, ascending, by default', async () => {
    const ann = await service.newPerson();
    for (const url of ['https://b.example/', 'https://c.example/', 'https://www.a.example/z']) {
      await addWebpage(service.store, ann.owner, { url });
    }
    const names = (await list(ann, '/webpages')).members.map(
      (member: { isPartOf: { name: string } }) => member.isPartOf.name,
    );
    assert.deepEqual(names, ['a.example', 'b.example', 'c.example']);
    assert.deepEqual(
      (await list(ann, '/webpages?sort=isPartOf.name&order=asc')).members,
      (await list(ann, '/webpages')).members,
    );
  });

  test('screenshots are sorted by date, the newest first, by default', async () => {
    const { ann, path, screenshots } = await withScreenshots(5);
    const newestFirst = screenshots.map(({ id }) => id).reverse();
    const ids = async (query: string) =>
      (await list(ann, path + query)).members.map((member: { identifier: string }) => member.identifier);
    assert.deepEqual(await ids(''), newestFirst);
    assert.deepEqual(await ids('?sort=dateCreated&order=desc'), newestFirst);
    assert.deepEqual(await ids('?order=asc'), newestFirst.toReversed());
  });

  describe('page links', () => {
    test('the first page has first, next and last, and no previous', async () => {
      const { ann } = await withWebpages(5);
      assert.deepEqual((await list(ann, '/webpages?limit=2')).view, {
        type: 'PartialCollectionView',
        id: `${service.base}/webpages?limit=2`,
        first: `${service.base}/webpages?limit=2&page=1`,
        next: `${service.base}/webpages?limit=2&page=2`,
        last: `${service.base}/webpages?limit=2&page=3`,
      });
    });

    test('a page in the middle has all four links', async () => {
      const { ann } = await withWebpages(5);
      assert.deepEqual((await list(ann, '/webpages?limit=2&page=2')).view, {
        type: 'PartialCollectionView',
        id: `${service.base}/webpages?limit=2&page=2`,
        first: `${service.base}/webpages?limit=2&page=1`,
        previous: `${service.base}/webpages?limit=2&page=1`,
        next: `${service.base}/webpages?limit=2&page=3`,
        last: `${service.base}/webpages?limit=2&page=3`,
      });
    });

    test('the last page has no next', async () => {
      const { ann } = await withWebpages(4);
      const { view, members } = await list(ann, '/webpages?limit=2&page=2');
      assert.equal(members.length, 2);
      assert.equal(view.next, undefined);
      assert.equal(view.last, `${service.base}/webpages?limit=2&page=2`);
      assert.equal(view.previous, `${service.base}/webpages?limit=2&page=1`);
    });

    test('a single page is both first and last', async () => {
      const { ann } = await withWebpages(1);
      assert.deepEqual((await list(ann, '/webpages')).view, {
        type: 'PartialCollectionView',
        id: `${service.base}/webpages`,
        first: `${service.base}/webpages?page=1`,
        last: `${service.base}/webpages?page=1`,
      });
    });

    test('the view of an empty collection has only type and id', async () => {
      const ann = await service.newPerson();
      const webpage = await addWebpage(service.store, ann.owner);
      const bob = await service.newPerson();
      for (const [as, path] of [
        [bob, '/webpages'],
        [bob, '/webpages?page=3&limit=7'],
        [ann, `/webpages/${webpage.id}/screenshots`],
        [ann, `/webpages/${webpage.id}/screenshots?isFavorite=true`],
      ] as const) {
        const collection = await list(as, path);
        assert.equal(collection.totalItems, 0);
        assert.deepEqual(collection.members, []);
        assert.deepEqual(collection.view, { type: 'PartialCollectionView', id: `${service.base}${path}` });
      }
    });

    test('a page after the last page has no members, and links to the last page', async () => {
      const { ann } = await withWebpages(5);
      for (const page of [4, 5, 1000, 999_999_999]) {
        const collection = await list(ann, `/webpages?limit=2&page=${page}`);
        assert.equal(collection.totalItems, 5);
        assert.deepEqual(collection.members, []);
        assert.deepEqual(collection.view, {
          type: 'PartialCollectionView',
          id: `${service.base}/webpages?limit=2&page=${page}`,
          first: `${service.base}/webpages?limit=2&page=1`,
          previous: `${service.base}/webpages?limit=2&page=3`,
          last: `${service.base}/webpages?limit=2&page=3`,
        });
      }
    });

    test('links keep the known parameters in the order and spelling of the request, and replace page in place', async () => {
      const { ann } = await withWebpages(5);
      const { view } = await list(ann, '/webpages?order=desc&page=2&sort=isPartOf%2Ename&limit=2');
      assert.equal(view.id, `${service.base}/webpages?order=desc&page=2&sort=isPartOf%2Ename&limit=2`);
      assert.equal(view.next, `${service.base}/webpages?order=desc&page=3&sort=isPartOf%2Ename&limit=2`);
      assert.equal(view.first, `${service.base}/webpages?order=desc&page=1&sort=isPartOf%2Ename&limit=2`);
    });

    test('links contain no defaults', async () => {
      const { ann } = await withWebpages(51);
      const { view } = await list(ann, '/webpages');
      assert.equal(view.id, `${service.base}/webpages`);
      assert.equal(view.next, `${service.base}/webpages?page=2`);
    });

    test('unknown parameters are ignored and left out of links', async () => {
      const { ann } = await withWebpages(3);
      const { view } = await list(
        ann,
        '/webpages?utm_source=x&limit=1&Page=9&&=&a=%zz&isFavorite=TRUE&page=2&__proto__=1',
      );
      assert.equal(view.id, `${service.base}/webpages?limit=1&page=2`);
      assert.equal(view.next, `${service.base}/webpages?limit=1&page=3`);
    });

    test('a second question mark is part of the name of an unknown parameter', async () => {
      const { ann } = await withWebpages(3);
      const { view, members } = await list(ann, '/webpages??limit=1');
      assert.equal(members.length, 3);
      assert.equal(view.id, `${service.base}/webpages`);
    });

    test('the page behind every link has that link as its id', async () => {
      const { ann } = await withWebpages(7);
      const { path, ann: eve } = await withScreenshots(7, (index) => index % 2 === 0);
      for (const [as, start] of [
        [ann, '/webpages?sort=url&limit=2&page=2'],
        [ann, '/webpages?page=3&limit=2&order=desc'],
        [eve, `${path}?isFavorite=true&limit=1&page=2`],
        [eve, `${path}?page=2&order=asc&limit=3`],
      ] as const) {
        const { view } = await list(as, start);
        assert.equal(view.id, `${service.base}${start}`);
        for (const link of [view.first, view.previous, view.next, view.last]) {
          assert.equal((await list(as, link)).view.id, link);
        }
      }
    });
  });

  describe('the filter isFavorite', () => {
    test('lists favorites with true, the others with false, and all screenshots by default', async () => {
      const { ann, path, screenshots } = await withScreenshots(7, (index) => index % 3 === 0);
      const ids = async (query: string) =>
        (await list(ann, `${path}?order=asc${query}`)).members.map(
          (member: { identifier: string }) => member.identifier,
        );
      assert.deepEqual(
        await ids('&isFavorite=true'),
        screenshots.filter(({ isFavorite }) => isFavorite).map(({ id }) => id),
      );
      assert.deepEqual(
        await ids('&isFavorite=false'),
        screenshots.filter(({ isFavorite }) => !isFavorite).map(({ id }) => id),
      );
      assert.deepEqual(
        await ids(''),
        screenshots.map(({ id }) => id),
      );
    });

    test('does not change the id of the collection, and totalItems counts the filtered records', async () => {
      const { ann, path } = await withScreenshots(7, (index) => index % 3 === 0);
      const favorites = await list(ann, `${path}?isFavorite=true`);
      assert.equal(favorites.id, `${service.base}${path}`);
      assert.equal(favorites.totalItems, 3);
      assert.equal((await list(ann, `${path}?isFavorite=false`)).totalItems, 4);
    });

    test('is part of the page links', async () => {
      const { ann, path } = await withScreenshots(7, (index) => index % 3 === 0);
      const { view } = await list(ann, `${path}?isFavorite=true&limit=2`);
      assert.equal(view.next, `${service.base}${path}?isFavorite=true&limit=2&page=2`);
      assert.equal(view.last, view.next);
    });
  });

  test('a list shows additions, favorites and deletions at once', async () => {
    const ann = await service.newPerson();
    const total = async (path: string) => (await list(ann, path)).totalItems;
    assert.equal(await total('/webpages'), 0);
    const one = await addWebpage(service.store, ann.owner);
    assert.equal(await total('/webpages'), 1);
    const path = `/webpages/${one.id}/screenshots`;
    assert.equal(await total(path), 0);
    const shot = await addScreenshot(service.store, ann.owner, one.id);
    assert.equal(await total(path), 1);
    assert.equal(await total(`${path}?isFavorite=true`), 0);
    await service.store.screenshots.setFavorite(ann.owner, {
      webpageId: one.id,
      id: shot.id,
      isFavorite: true,
      now: new Date(),
    });
    assert.equal(await total(`${path}?isFavorite=true`), 1);
    assert.equal((await list(ann, path)).members[0].isFavorite, true);
    assert.equal((await service.ask(`/webpages/${one.id}`, { as: ann, method: 'DELETE' })).status, 204);
    assert.equal(await total('/webpages'), 0);
  });
});
