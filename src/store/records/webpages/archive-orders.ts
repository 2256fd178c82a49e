import type { ArchivePosition, ArchiveSlice, ArchiveSort, SliceRequest } from '../../../domain/archive.ts';
import type { Queries, Row, Value } from '../../engine/database.ts';
import { WEBPAGE_COLUMNS_READ, webpageOf } from './webpages.ts';

export interface ArchiveOrder {
  /** SQL of the sort key. Each has an index, in which the id of the webpage follows. */
  readonly key: string;
  readonly descending: boolean;
  /** The key is not a column. SQLite then uses the index only for a comparison of the key alone. */
  readonly computed?: true;
}

/** A webpage that has not changed yet is in the order of changes where it was added, so that new webpages come first. */
export const ARCHIVE_ORDERS: Record<ArchiveSort, ArchiveOrder> = {
  changed: {
    key: "CASE WHEN t.changed_at = '' THEN t.created_at ELSE t.changed_at END",
    descending: true,
    computed: true,
  },
  name: { key: 't.shown_key', descending: false },
  site: { key: 't.group_name', descending: false },
  added: { key: 't.created_at', descending: true },
};

/** Reads from a position in an index, so the last webpages cost as much as the first. */
export async function readSlice(
  queries: Queries,
  owner: string,
  { sort, from, way, limit }: SliceRequest,
): Promise<ArchiveSlice> {
  const { key, descending, computed } = ARCHIVE_ORDERS[sort];
  const falling = descending === (way === 'after');
  const comparison = falling ? '<' : '>';
  const bound = computed ? `AND ${key} ${comparison}= $3 ` : '';
  const start = from ? `${bound}AND (${key}, t.id) ${comparison} ($3, $4)` : '';
  const direction = falling ? 'DESC' : 'ASC';
  const position: Value[] = from ? [from.key, from.id] : [];
  // Reads limit + 1 rows to see whether more follow.
  const rows = await queries.all(
    `SELECT ${WEBPAGE_COLUMNS_READ}, ${key} AS position_key, ${queries.intact('webpages t')} AS intact
     FROM webpages t WHERE t.account_id = $1 ${start}
     ORDER BY ${key} ${direction}, t.id ${direction} LIMIT $2 + 1`,
    [owner, limit, ...position],
  );
  const follow = rows.length > limit;
  const shown = way === 'after' ? rows.slice(0, limit) : rows.slice(0, limit).reverse();
  const [hasPrevious, hasNext] = way === 'after' ? [from !== undefined, follow] : [follow, from !== undefined];
  return {
    webpages: shown.map(webpageOf),
    previous: hasPrevious ? positionOf(shown[0]) : undefined,
    next: hasNext ? positionOf(shown.at(-1)) : undefined,
  };
}

function positionOf(row: Row | undefined): ArchivePosition | undefined {
  return row && { key: String(row.position_key), id: String(row.id) };
}
