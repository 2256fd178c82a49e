import type { Queries } from '../engine/database.ts';

/**
 * Where pages begin, known rather than counted. `OFFSET 500000` walks half a million index entries (33 ms); instead
 * the order of a large collection is cut into runs of up to RUN records, and each run's first record and size are kept
 * in the same transaction as the records. The runs of a larger one are in turn gathered into stretches of up to STRETCH
 * records, each of which begins where a run begins. A page then costs a sum over the stretches, one over the runs of
 * one stretch, which can be remembered until something changes, and a short walk within one run.
 *
 * The first run begins at ('', ''), before everything. Collections of up to RUN records have no runs, and those of up to
 * STRETCH no stretches: walking them is as cheap.
 *
 * The parent row (account or webpage) is always written first, so two writers never change the runs of one collection
 * at the same time. Its new revision stands on every run and every stretch that the writer changes.
 */
export const RUN = 50;
const RUNS_IN_STRETCH = 200;
export const STRETCH = RUN * RUNS_IN_STRETCH;

/** Stretches stand beside the runs, under another name. */
export const stretchesOf = (ordering: Ordering) => `${ordering.name} stretches`;

/** One order of one kind of collection: which rows belong to it, and by which column they stand. */
export interface Ordering {
  readonly name: string;
  readonly table: 'webpages' | 'screenshots';
  /** SQL that is true for the members `t` of the collection $1. */
  readonly members: string;
  readonly key: string;
}

/** SQL for the revision of the collection $1. */
export const revisionOf = ({ table }: Ordering) =>
  `(SELECT revision FROM ${table === 'webpages' ? 'accounts' : 'webpages'} WHERE id = $1)`;

export interface Place {
  readonly key: string;
  readonly id: string;
}

/** `count` is how many records the collection holds with this one; it need not be known yet. */
export async function enterRun(
  tx: Queries,
  ordering: Ordering,
  collection: string,
  place: Place,
  count: number | Promise<number>,
): Promise<void> {
  const run = await partOf(tx, collection, ordering.name, place);
  if (!run) {
    if ((await count) > RUN) await cutRuns(tx, ordering, collection);
    return;
  }
  await resize(tx, ordering, collection, ordering.name, run, run.size + 1);
  if (run.size + 1 > RUN) await splitRun(tx, ordering, collection, run, run.size + 1);
  const stretch = await partOf(tx, collection, stretchesOf(ordering), place);
  if (!stretch) {
    if ((await count) > STRETCH) await gatherRuns(tx, ordering, collection);
    return;
  }
  await resize(tx, ordering, collection, stretchesOf(ordering), stretch, stretch.size + 1);
  if (stretch.size + 1 > STRETCH) await splitStretch(tx, ordering, collection, stretch, stretch.size + 1);
}

export async function leaveRun(tx: Queries, ordering: Ordering, collection: string, place: Place): Promise<void> {
  const run = await partOf(tx, collection, ordering.name, place);
  if (!run) return;
  const stretch = await partOf(tx, collection, stretchesOf(ordering), place);
  if (stretch) await resize(tx, ordering, collection, stretchesOf(ordering), stretch, stretch.size - 1);
  // One that a stretch begins with stays, or what comes here next would belong to the stretch but not to its runs.
  const bounds = run.id === '' || (stretch?.key === run.key && stretch.id === run.id);
  if (run.size > 1 || bounds) return resize(tx, ordering, collection, ordering.name, run, run.size - 1);
  await tx.run('DELETE FROM runs WHERE collection = $1 AND ordering = $2 AND first_key = $3 AND first_id = $4', [
    collection,
    ordering.name,
    run.key,
    run.id,
  ]);
}

/** Without runs pages are still right, only slow: the next record to enter, or cutRuns, makes them anew. */
export async function dropRuns(tx: Queries, ordering: Ordering, collection: string): Promise<void> {
  await tx.run('DELETE FROM runs WHERE collection = $1 AND ordering IN ($2, $3)', [
    collection,
    ordering.name,
    stretchesOf(ordering),
  ]);
}

/** Cuts the whole collection anew: after many records came at once, or to mend it. */
export async function cutRuns(tx: Queries, ordering: Ordering, collection: string): Promise<void> {
  await dropRuns(tx, ordering, collection);
  await tx.run(
    `INSERT INTO runs (collection, ordering, revision, first_key, first_id, size)
     SELECT $1, $2, ${revisionOf(ordering)},
       CASE WHEN place = 0 THEN '' ELSE first_key END, CASE WHEN place = 0 THEN '' ELSE id END,
       CASE WHEN total - place < ${RUN} THEN total - place ELSE ${RUN} END
     FROM (
       SELECT t.${ordering.key} AS first_key, t.id,
         row_number() OVER (ORDER BY t.${ordering.key}, t.id) - 1 AS place, count(*) OVER () AS total
       FROM ${ordering.table} t WHERE ${ordering.members}
     ) AS placed
     WHERE place % ${RUN} = 0 AND total > ${RUN}`,
    [collection, ordering.name],
  );
  await gatherRuns(tx, ordering, collection);
}

