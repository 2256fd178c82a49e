import type { Finding } from '../../domain/finding.ts';
import type { Queries, Row, Value } from '../engine/database.ts';
import { SCREENSHOT_ORDERINGS } from '../records/captures/screenshots.ts';
import { WEBPAGE_ORDERINGS } from '../records/webpages/webpages.ts';
import { BLOCK, type Ordering, rebuildIndex } from './page-index.ts';

const KINDS = [
  { parent: 'accounts', orderings: Object.values(WEBPAGE_ORDERINGS) },
  { parent: 'webpages', orderings: SCREENSHOT_ORDERINGS },
] as const;

/** Checks each order of every large collection, and of every collection that has blocks. */
export async function* checkPageIndex(queries: Queries, report: (progress: string) => void): AsyncGenerator<Finding> {
  for (const collection of await indexedCollections(queries)) {
    report(`page index of ${collection}`);
    const kind = await kindOf(queries, collection);
    if (!kind) {
      yield { kind: 'page index', collection, ordering: 'any key', fault: 'belongs to a list that does not exist' };
      continue;
    }
    for (const ordering of kind.orderings) {
      const fault = await steadyFault(queries, kind.parent, ordering, collection);
      if (fault) yield { kind: 'page index', collection, ordering: ordering.name, fault };
    }
  }
}

/** Rebuilds all orders of the collection. */
export async function repairPageIndex(tx: Queries, collection: string): Promise<void> {
  const kind = await kindOf(tx, collection);
  if (!kind) {
    await tx.run('DELETE FROM page_blocks WHERE collection = $1', [collection]);
    return;
  }
  await tx.run(`UPDATE ${kind.parent} SET revision = ${tx.nextRevision} WHERE id = $1`, [collection]);
  for (const ordering of kind.orderings) await rebuildIndex(tx, ordering, collection);
}

async function indexedCollections(queries: Queries): Promise<string[]> {
  const rows = await queries.all(
    `SELECT collection FROM page_blocks
     UNION SELECT id FROM accounts WHERE webpage_count > ${BLOCK}
     UNION SELECT id FROM webpages WHERE screenshot_count > ${BLOCK} AND account_id IS NOT NULL`,
  );
  return rows.map(({ collection }) => String(collection));
}

async function kindOf(queries: Queries, collection: string) {
  for (const kind of KINDS) {
    if (await queries.get(`SELECT 1 AS found FROM ${kind.parent} WHERE id = $1`, [collection])) return kind;
  }
  return undefined;
}

/** Repeats the check if the collection changed meanwhile: a write during the check is not a fault. */
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
  const blocks = await queries.all(
    'SELECT first_key, first_id, size FROM page_blocks WHERE collection = $1 AND ordering = $2 ORDER BY first_key, first_id',
    [collection, ordering.name],
  );
  const [first] = blocks;
  if (!first) {
    const row = await queries.get(`SELECT count(*) AS count FROM ${ordering.table} t WHERE ${ordering.members}`, [
      collection,
    ]);
    return Number(row?.count) > BLOCK ? `is missing, so its ${row?.count} records are slow to page through` : undefined;
  }
  if (first.first_key !== '' || first.first_id !== '') return 'does not begin at the beginning';
  for (const [index, block] of blocks.entries()) {
    if (!(await isSizeRight(queries, ordering, collection, block, blocks[index + 1]))) {
      return `has a wrong size, ${block.size} records, in block ${index + 1}`;
    }
  }
  return undefined;
}

/**
 * Whether the block's last record comes before the next block, and the record after it does not. This walks the index as
 * reading a page does. Counting between two positions instead took PostgreSQL minutes for a million webpages.
 */
async function isSizeRight(
  queries: Queries,
  ordering: Ordering,
  collection: string,
  block: Row,
  next: Row | undefined,
) {
  const size = Number(block.size);
  const position = `(t.${ordering.key}, t.id)`;
  const around = await queries.all(
    `SELECT ${next ? `CASE WHEN ${position} >= ($5, $6) THEN 1 ELSE 0 END` : '0'} AS beyond FROM ${ordering.table} t
     WHERE ${ordering.members} AND ${position} >= ($2, $3)
     ORDER BY t.${ordering.key}, t.id LIMIT 2 OFFSET $4`,
    [collection, block.first_key ?? '', block.first_id ?? '', Math.max(size - 1, 0), ...positionOf(next)],
  );
  const beyond = around.map((row) => Number(row.beyond) === 1);
  // An empty block has no last record: the first record found belongs to the next block.
  const [last, following] = size === 0 ? [false, beyond[0]] : beyond;
  return size >= 0 && last === false && (next ? following === true : following === undefined);
}

function positionOf(block: Row | undefined): Value[] {
  return block ? [block.first_key ?? '', block.first_id ?? ''] : [];
}
