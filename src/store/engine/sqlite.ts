import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Problem } from '../../domain/problem.ts';
import { type CommitMark, openCommitMark } from './commit-mark.ts';
import type { Database, EngineOptions, Queries } from './database.ts';
import { noteLostTransactions } from './lost-transactions.ts';
import { addSumFunctions } from './row-sums.ts';
import { BUSY_PATIENCE_MS, Connection } from './sqlite-connection.ts';
import { isBusy, isDamage, messageOf, problemOf } from './sqlite-problem.ts';

/** Two connections to one file, so that readers never see a transaction that is still open. */
export function openSqlite(path: string, { onDamage }: EngineOptions = {}): Database {
  const mark = openMark(path);
  keepPrivate(path);
  const reader = new Connection(open(path, READER_CACHE_KIB), onDamage);
  // Read before the database, to which other processes may write.
  const known = mark.read();
  const writing = open(path, WRITER_CACHE_KIB);
  if (known !== undefined) noteLost(writing, path, known);
  const writer = new Connection(writing, onDamage);
  let lastWrite: Promise<unknown> = Promise.resolve();

  function transaction<T>(work: (tx: Queries) => Promise<T>, keeping?: 'brief'): Promise<T> {
    // SQLite allows one writer at a time: transactions queue here in the order in which they were asked for. Nothing
    // below is really asynchronous, so without nextTurn() a loop of writes would block the event loop.
    const turn = lastWrite.then(() => nextTurn()).then(() => writer.transact(work, keeping, mark));
    lastWrite = turn.catch(() => undefined);
    return turn;
  }

  return {
    engine: 'sqlite',
    skipLocked: reader.skipLocked,
    staying: reader.staying,
    slice: (sorted) => reader.slice(sorted),
    contains: (text, part) => reader.contains(text, part),
    isListed: (text, list) => reader.isListed(text, list),
    itemsOf: (list, name) => reader.itemsOf(list, name),
    intact: (...tables) => reader.intact(...tables),
    intactListed: reader.intactListed,
    milliseconds: reader.milliseconds,
    wordIndex: reader.wordIndex,
    nextRevision: reader.nextRevision,
    all: (sql, parameters) => reader.all(sql, parameters),
    get: (sql, parameters) => reader.get(sql, parameters),
    analyze: () => reader.analyze(),
    damaged: (fault) => reader.damaged(fault),
    damage: () => reader.damage(),
    rebuildIndexes: () => transaction((tx) => tx.rebuildIndexes()),
    run: (sql, parameters) => transaction((tx) => tx.run(sql, parameters)),
    transaction,
    migrate: (work) =>
      transaction((tx) =>
        work(
          tx,
          async (script) => writer.exec(script),
          (change) => writer.changeSchema(change),
        ),
      ),
    async close() {
      await lastWrite;
      reader.close();
      writer.close();
      mark.close();
    },
  };
}

/**
 * Opens a file that no process writes to, such as a backup. It may be on a read-only disk: SQLite creates no files next
 * to it.
 */
export function openSqliteCopy(path: string): Queries & Disposable {
  const address = pathToFileURL(path);
  address.searchParams.set('immutable', '1');
  try {
    const database = new DatabaseSync(address, { readOnly: true });
    addSumFunctions(database);
    return new Connection(database);
  } catch (error) {
    throw new Problem('unavailable', `The database ${path} cannot be opened: ${messageOf(error)}.`, { cause: error });
  }
}

// Measured with 1,000,000 webpages: 8 MiB hold the database pages that are read again and again. The operating system
// caches the rest; a larger cache here made reads slower. A write touches few pages.
const READER_CACHE_KIB = 8_192;
const WRITER_CACHE_KIB = 4_096;

function open(path: string, cacheKib: number): DatabaseSync {
  try {
    const database = new DatabaseSync(path, { timeout: BUSY_PATIENCE_MS, enableForeignKeyConstraints: true });
    addSumFunctions(database);
    retryWhileBusy(() => database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL'));
    // Without it, erased records stay in the file and in new backups.
    database.exec('PRAGMA secure_delete = ON');
    database.exec(`PRAGMA cache_size = -${cacheKib}`);
    // From here on transact() waits for a busy database, without blocking the event loop.
    database.exec('PRAGMA busy_timeout = 0');
    return database;
  } catch (error) {
    const advice = isDamage(error) ? ' Stop the service and restore a backup.' : '';
    throw new Problem('unavailable', `The database ${path} cannot be opened: ${messageOf(error)}.${advice}`, {
      cause: error,
    });
  }
}

/**
 * Makes the database readable by its owner only, also one that another version created. SQLite gives its further files
 * the permissions of the database. Errors are left to SQLite, which opens the file next.
 */
function keepPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
    for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
  } catch {}
}

function openMark(path: string): CommitMark {
  try {
    return openCommitMark(path);
  } catch (error) {
    throw new Problem('unavailable', `The database ${path} cannot be opened: ${messageOf(error)}.`, { cause: error });
  }
}

function noteLost(database: DatabaseSync, path: string, known: number): void {
  try {
    retryWhileBusy(() => noteLostTransactions(database, path, known));
  } catch (error) {
    database.close();
    throw problemOf(error);
  }
}

/**
 * The switch to WAL needs the file exclusively, and SQLite's own timeout does not cover it when several processes start
 * at once. Nothing runs in this process yet, so it can sleep.
 */
function retryWhileBusy(work: () => void): void {
  const alarm = new Int32Array(new SharedArrayBuffer(4));
  for (const deadline = Date.now() + BUSY_PATIENCE_MS; ; Atomics.wait(alarm, 0, 0, 5)) {
    try {
      work();
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
    }
  }
}
