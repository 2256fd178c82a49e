import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { ORDERS, type Order, WEBPAGE_SORTS, type WebpageSort } from '../../src/domain/listing.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { Screenshot } from '../../src/domain/screenshot.ts';
import { nameKey, type Webpage } from '../../src/domain/webpage.ts';
import type { Database } from '../../src/store/engine/database.ts';
import { openDatabase, openStore, storeOn } from '../../src/store/open.ts';
import { BLOCK } from '../../src/store/paging/page-index.ts';
import { forEachEngine, type TestDatabase } from '../harness/engines.ts';
import { addPerson, addWebpage, newPicture, newScreenshot, newWebpage } from '../harness/records.ts';
import { PROPERTY_ROUNDS } from '../harness/rounds.ts';

/**
 * Random additions, removals and changes of favorites give the counts, revisions and pages of a plain array.
 * The collections begin just below the size at which the store creates a page index, or with many blocks.
 */
const SIZES = [
  { size: 'about a block', count: BLOCK - 15, numRuns: 4 * PROPERTY_ROUNDS },
  { size: 'many blocks', count: 10 * BLOCK - 15, numRuns: PROPERTY_ROUNDS },
];

const LIMITS = [1, 3, 50, 99, 100];

forEachEngine((engine) => {
  let database: TestDatabase;
  let queries: Database;
  let store: Store;

  before(async () => {
    database = await engine.makeDatabase();
    await (await openStore(database.url)).close();
    queries = await openDatabase(database.url);
    store = storeOn(queries);
  });
  after(async () => {
    await store.close();
    await database.drop();
  });

  /** The size of a block is the number of records from its first record up to that of the next block. */
  async function assertBlocks(
    collection: string,
    orderings: Map<string, { key: string; id: string }[]>,
  ): Promise<void> {
    for (const [ordering, records] of orderings) {
      const rows = await queries.all(
        `SELECT first_key, first_id, size FROM page_blocks
         WHERE collection = $1 AND ordering = $2 ORDER BY first_key, first_id`,
        [collection, ordering],
      );
      const blocks = rows.map((row) => ({
        key: bytesOf(String(row.first_key)),
        id: String(row.first_id),
        size: row.size,
      }));
      const comparePositions = (one: { key: string; id: string }, other: { key: string; id: string }) =>
        compare(one.key, other.key) || compare(one.id, other.id);
      for (const [index, block] of blocks.entries()) {
        const next = blocks[index + 1];
        const within = records.filter(
          (each) => comparePositions(each, block) >= 0 && (!next || comparePositions(each, next) < 0),
        );
        assert.equal(Number(block.size), within.length, `block ${index} of ${ordering}`);
        assert.ok(Number(block.size) <= BLOCK);
      }
    }
  }

  describe('the webpages of an account', () => {
    type Step =
      | { kind: 'add'; group: number; count: number }
      | { kind: 'import'; group: number; count: number }
      | { kind: 'settle' }
      | { kind: 'remove'; from: number; count: number };
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), group: fc.nat(5), count: fc.integer({ min: 1, max: 30 }) }),
      fc.record({ kind: fc.constant('import' as const), group: fc.nat(5), count: fc.integer({ min: 1, max: 60 }) }),
      fc.record({ kind: fc.constant('settle' as const) }),
      fc.record({ kind: fc.constant('remove' as const), from: fc.nat(2000), count: fc.integer({ min: 1, max: 30 }) }),
    );
    const make = (group: number) =>
      newWebpage({
        url: `https://g${group}.example/${draw(50)}`,
        name: `${'AaBbÉé'.charAt(draw(6))}${group}`,
        now: new Date(Date.UTC(2026, 0, 1 + draw(30))),
      });

    for (const { size, count, numRuns } of SIZES)
      test(`are counted and paged like a plain array, with ${size}`, async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
            const { owner } = await addPerson(store);
            let model = Array.from({ length: count }, (_, index) => make(index % 6));
            await store.webpages.addMany(owner, model);
            let { revision } = await store.webpages.state(owner);
            for (const each of steps) {
              if (each.kind === 'add') {
                const added = Array.from({ length: each.count }, () => make(each.group));
                await store.transaction(async (tx) => {
                  for (const webpage of added) await tx.webpages.add(owner, webpage);
                });
                model.push(...added);
              } else if (each.kind === 'import') {
                const added = Array.from({ length: each.count }, () => make(each.group));
                await store.webpages.addMany(owner, added);
                model.push(...added);
              } else if (each.kind === 'settle') {
                await store.webpages.settle(owner);
              } else {
                const sorted = sortedBy(model, 'url');
                const gone = new Set(sorted.slice(each.from % sorted.length).slice(0, each.count));
                await store.transaction(async (tx) => {
                  for (const { id } of gone) await tx.webpages.remove(owner, id);
                });
                model = model.filter((webpage) => !gone.has(webpage));
              }
              const state = await store.webpages.state(owner);
              assert.equal(state.count, model.length);
              assert.ok(state.revision > revision);
              revision = state.revision;
              await assertPages(owner, model, each.kind === 'remove' ? each.from : each.kind.length * 7);
            }
            await assertBlocks(
              owner,
              new Map(
                WEBPAGE_SORTS.map((sort) => [
                  sort,
                  model.map((page) => ({ key: bytesOf(keyOf(page, sort)), id: page.id })),
                ]),
              ),
            );
          }),
          { numRuns, seed: 20_261_115 },
        );
      });

    test('are paged like a plain array, also in the blocks before and after a changed block', async () => {
      const { owner } = await addPerson(store);
      let model = Array.from({ length: 5_000 }, (_, index) => make(index % 6));
      await store.webpages.addMany(owner, model);
      await store.webpages.settle(owner);
      const [sort, limit] = ['url' as const, 100];
      const assertEverywhere = async () => {
        const state = await store.webpages.state(owner);
        const sorted = sortedBy(model, sort).map(({ id }) => id);
        for (const [order, expected] of [['asc', sorted] as const, ['desc', sorted.toReversed()] as const]) {
          for (const page of [1, 2, 3, 4, 5, 24, 25, 26, 27, 48, 49, 50]) {
            const { records: found } = await store.webpages.page(owner, state, { page, limit, order, sort });
            assert.deepEqual(
              found.map(({ id }) => id),
              expected.slice((page - 1) * limit, page * limit),
            );
          }
        }
      };
      await assertEverywhere();
      for (const group of [0, 3, 5]) {
        const added = make(group);
        await store.webpages.add(owner, added);
        model.push(added);
        await assertEverywhere();
        const gone = model[group * 500 + group];
        await store.webpages.remove(owner, gone?.id ?? '');
        model = model.filter((webpage) => webpage !== gone);
        await assertEverywhere();
      }
    });

    async function assertPages(owner: string, model: readonly Webpage[], salt: number): Promise<void> {
      const state = await store.webpages.state(owner);
      for (const [index, sort] of WEBPAGE_SORTS.entries()) {
        const order: Order = ORDERS[(salt + index) % 2] ?? 'asc';
        const expected = sortedBy(model, sort).map(({ id }) => id);
        if (order === 'desc') expected.reverse();
        const limit = LIMITS[(salt + index) % LIMITS.length] ?? 50;
        const last = Math.ceil(expected.length / limit);
        const middle = 1 + ((salt * 31 + index * 17) % last);
        for (const page of new Set([1, middle, Math.min(middle + 1, last), last, last + 1])) {
          const { records: found } = await store.webpages.page(owner, state, { page, limit, order, sort });
          assert.deepEqual(
            found.map(({ id }) => id),
            expected.slice((page - 1) * limit, page * limit),
            `page ${page} of ${limit} by ${sort} ${order}`,
          );
        }
      }
    }
  });

  describe('the screenshots of a webpage', () => {
    type Step =
      | { kind: 'add'; day: number; favorite: boolean; count: number }
      | { kind: 'import'; day: number; favorite: boolean; count: number }
      | { kind: 'mark'; from: number; count: number; favorite: boolean }
      | { kind: 'settle' };
    const several = { day: fc.nat(9), favorite: fc.boolean(), count: fc.integer({ min: 1, max: 60 }) };
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), ...several }),
      fc.record({ kind: fc.constant('import' as const), ...several }),
      fc.record({ kind: fc.constant('mark' as const), ...several, from: fc.nat(3000) }),
      fc.record({ kind: fc.constant('settle' as const) }),
    );
    const picture = newPicture();
    const make = (webpageId: string, day: number, isFavorite: boolean) =>
      newScreenshot(webpageId, { picture, isFavorite, createdAt: new Date(Date.UTC(2026, 0, 1 + day)).toISOString() });

    for (const { size, count, numRuns } of SIZES)
      test(`are counted, filtered and paged like a plain array, with ${size}`, async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
            const { owner } = await addPerson(store);
            const { id: webpageId } = await addWebpage(store, owner);
            let model: Screenshot[] = Array.from({ length: 2 * count }, (_, index) =>
              make(webpageId, index % 10, index % 2 === 0),
            );
            await store.screenshots.addMany(owner, model);
            for (const [turn, each] of steps.entries()) {
              if (each.kind === 'add' || each.kind === 'import') {
                const added = Array.from({ length: each.count }, () => make(webpageId, each.day, each.favorite));
                if (each.kind === 'import') await store.screenshots.addMany(owner, added);
                else {
                  await store.transaction(async (tx) => {
                    for (const screenshot of added) await tx.screenshots.add(owner, screenshot);
                  });
                }
                model.push(...added);
              } else if (each.kind === 'mark') {
                const now = new Date();
                const isFavorite = each.favorite;
                const sorted = model.toSorted((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id));
                const marked = new Set(sorted.slice(each.from % sorted.length).slice(0, each.count));
                await store.transaction(async (tx) => {
                  for (const { id } of marked)
                    await tx.screenshots.setFavorite(owner, { webpageId, id, isFavorite, now });
                });
                model = model.map((screenshot) =>
                  marked.has(screenshot) ? { ...screenshot, isFavorite } : screenshot,
                );
              } else {
                await store.screenshots.settle(owner, webpageId);
              }
              await assertPages(owner, webpageId, model, turn);
            }
            const places = (wanted: (screenshot: Screenshot) => boolean) =>
              model.filter(wanted).map(({ id, createdAt }) => ({ id, key: createdAt }));
            await assertBlocks(
              webpageId,
              new Map([
                ['all', places(() => true)],
                ['favorites', places(({ isFavorite }) => isFavorite)],
                ['others', places(({ isFavorite }) => !isFavorite)],
              ]),
            );
          }),
          { numRuns, seed: 20_261_115 },
        );
      });

    async function assertPages(owner: string, webpageId: string, model: readonly Screenshot[], salt: number) {
      const sorted = model.toSorted((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id));
      for (const [index, isFavorite] of [undefined, true, false].entries()) {
        const expected = sorted.filter((each) => isFavorite === undefined || each.isFavorite === isFavorite);
        const state = await store.screenshots.state(owner, webpageId, isFavorite);
        assert.equal(state?.count, expected.length);
        assert.ok(state);
        const order: Order = ORDERS[(salt + index) % 2] ?? 'asc';
        if (order === 'desc') expected.reverse();
        const limit = LIMITS[(salt + index) % LIMITS.length] ?? 50;
        const last = Math.ceil(expected.length / limit);
        const middle = 1 + ((salt * 31 + index * 17) % last);
        for (const page of new Set([1, middle, Math.min(middle + 1, last), last])) {
          const request = { page, limit, order, isFavorite };
          const { records: found } = await store.screenshots.page(owner, webpageId, state, request);
          assert.deepEqual(
            found.map((each) => [each.id, each.isFavorite]),
            expected.slice((page - 1) * limit, page * limit).map((each) => [each.id, each.isFavorite]),
          );
        }
      }
    }
  });

  test('the pages of every limit have the same order in total', async () => {
    const { owner } = await addPerson(store);
    const all = Array.from({ length: 230 }, () => newWebpage({ id: randomUUIDv7() }));
    await store.webpages.addMany(owner, all);
    const state = await store.webpages.state(owner);
    const expected = sortedBy(all, 'url').map(({ id }) => id);
    for (let limit = 1; limit <= 100; limit += 1) {
      const found: string[] = [];
      for (let page = 1; page <= Math.ceil(230 / limit); page += 1) {
        const { records: some } = await store.webpages.page(owner, state, { page, limit, order: 'asc', sort: 'url' });
        found.push(...some.map(({ id }) => id));
      }
      assert.deepEqual(found, expected, `limit ${limit}`);
    }
  });
});

/** Compares like the databases, by UTF-8 bytes. Every character here is one byte. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

const bytesOf = (text: string) => Buffer.from(text).toString('latin1');

function keyOf(webpage: Webpage, sort: WebpageSort): string {
  if (sort === 'name') return nameKey(webpage.name);
  return { dateCreated: webpage.createdAt, 'isPartOf.name': webpage.groupName, url: webpage.url }[sort];
}

function sortedBy(webpages: readonly Webpage[], sort: WebpageSort): Webpage[] {
  return webpages
    .map((webpage) => ({ webpage, key: bytesOf(keyOf(webpage, sort)) }))
    .sort((a, b) => compare(a.key, b.key) || compare(a.webpage.id, b.webpage.id))
    .map(({ webpage }) => webpage);
}

let drawn = 1;

/** A pseudo-random whole number below `sides`. The sequence is the same in every run. */
function draw(sides: number): number {
  drawn = (drawn * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((drawn / 2_147_483_648) * sides);
}