/** Gathers the runs into stretches, if there are enough of them. */
async function gatherRuns(tx: Queries, ordering: Ordering, collection: string): Promise<void> {
  await tx.run(
    `INSERT INTO runs (collection, ordering, revision, first_key, first_id, size)
     SELECT $1, $3, ${revisionOf(ordering)}, first_key, first_id, gathered FROM (
       SELECT first_key, first_id, place,
         sum(size) OVER (PARTITION BY place / ${RUNS_IN_STRETCH}) AS gathered, sum(size) OVER () AS total
       FROM (
         SELECT first_key, first_id, size, row_number() OVER (ORDER BY first_key, first_id) - 1 AS place
         FROM runs WHERE collection = $1 AND ordering = $2
       ) AS placed
     ) AS stretched
     WHERE place % ${RUNS_IN_STRETCH} = 0 AND total > ${STRETCH}`,
    [collection, ordering.name, stretchesOf(ordering)],
  );
}

export interface Start extends Place {
  /** How many records stand before the first one. */
  readonly before: number;
}

export interface Stretch extends Start {
  /** The collection's when something in this stretch last changed. */
  readonly revision: number;
}

/** Before every record. */
export const BEGINNING: Start = { key: '', id: '', before: 0 };

/** The stretches of a large collection in order; none, if it is a smaller one. */
export function stretches(queries: Queries, ordering: Ordering, collection: string): Promise<Stretch[]> {
  return starts(queries, collection, stretchesOf(ordering), BEGINNING);
}

/** The runs of a collection in order, from where one begins to where another does; all, if nothing else is said. */
export function runs(
  queries: Queries,
  ordering: Ordering,
  collection: string,
  { from = BEGINNING, to }: { from?: Start | undefined; to?: Start | undefined } = {},
): Promise<Start[]> {
  return starts(queries, collection, ordering.name, from, to);
}

async function starts(queries: Queries, collection: string, name: string, from: Start, to?: Start): Promise<Stretch[]> {
  const rows = await queries.all(
    `SELECT first_key, first_id, size, revision FROM runs
     WHERE collection = $1 AND ordering = $2 AND (first_key, first_id) >= ($3, $4)
       ${to ? 'AND (first_key, first_id) < ($5, $6)' : ''}
     ORDER BY first_key, first_id`,
    [collection, name, from.key, from.id, ...(to ? [to.key, to.id] : [])],
  );
  let { before } = from;
  return rows.map((row) => {
    const start = { key: String(row.first_key), id: String(row.first_id), before, revision: Number(row.revision) };
    before += Number(row.size);
    return start;
  });
}

/** Which of these, by its number, holds the record at this position. */
export function lastBefore(sorted: readonly Start[], position: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle]?.before ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface Part extends Place {
  readonly size: number;
}

/** The run or the stretch that a record at this place belongs to. */
async function partOf(tx: Queries, collection: string, name: string, place: Place): Promise<Part | undefined> {
  const row = await tx.get(
    `SELECT first_key, first_id, size FROM runs
     WHERE collection = $1 AND ordering = $2 AND (first_key, first_id) <= ($3, $4)
     ORDER BY first_key DESC, first_id DESC LIMIT 1`,
    [collection, name, place.key, place.id],
  );
  return row && { key: String(row.first_key), id: String(row.first_id), size: Number(row.size) };
}

async function resize(
  tx: Queries,
  ordering: Ordering,
  collection: string,
  name: string,
  first: Place,
  size: number,
): Promise<void> {
  await tx.run(
    `UPDATE runs SET size = $5, revision = ${revisionOf(ordering)}
     WHERE collection = $1 AND ordering = $2 AND first_key = $3 AND first_id = $4`,
    [collection, name, first.key, first.id, size],
  );
}

async function divide(
  tx: Queries,
  ordering: Ordering,
  collection: string,
  name: string,
  { first, size, middle }: { first: Place; size: number; middle: Start },
): Promise<void> {
  await resize(tx, ordering, collection, name, first, middle.before);
  await tx.run(
    `INSERT INTO runs (collection, ordering, first_key, first_id, size, revision)
     VALUES ($1, $2, $3, $4, $5, ${revisionOf(ordering)})`,
    [collection, name, middle.key, middle.id, size - middle.before],
  );
}

async function splitRun(tx: Queries, ordering: Ordering, collection: string, first: Place, size: number) {
  const before = Math.floor(size / 2);
  const middle = await tx.get(
    `SELECT t.${ordering.key} AS key, t.id FROM ${ordering.table} t
     WHERE ${ordering.members} AND (t.${ordering.key}, t.id) >= ($2, $3)
     ORDER BY t.${ordering.key}, t.id LIMIT 1 OFFSET ${before}`,
    [collection, first.key, first.id],
  );
  if (!middle) return;
  const start = { key: String(middle.key), id: String(middle.id), before };
  await divide(tx, ordering, collection, ordering.name, { first, size, middle: start });
}

/** In two at the run that begins nearest behind its middle. */
async function splitStretch(tx: Queries, ordering: Ordering, collection: string, first: Place, size: number) {
  const row = await tx.get(
    `SELECT first_key, first_id FROM runs
     WHERE collection = $1 AND ordering = $2 AND (first_key, first_id) > ($3, $4)
     ORDER BY first_key, first_id LIMIT 1`,
    [collection, stretchesOf(ordering), first.key, first.id],
  );
  const to = row && { key: String(row.first_key), id: String(row.first_id), before: size };
  const parts = await runs(tx, ordering, collection, { from: { ...first, before: 0 }, to });
  const next = parts[lastBefore(parts, Math.floor(size / 2)) + 1];
  if (next) await divide(tx, ordering, collection, stretchesOf(ordering), { first, size, middle: next });
}
