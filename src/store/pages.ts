import type { CollectionState, PageRequest } from '../domain/listing.ts';
import { Recent } from '../domain/recent.ts';
import type { Frame, Written } from '../domain/template.ts';
import type { Queries, Row, Value } from './database.ts';
import { allRuns, BEGINNING, findRun, type Located, type Ordering, RUN, type Start } from './runs.ts';

/** What is read for the members of a page. `members` of the ordering and `$1` are added to it. */
interface PageSource {
  readonly select: string;
  readonly from: string;
}

interface PageQuestion {
  readonly source: PageSource;
  readonly ordering: Ordering;
  readonly collection: string;
  readonly state: CollectionState;
  readonly request: PageRequest;
}

type Ends = Pick<Frame<string>, 'head' | 'tail'>;

export interface PageReader {
  /** The rows of a page; `select` must hold `t.id`. */
  rows(queries: Queries, question: PageQuestion): Promise<Row[]>;
  /** The page as one text, its members with commas between; `select` must hold `t.id` and a text `member`. */
  text(queries: Queries, question: PageQuestion, frame: Ends): Promise<Written>;
}

/**
 * Reads numbered pages at a cost that does not grow with the number. In order of preference a page begins
 * 1. right behind the last record of the page before it, if that one was read at the same revision (following `next`);
 * 2. within the run that holds its first record.
 *
 * All that is remembered is bound to the collection's revision, so nothing stale is ever used.
 */
export function pageReader(): PageReader {
  const bookmarks = new Recent<string, { revision: number; id: string }>(20_000);
  const directories = new Recent<string, Directory>(64);

  /** The run that holds the record at this position, and the one behind it. */
  async function locate(queries: Queries, question: PageQuestion, position: number): Promise<Located> {
    const { ordering, collection, state } = question;
    if (state.count <= RUN) return { run: BEGINNING, next: undefined };
    const key = `${ordering.name} ${collection}`;
    let directory = directories.get(key);
    if (directory?.revision !== state.revision) {
      directory = { revision: state.revision, asked: 0, runs: undefined };
      directories.set(key, directory);
    }
    directory.asked += 1;
    if (directory.asked < WORTH_A_DIRECTORY) return findRun(queries, ordering, collection, position);
    directory.runs ??= await allRuns(queries, ordering, collection);
    const at = lastBefore(directory.runs, position);
    return { run: directory.runs[at] ?? BEGINNING, next: directory.runs[at + 1] };
  }

  /** Where the page begins, and how many records of it are passed over. */
  async function begin(queries: Queries, question: PageQuestion, start: number): Promise<Beginning> {
    const { state, request } = question;
    if (start === 0) return { at: 'the end', place: [], skipped: 0 };
    const bookmark = bookmarks.get(bookmarkKey(question, start));
    if (bookmark?.revision === state.revision) return { at: 'behind', place: [bookmark.id], skipped: 0 };
    if (request.order === 'asc') {
      const { run } = await locate(queries, question, start);
      return { at: 'from', place: [run.key, run.id], skipped: start - run.before };
    }
    // The same order from its other end: the walk begins where the run ends.
    const position = state.count - 1 - start;
    const { next } = await locate(queries, question, position);
    if (!next) return { at: 'the end', place: [], skipped: start };
    return { at: 'until', place: [next.key, next.id], skipped: next.before - 1 - position };
  }

  async function read<Read>(
    queries: Queries,
    question: PageQuestion,
    nothing: Read,
    ask: (sql: string, parameters: Value[]) => Promise<{ read: Read; lastId: string | undefined }>,
  ): Promise<Read> {
    const { collection, state, request } = question;
    const start = (request.page - 1) * request.limit;
    const size = Math.min(request.limit, state.count - start);
    if (size <= 0) return nothing;
    const { at, place, skipped } = await begin(queries, question, start);
    const { read, lastId } = await ask(sqlOf(question, at), [collection, ...place, size, skipped]);
    if (lastId !== undefined && start + size < state.count) {
      bookmarks.set(bookmarkKey(question, start + size), { revision: state.revision, id: lastId });
    }
    return read;
  }

  // Few, but long: to make one anew and to look it up takes as long as a few records.
  const statements = new Map<string, Map<string, string>>();

  function sqlOf(question: PageQuestion, at: Beginning['at']): string {
    const { source, ordering, request } = question;
    let ofSource = statements.get(source.select);
    if (!ofSource) {
      ofSource = new Map();
      statements.set(source.select, ofSource);
    }
    const key = `${ordering.name} ${request.order} ${at}`;
    let sql = ofSource.get(key);
    if (sql === undefined) {
      sql = writeSql(question, at);
      ofSource.set(key, sql);
    }
    return sql;
  }

  return {
    rows: (queries, question) =>
      read<Row[]>(queries, question, [], async (sql, values) => {
        const rows = await queries.all(sql, values);
        return { read: rows, lastId: rows.at(-1)?.id as string | undefined };
      }),

    text: (queries, question, frame) =>
      read<Written>(queries, question, frame.head + frame.tail, async (sql, values) => {
        const { text, lastId } = await queries.join(frame, sql, values);
        return { read: text, lastId };
      }),
  };
}

interface Directory {
  readonly revision: number;
  /** How often a page was looked for. */
  asked: number;
  runs: Start[] | undefined;
}

/**
 * To find a run among those of a million records costs 0.2 ms, to read them all 10 ms, and afterwards nothing. So they
 * are read once that has paid: while records are being added, no page pays for a directory that the next change makes
 * worthless.
 */
const WORTH_A_DIRECTORY = 30;

function bookmarkKey({ ordering, collection, request }: PageQuestion, at: number): string {
  return `${ordering.name} ${request.order} ${at} ${collection}`;
}

interface Beginning {
  /** At the end of the order, right behind a record, from a place on, or from before a place. */
  readonly at: 'the end' | 'behind' | 'from' | 'until';
  readonly place: readonly string[];
  readonly skipped: number;
}

/** $1 is the collection; then come the place, the size of the page, and how many records are passed over. */
function writeSql({ source, ordering, request }: PageQuestion, at: Beginning['at']): string {
  const place = `(t.${ordering.key}, t.id)`;
  const [way, beyond] = request.order === 'asc' ? ['ASC', '>'] : ['DESC', '<'];
  const last = `(SELECT b.${ordering.key} FROM ${ordering.table} b WHERE b.id = $2)`;
  const [condition, next] = (
    {
      'the end': ['', 2],
      behind: [` AND ${place} ${beyond} (${last}, $2)`, 3],
      from: [` AND ${place} >= ($2, $3)`, 4],
      until: [` AND ${place} < ($2, $3)`, 4],
    } as const
  )[at];
  // "+ 0" because SQLite plans a statement anew for each value of a bare LIMIT, at the cost of finding ten records.
  return `SELECT ${source.select} FROM ${source.from} WHERE ${ordering.members}${condition}
    ORDER BY t.${ordering.key} ${way}, t.id ${way} LIMIT $${next} + 0 OFFSET $${next + 1}`;
}

/** Which of the runs, by its number, holds the record at this position. */
function lastBefore(runs: readonly Start[], position: number): number {
  let low = 0;
  let high = runs.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((runs[middle]?.before ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
