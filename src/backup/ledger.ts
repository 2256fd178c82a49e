import { DatabaseSync } from 'node:sqlite';
import type { ListedFile } from './checksums.ts';

/**
 * The files that earlier backups list, and which of them are still needed. The names of millions of images do
 * not fit into memory, so the ledger is a temporary SQLite file.
 */
export interface Ledger extends Disposable {
  /** Adds a file of an earlier backup. */
  note(file: ListedFile): void;
  sumOf(name: string): string | undefined;
  /** Starts over: no file is needed yet. */
  begin(): void;
  need(file: ListedFile): void;
  /** Marks a file as needed but unavailable. Returns whether it was already marked as unavailable. */
  miss(name: string): boolean;
  /** Sorted by name. */
  needed(): Iterable<ListedFile>;
  unneeded(): Iterable<string>;
  isNeeded(name: string): boolean;
}

export function openLedger(path: string): Ledger {
  const file = new DatabaseSync(path);
  // One transaction that is never committed: no other process uses the file.
  file.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384;
    CREATE TABLE files (name TEXT PRIMARY KEY, sha256 TEXT, round INTEGER NOT NULL) WITHOUT ROWID;
    BEGIN`);
  const put = file.prepare('INSERT OR REPLACE INTO files (name, sha256, round) VALUES (?, ?, ?)');
  const find = file.prepare('SELECT sha256 FROM files WHERE name = ?');
  const needed = file.prepare('SELECT name, sha256 FROM files WHERE round = ? AND sha256 IS NOT NULL ORDER BY name');
  const unneeded = file.prepare('SELECT name FROM files WHERE round < ? AND sha256 IS NOT NULL');
  const inRound = file.prepare('SELECT 1 FROM files WHERE name = ? AND round = ?');
  let round = 0;
  return {
    note: ({ name, sha256 }) => void put.run(name, sha256, 0),
    sumOf: (name) => find.get(name)?.sha256?.toString(),
    begin() {
      round += 1;
    },
    need: ({ name, sha256 }) => void put.run(name, sha256, round),
    miss(name) {
      const before = find.get(name);
      put.run(name, null, round);
      return before !== undefined && before.sha256 === null;
    },
    *needed() {
      for (const { name, sha256 } of needed.iterate(round)) yield { name: String(name), sha256: String(sha256) };
    },
    *unneeded() {
      for (const { name } of unneeded.iterate(round)) yield String(name);
    },
    isNeeded: (name) => inRound.get(name, round) !== undefined,
    [Symbol.dispose]: () => file.close(),
  };
}
