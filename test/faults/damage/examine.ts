import { existsSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { findingsOf } from '../../../src/cli/doctor.ts';
import { readConfig } from '../../../src/config.ts';
import type { Images } from '../../../src/domain/ports/images.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import { Problem } from '../../../src/domain/problem.ts';
import { SECRET_KEY } from './sample.ts';

/** The kinds of findings of the doctor. A problem that stops the doctor is reported to its user, too. */
export async function askDoctor(archive: { store: Store; images: Images }): Promise<string[]> {
  const found = new Set<string>();
  try {
    const config = readConfig({ SECRET_KEY });
    for await (const { kind } of findingsOf(archive, config, { images: true }, () => undefined)) found.add(kind);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    found.add(error.kind);
  }
  return [...found];
}

/** All rows of a database that no process uses; undefined if they cannot be read. */
export function dumpSqlite(path: string, { wal = false } = {}): string | undefined {
  const address = pathToFileURL(path);
  if (!wal) address.searchParams.set('immutable', '1');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(address, { readOnly: true });
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
    const rows = tables.map(({ name }) => [name, database?.prepare(`SELECT * FROM ${name}`).all()]);
    return JSON.stringify(rows, (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    );
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}

/** Copies a database with its commit mark and its write-ahead log, if it has one. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await removeDatabase(to);
  await copyFile(from, to);
  for (const end of ['-wal', '-commits'])
    if (existsSync(`${from}${end}`)) await copyFile(`${from}${end}`, `${to}${end}`);
}

export async function removeDatabase(path: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-commits']) await rm(`${path}${end}`, { force: true });
}
