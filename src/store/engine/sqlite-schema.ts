import { DatabaseSync } from 'node:sqlite';
import { DIALECTS } from './dialect.ts';
import { scriptsOf } from './migrate.ts';

/** Runs a statement without parameters. */
export type Read = (sql: string) => readonly Record<string, unknown>[];

/**
 * Compares the tables and indexes with those that the migrations make. SQLite stores the schema as text and does not check
 * it: a changed letter in the name of a column passes the integrity check. Returns one sentence for each difference.
 */
export function findSchemaDamage(read: Read): string[] {
  if (read("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'").length === 0) {
    return ['The table schema_version is missing: the database is empty or damaged, or is not one of Pagekeep.'];
  }
  const version = Number(read('SELECT max(version) AS version FROM schema_version')[0]?.version ?? 0);
  const scripts = scriptsOf(version, DIALECTS.sqlite);
  // A newer version of Pagekeep may have other tables. It is refused elsewhere.
  return scripts === undefined ? [] : [...partsMadeBy(scripts).difference(partsOf(read))].map(missing);
}

const missing = (part: string) => `The ${part} is missing in the schema, or differs.`;

function partsMadeBy(scripts: readonly string[]): Set<string> {
  const database = new DatabaseSync(':memory:');
  try {
    for (const script of scripts) database.exec(script);
    return partsOf((sql) => database.prepare(sql).all());
  } finally {
    database.close();
  }
}

/** A text for each column of a table and of an index. */
function partsOf(read: Read): Set<string> {
  const columns = read(COLUMNS).map((row) => `column ${row.owner}.${row.name} (${details(row)})`);
  const indexed = read(INDEXED).map((row) => `column ${row.name} of the index ${row.owner} (${details(row)})`);
  return new Set([...columns, ...indexed]);
}

function details({ owner: _, name: __, ...rest }: Record<string, unknown>): string {
  return Object.values(rest).join(' ');
}

const COLUMNS = `SELECT m.name AS owner, c.name, c.type, c."notnull", c.pk FROM sqlite_master m
  JOIN pragma_table_info(m.name) c WHERE m.type = 'table'`;

const INDEXED = `SELECT m.name AS owner, x.name, x.seqno, x."desc", x.coll FROM sqlite_master m
  JOIN pragma_index_xinfo(m.name) x WHERE m.type = 'index'`;
