import type { Queries } from './database.ts';

/**
 * Where pages begin, known rather than counted. `OFFSET 500000` walks half a million index entries (33 ms); instead
 * the order of a large collection is cut into runs of up to RUN records, and each run's first record and size are kept
 * in the same transaction as the records. A page then costs one sum over the runs and a short walk within one.
 *
 * The first run begins at ('', ''), before everything. Collections of up to RUN records have no runs: walking them is
 * as cheap.
 *
 * The parent row (account or webpage) is always written first, so two writers never change the runs of one collection
 * at the same time.
 */
export const RUN = 500;

/** One order of one kind of collection: which rows belong to it, and by which column they stand. */
export interface Ordering {
  readonly name: string;
  readonly table: 'webpages' | 'screenshots';
  /** SQL that is true for the members `t` of the collection $1. */
  readonly members: string;
  readonly key: string;
}

export interface Place {
  readonly key: string;
  readonly id: string;
}

const RUN_OF = `collection = $1 AND ordering = $2 AND (first_key, first_id) <= ($3, $4)
  ORDER BY first_key DESC, first_id DESC LIMIT 1`;

/** `count` is how many records the collection holds with this one; it need not be known yet. */
export async function enterRun(
  tx: Queries,
  ordering: Ordering,
  collection: string,
  place: Place,
  count: number | Promise<number>,
): Promise<void> {
  const run = await tx.get(`SELECT first_key, first_id, size FROM runs WHERE ${RUN_OF}`, [
    collection,
    ordering.name,
    place.key,
    place.id,
  ]);
  if (!run) {
    if ((await count) > RUN) await cutRuns(tx, ordering, collection);
    return;
  }
  const first: Place = { key: String(run.first_key), id: String(run.first_id) };
  const size = Number(run.size) + 1;
  await resize(tx, ordering, collection, first, size);
  if (size > RUN) await split(tx, ordering, collection, first, size);
}

export async function leaveRun(tx: Queries, ordering: Ordering, collection: string, place: Place): Promise<void> {
  const run = await tx.get(`SELECT first_key, first_id, size FROM runs WHERE ${RUN_OF}`, [
    collection,
    ordering.name,
    place.key,
    place.id,
  ]);
  if (!run) return;
  const first: Place = { key: String(run.first_key), id: String(run.first_id) };
  const size = Number(run.size) - 1;
  if (size === 0 && first.id !== '') {
    await tx.run('DELETE FROM runs WHERE collection = $1 AND ordering = $2 AND first_key = $3 AND first_id = $4', [
      collection,
      ordering.name,
      first.key,
      first.id,
    ]);
  } else {
    await resize(tx, ordering, collection, first, size);
  }
}

/** Without runs pages are still right, only slow: the next record to enter, or cutRuns, makes them anew. */
export async function dropRuns(tx: Queries, ordering: Ordering, collection: string): Promise<void> {
  await tx.run('DELETE FROM runs WHERE collection = $1 AND ordering = $2', [collection, ordering.name]);
}

/** Cuts the whole collection anew: after many records came at once, or to mend it. */
export async function cutRuns(tx: Queries, ordering: Ordering, collection: string): Promise<void> {
  await dropRuns(tx, ordering, collection);
  await tx.run(
    `INSERT INTO runs (collection, ordering, first_key, first_id, size)
     SELECT $1, $2,
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
}

export interface Start extends Place {
  /** How many records stand before the first one of the run. */
  readonly before: number;
}

export interface Located {
  readonly run: Start;
  readonly next: Start | undefined;
}

/** The run that holds the record at this position, counted from 0, and the one behind it. */
export async function findRun(
  queries: Queries,
  ordering: Ordering,
  collection: string,
  position: number,
): Promise<Located> {
  const row = await queries.get(
    `SELECT first_key, first_id, before, size, next_key, next_id FROM (
       SELECT first_key, first_id, size, sum(size) OVER placed - size AS before,
         lead(first_key) OVER placed AS next_key, lead(first_id) OVER placed AS next_id
       FROM runs WHERE collection = $1 AND ordering = $2 WINDOW placed AS (ORDER BY first_key, first_id)
     ) AS summed
     WHERE before <= $3 ORDER BY before DESC, first_key DESC, first_id DESC LIMIT 1`,
    [collection, ordering.name, position],
  );
  if (!row) return { run: BEGINNING, next: undefined };
  const before = Number(row.before);
  return {
    run: { key: String(row.first_key), id: String(row.first_id), before },
    next:
      row.next_key === null
        ? undefined
        : { key: String(row.next_key), id: String(row.next_id), before: before + Number(row.size) },
  };
}

/** Before every record. */
export const BEGINNING: Start = { key: '', id: '', before: 0 };

/** All runs of a collection in order. */
export async function allRuns(queries: Queries, ordering: Ordering, collection: string): Promise<Start[]> {
  const rows = await queries.all(
    'SELECT first_key, first_id, size FROM runs WHERE collection = $1 AND ordering = $2 ORDER BY first_key, first_id',
    [collection, ordering.name],
  );
  let before = 0;
  return rows.map((row) => {
    const start = { key: String(row.first_key), id: String(row.first_id), before };
    before += Number(row.size);
    return start;
  });
}

async function resize(tx: Queries, ordering: Ordering, collection: string, first: Place, size: number) {
  await tx.run(
    'UPDATE runs SET size = $5 WHERE collection = $1 AND ordering = $2 AND first_key = $3 AND first_id = $4',
    [collection, ordering.name, first.key, first.id, size],
  );
}

async function split(tx: Queries, ordering: Ordering, collection: string, first: Place, size: number) {
  const kept = Math.floor(size / 2);
  const middle = await tx.get(
    `SELECT t.${ordering.key} AS key, t.id FROM ${ordering.table} t
     WHERE ${ordering.members} AND (t.${ordering.key}, t.id) >= ($2, $3)
     ORDER BY t.${ordering.key}, t.id LIMIT 1 OFFSET ${kept}`,
    [collection, first.key, first.id],
  );
  if (!middle) return;
  await resize(tx, ordering, collection, first, kept);
  await tx.run('INSERT INTO runs (collection, ordering, first_key, first_id, size) VALUES ($1, $2, $3, $4, $5)', [
    collection,
    ordering.name,
    String(middle.key),
    String(middle.id),
    size - kept,
  ]);
}
