import type { Migration } from '../engine/dialect.ts';

/** The number of rows of each table of SQLite and the total of their checksums. engine/row-sums.ts fills and keeps them. */
export const tableSums: Migration = ({ engine }) => (engine === 'sqlite' ? sqlite : '');

const sqlite = `
CREATE TABLE table_sums (
  name TEXT PRIMARY KEY,
  rows INTEGER NOT NULL,
  total INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
