import type { Problem } from '../../domain/problem.ts';

export type Value = string | number | null;

/** A row as the engine gives it; each query says what it selected. */
export type Row = Record<string, Value>;

export interface EngineOptions {
  /** PostgreSQL cancels statements that take longer; undefined: no limit. */
  readonly statementTimeoutMs?: number | undefined;
  /** Called for each statement that meets damage of the database. */
  readonly onDamage?: ((error: unknown) => void) | undefined;
  /** Called before migrations of an existing schema, which take minutes for a large database. */
  readonly onMigration?: ((versions: { readonly from: number; readonly to: number }) => void) | undefined;
}

/** The description of a Problem('unavailable'). */
export const DAMAGED = 'The database is damaged, and these records cannot be read.';

/**
 * The seam between the store's SQL and an engine. Parameters are written $1, $2, … in both.
 *
 * Every method throws Problem('unavailable') while the database cannot be used, and Problem('conflict') for a row
 * that a unique index refuses.
 */
export interface Database extends Queries {
  readonly engine: 'sqlite' | 'postgres';
  /**
   * Runs `work` in one transaction; only the queries handed to it belong to the transaction. A `brief` transaction
   * survives a crash of the process but perhaps not a power cut, and a power cut never keeps a later transaction
   * without it. Use it for work that the program repeats by itself.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>, keeping?: 'brief'): Promise<T>;
  /**
   * Runs a migration, alone among all processes. `exec` runs a script of several statements. `changeSchema` runs
   * a change of the schema, and gives rows their checksum where the engine has none of its own. Damaged rows stay damaged.
   */
  migrate(
    work: (
      tx: Queries,
      exec: (script: string) => Promise<void>,
      changeSchema: (change: () => Promise<void>) => Promise<void>,
    ) => Promise<void>,
  ): Promise<void>;
  close(): Promise<void>;
}

export interface SortedRows {
  readonly select: string;
  /** FROM and WHERE. Rows are sorted by a column of `t` and by its id. */
  readonly source: string;
  readonly key: string;
  readonly direction: 'ASC' | 'DESC';
  /** At least the sum of $2 and $3. Each number is a statement of its own. */
  readonly most: number;
}

/** The index of the words of passages. A phrase is one word or several that follow each other. */
export interface WordIndex {
  /** SQL of a FROM clause for passages `p`. */
  readonly from: string;
  /** SQL that is true for passages with the phrase of this parameter. */
  readonly has: (parameter: string) => string;
  /** SQL of the id of a passage, by which the index is read without sorting if it can. */
  readonly id: string;
  readonly parameterOf: (phrase: readonly string[]) => string;
  /**
   * SQL of the same condition without the index, where the index gives the newest passages only after it has read all:
   * for a common word, reading the newest passages one by one is faster.
   */
  readonly hasUnindexed?: (parameter: string) => string;
  /** A statement that makes the index anew from the passages. */
  readonly rebuild: string;
}

export interface Queries {
  /** SQL behind a SELECT that locks its rows for this transaction and skips rows that another transaction has locked. */
  readonly skipLocked: string;
  /** SQL behind a SELECT that keeps its rows from being deleted until the transaction ends. */
  readonly staying: string;
  /** SQL for sorted rows: those after the first $3, at most $2. */
  slice(sorted: SortedRows): string;
  /** SQL that is true where the text holds the part. */
  contains(text: string, part: string): string;
  /** SQL that is true where a JSON array contains the text. */
  isListed(text: string, list: string): string;
  /**
   * SQL of a FROM clause: for each item of a JSON array a row with the column `value`, JSON too. A list in one parameter
   * makes one statement for every length.
   */
  itemsOf(list: string, name: string): string;
  /** SQL and parameters that find passages by their words. */
  readonly wordIndex: WordIndex;
  /**
   * SQL for the next revision of a row: one more than the last, and no less than the time in milliseconds. So no
   * revision occurs twice, not even after yesterday's backup of the database was restored.
   */
  readonly nextRevision: string;
  /**
   * SQL that is 1, and makes its statement fail if one of these rows is damaged. It belongs to what a statement selects.
   * Each table is given with its alias: "webpages t". A row that an outer join did not find is not damaged.
   */
  intact(...tables: readonly string[]): string;
  /** The same for webpages `t` of which only the columns of the list are read. */
  readonly intactListed: string;
  /** SQL for the time of the database in milliseconds. */
  readonly milliseconds: string;
  all(sql: string, parameters?: readonly Value[]): Promise<Row[]>;
  get(sql: string, parameters?: readonly Value[]): Promise<Row | undefined>;
  /** Updates the statistics that the planner uses, after an import: PostgreSQL would do so only after a minute. */
  analyze(table: string): Promise<void>;
  /** Reports damage that the caller found, and returns the problem to throw. */
  damaged(fault: string): Problem;
  /** Reads the whole database, and returns a sentence for each fault that only damage explains. */
  damage(): Promise<string[]>;
  /**
   * Rebuilds the indexes in a transaction. Throws Problem('unavailable') if that does not repair all damage; the transaction must end
   * with it.
   */
  rebuildIndexes(): Promise<void>;
  /** How many rows were changed. */
  run(sql: string, parameters?: readonly Value[]): Promise<number>;
}
