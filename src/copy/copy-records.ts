import { createHash } from 'node:crypto';
import { Problem } from '../domain/problem.ts';
import type { Database, Row } from '../store/database.ts';
import { type Place, placeOf, removeRows, rowsAfter, type Table, tablesOf, textOf, upsert } from './tables.ts';
import type { CopyTarget } from './target.ts';

const STEP = 500;

export interface RecordReport {
  readonly rows: number;
  /** Rows that the target did not have, or had otherwise. */
  readonly written: number;
}

/**
 * Makes the target's tables equal to the source's. Each step compares what is there first, so what an earlier run
 * copied is not sent again. Throws Problem('unprocessable') if the two differ afterwards: then the source was written
 * to meanwhile; and what the target's `write` throws.
 */
export async function copyRecords(
  source: Database,
  { database: target, write }: CopyTarget,
  progress: (text: string) => void,
): Promise<RecordReport> {
  const tables = await tablesOf(source);
  const surplus: [Table, Place[]][] = [];
  let rows = 0;
  let written = 0;
  for (const table of tables) {
    const gone: Place[] = [];
    for await (const { wanted, present } of steps(source, target, table)) {
      const have = new Set(present.map((row) => textOf(table, row)));
      const missing = wanted.filter((row) => !have.has(textOf(table, row)));
      if (missing.length > 0) await write((tx) => upsert(tx, table, missing));
      const keys = new Set(wanted.map((row) => JSON.stringify(placeOf(table, row))));
      gone.push(...present.map((row) => placeOf(table, row)).filter((place) => !keys.has(JSON.stringify(place))));
      rows += wanted.length;
      written += missing.length;
      progress(`records: ${table.name}, ${rows} rows, ${written} of them sent`);
    }
    surplus.unshift([table, gone]);
  }
  for (const [table, gone] of surplus) await write((tx) => removeRows(tx, table, gone));
  for (const table of tables) {
    progress(`records: ${table.name} is compared`);
    if ((await checksum(source, table)) !== (await checksum(target, table))) {
      throw new Problem(
        'unprocessable',
        `The table ${table.name} changed while it was copied: stop the service, then run the command again.`,
      );
    }
  }
  return { rows, written };
}

/** Both tables side by side, in ranges of the primary key that together are everything. */
async function* steps(source: Database, target: Database, table: Table) {
  let after: Place | undefined;
  for (;;) {
    const wanted = await rowsAfter(source, table, { after, limit: STEP });
    const last = wanted.length < STEP ? undefined : wanted.at(-1);
    const until = last && placeOf(table, last);
    const present: Row[] = [];
    for (let from = after; ; ) {
      const some = await rowsAfter(target, table, { after: from, until, limit: STEP });
      present.push(...some);
      const end = some.at(-1);
      if (some.length < STEP || !end) break;
      from = placeOf(table, end);
    }
    yield { wanted, present };
    if (until === undefined) return;
    after = until;
  }
}

async function checksum(database: Database, table: Table): Promise<string> {
  const sum = createHash('sha256');
  let after: Place | undefined;
  for (;;) {
    const rows = await rowsAfter(database, table, { after, limit: STEP });
    for (const row of rows) sum.update(`${textOf(table, row)}\n`);
    const last = rows.at(-1);
    if (!last) return sum.digest('hex');
    after = placeOf(table, last);
  }
}
