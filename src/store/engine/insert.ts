import type { Queries, Value } from './database.ts';

// Both engines limit the number of parameters of a statement (32,766 and 65,535).
const PARAMETERS = 3000;

/** Inserts many rows with each statement. */
export async function insertMany(
  tx: Queries,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
): Promise<void> {
  for (const some of portions(rows, columns.length)) {
    await tx.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${listOf(some)}`, some.flat());
  }
}

/**
 * Divides rows into portions that fit into one statement. The sizes are powers of two, because every size needs its own
 * prepared statement: this makes about ten of them instead of hundreds.
 */
export function* portions<T>(rows: readonly T[], parametersEach: number): Generator<T[]> {
  let size = 2 ** Math.floor(Math.log2(PARAMETERS / parametersEach));
  for (let start = 0; start < rows.length; start += size) {
    while (size > rows.length - start) size /= 2;
    yield rows.slice(start, start + size);
  }
}

/**
 * Makes `($1, $2), ($3, $4), …`, beginning with parameter `first`. `types` has the SQL types of columns that are not
 * text.
 */
export function listOf(rows: readonly (readonly Value[])[], first = 1, types: readonly string[] = []): string {
  let parameter = first;
  const place = (column: number) => {
    const type = types[column];
    return type ? `CAST($${parameter++} AS ${type})` : `$${parameter++}`;
  };
  return rows.map((row) => `(${row.map((_, column) => place(column)).join(', ')})`).join(', ');
}
