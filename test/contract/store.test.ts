import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Store } from '../../src/domain/ports/store.ts';
import { openStore } from '../../src/store/open.ts';
import { forEachEngine, type TestDatabase } from '../harness/engines.ts';
import { addPerson, addScreenshot, addToken, addWebpage, newScreenshot, newWebpage } from '../harness/records.ts';

/** The contract of the store ports, on every engine. */
forEachEngine((engine) => {
  let database: TestDatabase;
  let store: Store;
  before(async () => {
    database = await engine.makeDatabase();
    store = await openStore(database.url);
  });
  after(async () => {
    await store.close();
    await database.drop();
  });
  const notFound = { name: 'Problem', kind: 'not-found' };
  const conflict = { name: 'Problem', kind: 'conflict' };

  describe('accounts', () => {
    test('an e-mail address belongs to one account', async () => {
      const ann = await addPerson(store);
      const again = { id: randomUUIDv7(), email: ann.email, createdAt: '', webpageCount: 0 };
      await assert.rejects(store.accounts.add(again, ''), conflict);
      assert.equal((await store.accounts.findByEmail(ann.email)).id, ann.owner);
    });

    test('an unknown account is not-found', async () => {
      await assert.rejects(store.accounts.findByEmail('nobody@example.org'), notFound);
      await assert.rejects(store.accounts.setPassword(randomUUIDv7(), 'x'), notFound);
      await assert.rejects(addWebpage(store, randomUUIDv7()), notFound);
    });

    test('text that PostgreSQL cannot store is invalid', async () => {
      // SQLite stores any text, so the account is only not found.
      const refused = engine.name === 'postgres' ? { name: 'Problem', kind: 'invalid' } : notFound;
      await assert.rejects(store.accounts.findByEmail('a\0b@example.org'), refused);
    });

    test('the list shows the number of webpages of each account', async () => {
      const ann = await addPerson(store);
      await addWebpage(store, ann.owner);
      await addWebpage(store, ann.owner);
      assert.equal((await store.accounts.findByEmail(ann.email)).webpageCount, 2);
      assert.equal((await store.accounts.list()).find(({ id }) => id === ann.owner)?.webpageCount, 2);
    });
  });

  describe('ownership', () => {
    test('no method reads or writes records of another owner', async () => {
      const [ann, bob] = [await addPerson(store), await addPerson(store)];
      const webpage = await addWebpage(store, ann.owner);
      const shot = await addScreenshot(store, ann.owner, webpage.id);
      const mark = { webpageId: webpage.id, id: shot.id, isFavorite: true, now: new Date() };
      assert.equal(await store.webpages.find(bob.owner, webpage.id), undefined);
      assert.equal(await store.screenshots.find(bob.owner, webpage.id, shot.id), undefined);
      assert.equal(await store.screenshots.state(bob.owner, webpage.id, undefined), undefined);
      await assert.rejects(store.webpages.remove(bob.owner, webpage.id), notFound);
      await assert.rejects(store.screenshots.setFavorite(bob.owner, mark), notFound);
      await assert.rejects(addScreenshot(store, bob.owner, webpage.id), notFound);
      await assert.rejects(store.screenshots.addMany(bob.owner, [newScreenshot(webpage.id)]), notFound);
      await assert.rejects(store.screenshots.settle(bob.owner, webpage.id), notFound);
      await assert.rejects(store.tokens.revoke(bob.owner, ann.tokenId), notFound);
      assert.deepEqual(await store.tokens.list(randomUUIDv7()), []);
      assert.deepEqual(await store.webpages.state(bob.owner), { count: 0, revision: 0 });
      const state = await store.screenshots.state(ann.owner, webpage.id, undefined);
      assert.ok(state);
      const request = { page: 1, limit: 50, order: 'asc', sort: 'url' } as const;
      const others = await store.webpages.state(ann.owner);
      assert.deepEqual((await store.webpages.page(bob.owner, others, request)).records, []);
      await assert.rejects(store.screenshots.page(bob.owner, webpage.id, state, { ...request }), { kind: 'not-found' });
    });

    test('an identifier is unique across owners, and a refused record changes nothing', async () => {
      const [ann, bob] = [await addPerson(store), await addPerson(store)];
      const webpage = await addWebpage(store, ann.owner);
      await assert.rejects(store.webpages.add(bob.owner, newWebpage({ id: webpage.id })), conflict);
      assert.deepEqual(await store.webpages.state(bob.owner), { count: 0, revision: 0 });
    });
  });

  describe('transactions', () => {
    test('a transaction that throws changes nothing', async () => {
      const ann = await addPerson(store);
      const before = await store.webpages.state(ann.owner);
      await assert.rejects(
        store.transaction(async (tx) => {
          const webpage = await addWebpage(tx, ann.owner);
          await addScreenshot(tx, ann.owner, webpage.id);
          assert.equal((await tx.webpages.find(ann.owner, webpage.id))?.id, webpage.id);
          throw new Error('no');
        }),
        { message: 'no' },
      );
      assert.deepEqual(await store.webpages.state(ann.owner), before);
    });

    test('other connections do not see uncommitted records', async () => {
      const ann = await addPerson(store);
      await store.transaction(async (tx) => {
        const webpage = await addWebpage(tx, ann.owner);
        assert.equal(await store.webpages.find(ann.owner, webpage.id), undefined);
        assert.equal((await store.webpages.state(ann.owner)).count, 0);
      });
      assert.equal((await store.webpages.state(ann.owner)).count, 1);
    });

    test('a transaction cannot be nested, and cannot close the store', async () => {
      await store.transaction(async (tx) => {
        await assert.rejects(tx.transaction(async () => undefined));
        await assert.rejects(tx.close());
      });
    });

    test('concurrent writers of several processes lose no update', async () => {
      const others = await Promise.all(Array.from({ length: 3 }, () => openStore(database.url)));
      const ann = await addPerson(store);
      const first = await addWebpage(store, ann.owner);
      await Promise.all(
        [store, ...others].flatMap((each) =>
          Array.from({ length: 10 }, async () => {
            const webpage = await addWebpage(each, ann.owner);
            await addScreenshot(each, ann.owner, first.id, { isFavorite: true });
            await each.webpages.remove(ann.owner, webpage.id);
          }),
        ),
      );
      assert.equal((await store.webpages.state(ann.owner)).count, 1);
      assert.equal((await store.screenshots.state(ann.owner, first.id, true))?.count, 40);
      for (const other of others) {
        assert.deepEqual(await other.webpages.state(ann.owner), await store.webpages.state(ann.owner));
        await other.close();
      }
    });

    test('concurrent changes of favorites keep the count right', async () => {
      const ann = await addPerson(store);
      const { id: webpageId } = await addWebpage(store, ann.owner);
      const shots = [];
      for (let index = 0; index < 6; index += 1) shots.push(await addScreenshot(store, ann.owner, webpageId));
      const marks = shots.flatMap(({ id }) => [true, false, true].map((isFavorite) => ({ id, isFavorite })));
      await Promise.all(
        marks.map((mark) => store.screenshots.setFavorite(ann.owner, { webpageId, ...mark, now: new Date() })),
      );
      const found = await Promise.all(shots.map(({ id }) => store.screenshots.find(ann.owner, webpageId, id)));
      const favorites = found.filter((shot) => shot?.isFavorite).length;
      assert.equal((await store.screenshots.state(ann.owner, webpageId, true))?.count, favorites);
      assert.equal((await store.screenshots.state(ann.owner, webpageId, false))?.count, 6 - favorites);
    });
  });

  test('setting a favorite again changes neither the record nor the counts', async () => {
    const ann = await addPerson(store);
    const { id: webpageId } = await addWebpage(store, ann.owner);
    const shot = await addScreenshot(store, ann.owner, webpageId, { isFavorite: true });
    await store.screenshots.setFavorite(ann.owner, { webpageId, id: shot.id, isFavorite: true, now: new Date() });
    assert.deepEqual(await store.screenshots.find(ann.owner, webpageId, shot.id), shot);
    assert.equal((await store.screenshots.state(ann.owner, webpageId, true))?.count, 1);
    const nobody = { webpageId, id: randomUUIDv7(), isFavorite: true, now: new Date() };
    await assert.rejects(store.screenshots.setFavorite(ann.owner, nobody), notFound);
    assert.equal((await store.screenshots.state(ann.owner, webpageId, true))?.count, 1);
  });

  test('records are read back with every character unchanged', async () => {
    const ann = await addPerson(store);
    const webpage = newWebpage({
      name: `'"\\%_;-- \u00e9 e\u0301 ﬀ 🗻 \u{10FFFF} \u200d`,
      url: 'https://example.org/?a=\'&b="%00%zz',
      keywords: ['"', '\\', "'", '[]', 'null', '🗻'],
    });
    await store.webpages.add(ann.owner, webpage);
    assert.deepEqual(await store.webpages.find(ann.owner, webpage.id), webpage);
    const shot = await addScreenshot(store, ann.owner, webpage.id, { isFavorite: true });
    assert.deepEqual(await store.screenshots.find(ann.owner, webpage.id, shot.id), shot);
  });

  test('the list of tokens shows everything but hashes', async () => {
    const ann = await addPerson(store);
    await addToken(store, ann.owner);
    const tokens = await store.tokens.list(ann.owner);
    assert.equal(tokens.length, 2);
    assert.deepEqual(Object.keys(tokens[0] ?? {}).toSorted(), [
      'createdAt',
      'expiresAt',
      'id',
      'lastUsedAt',
      'name',
      'networks',
      'scopes',
    ]);
  });
});
