import { createHash } from 'node:crypto';
import { Problem } from '../domain/problem.ts';
import type { Database, Row } from '../store/engine/database.ts';
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
  target: CopyTarget,
  progress: (text: string) => void,
): Promise<RecordReport> {
  const tables = await tablesOf(source);
  // Before anything is added: the address of an account that is gone may be another one's by now.
  for (const table of tables.toReversed()) {
    progress(`records: ${table.name} is looked through`);
    await removeSurplus(source, target, table);
  }
  let rows = 0;
  let written = 0;
  for (const table of tables) {
    for await (const { wanted, present } of steps(source, target.database, table)) {
      const have = new Set(present.map((row) => textOf(table, row)));
      const missing = wanted.filter((row) => !have.has(textOf(table, row)));
      if (missing.length > 0) await target.write((tx) => upsert(tx, table, changedFirst(table, missing, present)));
      rows += wanted.length;
      written += missing.length;
      progress(`records: ${table.name}, ${rows} rows, ${written} of them sent`);
    }
  }
  for (const table of tables) {
    progress(`records: ${table.name} is compared`);
    if ((await checksum(source, table)) !== (await checksum(target.database, table))) {
      throw new Problem(
        'unprocessable',
        `The table ${table.name} changed while it was copied: stop the service, then run the command again.`,
      );
    }
  }
  return { rows, written };
}

async function removeSurplus(source: Database, { database, write }: CopyTarget, table: Table): Promise<void> {
  for await (const { wanted, present } of steps(source, database, { ...table, columns: table.key })) {
    const kept = new Set(wanted.map((row) => keyOf(table, row)));
    const gone = present.filter((row) => !kept.has(keyOf(table, row))).map((row) => placeOf(table, row));
    if (gone.length > 0) await write((tx) => removeRows(tx, table, gone));
  }
}

/** A closed account has given its address back before another one takes it. */
function changedFirst(table: Table, rows: readonly Row[], present: readonly Row[]): Row[] {
  const known = new Set(present.map((row) => keyOf(table, row)));
  const isKnown = (row: Row) => known.has(keyOf(table, row));
  return [...rows.filter(isKnown), ...rows.filter((row) => !isKnown(row))];
}

function keyOf(table: Table, row: Row): string {
  return JSON.stringify(placeOf(table, row));
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
