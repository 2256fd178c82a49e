import type { Queries } from '../engine/database.ts';

/**
 * Finds where numbered pages begin without counting. `OFFSET 500000` walks half a million index entries (33 ms), so the
 * order of a large collection is divided into blocks of at most BLOCK records. The table page_blocks holds each block's
 * first record and size, written in the same transaction as the records. A page then costs a sum over the blocks,
 * which pages.ts caches, and a short walk within one block.
 *
 * The first block begins at ('', ''), before every record. Collections of at most BLOCK records have no blocks.
 *
 * Writers update the parent row (account or webpage) first, so two of them never change the blocks of one collection at
 * the same time.
 */
export const BLOCK = 250;

/** An order of a kind of collection: the rows that belong to it, and the column that sorts them. */
export interface Ordering {
  readonly name: string;
  readonly table: 'webpages' | 'screenshots';
  /** SQL that is true for the members `t` of the collection $1. */
  readonly members: string;
  readonly key: string;
}

/** The sort key and the id of a record. */
export interface Position {
  readonly key: string;
  readonly id: string;
}

export interface Block extends Position {
  /** How many records come before the first record of the block. */
  readonly before: number;
}

/** Before every record. */
export const BEGINNING: Block = { key: '', id: '', before: 0 };

/** `count` is the size of the collection with this record; it may still be on its way. */
export async function addToIndex(
  tx: Queries,
  ordering: Ordering,
  collection: string,
  position: Position,
  count: number | Promise<number>,
): Promise<void> {
  const block = await blockOf(tx, ordering, collection, position);
  if (!block) {
    if ((await count) > BLOCK) await rebuildIndex(tx, ordering, collection);
    return;
  }
  await resize(tx, ordering, collection, block, block.size + 1);
  if (block.size + 1 > BLOCK) await split(tx, ordering, collection, block, block.size + 1);
}

export async function removeFromIndex(
  tx: Queries,
  ordering: Ordering,
  collection: string,
  position: Position,
): Promise<void> {
  const block = await blockOf(tx, ordering, collection, position);
  if (!block) return;
  // The first block stays, because it begins before every record.
  if (block.size > 1 || block.id === '') return resize(tx, ordering, collection, block, block.size - 1);
  await tx.run('DELETE FROM page_blocks WHERE collection = $1 AND ordering = $2 AND first_key = $3 AND first_id = $4', [
    collection,
    ordering.name,
    block.key,
    block.id,
  ]);
}

/** Without blocks pages are still right, only slow. The next addToIndex or rebuildIndex makes them again. */
export async function dropIndex(tx: Queries, ordering: Ordering, collection: string): Promise<void> {
  await tx.run('DELETE FROM page_blocks WHERE collection = $1 AND ordering = $2', [collection, ordering.name]);
}

/** Divides the whole collection again: after an import, or to repair the index. */
export async function rebuildIndex(tx: Queries, ordering: Ordering, collection: string): Promise<void> {
  await dropIndex(tx, ordering, collection);
  await tx.run(
    `INSERT INTO page_blocks (collection, ordering, first_key, first_id, size)
     SELECT $1, $2,
       CASE WHEN place = 0 THEN '' ELSE first_key END, CASE WHEN place = 0 THEN '' ELSE id END,
       CASE WHEN total - place < ${BLOCK} THEN total - place ELSE ${BLOCK} END
     FROM (
       SELECT t.${ordering.key} AS first_key, t.id,
         row_number() OVER (ORDER BY t.${ordering.key}, t.id) - 1 AS place, count(*) OVER () AS total
       FROM ${ordering.table} t WHERE ${ordering.members}
     ) AS placed
     WHERE place % ${BLOCK} = 0 AND total > ${BLOCK}`,
    [collection, ordering.name],
  );
}

/** The blocks of a collection in order; none, if it is small. */
export async function readBlocks(queries: Queries, ordering: Ordering, collection: string): Promise<Block[]> {
  const rows = await queries.all(
    `SELECT first_key AS key, first_id AS id, sum(size) OVER (ORDER BY first_key, first_id) - size AS before,
       ${queries.intact('page_blocks')} AS intact
     FROM page_blocks WHERE collection = $1 AND ordering = $2 ORDER BY first_key, first_id`,
    [collection, ordering.name],
  );
  // Thousands of rows: they are the blocks themselves, without a copy.
  return rows as unknown as Block[];
}

/** The number of the block that holds the record at this place of the order. */
export function blockAt(blocks: readonly Block[], place: number): number {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((blocks[middle]?.before ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface SizedBlock extends Position {
  readonly size: number;
}

/** The block to which a record at this position belongs. */
async function blockOf(
  tx: Queries,
  ordering: Ordering,
  collection: string,
  position: Position,
): Promise<SizedBlock | undefined> {
  const row = await tx.get(
    `SELECT first_key, first_id, size, ${tx.intact('page_blocks')} AS intact FROM page_blocks
     WHERE collection = $1 AND ordering = $2 AND (first_key, first_id) <= ($3, $4)
     ORDER BY first_key DESC, first_id DESC LIMIT 1`,
    [collection, ordering.name, position.key, position.id],
  );
  return row && { key: String(row.first_key), id: String(row.first_id), size: Number(row.size) };
}

async function resize(
  tx: Queries,
  ordering: Ordering,
  collection: string,
  first: Position,
  size: number,
): Promise<void> {
  await tx.run(
    `UPDATE page_blocks SET size = $5 WHERE collection = $1 AND ordering = $2 AND first_key = $3 AND first_id = $4`,
    [collection, ordering.name, first.key, first.id, size],
  );
}

async function split(
  tx: Queries,
  ordering: Ordering,
  collection: string,
  first: Position,
  size: number,
): Promise<void> {
  const half = Math.floor(size / 2);
  const middle = await tx.get(
    `SELECT t.${ordering.key} AS key, t.id FROM ${ordering.table} t
     WHERE ${ordering.members} AND (t.${ordering.key}, t.id) >= ($2, $3)
     ORDER BY t.${ordering.key}, t.id LIMIT 1 OFFSET ${half}`,
    [collection, first.key, first.id],
  );
  if (!middle) return;
  await resize(tx, ordering, collection, first, half);
  await tx.run(
    'INSERT INTO page_blocks (collection, ordering, first_key, first_id, size) VALUES ($1, $2, $3, $4, $5)',
    [collection, ordering.name, String(middle.key), String(middle.id), size - half],
  );
}
