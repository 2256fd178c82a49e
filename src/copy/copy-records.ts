import { createHash } from 'node:crypto';
import { Problem } from '../domain/problem.ts';
import type { Database, Row } from '../store/engine/database.ts';
import { type KeyValues, keyValues, removeRows, rowsAfter, rowText, type Table, tablesOf, upsert } from './tables.ts';
import type { CopyTarget } from './target.ts';

const STEP = 500;

export interface RecordReport {
  readonly rows: number;
  /** Rows that were missing in the target or differed there. */
  readonly written: number;
}

/**
 * Makes the tables of the target equal to those of the source. Compares each range of rows first, so that a second run
 * sends only the differences. Throws Problem('unprocessable') if the databases differ afterwards, which means that the
 * source was written to in the meantime, and the errors of the target's `write`.
 */
export async function copyRecords(
  source: Database,
  target: CopyTarget,
  progress: (text: string) => void,
): Promise<RecordReport> {
  const tables = await tablesOf(source);
  // Surplus rows go first: a new account may use the e-mail address of one that was deleted.
  for (const table of tables.toReversed()) {
    progress(`records: removing surplus rows of ${table.name}`);
    await removeSurplus(source, target, table);
  }
  let rows = 0;
  let written = 0;
  for (const table of tables) {
    for await (const { wanted, present } of ranges(source, target.database, table)) {
      const have = new Set(present.map((row) => rowText(table, row)));
      const missing = wanted.filter((row) => !have.has(rowText(table, row)));
      if (missing.length > 0) await target.write((tx) => upsert(tx, table, updatesFirst(table, missing, present)));
      rows += wanted.length;
      written += missing.length;
      progress(`records: ${table.name}, ${rows} rows, ${written} of them sent`);
    }
  }
  for (const table of tables) {
    progress(`records: comparing ${table.name}`);
    if ((await checksum(source, table)) !== (await checksum(target.database, table))) {
      throw new Problem(
        'unprocessable',
        `The table ${table.name} changed while it was copied: stop the service, then run the command again.`,
      );
    }
  }
  await target.complete();
  return { rows, written };
}

async function removeSurplus(source: Database, { database, write }: CopyTarget, table: Table): Promise<void> {
  for await (const { wanted, present } of ranges(source, database, { ...table, columns: table.key })) {
    const kept = new Set(wanted.map((row) => keyText(table, row)));
    const gone = present.filter((row) => !kept.has(keyText(table, row))).map((row) => keyValues(table, row));
    if (gone.length > 0) await write((tx) => removeRows(tx, table, gone));
  }
}

/** Updates come before inserts: a closed account releases its e-mail address before a new account takes it. */
function updatesFirst(table: Table, rows: readonly Row[], present: readonly Row[]): Row[] {
  const known = new Set(present.map((row) => keyText(table, row)));
  const isKnown = (row: Row) => known.has(keyText(table, row));
  return [...rows.filter(isKnown), ...rows.filter((row) => !isKnown(row))];
}

function keyText(table: Table, row: Row): string {
  return JSON.stringify(keyValues(table, row));
}

/** Reads both tables in the same ranges of the primary key, up to STEP source rows at a time. */
async function* ranges(source: Database, target: Database, table: Table) {
  let after: KeyValues | undefined;
  for (;;) {
    const wanted = await rowsAfter(source, table, { after, limit: STEP });
    const last = wanted.length < STEP ? undefined : wanted.at(-1);
    const until = last && keyValues(table, last);
    const present: Row[] = [];
    for (let from = after; ; ) {
      const some = await rowsAfter(target, table, { after: from, until, limit: STEP });
      present.push(...some);
      const end = some.at(-1);
      if (some.length < STEP || !end) break;
      from = keyValues(table, end);
    }
    yield { wanted, present };
    if (until === undefined) return;
    after = until;
  }
}

async function checksum(database: Database, table: Table): Promise<string> {
  const sum = createHash('sha256');
  let after: KeyValues | undefined;
  for (;;) {
    const rows = await rowsAfter(database, table, { after, limit: STEP });
    for (const row of rows) sum.update(`${rowText(table, row)}\n`);
    const last = rows.at(-1);
    if (!last) return sum.digest('hex');
    after = keyValues(table, last);
  }
}
