import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../../domain/problem.ts';
import type { CommitMark } from './commit-mark.ts';
import {
  DAMAGED,
  type EngineOptions,
  type Queries,
  type Row,
  type SortedRows,
  type Value,
  type WordIndex,
} from './database.ts';
import { findKnownDamage, keepKnownDamage } from './known-damage.ts';
import { LIST_CHECK, rowChecks, rowSumScripts } from './row-sums.ts';
import { findSqliteDamage, rebuildIndexes } from './sqlite-damage.ts';
import { isBusy, isDamage, problemOf } from './sqlite-problem.ts';

/** How long a write waits for other processes. */
export const BUSY_PATIENCE_MS = 15_000;

interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

function rowOf(columns: readonly string[], values: readonly Value[]): Row {
  const row: Row = {};
  for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = values[index] as Value;
  return row;
}

const MILLISECONDS = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/** Words hold no quotation marks. CROSS JOIN: the index is read first. */
const WORD_INDEX: WordIndex = {
  from: 'passage_index f CROSS JOIN passages p ON p.id = f.rowid',
  has: (phrase) => `f.words MATCH ${phrase}`,
  id: 'f.rowid',
  parameterOf: (words) => `"${words.join(' ')}"`,
  rebuild: "INSERT INTO passage_index (passage_index) VALUES ('rebuild')",
};

/** A connection to a database, with its prepared statements. */
export class Connection implements Queries, Disposable {
  // SQLite has one writer, so rows need no locks.
  readonly skipLocked = '';
  readonly staying = '';
  readonly milliseconds = MILLISECONDS;
  readonly wordIndex = WORD_INDEX;
  readonly intactListed = LIST_CHECK;
  readonly nextRevision = `max(revision + 1, ${MILLISECONDS})`;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  readonly #onDamage: EngineOptions['onDamage'];
  readonly #intact = new Map<string, string>();
  #isCounted = false;
  #checks: ReturnType<typeof rowChecks> | undefined;

  constructor(database: DatabaseSync, onDamage?: EngineOptions['onDamage']) {
    this.#database = database;
    this.#onDamage = onDamage;
  }

  /** "+ 0" because SQLite would plan the statement again for each value of a bare LIMIT. */
  slice({ select, source, key, direction }: SortedRows): string {
    return `SELECT ${select} ${source} ORDER BY t.${key} ${direction}, t.id ${direction} LIMIT $2 + 0 OFFSET $3`;
  }

  contains(text: string, part: string): string {
    return `instr(${text}, ${part}) > 0`;
  }

  isListed(text: string, list: string): string {
    return `${text} IN (SELECT value FROM json_each(${list}))`;
  }

  itemsOf(list: string, name: string): string {
    return `json_each(${list}) AS ${name}`;
  }

  // Fields, not methods, so that a copy of a connection's members has them.
  readonly intact = (...tables: readonly string[]): string => {
    const key = tables.join();
    let sql = this.#intact.get(key);
    if (sql === undefined) {
      this.#checks ??= rowChecks((each) => this.#database.prepare(each).all());
      sql = tables.map((table) => this.#checkOf(table)).join(' AND ');
      this.#intact.set(key, sql);
    }
    return sql;
  };

  /** A table with its alias. A table of an older schema has no sums. */
  #checkOf(table: string): string {
    const [name = '', alias = name] = table.split(' ');
    return this.#checks?.get(name)?.(alias) ?? '1';
  }

  async all(sql: string, parameters: readonly Value[] = []): Promise<Row[]> {
    return this.#try(() => {
      const { statement, columns } = this.#prepare(sql);
      return (statement.all(...parameters) as unknown as Value[][]).map((values) => rowOf(columns, values));
    });
  }

  async get(sql: string, parameters: readonly Value[] = []): Promise<Row | undefined> {
    return this.#try(() => {
      const { statement, columns } = this.#prepare(sql);
      const values = statement.get(...parameters) as unknown as Value[] | undefined;
      return values && rowOf(columns, values);
    });
  }

  /** SQLite plans the store's statements well without statistics. */
  async analyze(): Promise<void> {}

  readonly damaged = (fault: string): Problem => {
    const error = new Error(fault);
    this.#onDamage?.(error);
    return new Problem('unavailable', DAMAGED, { cause: error });
  };

  async damage(): Promise<string[]> {
    return this.#try(() => [...findSqliteDamage((sql) => this.#database.prepare(sql).all()).faults]);
  }

  async rebuildIndexes(): Promise<void> {
    this.#try(() => {
      const read = (sql: string) => this.#database.prepare(sql).all();
      const fault = rebuildIndexes(read, (sql) => this.#database.exec(sql));
      if (fault !== undefined) throw this.damaged(fault);
    });
  }

  async run(sql: string, parameters: readonly Value[] = []): Promise<number> {
    return this.#try(() => Number(this.#prepare(sql).statement.run(...parameters).changes));
  }

  exec(script: string): void {
    this.#try(() => this.#database.exec(script));
  }

  /** Runs migrations, and gives rows their checksum. */
  async changeSchema(change: () => Promise<void>): Promise<void> {
    const read = (sql: string) => this.#database.prepare(sql).all();
    const exec = (sql: string) => this.#database.exec(sql);
    const known = this.#try(() => findKnownDamage(read));
    await change();
    this.#try(() => {
      for (const script of rowSumScripts(read)) exec(script);
      keepKnownDamage(known, read, exec);
    });
  }

  async transact<T>(work: (tx: Queries) => Promise<T>, keeping: 'brief' | undefined, mark: CommitMark): Promise<T> {
    // A commit that waits for the disk blocks this process, at times for 50 ms.
    this.exec(`PRAGMA synchronous = ${keeping ? 'NORMAL' : 'FULL'}`);
    await this.#begin();
    try {
      const before = this.#changes();
      const result = await work(this);
      const number = keeping || this.#changes() === before ? undefined : this.#count();
      this.exec('COMMIT');
      if (number !== undefined) mark.write(number);
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Waits while another process writes, and lets this process answer meanwhile. */
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

  /** How many rows this connection has changed. */
  #changes(): number {
    return Number(this.#prepare('SELECT total_changes() AS n').statement.get()?.[0]);
  }

  /** Counts a transaction, and returns its number; undefined before the migration that counts transactions. */
  #count(): number | undefined {
    this.#isCounted ||=
      this.#database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'commit_count'").get() !== undefined;
    if (!this.#isCounted) return undefined;
    const sql = 'UPDATE commit_count SET number = number + 1 RETURNING number';
    const row = this.#try(() => this.#prepare(sql).statement.get()) as unknown as Value[];
    return Number(row[0]);
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#statements.get(sql);
    if (!prepared) {
      const statement = this.#database.prepare(questionMarks(sql));
      // Rows made here from arrays take two thirds of the time of the objects that node:sqlite makes.
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
      if (isDamage(error)) this.#onDamage?.(error);
      throw problemOf(error);
    }
  }
}

/**
 * Rewrites $1 as SQLite writes it. SQLite looks up each numbered parameter in a list: an INSERT of 333 rows of nine values
 * took 45 µs a row, against 1 µs with bare question marks. So numbers are kept only where the order needs them.
 */
function questionMarks(sql: string): string {
  const inOrder = sql.match(/\$\d+/g)?.every((parameter, index) => parameter === `$${index + 1}`) ?? true;
  return sql.replace(/\$(\d+)/g, inOrder ? '?' : '?$1');
}
