import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PageSql } from '../../src/store/engine/database.ts';
import { openStore } from '../../src/store/open.ts';
import { gatherPages, together } from '../../src/store/paging/gather-pages.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson, newWebpage } from '../harness/records.ts';

const LIST: PageSql = { members: 'SELECT $1', revision: '$2' };
const OTHER: PageSql = { members: 'SELECT 2 * $1', revision: '$2' };

type Rows = { rows: Record<string, unknown>[] };

/** A database that answers when it is told to. */
function slowDatabase() {
  const asked: { sql: string; columns: readonly unknown[]; answer(rows: Rows): void; fail(error: Error): void }[] = [];
  const join = gatherPages((sql, columns) => {
    const { promise, resolve, reject } = Promise.withResolvers<Rows>();
    asked.push({ sql, columns, answer: resolve, fail: reject });
    return promise;
  });
  const want = async (n: number, page = LIST) => join({ head: `${n}[`, tail: ']' }, page, [`page ${n}`, 7]);
  const questions = async (count: number) => {
    while (asked.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
    return asked;
  };
  return { want, questions };
}

const rowsOf = (...texts: (string | null)[]): Rows => ({
  rows: texts.map((text, index) => ({ place: index + 1, revision: 7, text: text && Buffer.from(text) })),
});

const textOf = ({ list, revision }: { list: string | Buffer; revision?: number }) => `${list} at ${revision}`;

describe('pages that are wanted from PostgreSQL', () => {
  test('at the same time are asked for together, and each comes to whom it belongs', async () => {
    const { want, questions } = slowDatabase();
    const pages = [want(1), want(2), want(3)];
    const [question] = await questions(1);
    assert.deepEqual(question?.columns, [
      ['page 1', 'page 2', 'page 3'],
      [7, 7, 7],
    ]);
    assert.match(question?.sql ?? '', /unnest\(\$1::text\[\], \$2::bigint\[\]\)/);
    const { rows } = rowsOf('1[a]', null, '3[c]');
    question?.answer({ rows: rows.toReversed() });
    assert.deepEqual((await Promise.all(pages)).map(textOf), ['1[a] at 7', '2[] at 7', '3[c] at 7']);
  });

  test('while two questions are under way wait for the first that is back', async () => {
    const { want, questions } = slowDatabase();
    const first = want(1);
    await questions(1);
    const second = want(2);
    const [question] = await questions(2);
    const later = [want(3), want(4)];
    question?.answer(rowsOf('1'));
    await first;
    const [, , third] = await questions(3);
    assert.deepEqual(third?.columns[0], ['page 3', 'page 4']);
    third?.answer(rowsOf('3', '4'));
    assert.deepEqual((await Promise.all(later)).map(textOf), ['3 at 7', '4 at 7']);
    (await questions(3))[1]?.answer(rowsOf('2'));
    assert.equal(textOf(await second), '2 at 7');
  });

  test('are not held up by questions that take long', async () => {
    const { want, questions } = slowDatabase();
    for (const [n, page] of [LIST, OTHER].entries()) want(n, page).catch(() => undefined);
    await questions(2);
    const page = want(3);
    (await questions(3))[2]?.answer(rowsOf('3'));
    assert.equal(textOf(await page), '3 at 7');
  });

  test('of different kinds are asked for apart, and fail apart', async () => {
    const { want, questions } = slowDatabase();
    const [one, other] = [want(1), want(2, OTHER)];
    const [first, second] = await questions(2);
    first?.fail(new Error('gone'));
    second?.answer(rowsOf('2'));
    await assert.rejects(one, /gone/);
    assert.equal(textOf(await other), '2 at 7');
  });

  test('are asked for sixteen at a time', async () => {
    const { want, questions } = slowDatabase();
    for (let n = 0; n < 20; n += 1) want(n).catch(() => undefined);
    const asked = await questions(2);
    assert.deepEqual(
      asked.map(({ columns }) => (columns[0] as unknown[]).length),
      [16, 4],
    );
  });

  test('keep the texts of their records as they are', () => {
    const page = { members: "SELECT 'it''s $1/' || $1 || '$2' AS member", revision: '$2' };
    assert.match(together(page, ['a', 1]), /\(SELECT 'it''s \$1\/' \|\| asked\.p1 \|\| '\$2' AS member\)/);
  });
});

forEachEngine((engine) => {
  test('pages that two people ask for at once come to the one whose they are', async (t) => {
    const place = await engine.makeDatabase();
    t.after(() => place.drop());
    const store = await openStore(place.url);
    t.after(() => store.close());
    const people = await Promise.all(
      ['Ada', 'Bob'].map(async (name) => {
        const { owner } = await addPerson(store);
        const webpages = Array.from({ length: 60 }, (_, n) => newWebpage({ name: `${name} ${n + 10}` }));
        await store.webpages.addMany(owner, webpages);
        return { name, owner, state: await store.webpages.state(owner) };
      }),
    );
    const member = { texts: ['', ''], holes: [{ field: 'name', as: 'text' }] } as const;
    const asked = people.flatMap(({ name, owner, state }) =>
      [1, 2, 3, 4, 5, 6].map(async (page) => {
        const request = { sort: 'name', order: 'asc', page, limit: 10 } as const;
        const { list } = await store.webpages.writePage(owner, state, request, { head: '', member, tail: '' });
        const expected = Array.from({ length: 10 }, (_, n) => `${name} ${page * 10 + n}`);
        assert.equal(String(list), expected.join(','));
      }),
    );
    await Promise.all(asked);
  });
});
