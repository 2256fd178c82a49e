import type { Database } from '../../src/store/engine/database.ts';
import { openDatabase, openStore, storeOn } from '../../src/store/open.ts';
import { captureAs } from '../../test/harness/changes.ts';
import { addPerson } from '../../test/harness/records.ts';
import { addTracked } from '../../test/harness/tracked.ts';
import { pageText } from '../../test/harness/words.ts';
import type { Row } from '../report.ts';

const CAPTURES = 2000;

/** The bytes that the tables of words take for a capture in which nothing changed. */
export async function diskOfUnchanged(engine: string, url: string): Promise<Row> {
  await (await openStore(url)).close();
  const database = await openDatabase(url);
  const store = storeOn(database);
  try {
    const { owner } = await addPerson(store);
    const { id } = await addTracked(store, owner, { readyAt: new Date(0) });
    const text = pageText(
      ...Array.from({ length: 150 }, (_, line) => `Passage ${line} of a page that does not change`),
    );
    await captureAs(store, owner, id, { text });
    const before = await sizeOf(database);
    for (let n = 0; n < CAPTURES; n += 1) await captureAs(store, owner, id, { text, same: true });
    const bytes = ((await sizeOf(database)) - before) / CAPTURES;
    return {
      work: `${engine}: text and index on disk for an unchanged capture (${CAPTURES.toLocaleString('en')} of them)`,
      figure: `${bytes.toFixed(1)} bytes`,
      against: 'bytes',
      ratio: bytes,
      bar: { atMost: 200 },
    };
  } finally {
    await store.close();
  }
}

/** Of the tables of words and their indexes. SQLite counts free pages of the file as used. */
async function sizeOf(database: Database): Promise<number> {
  const tables = ['passages', 'texts', 'text_runs', 'passage_spans'];
  if (database.engine === 'postgres') {
    const sizes = tables.map((table) => `pg_total_relation_size('${table}')`).join(' + ');
    return Number((await database.get(`SELECT ${sizes} AS bytes`))?.bytes);
  }
  // This build of SQLite cannot tell the size of a table. Their rows and those of the shadow tables tell it.
  const columns = {
    text_runs: 'length(first_at) * 2 + length(first_id) * 2 + 60',
    passage_spans: '30',
    texts: 'length(passages) + 80',
  };
  const parts = Object.entries(columns).map(([table, bytes]) => `(SELECT coalesce(sum(${bytes}), 0) FROM ${table})`);
  parts.push('(SELECT coalesce(sum(length(content) + length(words) + 80), 0) FROM passages)');
  parts.push('(SELECT coalesce(sum(length(block)), 0) FROM passage_index_data)');
  return Number((await database.get(`SELECT ${parts.join(' + ')} AS bytes`))?.bytes);
}
