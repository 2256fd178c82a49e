import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../src/store/engine/database.ts';
import { openMigrated } from '../../src/store/open.ts';
import { forEachEngine } from '../harness/engines.ts';

/**
 * The foreign keys, each with whether an index of its table begins with its columns and holds every row. Without one,
 * a parent that is deleted has the engine look for children in all rows.
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

/** Keys of several columns, of which the above would see only the first. */
const WIDE: Record<Database['engine'], string> = {
  sqlite: `SELECT t.name FROM sqlite_master t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table' AND f.seq > 0`,
  postgres: `SELECT conname AS name FROM pg_constraint WHERE contype = 'f' AND cardinality(conkey) > 1`,
};

forEachEngine((engine) => {
  test('every record that others refer to can be deleted without a look at all of those', async (t) => {
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
