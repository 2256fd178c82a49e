import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { DIALECTS } from './dialect.ts';
import { scriptsOf } from './migrate.ts';
import { addSumFunctions, type Read, rowSumScripts, SUMMED_SINCE } from './row-sums.ts';

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
  return scripts === undefined ? [] : [...expectedParts(version, scripts).difference(partsOf(read))].map(missing);
}

const missing = (part: string) => `The ${part} is missing in the schema, or differs.`;

/** By version, because a backup is verified by checking the database of each generation. */
const expected = new Map<number, Set<string>>();

function expectedParts(version: number, scripts: readonly string[]): Set<string> {
  const parts = expected.get(version) ?? partsMadeBy(scripts, version >= SUMMED_SINCE);
  expected.set(version, parts);
  return parts;
}

function partsMadeBy(scripts: readonly string[], hasSums: boolean): Set<string> {
  const database = new DatabaseSync(':memory:');
  const read: Read = (sql) => database.prepare(sql).all();
  try {
    addSumFunctions(database);
    for (const script of scripts) database.exec(script);
    if (hasSums) for (const script of rowSumScripts(read)) database.exec(script);
    return partsOf(read);
  } finally {
    database.close();
  }
}

/** A text for each column of a table and of an index, and for each trigger. */
function partsOf(read: Read): Set<string> {
  const columns = read(COLUMNS).map((row) => `column ${row.owner}.${row.name} (${details(row)})`);
  const indexed = read(INDEXED).map((row) => `column ${row.name} of the index ${row.owner} (${details(row)})`);
  const triggers = read(TRIGGERS).map(({ name, sql }) => `trigger ${name} (${crc32(String(sql))})`);
  return new Set([...columns, ...indexed, ...triggers]);
}

function details({ owner: _, name: __, ...rest }: Record<string, unknown>): string {
  return Object.values(rest).join(' ');
}

const COLUMNS = `SELECT m.name AS owner, c.name, c.type, c."notnull", c.pk FROM sqlite_master m
  JOIN pragma_table_info(m.name) c WHERE m.type = 'table'`;

const INDEXED = `SELECT m.name AS owner, x.name, x.seqno, x."desc", x.coll FROM sqlite_master m
  JOIN pragma_index_xinfo(m.name) x WHERE m.type = 'index'`;

const TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'";
