import { LRUCache } from 'lru-cache';
import type { CollectionState, PageRequest } from '../../domain/listing.ts';
import type { Queries, Row, SortedRows, Value } from '../engine/database.ts';
import { BEGINNING, BLOCK, type Block, blockAt, type Ordering, readBlocks } from './page-index.ts';

interface PageQuery {
  /** SQL for the columns that are read of each member `t`. */
  readonly select: string;
  readonly from: string;
  readonly ordering: Ordering;
  readonly collection: string;
  readonly state: CollectionState;
  readonly request: PageRequest;
}

/** The rows of a page, and the revision of the collection at which they were read. */
interface PageRows {
  readonly rows: Row[];
  readonly revision: number;
}

export type ReadPage = (queries: Queries, query: PageQuery) => Promise<PageRows>;

/** Enough for all four orders of ten million webpages. */
const CACHED_BLOCKS = 160_000;

interface CachedBlocks {
  readonly revision: number;
  readonly blocks: readonly Block[];
}

/** Reads numbered pages at a cost that does not grow with the number. */
export function pageReader(): ReadPage {
  const cache = new LRUCache<string, CachedBlocks>({
    maxSize: CACHED_BLOCKS,
    sizeCalculation: ({ blocks }) => blocks.length + 1,
  });

  async function blocksAt(queries: Queries, { ordering, collection, state }: PageQuery): Promise<readonly Block[]> {
    if (state.count <= BLOCK) return [];
    const key = `${ordering.name} ${collection}`;
    const cached = cache.get(key);
    if (cached?.revision === state.revision) return cached.blocks;
    const blocks = await readBlocks(queries, ordering, collection);
    cache.set(key, { revision: state.revision, blocks });
    return blocks;
  }

  /** Where to begin to read, so that few records are skipped. */
  async function findStart(queries: Queries, query: PageQuery, first: number): Promise<Start> {
    if (first === 0) return { skipped: 0 };
    const blocks = await blocksAt(queries, query);
    if (query.request.order === 'asc') {
      const block = blocks[blockAt(blocks, first)] ?? BEGINNING;
      return { from: block, skipped: first - block.before };
    }
    // A descending page is read from the end of its block: from before the first record of the next block.
    const place = query.state.count - 1 - first;
    const next = blocks[blockAt(blocks, place) + 1];
    return next ? { from: next, skipped: next.before - 1 - place } : { skipped: first };
  }

  return async (queries, query) => {
    const { collection, state, request } = query;
    const first = (request.page - 1) * request.limit;
    const size = Math.min(request.limit, state.count - first);
    if (size <= 0) return { rows: [], revision: state.revision };
    const { from, skipped } = await findStart(queries, query, first);
    const position: Value[] = from ? [from.key, from.id] : [];
    // Few different numbers: blocks have about 250 records.
    const most = Math.ceil((size + skipped) / REACH) * REACH;
    const sql = queries.slice(pageOf(query, { hasStart: from !== undefined, most }));
    const rows = await queries.all(sql, [collection, size, skipped, ...position]);
    if (rows.length < size) await refuseMissing(queries, query);
    return { rows, revision: Number(rows[0]?.collection_revision) };
  };
}

/** Records may be missing if the collection changed after it was counted. Otherwise an index or a count is damaged. */
async function refuseMissing(queries: Queries, { ordering, collection, state }: PageQuery): Promise<void> {
  const row = await queries.get(`SELECT revision FROM ${parentOf(ordering)} WHERE id = $1`, [collection]);
  if (Number(row?.revision) !== state.revision) return;
  throw queries.damaged(`The list of ${ordering.table} of ${collection} by ${ordering.name} is not complete`);
}

function parentOf({ table }: Ordering): string {
  return table === 'webpages' ? 'accounts' : 'webpages';
}

interface Start {
  /** Undefined: the first record of the order, or the last one if it is descending. */
  readonly from?: Block;
  readonly skipped: number;
}

const REACH = 100;

/** $1 is the collection, $2 the size of the page, $3 how many records are skipped, ($4, $5) where to begin. */
function pageOf({ select, from, ordering, request }: PageQuery, { hasStart, most }: Slice): SortedRows {
  const [direction, comparison] = request.order === 'asc' ? (['ASC', '>='] as const) : (['DESC', '<'] as const);
  const start = hasStart ? ` AND (t.${ordering.key}, t.id) ${comparison} ($4, $5)` : '';
  return {
    // One statement reads the records and the revision, so both belong to the same state of the collection.
    select: `${select}, (SELECT revision FROM ${parentOf(ordering)} WHERE id = $1) AS collection_revision`,
    source: `FROM ${from} WHERE ${ordering.members}${start}`,
    key: ordering.key,
    direction,
    most,
  };
}

interface Slice {
  readonly hasStart: boolean;
  readonly most: number;
}
