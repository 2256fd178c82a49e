import type { Finding } from '../../domain/finding.ts';
import type { Queries, Row, Value } from '../engine/database.ts';
import { SCREENSHOT_ORDERINGS } from '../records/screenshots.ts';
import { WEBPAGE_ORDERINGS } from '../records/webpages.ts';
import { cutRuns, type Ordering, RUN, stretchesOf } from './page-index.ts';

const KINDS = [
  { parent: 'accounts', orderings: Object.values(WEBPAGE_ORDERINGS) },
  { parent: 'webpages', orderings: SCREENSHOT_ORDERINGS },
] as const;

/** Walks every large collection in each of its orders, and every collection that has runs. */
export async function* compareRuns(queries: Queries, report: (progress: string) => void): AsyncGenerator<Finding> {
  for (const collection of await collectionsWithRuns(queries)) {
    report(`page directory of ${collection}`);
    const kind = await kindOf(queries, collection);
    if (!kind) {
      yield { kind: 'runs', collection, ordering: 'any key', fault: 'is of a list that is no more' };
      continue;
    }
    for (const ordering of kind.orderings) {
      const fault = await steadyFault(queries, kind.parent, ordering, collection);
      if (fault) yield { kind: 'runs', collection, ordering: ordering.name, fault };
    }
  }
}

/** Cuts all orders of the collection anew. */
export async function mendRuns(tx: Queries, collection: string): Promise<void> {
  const kind = await kindOf(tx, collection);
  if (!kind) {
    await tx.run('DELETE FROM runs WHERE collection = $1', [collection]);
    return;
  }
  await tx.run(`UPDATE ${kind.parent} SET revision = ${tx.nextRevision} WHERE id = $1`, [collection]);
  for (const ordering of kind.orderings) await cutRuns(tx, ordering, collection);
}

async function collectionsWithRuns(queries: Queries): Promise<string[]> {
  const rows = await queries.all(
    `SELECT collection FROM runs
     UNION SELECT id FROM accounts WHERE webpage_count > ${RUN}
     UNION SELECT id FROM webpages WHERE screenshot_count > ${RUN} AND account_id IS NOT NULL`,
  );
  return rows.map(({ collection }) => String(collection));
}

async function kindOf(queries: Queries, collection: string) {
  for (const kind of KINDS) {
    if (await queries.get(`SELECT 1 AS found FROM ${kind.parent} WHERE id = $1`, [collection])) return kind;
  }
  return undefined;
}

/** What was written to the collection while it was walked is no fault: then it is walked again. */
async function steadyFault(queries: Queries, parent: string, ordering: Ordering, collection: string) {
  const revision = async () =>
    (await queries.get(`SELECT revision FROM ${parent} WHERE id = $1`, [collection]))?.revision;
  for (;;) {
    const before = await revision();
    const fault = await faultOf(queries, ordering, collection);
    if (fault === undefined || before === (await revision())) return fault;
  }
}

async function faultOf(queries: Queries, ordering: Ordering, collection: string): Promise<string | undefined> {
  const runs = await queries.all(
    'SELECT first_key, first_id, size FROM runs WHERE collection = $1 AND ordering = $2 ORDER BY first_key, first_id',
    [collection, ordering.name],
  );
  const [first] = runs;
  if (!first) {
    const row = await queries.get(`SELECT count(*) AS count FROM ${ordering.table} t WHERE ${ordering.members}`, [
      collection,
    ]);
    return Number(row?.count) > RUN ? `is missing, so its ${row?.count} records are slow to page through` : undefined;
  }
  if (first.first_key !== '' || first.first_id !== '') return 'does not begin at the beginning';
  for (const [index, run] of runs.entries()) {
    if (!(await isSizeRight(queries, ordering, collection, run, runs[index + 1]))) {
      return `notes ${run.size} records in part ${index + 1}, which is not how many there are`;
    }
  }
  return stretchFault(queries, ordering, collection, runs);
}

/** Stretches begin where runs begin, and hold as many records as the runs up to the next one. */
async function stretchFault(
  queries: Queries,
  ordering: Ordering,
  collection: string,
  runs: readonly Row[],
): Promise<string | undefined> {
  const stretches = await queries.all(
    'SELECT first_key, first_id, size FROM runs WHERE collection = $1 AND ordering = $2 ORDER BY first_key, first_id',
    [collection, stretchesOf(ordering)],
  );
  const nameOf = (part: Row) => JSON.stringify([part.first_key, part.first_id]);
  const begun = new Map(stretches.map((stretch) => [nameOf(stretch), { noted: Number(stretch.size), held: 0 }]));
  let current: { noted: number; held: number } | undefined;
  for (const run of runs) {
    current = begun.get(nameOf(run)) ?? current;
    if (current) current.held += Number(run.size);
  }
  if (runs[0] && stretches.length > 0 && !begun.has(nameOf(runs[0]))) return 'does not begin at the beginning';
  const wrong = [...begun.values()].find(({ noted, held }) => noted !== held);
  return wrong && `gathers ${wrong.held} records in a stretch that notes ${wrong.noted}`;
}

/**
 * Whether the run's last record stands before the next run and the one behind it does not. It walks the index as a
 * page does: counting between two places instead, PostgreSQL was not done with a million webpages after minutes.
 */
async function isSizeRight(queries: Queries, ordering: Ordering, collection: string, run: Row, next: Row | undefined) {
  const size = Number(run.size);
  const place = `(t.${ordering.key}, t.id)`;
  const around = await queries.all(
    `SELECT ${next ? `CASE WHEN ${place} >= ($5, $6) THEN 1 ELSE 0 END` : '0'} AS beyond FROM ${ordering.table} t
     WHERE ${ordering.members} AND ${place} >= ($2, $3)
     ORDER BY t.${ordering.key}, t.id LIMIT 2 OFFSET $4`,
    [collection, run.first_key ?? '', run.first_id ?? '', Math.max(size - 1, 0), ...placeOf(next)],
  );
  const beyond = around.map((row) => Number(row.beyond) === 1);
  // Of an empty run there is no last record: the first one found is already beyond it.
  const [last, behind] = size === 0 ? [false, beyond[0]] : beyond;
  return size >= 0 && last === false && (next ? behind === true : behind === undefined);
}

function placeOf(run: Row | undefined): Value[] {
  return run ? [run.first_key ?? '', run.first_id ?? ''] : [];
}
