import type {
  ChangedEntry,
  ChangeEntriesRequest,
  ChangeEntry,
  ChangeFilter,
  ChangeSummary,
  EntryPosition,
} from '../../../domain/change.ts';
import { isIdentifier } from '../../../domain/identifier.ts';
import type { Screenshot } from '../../../domain/screenshot.ts';
import { isPlain } from '../../../domain/text.ts';
import type { Queries, Row, Value } from '../../engine/database.ts';
import { SCREENSHOT_COLUMNS_READ, SCREENSHOT_SOURCE, screenshotOf } from '../captures/screenshots.ts';
import { breath } from '../webpages/archive-search.ts';
import { WEBPAGE_COLUMNS_READ, webpageOf } from '../webpages/webpages.ts';
import { filterConditions, webpagesOfFilter } from './webpages-of-filter.ts';

const ENTRY_COLUMNS = `${WEBPAGE_COLUMNS_READ}, t.title, found.id AS entry_id, e.kind, e.happened_at, e.reviewed_at,
  e.screenshot_id, e.before_id, e.word, e.share, e.summary, e.detail, e.failures, e.ended_at`;

/** Each condition has an index in the order of time. */
const CONDITIONS: Record<ChangeFilter, string> = {
  all: 'e.shown = 1',
  changed: "e.shown = 1 AND e.kind = 'changed'",
  failing: "e.kind = 'failing' AND e.ended_at IS NULL",
  new: "e.shown = 1 AND e.kind = 'new'",
  reviewed: 'e.shown = 1 AND e.reviewed_at IS NOT NULL',
};

/** Entries in one step of a filter: a few milliseconds. */
const STEP = 1_000;
/** If few webpages pass the filter, a step reads nothing but its index. */
const STEP_OF_FEW = 5_000;
const FEW_WEBPAGES = 500;

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
  if (request.webpageId !== undefined && !isIdentifier(request.webpageId)) return [];
  const isFiltered = site !== undefined || keyword !== undefined;
  const few = isFiltered ? await webpagesOfFilter(queries, owner, request, FEW_WEBPAGES) : undefined;
  if (few?.length === 0) return [];
  const next = few ? STEP_OF_FEW : STEP;
  // Later steps are large: their entries are filtered, or pass over a webpage in the trash.
  let size = isFiltered ? next : limit;
  const rows: Row[] = [];
  for (let from: EntryPosition | undefined = request.from ?? ENDS[order]; from; ) {
    const step: Step = { owner, from, size, few };
    rows.push(...(await readStep(queries, step, request)).slice(0, limit - rows.length));
    if (rows.length >= limit) break;
    from = await endOfStep(queries, step, request);
    size = next;
    await breath();
  }
  const screenshots = await screenshotsOf(queries, rows);
  await refuseMissing(queries, rows, screenshots);
  return entriesOf(rows, screenshots);
}

/** The next `size` entries after a position. */
interface Step {
  readonly owner: string;
  readonly from: EntryPosition;
  readonly size: number;
  /** The webpages that pass the filter, if they are few. */
  readonly few: readonly string[] | undefined;
}

type Bind = (value: Value) => string;

/** SQL of a step. The index gives its rows in order, unless they are those of one webpage, whose owner is not known yet. */
function stepOf(
  select: string,
  { owner, from }: Step,
  { filter, order, webpageId }: ChangeEntriesRequest,
  bind: Bind,
): string {
  const [beyond, way] = order === 'asc' ? ['>', 'ASC'] : ['<', 'DESC'];
  const members = webpageId === undefined ? `e.account_id = ${bind(owner)}` : `e.webpage_id = ${bind(webpageId)}`;
  return `SELECT ${select} FROM changes e
    WHERE ${members} AND ${CONDITIONS[filter]} AND (e.happened_at, e.id) ${beyond} (${bind(from.at)}, ${bind(from.id)})
    ORDER BY e.happened_at ${way}, e.id ${way}`;
}

/**
 * The entries of a step whose webpage exists and passes the filter. The step is a subquery with a limit that reads nothing
 * but an index, and each of its rows looks for its webpage: for a join, PostgreSQL would read all webpages of the archive.
 * The limits are not parameters: PostgreSQL would expect a tenth of all entries, and plan the statement again for each
 * request. Outer joins, because an entry of the index without its row is damage.
 */
