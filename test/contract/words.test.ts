import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { PageText } from '../../src/domain/page-text.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { Database } from '../../src/store/engine/database.ts';
import { DIALECTS } from '../../src/store/engine/dialect.ts';
import { textUse } from '../../src/store/migrations/0019-text-use.ts';
import { openDatabase, openStore, storeOn } from '../../src/store/open.ts';
import { snapshotSqlite } from '../../src/store/snapshot.ts';
import { captureAs } from '../harness/changes.ts';
import { forEachEngine, type TestDatabase } from '../harness/engines.ts';
import { addPerson, addScreenshot, newPicture } from '../harness/records.ts';
import { addTracked } from '../harness/tracked.ts';
import { pageText, wordQuery } from '../harness/words.ts';

const AT = (hour: number) => new Date(Date.parse('2026-05-03T00:00:00.000Z') + hour * 3_600_000);

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

  async function newPage() {
    const { owner } = await addPerson(store);
    const { id } = await addTracked(store, owner, { readyAt: AT(0) });
    const capture = (hour: number, text: PageText | undefined, draft = {}) =>
      captureAs(store, owner, id, { at: AT(hour), text, ...draft });
    const search = async (text: string, scope: 'current' | 'all' = 'all') =>
      (await store.words.search(owner, wordQuery(text, scope), { after: undefined, limit: 10, spans: 10 })).results;
    return { owner, id, capture, search };
  }

  const counts = async () => {
    const of = async (table: string) => Number((await queries.get(`SELECT count(*) AS n FROM ${table}`))?.n);
    return [await of('passages'), await of('texts'), await of('text_runs'), await of('passage_spans')];
  };

  test('an error page neither ends nor begins a span', async () => {
    const { capture, search } = await newPage();
    await capture(1, pageText('A promise'));
    const error = { screenshot: { verdict: 'http-error' }, failing: 'The site answered with HTTP status 500.' };
    await capture(2, pageText('Internal server error'), error);
    const last = await capture(3, pageText('A promise'));
    const [found] = await search('promise');
    assert.equal(found?.spanCount, 1);
    assert.equal(found?.spans[0]?.last.id, last);
    assert.deepEqual(await search('internal'), []);
  });

  test('captures without words are unknown, and end a span', async () => {
    const { owner, id, capture, search } = await newPage();
    const old = await addScreenshot(store, owner, id, { createdAt: AT(0).toISOString() });
    await capture(1, pageText('A promise'));
    const wordless = await capture(2, undefined);
    await capture(3, pageText('A promise'));
    const [found] = await search('promise');
    const [newer, older] = found?.spans ?? [];
    assert.deepEqual(older?.before, { kind: 'unknown', capture: { id: old.id, at: old.createdAt } });
    assert.deepEqual(older?.after, { kind: 'unknown', capture: { id: wordless, at: AT(2).toISOString() } });
    assert.deepEqual(newer?.before, older?.after);
    assert.deepEqual(newer?.after, { kind: 'none' });
    assert.equal(await store.words.textOf(owner, id, old.id), undefined);
    assert.deepEqual(
      await Promise.all([old.id, wordless, newer?.last.id ?? ''].map((each) => store.words.has(owner, id, each))),
      [false, false, true],
    );
    assert.equal(await store.words.has((await addPerson(store)).owner, id, newer?.last.id ?? ''), false);
  });

  test('pages of a search give a common word on each webpage once, whatever their length', async () => {
    const { owner } = await addPerson(store);
    const expected: string[] = [];
    for (let number = 0; number < 40; number += 1) {
      const { id } = await addTracked(store, owner, { url: `https://common.example/${number}`, readyAt: AT(0) });
      const texts = ['common first', 'common second', `common ${number}`];
      await captureAs(store, owner, id, { at: AT(number), text: pageText(...texts) });
      await captureAs(store, owner, id, { at: AT(number + 0.5), text: pageText('gone') });
      expected.unshift(id);
    }
    for (const limit of [7, 20, 60]) {
      const found: string[] = [];
      let pages = 0;
      for (let after: number | undefined; ; pages += 1) {
        const query = wordQuery('common');
        const { results, next } = await store.words.search(owner, query, { after, limit, spans: 1 });
        for (const { webpage, spanCount, spans } of results) {
          found.push(webpage.id);
          assert.deepEqual([spanCount, spans[0]?.after.kind], [1, 'without']);
        }
        if (next === undefined) break;
        after = next;
      }
      assert.deepEqual(found, expected);
      assert.ok(pages <= 40 / limit + 1, `${pages} pages of ${limit}`);
    }
  });

  test('words of a capture in the trash do not hide older matches', async () => {
    const { owner } = await addPerson(store);
    const add = async (number: number) => {
      const { id } = await addTracked(store, owner, { url: `https://rare.example/${number}`, readyAt: AT(0) });
      const capture = (hour: number, ...texts: string[]) =>
        captureAs(store, owner, id, { at: AT(hour), text: pageText(...texts) });
      return { id, capture };
    };
    const [older, newer] = [await add(1), await add(2)];
    await older.capture(1, 'tapir here');
    await newer.capture(2, ...Array.from({ length: 60 }, (_, number) => `tapir ${number}`));
    const trashed = await newer.capture(3, 'tapir there');
    await store.trash.putCapture(owner, { webpageId: newer.id, id: trashed }, AT(4));
    const request = { after: undefined, limit: 10, spans: 10 };
    const { results } = await store.words.search(owner, wordQuery('tapir'), request);
    assert.deepEqual(
      results.map(({ webpage, spanCount }) => [webpage.id, spanCount]),
      [
        [newer.id, 1],
        [older.id, 1],
      ],
    );
  });

  test('a search finds a word that is common only until another capture is recorded', async () => {
    const { owner, id, capture } = await newPage();
    const lines = (text: string, count: number) => Array.from({ length: count }, (_, number) => `${text} ${number}`);
    await capture(1000, pageText(...lines('quokka', 10)));
    let isRecorded = false;
    const all: Database['all'] = async (...statement) => {
      const rows = await queries.all(...statement);
      if (!isRecorded) {
        isRecorded = true;
        const other = await newPage();
        await other.capture(1001, pageText(...lines('another text', 100)));
      }
      return rows;
    };
    const request = { after: undefined, limit: 10, spans: 10 };
    const { results } = await storeOn({ ...queries, all }).words.search(owner, wordQuery('quokka'), request);
    assert.deepEqual(
      results.map(({ webpage }) => webpage.id),
      [id],
    );
  });

  test('an unchanged capture adds no row', async () => {
    const { capture } = await newPage();
    await capture(1, pageText('One', 'Two'));
    const before = await counts();
    for (let hour = 2; hour < 6; hour += 1) await capture(hour, pageText('One', 'Two'), { same: true });
    assert.deepEqual(await counts(), before);
  });

  test('texts with operators and quotation marks of a query language are only words', async () => {
    const { capture, search, id } = await newPage();
    const text = `AND OR NOT NEAR(a b) "x" 'y' * : ^ - {c} \\ %_; DROP TABLE passages -- ${'x'.repeat(3000)} \u202eabc\u202c e\u0301`;
    await capture(1, pageText(text, '\ud800 lone', 'zero\0byte'));
    for (const query of [
      'AND',
      '"or not near"',
      'NEAR(a',
      '"drop table passages"',
      `y'`,
      'c}',
      'abc',
      'é',
      'lone',
      '"zero byte"',
      'x'.repeat(990),
    ]) {
      const found = await search(query);
      // A word of 990 letters is divided, and begins as the one of 3,000 does.
      assert.deepEqual(
        found.map(({ webpage }) => webpage.id),
        query.length > 900 ? [] : [id],
        query,
      );
    }
  });

  test('an exact search compares case, diacritics, width and punctuation at the place of the words', async () => {
    const { owner, id, capture } = await newPage();
    await capture(
      1,
      pageText(
        'Cafe\u0301 and Kraft\u00adfahr\u00adzeug',
        '129,50\u00a0€',
        'Zurich and Zürichsee',
        'a b A b a',
        'Ｗide x\u0323 „Zitat“',
      ),
    );
    const finds = async (text: string) => {
      const request = { after: undefined, limit: 10, spans: 1 };
      const { results } = await store.words.search(owner, wordQuery(text, 'current', true), request);
      return results.map(({ webpage, passages }) => [webpage.id, ...passages]);
    };
    for (const [query, isFound] of [
      ['Café', true],
      ['Cafe\u0301', true],
      ['Cafe', false],
      ['café', false],
      ['Kraftfahrzeug', true],
      ['"129,50 €"', true],
      ['"129.50 €"', false],
      ['Zürich', false],
      ['Zurich', true],
      ['"A b a"', true],
      ['"b a b"', false],
      ['Wide', false],
      ['Ｗide', true],
      ['x', false],
      ['x\u0323', true],
      ['Zitat', true],
      ['Café -Zürich', true],
      ['Café -Zürichsee', false],
    ] as const) {
      assert.equal((await finds(query)).length, isFound ? 1 : 0, query);
    }
    assert.deepEqual(await finds('Zürichsee Kraftfahrzeug'), [
      [id, 'Zurich and Zürichsee', 'Cafe\u0301 and Kraft\u00adfahr\u00adzeug'],
    ]);
  });

  test('an exact search goes through the webpages where other spellings are common', async () => {
    const { owner } = await addPerson(store);
    const expected: string[] = [];
    for (let number = 0; number < 30; number += 1) {
      const { id } = await addTracked(store, owner, { url: `https://fruit.example/${number}`, readyAt: AT(0) });
      const texts = Array.from({ length: 10 }, (_, line) => `apple tree ${line}`);
      await captureAs(store, owner, id, { at: AT(number), text: pageText(...texts, number % 10 === 3 ? 'Apple' : '') });
      if (number % 10 === 3) expected.unshift(id);
    }
    for (const limit of [1, 10]) {
      const found: string[] = [];
      for (let after: number | undefined, pages = 0; ; pages += 1) {
        assert.ok(pages <= 4, `${pages} pages of ${limit}`);
        const { results, next } = await store.words.search(owner, wordQuery('Apple', 'all', true), {
          ...{ after, limit, spans: 1 },
        });
        found.push(...results.map(({ webpage }) => webpage.id));
        if (next === undefined) break;
        after = next;
      }
      assert.deepEqual(found, expected);
    }
  });

  test('a site is found by its name, its address and the name of a host, also in letters that are not ASCII', async () => {
    const { owner } = await addPerson(store);
    const add = async (url: string) => {
      const { id } = await addTracked(store, owner, { url, readyAt: AT(0) });
      await captureAs(store, owner, id, { at: AT(1), text: pageText('Merger') });
      return id;
    };
    const [plain, umlaut] = [await add('https://www.example.org/'), await add('https://bücher.example/')];
    for (const [site, expected] of [
      ['example.org', [plain]],
      ['www.Example.org', [plain]],
      ['https://www.example.org/page', [plain]],
      ['bücher.example', [umlaut]],
      ['BÜCHER.example', [umlaut]],
      ['xn--bcher-kva.example', [umlaut]],
      ['example', []],
      ['[', []],
    ] as const) {
      const query = wordQuery(`merger site:${site}`);
      const { results } = await store.words.search(owner, query, { after: undefined, limit: 10, spans: 1 });
      assert.deepEqual(
        results.map(({ webpage }) => webpage.id),
        expected,
        site,
      );
    }
  });

  test('two captures at once keep their words', async () => {
    const { owner } = await addPerson(store);
    const other = await openStore(database.url);
    try {
      const pages = await Promise.all(Array.from({ length: 6 }, () => addTracked(store, owner, { readyAt: AT(0) })));
      const text = pageText(...Array.from({ length: 40 }, (_, n) => `simultaneous passage ${n}`));
      await Promise.all(pages.map(({ id }, n) => captureAs(n % 2 ? store : other, owner, id, { at: AT(1), text })));
      const request = { after: undefined, limit: 10, spans: 1 };
      const { results } = await store.words.search(owner, wordQuery('"simultaneous passage 39"'), request);
      assert.equal(results.length, 6);
      for (const { id } of pages) {
        const { results: shown } = await store.words.search(owner, wordQuery('simultaneous'), request);
        assert.ok(shown.some(({ webpage }) => webpage.id === id));
      }
    } finally {
      await other.close();
    }
  });

  test('a capture that is not recorded leaves no words', async () => {
    const { owner, id, capture, search } = await newPage();
    await capture(1, pageText('Kept'));
    const before = await counts();
    const failing = storeOn(failAfterWords(queries));
    await assert.rejects(captureAs(failing, owner, id, { at: AT(2), text: pageText('Interrupted') }), /interrupted/);
    assert.deepEqual(await counts(), before);
    assert.deepEqual(await search('interrupted'), []);
  });

  test('a sweep removes erased words from all tables and the index', async () => {
    const { owner, id, capture, search } = await newPage();
    const others = Array.from({ length: 200 }, (_, n) => `Stays ${'kept '.repeat(n)}${n}`);
    // Short passages, and long ones that take several database pages.
    const planted = Array.from({ length: 200 }, (_, n) => `Plantedphrase zebraword ${'gone '.repeat(n * 4)}${n}`);
    const mixed = others.flatMap((other, n) => [other, planted[n] ?? '']);
    const first = await capture(1, pageText('Stays', 'Plantedphrase zebraword', ...mixed));
    await capture(2, pageText('Stays', ...others));
    const isInFiles = async () => (await filesOf(queries, database.url)).some((bytes) => /ebraword/.test(bytes));
    assert.equal(await isInFiles(), true);
    await store.trash.putCapture(owner, { webpageId: id, id: first }, AT(3));
    assert.deepEqual(await search('zebraword'), []);
    await store.trash.restoreCapture(owner, first);
    assert.equal((await search('zebraword'))[0]?.spans[0]?.first.id, first);
    await store.trash.putCapture(owner, { webpageId: id, id: first }, AT(3));
    await store.trash.erase(owner, first);
    while (await store.removals.dismantle(100));
    const { from, has, parameterOf } = queries.wordIndex;
    const indexed = (word: string) => queries.all(`SELECT p.id FROM ${from} WHERE ${has('$1')}`, [parameterOf([word])]);
    assert.deepEqual(await indexed('zebraword'), []);
    assert.equal((await queries.get("SELECT count(*) AS n FROM passages WHERE words LIKE '%zebra%'"))?.n, 0);
    assert.equal((await search('stays', 'current')).length, 1);
    // While PostgreSQL analyses a table by itself, it keeps dead rows.
    for (let tries = 0; tries < 20 && (await isInFiles()); tries += 1) await delay(100);
    assert.equal(await isInFiles(), false);
    await store.trash.putWebpage(owner, id, AT(4));
    assert.deepEqual(await search('stays'), []);
    await store.trash.restoreWebpage(owner, id, () => AT(5));
    assert.equal((await search('stays')).length, 1);
  });

  test('text counts in the use of its account until it is erased, and an unchanged text takes nothing', async () => {
    const { owner, id, capture } = await newPage();
    const picture = { screenshot: { picture: { ...newPicture(), bytes: 1000 } } };
    const used = async () => (await store.people.find(owner)).use.bytes - 1000;
    const counted = async () => {
      const sum = await queries.get(
        `SELECT (SELECT sum(octet_length(content || words)) FROM passages WHERE webpage_id = $1)
           + (SELECT sum(octet_length(passages || page)) FROM texts WHERE webpage_id = $1) AS bytes`,
        [id],
      );
      return Number(sum?.bytes ?? 0);
    };
    await capture(1, pageText('Grüße 😀', 'Zwei'), picture);
    const one = await used();
    assert.equal(one, await counted());
    assert.ok(one > 2 * Buffer.byteLength('Grüße 😀'));
    const second = await capture(2, pageText('Zwei', 'Drei'), picture);
    const both = await used();
    assert.equal(both, await counted());
    for (const hour of [3, 4]) await capture(hour, pageText('Grüße 😀', 'Zwei'), picture);
    await capture(2.5, pageText('Zwei', 'Drei'), picture);
    assert.equal(await used(), both);
    await capture(2.7, pageText('late'), picture);
    assert.equal(await used(), await counted());
    const all = await used();
    assert.ok(all > both);
    await store.trash.putCapture(owner, { webpageId: id, id: second }, AT(5));
    assert.equal(await used(), all);
    await store.trash.restoreCapture(owner, second);
    const late = (await queries.all('SELECT id FROM screenshots WHERE webpage_id = $1 ORDER BY created_at', [id]))[3];
    await store.trash.putCapture(owner, { webpageId: id, id: String(late?.id) }, AT(5));
    await store.trash.erase(owner, String(late?.id));
    while (await store.removals.dismantle(100));
    assert.equal(await used(), both);
    await store.trash.putWebpage(owner, id, AT(6));
    assert.equal(await used(), both);
    assert.deepEqual(await wrongBytes(store), []);
    await store.trash.erase(owner, id);
    while (await store.removals.dismantle(1));
    assert.equal(await used(), -1000, 'the picture is gone, too');
    assert.deepEqual(await wrongBytes(store), []);
  });

  test('an upgrade counts the text of an archive once, and the doctor corrects a wrong size', async () => {
    const { owner, id, capture } = await newPage();
    await capture(1, pageText('One', 'Two'));
    await capture(2, pageText('Two', 'Three'));
    const used = async () => (await store.people.find(owner)).use.bytes;
    const right = await used();
    await queries.run(`UPDATE account_use SET bytes = bytes
      - coalesce((SELECT sum(t.bytes) FROM text_use t WHERE t.account_id = account_use.account_id), 0)`);
    assert.ok((await used()) < right);
    await queries.migrate(async (_tx, exec, changeSchema) => {
      await changeSchema(async () => {
        await exec('DROP TABLE text_use');
        await exec(textUse(DIALECTS[engine.name]));
      });
    });
    assert.equal(await used(), right);
    const wrong = {
      'UPDATE text_use SET bytes = bytes + 7': ['bytes of text of webpage', 'bytes of account'],
      'DELETE FROM text_use': ['bytes of text of webpage', 'bytes of account'],
      'UPDATE account_use SET bytes = bytes + 7': ['bytes of account'],
    };
    for (const [damage, kinds] of Object.entries(wrong)) {
      await queries.run(`${damage} WHERE ${damage.includes('text_use') ? 'webpage_id' : 'account_id'} = $1`, [
        damage.includes('text_use') ? id : owner,
      ]);
      const found = await wrongBytes(store);
      assert.deepEqual(
        found.map(({ of }) => of),
        kinds,
      );
      for (const finding of found) await store.check.mend(finding);
      assert.deepEqual(await wrongBytes(store), []);
      assert.equal(await used(), right);
    }
  });

  test('the doctor notices wrong spans and a lost index, and mends them', async () => {
    const { id, capture, search } = await newPage();
    await capture(1, pageText('One', 'Two'));
    await capture(2, pageText('Two'));
    const find = async () => {
      const findings = [];
      for await (const each of store.check.compare(() => undefined)) if (/^word/.test(each.kind)) findings.push(each);
      return findings;
    };
    assert.deepEqual(await find(), []);
    await queries.run('DELETE FROM passage_spans WHERE passage_id IN (SELECT id FROM passages WHERE webpage_id = $1)', [
      id,
    ]);
    assert.deepEqual(await find(), [{ kind: 'words', id }]);
    await store.check.mend({ kind: 'words', id });
    assert.deepEqual(await find(), []);
    assert.equal((await search('two', 'current')).length, 1);
    if (engine.name === 'postgres') return;
    await queries.run("INSERT INTO passage_index (passage_index) VALUES ('delete-all')");
    assert.deepEqual(await find(), [{ kind: 'word index' }]);
    await store.check.mend({ kind: 'word index' });
    assert.deepEqual(await find(), []);
    assert.equal((await search('two')).length, 1);
  });
});

