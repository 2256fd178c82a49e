import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { Problem } from '../../domain/problem.ts';
import type { Ends, WrittenPage } from '../../domain/template.ts';
import type { Database, Lookup, PageSql, Queries, Row, Value } from './database.ts';
import { isBusy, messageOf, problemOf } from './sqlite-problem.ts';

const BUSY_PATIENCE_MS = 15_000;

/**
 * Two connections to one file: readers never see a transaction that is still open, and the reader's data_version tells
 * of every commit, whether of this process's writer or of another process.
 */
export function openSqlite(path: string): Database {
  const reader = new Connection(open(path, READER_CACHE_KIB));
  const writer = new Connection(open(path, WRITER_CACHE_KIB));
  let lastWrite: Promise<unknown> = Promise.resolve();

  function transaction<T>(work: (tx: Queries) => Promise<T>, keeping?: 'brief'): Promise<T> {
    // One writer at a time, in the order they came; SQLite itself allows no more. Requests that wait go first: nothing
    // below is really asynchronous, so a loop of writes would otherwise never let the event loop turn.
    const turn = lastWrite
      .then(() => nextTurn())
      .then(async () => {
        // SQLite starts its log anew only in a moment when nobody reads from it.
        reader.release();
        const result = await writer.transact(work, keeping);
        // Whoever waited for the write reads it from now on.
        reader.release();
        return result;
      });
    lastWrite = turn.catch(() => undefined);
    return turn;
  }

  return {
    engine: 'sqlite',
    skipLocked: reader.skipLocked,
    staying: reader.staying,
    contains: (text, part) => reader.contains(text, part),
    nextRevision: reader.nextRevision,
    through: (index) => reader.through(index),
    keepsShown: reader.keepsShown,
    concat: (texts) => reader.concat(texts),
    json: (text) => reader.json(text),
    all: (sql, parameters) => reader.all(sql, parameters),
    get: (sql, parameters) => reader.get(sql, parameters),
    join: (frame, page, parameters) => reader.join(frame, page, parameters),
    run: (sql, parameters) => transaction((tx) => tx.run(sql, parameters)),
    byKey: (lookup) => reader.byKey(lookup),
    version: () => reader.version(),
    transaction,
    migrate: (work) => transaction((tx) => work(tx, async (script) => writer.exec(script))),
    // It reads from an index alone without it.
    takeStock: async () => undefined,
    async close() {
      await lastWrite;
      reader.close();
      writer.close();
    },
  };
}

// Measured with 1,000,000 webpages: 8 MiB of pages hold what is asked for again and again. The rest lies in the memory of
// the system, and to look for it in a larger cache first costs more than to read it from there. A write touches few.
const READER_CACHE_KIB = 8_192;
const WRITER_CACHE_KIB = 4_096;

