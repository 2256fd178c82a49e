import type {
  ChangedEntry,
  ChangeEntriesRequest,
  ChangeEntry,
  ChangeFilter,
  ChangeSummary,
  EntryPosition,
} from '../../domain/change.ts';
import { keywordMark } from '../../domain/gallery.ts';
import type { Screenshot } from '../../domain/screenshot.ts';
import { isPlain } from '../../domain/text.ts';
import type { Queries, Row, Value } from '../engine/database.ts';
import { SCREENSHOT_COLUMNS_READ, SCREENSHOT_SOURCE, screenshotOf } from './screenshots.ts';
import { WEBPAGE_COLUMNS_READ, webpageOf } from './webpages.ts';

const ENTRY_COLUMNS = `${WEBPAGE_COLUMNS_READ}, t.title, e.id AS entry_id, e.kind, e.happened_at, e.reviewed_at,
  e.screenshot_id, e.before_id, e.word, e.share, e.summary, e.detail, e.failures, e.ended_at`;

/** Each condition has an index in the order of time. */
const CONDITIONS: Record<ChangeFilter, string> = {
  all: 'e.shown = 1',
  changed: "e.shown = 1 AND e.kind = 'changed'",
  failing: "e.kind = 'failing' AND e.ended_at IS NULL",
  new: "e.shown = 1 AND e.kind = 'new'",
  reviewed: 'e.shown = 1 AND e.reviewed_at IS NOT NULL',
};

/** Entries that a filter by site or keyword looks at in one step: a few milliseconds. */
const STEP = 1_000;

/** Before and after every position. */
const ENDS = { asc: { at: '', id: '' }, desc: { at: '\uffff', id: '' } };

export async function readEntries(
  queries: Queries,
  owner: string,
  request: ChangeEntriesRequest,
): Promise<ChangeEntry[]> {
  const { site, keyword, order, limit } = request;
  // No record has such a site or keyword, and PostgreSQL would refuse U+0000.
  if (![site ?? '', keyword ?? ''].every(isPlain)) return [];
  const rows: Row[] = [];
  let from: EntryPosition = request.from ?? ENDS[order];
  if (site === undefined && keyword === undefined) {
    rows.push(...(await readRows(queries, owner, request, { from, to: undefined, limit })));
  } else {
    while (rows.length < limit) {
      const to = await endOfStep(queries, owner, request, from);
      rows.push(...(await readRows(queries, owner, request, { from, to, limit: limit - rows.length })));
      if (!to) break;
      from = to;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return entriesOf(rows, await screenshotsOf(queries, rows));
}

interface Stretch {
  readonly from: EntryPosition;
  /** Belongs to the stretch. */
  readonly to: EntryPosition | undefined;
  readonly limit: number;
}

async function readRows(
  queries: Queries,
  owner: string,
  { filter, site, keyword, order }: ChangeEntriesRequest,
  { from, to, limit }: Stretch,
): Promise<Row[]> {
  const parameters: Value[] = [owner, from.at, from.id];
  const bind = (value: Value) => `$${parameters.push(value)}`;
  const [beyond, upTo, way] = order === 'asc' ? ['>', '<=', 'ASC'] : ['<', '>=', 'DESC'];
  const conditions = [
    `e.account_id = $1 AND ${CONDITIONS[filter]} AND (e.happened_at, e.id) ${beyond} ($2, $3)`,
    // || '' keeps the planner from beginning with all webpages of the owner.
    "t.account_id || '' = $1",
    ...(to ? [`(e.happened_at, e.id) ${upTo} (${bind(to.at)}, ${bind(to.id)})`] : []),
    ...(site === undefined ? [] : [`t.group_name || '' = ${bind(site)}`]),
    ...(keyword === undefined ? [] : [queries.contains('t.search_key', bind(keywordMark(keyword)))]),
  ];
  return queries.all(
    `SELECT ${ENTRY_COLUMNS} FROM changes e JOIN webpages t ON t.id = e.webpage_id
     WHERE ${conditions.join(' AND ')} ORDER BY e.happened_at ${way}, e.id ${way} LIMIT ${bind(limit)}`,
    parameters,
  );
}

/** Undefined if less than a step is left. */
async function endOfStep(
  queries: Queries,
  owner: string,
  { filter, order }: ChangeEntriesRequest,
  from: EntryPosition,
): Promise<EntryPosition | undefined> {
  const [beyond, way] = order === 'asc' ? ['>', 'ASC'] : ['<', 'DESC'];
  const row = await queries.get(
    `SELECT e.happened_at, e.id FROM changes e
     WHERE e.account_id = $1 AND ${CONDITIONS[filter]} AND (e.happened_at, e.id) ${beyond} ($2, $3)
     ORDER BY e.happened_at ${way}, e.id ${way} LIMIT 1 OFFSET ${STEP - 1}`,
    [owner, from.at, from.id],
  );
  return row && { at: String(row.happened_at), id: String(row.id) };
}

async function screenshotsOf(queries: Queries, rows: readonly Row[]): Promise<Map<string, Screenshot>> {
  const ids = [...new Set(rows.flatMap((row) => [row.screenshot_id, row.before_id]))].filter((id) => id != null);
  if (ids.length === 0) return new Map();
  const places = ids.map((_, index) => `$${index + 1}`).join(', ');
  const found = await queries.all(
    `SELECT ${SCREENSHOT_COLUMNS_READ} FROM ${SCREENSHOT_SOURCE} WHERE t.id IN (${places})`,
    ids,
  );
  return new Map(found.map((row) => [String(row.id), screenshotOf(row)]));
}

/** Leaves out entries whose screenshots were removed since they were read: their webpage was deleted. */
function entriesOf(rows: readonly Row[], screenshots: ReadonlyMap<string, Screenshot>): ChangeEntry[] {
  return rows.map((row) => entryOf(row, screenshots)).filter((entry) => entry !== undefined);
}

function entryOf(row: Row, screenshots: ReadonlyMap<string, Screenshot>): ChangeEntry | undefined {
  const base = {
    id: String(row.entry_id),
    at: String(row.happened_at),
    webpage: webpageOf(row),
    title: row.title === null ? undefined : String(row.title),
    reviewedAt: row.reviewed_at === null ? undefined : String(row.reviewed_at),
  };
  const screenshot = screenshots.get(String(row.screenshot_id));
  if (row.kind === 'failing') {
    return {
      ...base,
      kind: 'failing',
      because: String(row.detail),
      failures: Number(row.failures),
      until: row.ended_at === null ? undefined : String(row.ended_at),
      screenshot,
    };
  }
  if (!screenshot) return undefined;
  if (row.kind === 'new') return { ...base, kind: 'new', screenshot };
  const before = screenshots.get(String(row.before_id));
  if (!before) return undefined;
  const entry: ChangedEntry = { ...base, kind: 'changed', before, after: screenshot, summary: summaryOf(row) };
  return entry;
}

export function summaryOf(row: Row): ChangeSummary {
  return JSON.parse(String(row.summary));
}
