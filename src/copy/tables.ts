import { COPIED_AS, COPY_OF, COPYING } from '../store/copy-mark.ts';
import type { Queries, Row, Value } from '../store/engine/database.ts';

/** A table as SQLite describes it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[];
  /** SQL that is true for the rows that are copied. */
  readonly copied: string;
}

// The migrations of the target create these tables. The checksums of SQLite's rows are made by its triggers.
const NOT_COPIED = ['schema_version', 'commit_count', 'table_sums'];
const SUMS = "('row_sum', 'list_sum')";
const COPIED_SETTINGS = `name NOT IN ('${COPIED_AS}', '${COPY_OF}', '${COPYING}')`;

/**
 * In order of creation, so that a table comes after the tables that it references. Without the index of words and its
 * shadow tables: triggers of the target keep its own.
 */
export async function tablesOf(source: Queries): Promise<Table[]> {
  const rows = await source.all(
    `SELECT m.name FROM sqlite_master m JOIN pragma_table_list t ON t.name = m.name AND t.schema = 'main'
     WHERE t.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.rowid`,
  );
  const tables: Table[] = [];
  for (const { name } of rows) {
    if (NOT_COPIED.includes(String(name))) continue;
    const columns = await source.all(
      `SELECT name, pk FROM pragma_table_info('${name}') WHERE name NOT IN ${SUMS} ORDER BY cid`,
    );
    const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
    tables.push({
      name: String(name),
      columns: columns.map((column) => String(column.name)),
      key: key.map((column) => String(column.name)),
      copied: name === 'settings' ? COPIED_SETTINGS : 'true',
    });
  }
  return tables;
}

/** The values of a primary key. */
export type KeyValues = readonly Value[];

/** Up to `limit` rows in the order of the primary key, after the key `after` and up to the key `until`. */
export async function rowsAfter(
  queries: Queries,
  { name, columns, key, copied }: Table,
  { after, until, limit }: { after: KeyValues | undefined; until?: KeyValues | undefined; limit: number },
): Promise<Row[]> {
  const keys = `(${key.join(', ')})`;
  const bounds = [copied];
  const parameters: Value[] = [];
  const bind = (values: KeyValues) => `(${values.map((value) => `$${parameters.push(value)}`).join(', ')})`;
  if (after) bounds.push(`${keys} > ${bind(after)}`);
  if (until) bounds.push(`${keys} <= ${bind(until)}`);
  return queries.all(
    `SELECT ${columns.join(', ')} FROM ${name} WHERE ${bounds.join(' AND ')} ORDER BY ${key.join(', ')} LIMIT $${parameters.push(limit)}`,
    parameters,
  );
}

export function keyValues({ key }: Table, row: Row): KeyValues {
  return key.map((column) => row[column] ?? null);
}

export function rowText({ columns }: Table, row: Row): string {
  return JSON.stringify(columns.map((column) => row[column] ?? null));
}

/** Inserts rows and replaces those with the same key. */
export async function upsert(tx: Queries, { name, columns, key }: Table, rows: readonly Row[]): Promise<void> {
  const others = columns.filter((column) => !key.includes(column));
  const update = others.map((column) => `${column} = excluded.${column}`).join(', ');
  for (const row of rows) {
    const values = columns.map((column) => row[column] ?? null);
    await tx.run(
      `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})
       ON CONFLICT (${key.join(', ')}) DO ${update === '' ? 'NOTHING' : `UPDATE SET ${update}`}`,
      values,
    );
  }
}

export async function removeRows(tx: Queries, { name, key }: Table, keys: readonly KeyValues[]): Promise<void> {
  const where = key.map((column, index) => `${column} = $${index + 1}`).join(' AND ');
  for (const values of keys) await tx.run(`DELETE FROM ${name} WHERE ${where}`, values);
}