function open(path: string, cacheKib: number): DatabaseSync {
  try {
    // Processes that start at once on a new file take turns to change its journal.
    const database = new DatabaseSync(path, { timeout: BUSY_PATIENCE_MS, enableForeignKeyConstraints: true });
    patiently(() => database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL'));
    database.exec(`PRAGMA cache_size = -${cacheKib}`);
    // From now on a busy database is waited for in transact(), without holding up everything else in this process.
    database.exec('PRAGMA busy_timeout = 0');
    return database;
  } catch (error) {
    throw new Problem('unavailable', `The database ${path} cannot be opened: ${messageOf(error)}.`, { cause: error });
  }
}

/**
 * Several processes that start at once all want the file to themselves for the switch to WAL, for which SQLite's own
 * timeout does not wait. Nothing runs in this process yet, so it can sleep.
 */
function patiently(work: () => void): void {
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

interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

function rowOf(columns: readonly string[], values: readonly Value[]): Row {
  const row: Row = {};
  for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = values[index] as Value;
  return row;
}

class Connection implements Queries {
  // A writer is alone anyway.
  readonly skipLocked = '';
  readonly staying = '';
  // Its indexes hold the columns themselves.
  readonly keepsShown = false;
  readonly nextRevision = "max(revision + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))";
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
  readonly #joins = new Map<string, StatementSync>();
  readonly #version: StatementSync;
  // Prepared, because a reader begins and ends a transaction in nearly every turn of the event loop.
  readonly #hold: StatementSync;
  readonly #letGo: StatementSync;
  #heldVersion: number | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#version = database.prepare('PRAGMA data_version');
    this.#hold = database.prepare('BEGIN');
    this.#letGo = database.prepare('COMMIT');
  }

  contains(text: string, part: string): string {
    return `instr(${text}, ${part}) > 0`;
  }

  through(index: string): string {
    return ` INDEXED BY ${index}`;
  }

  // A chain of || would copy the beginning again for each piece.
  concat(texts: readonly string[]): string {
    return `concat(${texts.join(', ')})`;
  }

  json(text: string): string {
    return `json_quote(${text})`;
  }

  async all(sql: string, parameters: readonly Value[] = []): Promise<Row[]> {
    return this.#try(() => {
      const { statement, columns } = this.#prepare(sql);
      return (statement.all(...parameters) as unknown as Value[][]).map((values) => rowOf(columns, values));
    });
  }

  async get(sql: string, parameters?: readonly Value[]): Promise<Row | undefined> {
    return this.#find(sql, parameters);
  }

  join({ head, tail }: Ends, { members: sql }: PageSql, parameters: readonly Value[]): WrittenPage {
    return this.#try(() => {
      let statement = this.#joins.get(sql);
      if (!statement) {
        const [next, last] = [`$${parameters.length + 1}`, `$${parameters.length + 2}`];
        // As bytes: a text would be made wide for one foreign letter in it, and narrow again for the answer.
        const text = `concat(CAST(${next} AS TEXT), string_agg(member, ','), CAST(${last} AS TEXT))`;
        ({ statement } = this.#prepare(`SELECT CAST(${text} AS BLOB) FROM (${sql})`));
        this.#joins.set(sql, statement);
      }
      const [bytes] = statement.get(...parameters, head, tail) as unknown as [Uint8Array];
      return { list: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
    });
  }

  async run(sql: string, parameters: readonly Value[] = []): Promise<number> {
    return this.#try(() => Number(this.#prepare(sql).statement.run(...parameters).changes));
  }

  byKey({ select, from, key, where }: Lookup): (...key: string[]) => Row | undefined {
    const conditions = key.map((column, index) => `${column} = $${index + 1}`);
    if (where) conditions.push(where);
    const sql = `SELECT ${select} FROM ${from} WHERE ${conditions.join(' AND ')}`;
    return (...values) => this.#find(sql, values);
  }

  /**
   * The look at the version also takes a snapshot for all that is read until this turn of the event loop ends. Every
   * request begins with it, and those that arrived in the same turn share the snapshot, which is younger than any of
   * them. Otherwise each statement locks and unlocks the file: four system calls a request.
   */
  version(): number {
    // Within a snapshot it cannot change.
    this.#heldVersion ??= this.#try(() => {
      if (!this.#database.isTransaction) {
        this.#hold.run();
        setImmediate(() => this.release());
      }
      return Number(this.#version.get()?.data_version);
    });
    return this.#heldVersion;
  }

  exec(script: string): void {
    this.#try(() => this.#database.exec(script));
  }

  async transact<T>(work: (tx: Queries) => Promise<T>, keeping?: 'brief'): Promise<T> {
    // A commit that waits for the disk holds up everything in this process, at times for 50 ms.
    this.exec(`PRAGMA synchronous = ${keeping ? 'NORMAL' : 'FULL'}`);
    await this.#begin();
    try {
      const result = await work(this);
      this.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.exec('ROLLBACK');
      throw error;
    }
  }

  /** Ends the snapshot; the next reads see what was written since. */
  release(): void {
    this.#heldVersion = undefined;
    if (this.#database.isOpen && this.#database.isTransaction) this.#try(() => this.#letGo.run());
  }

  close(): void {
    this.#statements.clear();
    this.#joins.clear();
    this.#database.close();
  }

  /** Another process may be writing: wait for it here, so that this process goes on answering. */
  async #begin(): Promise<void> {
    for (const deadline = Date.now() + BUSY_PATIENCE_MS; ; await delay(5)) {
      try {
        this.#database.exec('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (!isBusy(error) || Date.now() > deadline) throw problemOf(error);
      }
    }
  }

  #find(sql: string, parameters: readonly Value[] = []): Row | undefined {
    return this.#try(() => {
      const { statement, columns } = this.#prepare(sql);
      const values = statement.get(...parameters) as unknown as Value[] | undefined;
      return values && rowOf(columns, values);
    });
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#statements.get(sql);
    if (!prepared) {
      const statement = this.#database.prepare(questionMarks(sql));
      // Rows made here from arrays take two thirds of the time of rows that SQLite's binding makes.
      statement.setReturnArrays(true);
      prepared = { statement, columns: statement.columns().map(({ name }) => name) };
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }

  #try<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw problemOf(error);
    }
  }
}

/**
 * $1 as SQLite writes it. A parameter with a number is looked up in a list at every binding: in an INSERT of 333 rows
 * of nine values that was 45 µs a row against 1 µs, so numbers are kept only where the order needs them.
 */
function questionMarks(sql: string): string {
  const inOrder = sql.match(/\$\d+/g)?.every((parameter, index) => parameter === `$${index + 1}`) ?? true;
  return sql.replace(/\$(\d+)/g, inOrder ? '?' : '?$1');
}
