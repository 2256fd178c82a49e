import type { Queries, Value } from './database.ts';

// Both engines bound the number of parameters of a statement (32,766 and 65,535).
const PARAMETERS = 3000;

/** Inserts rows, many to a statement. */
export async function insertMany(
  tx: Queries,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const step = Math.floor(PARAMETERS / columns.length);
  for (let start = 0; start < rows.length; start += step) {
    const some = rows.slice(start, start + step);
    let parameter = 0;
    const values = some.map((row) => `(${row.map(() => `$${++parameter}`).join(', ')})`).join(', ');
    await tx.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values}`, some.flat());
  }
}
