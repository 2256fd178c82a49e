import type { Database } from './database.ts';

/** The words in which the schemas of the two engines differ. */
export interface Dialect {
  readonly engine: Database['engine'];
  readonly text: string;
  readonly integer: string;
  readonly real: string;
  /** Options behind a table. */
  readonly strict: string;
  /** Options behind a table whose rows are stored in the index of the primary key. */
  readonly clustered: string;
  /** Further columns of an index; none where an index entry has a limited size. */
  readonly listed: (columns: string) => string;
  /** A statement that gives the number `n` of tables with this name. */
  readonly countOfTables: string;
}

/** A migration is a script of SQL statements. */
export type Migration = (dialect: Dialect) => string;

export const DIALECTS: Record<Database['engine'], Dialect> = {
  sqlite: {
    engine: 'sqlite',
    text: 'TEXT',
    integer: 'INTEGER',
    real: 'REAL',
    strict: ' STRICT',
    clustered: ' STRICT, WITHOUT ROWID',
    listed: (columns) => `, ${columns}`,
    countOfTables: "SELECT count(*) AS n FROM sqlite_master WHERE type = 'table' AND name = $1",
  },
  // COLLATE "C" sorts text by bytes, as SQLite does, whatever the locale of the server. An index entry has at most 2,704
  // bytes, too few for some webpages.
  postgres: {
    engine: 'postgres',
    text: 'TEXT COLLATE "C"',
    integer: 'BIGINT',
    real: 'DOUBLE PRECISION',
    strict: '',
    clustered: '',
    listed: () => '',
    countOfTables: 'SELECT count(*) AS n FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1',
  },
};