async function readStep(queries: Queries, step: Step, request: ChangeEntriesRequest): Promise<Row[]> {
  const { order, limit } = request;
  const parameters: Value[] = [];
  const bind = (value: Value) => `$${parameters.push(value)}`;
  const entries = stepOf('e.happened_at, e.id, e.webpage_id', step, request, bind);
  const conditions = [
    'w.id = step.webpage_id',
    `w.account_id || '' = ${bind(step.owner)}`,
    ...(step.few ? [] : filterConditions(queries, request, { alias: 'w', bind })),
  ];
  const isOwn = `(SELECT 1 FROM webpages w WHERE ${conditions.join(' AND ')})`;
  const passes = step.few
    ? `CASE WHEN ${queries.isListed('step.webpage_id', bind(JSON.stringify(step.few)))} THEN ${isOwn} END`
    : isOwn;
  const way = order === 'asc' ? 'ASC' : 'DESC';
  const rows = await queries.all(
    `SELECT ${ENTRY_COLUMNS}, ${queries.intact('webpages t', 'changes e')} AS intact FROM (
       SELECT step.* FROM (${entries} LIMIT ${step.size}) AS step WHERE ${passes} = 1
       ORDER BY step.happened_at ${way}, step.id ${way} LIMIT ${limit}
     ) AS found LEFT JOIN changes e ON e.id = found.id AND e.webpage_id = found.webpage_id
       LEFT JOIN webpages t ON t.id = e.webpage_id
     ORDER BY found.happened_at ${way}, found.id ${way}`,
    parameters,
  );
  const lost = rows.find(({ id }) => id === null);
  if (lost) throw queries.damaged(`The row of the change ${lost.entry_id} is missing.`);
  return rows;
}

/** Undefined if no entry follows the step. */
async function endOfStep(
  queries: Queries,
  step: Step,
  request: ChangeEntriesRequest,
): Promise<EntryPosition | undefined> {
  const parameters: Value[] = [];
  const bind = (value: Value) => `$${parameters.push(value)}`;
  const entries = stepOf('e.happened_at, e.id', step, request, bind);
  const row = await queries.get(`${entries} LIMIT 1 OFFSET ${step.size - 1}`, parameters);
  return row && { at: String(row.happened_at), id: String(row.id) };
}

async function screenshotsOf(queries: Queries, rows: readonly Row[]): Promise<Map<string, Screenshot>> {
  const ids = [...new Set(rows.flatMap((row) => [row.screenshot_id, row.before_id]))].filter((id) => id != null);
  if (ids.length === 0) return new Map();
  const places = ids.map((_, index) => `$${index + 1}`).join(', ');
  const found = await queries.all(
    `SELECT ${SCREENSHOT_COLUMNS_READ}, ${queries.intact('screenshots t', 'pictures p')} AS intact FROM ${SCREENSHOT_SOURCE} WHERE t.id IN (${places})`,
    ids,
  );
  return new Map(found.map((row) => [String(row.id), screenshotOf(row)]));
}

/** An entry without its screenshots has lost them to damage, unless it was removed itself since it was read. */
async function refuseMissing(queries: Queries, rows: readonly Row[], found: ReadonlyMap<string, Screenshot>) {
  for (const row of rows) {
    if (screenshotIdsOf(row).every((id) => found.has(id))) continue;
    const lost = await queries.get(
      `SELECT e.id FROM changes e JOIN webpages t ON t.id = e.webpage_id
       WHERE e.id = $1 AND t.account_id IS NOT NULL
         AND (NOT EXISTS (SELECT 1 FROM screenshots s WHERE s.id = e.screenshot_id)
           OR (e.before_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM screenshots s WHERE s.id = e.before_id)))`,
      [row.entry_id ?? null],
    );
    if (lost) throw queries.damaged(`The screenshots of the change ${lost.id} are missing.`);
  }
}

/** A series of failures may have no picture, or one that was removed. */
function screenshotIdsOf({ kind, screenshot_id: after, before_id: before }: Row): string[] {
  if (kind === 'failing') return [];
  return [after, before].filter((id) => typeof id === 'string');
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
