import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

/** Overwrites the end of a page, where SQLite stores the rows: the root page of a table or an index. */
export async function damagePage(path: string, name: string): Promise<void> {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const root = Number(database.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').get(name)?.rootpage);
  const size = Number(database.prepare('PRAGMA page_size').get()?.page_size);
  database.close();
  await overwrite(path, root * size - 200, 200);
}

/** Replaces bytes of a file in place. */
export async function overwrite(path: string, start: number, length: number): Promise<void> {
  const bytes = await readFile(path);
  bytes.fill(0xa7, start, start + length);
  await writeFile(path, bytes);
}

/** Changes a text in the root page of an index. The page itself stays valid. */
export async function changeIndex(path: string, index: string, text: string): Promise<void> {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const root = Number(database.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').get(index)?.rootpage);
  const size = Number(database.prepare('PRAGMA page_size').get()?.page_size);
  database.close();
  const bytes = await readFile(path);
  const at = bytes.indexOf(text, (root - 1) * size);
  assert.ok(at > 0 && at < root * size);
  bytes.write(text.toUpperCase(), at);
  await writeFile(path, bytes);
}
