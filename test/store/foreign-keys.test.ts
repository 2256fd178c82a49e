import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../src/store/engine/database.ts';
import { openMigrated } from '../../src/store/open.ts';
import { forEachEngine } from '../harness/engines.ts';

/**
 * Lists the foreign keys, each with whether a complete index of its table begins with its column. Without such an index
 * the deletion of a parent scans all rows of the child table.
 */
const KEYS: Record<Database['engine'], string> = {
  sqlite: `
    SELECT t.name AS child, f."from" AS referring, EXISTS (
      SELECT 1 FROM pragma_index_list(t.name) i, pragma_index_info(i.name) c
      WHERE i.partial = 0 AND c.seqno = 0 AND c.name = f."from"
    ) AS indexed
    FROM sqlite_master t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table' ORDER BY 1, 2`,
  postgres: `
    SELECT f.conrelid::regclass::text AS child, a.attname AS referring, EXISTS (
      SELECT 1 FROM pg_index i WHERE i.indrelid = f.conrelid AND i.indpred IS NULL AND i.indkey[0] = f.conkey[1]
    )::int AS indexed
    FROM pg_constraint f JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[1]
    WHERE f.contype = 'f' ORDER BY 1, 2`,
};

/** Foreign keys of several columns. `KEYS` checks only the first column of a key. */
const WIDE: Record<Database['engine'], string> = {
  sqlite: `SELECT t.name FROM sqlite_master t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table' AND f.seq > 0`,
  postgres: `SELECT conname AS name FROM pg_constraint WHERE contype = 'f' AND cardinality(conkey) > 1`,
};

forEachEngine((engine) => {
  test('every foreign key has an index, so that deleting a parent scans no child table', async (t) => {
    const place = await engine.makeDatabase();
    t.after(() => place.drop());
    const { database } = await openMigrated(place.url);
    t.after(() => database.close());
    const keys = await database.all(KEYS[engine.name]);
    assert.ok(keys.length > 0);
    assert.deepEqual(
      keys.filter(({ indexed }) => indexed !== 1),
      [],
    );
    assert.deepEqual(await database.all(WIDE[engine.name]), []);
  });
});
