import type { Soon } from '../../domain/soon.ts';
import type { Ends, WrittenPage } from '../../domain/template.ts';

export type Value = string | number | null;

/** A row as the engine gives it; each query says what it selected. */
export type Row = Record<string, Value>;

/**
 * The seam between the store's SQL and an engine. Parameters are written $1, $2, … in both.
 *
 * Every method throws Problem('unavailable') while the database cannot be used, and Problem('conflict') for a row
 * that a unique index refuses.
 */
export interface Database extends Queries {
  readonly engine: 'sqlite' | 'postgres';
  /**
   * Runs `work` in one transaction; only the queries handed to it belong to it. A `brief` one outlives the process but
   * perhaps not a power cut, where it must have been in order before what is committed after it: for what is done
   * again by itself.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>, keeping?: 'brief'): Promise<T>;
  /** Runs a script of several statements as part of a migration, alone among all processes. */
  migrate(work: (tx: Queries, exec: (script: string) => Promise<void>) => Promise<void>): Promise<void>;
  /** Has the engine take stock of what a migration wrote, which it would do by itself only much later. */
  takeStock(): Promise<void>;
  close(): Promise<void>;
}

export interface Queries {
  /** SQL behind a SELECT that takes its rows for this transaction and passes over those that another one has. */
  readonly skipLocked: string;
  /** SQL behind a SELECT whose rows stay until the transaction ends; what is being deleted is waited for, and not among them. */
  readonly staying: string;
  /** SQL that is true where the text holds the part. */
  contains(text: string, part: string): string;
  /**
   * SQL for the next revision of a row: one more than the last, and no less than the time in milliseconds, so that
   * none ever comes twice, not even after the database was set back to what it was yesterday.
   */
  readonly nextRevision: string;
  /** SQL behind a table's name: read it through this index, which the engine would not choose by itself. */
  through(index: string): string;
  /** Whether the table of webpages keeps written what is shown of them: its columns `shown` and `shown_group`. */
  readonly keepsShown: boolean;
  /** SQL for texts, none of them NULL, one behind the other. */
  concat(texts: readonly string[]): string;
  /** SQL for a text as a JSON value. */
  json(text: string): string;
  all(sql: string, parameters?: readonly Value[]): Promise<Row[]>;
  get(sql: string, parameters?: readonly Value[]): Promise<Row | undefined>;
  /**
   * A page as one text: the `member` of each row with commas between, in the frame. One value comes back instead of one
   * for each column of each row, which would cost more than finding the rows.
   */
  join(frame: Ends, page: PageSql, parameters: readonly Value[]): Soon<WrittenPage>;
  /** How many rows were changed. */
  run(sql: string, parameters?: readonly Value[]): Promise<number>;
  /** A way to fetch one row by its key that is as cheap as the engine allows. */
  byKey(lookup: Lookup): (...key: string[]) => Soon<Row | undefined>;
  /**
   * A number that changes whenever anyone, in any process, has written; undefined where the engine cannot say so
   * without a question that costs as much as the one it would save.
   */
  version(): number | undefined;
}

/** Both with the same parameters. */
export interface PageSql {
  /** Selects the `member` of each row. */
  readonly members: string;
  /** An expression for the revision of their collection. */
  readonly revision: string;
}

/** SELECT {select} FROM {from} WHERE {key[0]} = … AND {key[1]} = … AND {where} */
export interface Lookup {
  readonly select: string;
  readonly from: string;
  readonly key: readonly string[];
  readonly where?: string;
}