async function wrongBytes(store: Store) {
  const findings = await Array.fromAsync(store.check.compare(() => undefined));
  return findings.filter((each) => each.kind === 'count');
}

/**
 * The bytes of all files with words, and of a new backup of SQLite. SQLite overwrites unused space in the next checkpoint,
 * PostgreSQL when all rows are written anew.
 */
async function filesOf(queries: Database, url: string): Promise<string[]> {
  if (queries.engine === 'sqlite') {
    const path = url.slice('sqlite:'.length);
    const connection = new DatabaseSync(path);
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    connection.close();
    await snapshotSqlite(path, `${path}-backup`, () => undefined);
    return [path, `${path}-wal`, `${path}-backup`]
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, 'latin1'));
  }
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('VACUUM FULL');
    await client.query('CHECKPOINT');
    const { rows } = await client.query(
      `SELECT encode(pg_read_binary_file(pg_relation_filepath(oid)), 'escape') AS bytes FROM pg_class
       WHERE relkind IN ('r', 'i', 't') AND relname !~ '^pg_[a-su-z]'`,
    );
    return rows.map(({ bytes }) => String(bytes));
  } finally {
    await client.end();
  }
}

/** A database whose transactions fail behind the last statement about words. */
function failAfterWords(queries: Database): Database {
  return {
    ...queries,
    transaction: (work, keeping) =>
      queries.transaction(async (tx) => {
        const result = await work(tx);
        if (await tx.get("SELECT 1 AS found FROM passages WHERE words = 'interrupted'")) throw new Error('interrupted');
        return result;
      }, keeping),
  };
}
