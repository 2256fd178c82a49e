import type { Database } from './database.ts';

/** The words in which the schemas of the two engines differ. */
export interface Dialect {
  readonly engine: Database['engine'];
  readonly text: string;
  readonly integer: string;
  /** Options behind a table. */
  readonly strict: string;
  /** Options behind a table whose rows are stored in the index of the primary key. */
  readonly clustered: string;
}

/** A migration is a script of SQL statements. */
export type Migration = (dialect: Dialect) => string;

export const DIALECTS: Record<Database['engine'], Dialect> = {
  sqlite: {
    engine: 'sqlite',
    text: 'TEXT',
    integer: 'INTEGER',
    strict: ' STRICT',
    clustered: ' STRICT, WITHOUT ROWID',
  },
  // COLLATE "C" sorts text by bytes, as SQLite does, whatever the locale of the server.
  postgres: { engine: 'postgres', text: 'TEXT COLLATE "C"', integer: 'BIGINT', strict: '', clustered: '' },
};
