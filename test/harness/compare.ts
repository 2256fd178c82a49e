import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { rowsAfter, tablesOf } from '../../src/copy/tables.ts';
import type { Images } from '../../src/domain/ports/images.ts';
import type { Database, Row } from '../../src/store/engine/database.ts';

/** Every row of every table. `described` is a SQLite database, whose schema names the tables. */
export async function allRows(database: Database, described: Database = database): Promise<Record<string, Row[]>> {
  const rows: Record<string, Row[]> = {};
  for (const table of await tablesOf(described)) {
    const found = await rowsAfter(database, table, { after: undefined, limit: 1_000_000 });
    rows[table.name] = found.map((row) => ({ ...row }));
  }
  // The heartbeat of a running service changes all the time.
  rows.settings = (rows.settings ?? []).filter(({ name }) => name !== 'machine-heartbeat');
  return rows;
}

/** Every image with the hash of its bytes. */
export async function allImages(images: Images): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { key } of images.list())
    found.set(key, hash('sha256', await buffer((await images.read(key)).stream)));
  return found;
}

/** Checks that the files of every picture exist and that its content has the recorded hash. */
export function checkPictures(pictures: readonly Row[], images: ReadonlyMap<string, string>): void {
  for (const { id, content_key, thumbnail_key, sha256 } of pictures) {
    assert.equal(images.get(String(content_key)), sha256, `the content of picture ${id}`);
    assert.ok(images.has(String(thumbnail_key)), `the thumbnail of picture ${id}`);
  }
}
