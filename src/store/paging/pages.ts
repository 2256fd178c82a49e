import type { CollectionState, PageRequest } from '../../domain/listing.ts';
import { Recent } from '../../domain/recent.ts';
import { type Soon, soon } from '../../domain/soon.ts';
import type { Ends, WrittenPage } from '../../domain/template.ts';
import type { PageSql, Queries, Row, Value } from '../engine/database.ts';
import {
  BEGINNING,
  lastBefore,
  type Ordering,
  RUN,
  revisionOf,
  runs,
  STRETCH,
  type Start,
  type Stretch,
  stretches,
} from './page-index.ts';

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

export interface PageReader {
  /** The rows of a page. */
  rows(queries: Queries, question: PageQuestion): Promise<Row[]>;
  /** The page as one text, its members with commas between; `select` must hold a text `member`. */
  text(queries: Queries, question: PageQuestion, frame: Ends): Soon<WrittenPage>;
}

/**
 * Reads numbered pages at a cost that does not grow with the number: a page is found within the run that holds its first
 * record. Where runs begin is remembered by stretches, each bound to the revision at which it last changed, so that
 * nothing stale is ever used and a change costs no more than the stretch in which it was made.
 */
export function pageReader(): PageReader {
  const large = new Recent<string, Large>(REMEMBERED, (known) => known.stretches.length);
  const small = new Recent<string, Small>(REMEMBERED, (known) => known.starts.length);
  const parts = new Recent<object, Start[]>(REMEMBERED, (starts) => starts.length);

  /** The stretches of a large collection. */
  function stretchesAt(queries: Queries, { ordering, collection, state }: PageQuestion): Soon<Marked[]> {
    const key = `${ordering.name} ${collection}`;
    const known = large.get(key);
    if (known?.revision === state.revision) return known.stretches;
    return stretches(queries, ordering, collection).then((found) => {
      const marks = new Map(known?.stretches.map((stretch) => [nameOf(stretch), stretch.mark]));
      const marked = found.map((stretch) => ({ ...stretch, mark: marks.get(nameOf(stretch)) ?? {} }));
      large.set(key, { revision: state.revision, stretches: marked });
      return marked;
    });
  }

  /** The runs of a stretch, counted from where it begins. */
  function runsIn(queries: Queries, { ordering, collection }: PageQuestion, from: Marked, to?: Start): Soon<Start[]> {
    const known = parts.get(from.mark);
    if (known) return known;
    return runs(queries, ordering, collection, { from: { ...from, before: 0 }, to }).then((found) => {
      parts.set(from.mark, found);
      return found;
    });
  }

  /** The runs of a collection that has no stretches. */
  function allRuns(queries: Queries, { ordering, collection, state }: PageQuestion): Soon<Start[]> {
    const key = `${ordering.name} ${collection}`;
    const known = small.get(key);
    if (known?.revision === state.revision) return known.starts;
    return runs(queries, ordering, collection).then((starts) => {
      small.set(key, { revision: state.revision, starts });
      return starts;
    });
  }

  /** The run that holds the record at this position, and the one behind it. */
  function locate(queries: Queries, question: PageQuestion, position: number): Soon<Located> {
    const { state } = question;
    if (state.count <= RUN) return { run: BEGINNING, next: undefined };
    return soon(state.count > STRETCH ? stretchesAt(queries, question) : [], (all) => {
      const at = lastBefore(all, position);
      const [from, to] = [all[at], all[at + 1]];
      if (!from) return soon(allRuns(queries, question), (whole) => locateIn(whole, position, 0));
      return soon(runsIn(queries, question, from, to), (within) => locateIn(within, position, from.before, to));
    });
  }

  /** Where the page begins, and how many records of it are passed over. */
  function begin(queries: Queries, question: PageQuestion, start: number): Soon<Beginning> {
    const { state, request } = question;
    if (start === 0) return { at: 'the end', place: [], skipped: 0 };
    if (request.order === 'asc') {
      return soon(locate(queries, question, start), ({ run }) => {
        return { at: 'from', place: [run.key, run.id], skipped: start - run.before };
      });
    }
    // The same order from its other end: the walk begins where the run ends.
    const position = state.count - 1 - start;
    return soon(locate(queries, question, position), ({ next }) => {
      if (!next) return { at: 'the end', place: [], skipped: start };
      return { at: 'until', place: [next.key, next.id], skipped: next.before - 1 - position };
    });
  }

  /** How a page is asked for; undefined: there is nothing on it. */
  function ask(queries: Queries, question: PageQuestion): Soon<[sql: PageSql, values: Value[]] | undefined> {
    const { collection, state, request } = question;
    const start = (request.page - 1) * request.limit;
    const size = Math.min(request.limit, state.count - start);
    if (size <= 0) return undefined;
    return soon(begin(queries, question, start), ({ at, place, skipped }) => [
      sqlOf(question, at),
      [collection, ...place, size, skipped],
    ]);
  }

  // Few, but long: to make one anew and to look it up takes as long as a few records.
  const statements = new Map<string, Map<string, PageSql>>();

  function sqlOf(question: PageQuestion, at: Beginning['at']): PageSql {
    const { source, ordering, request } = question;
    let ofSource = statements.get(source.select);
    if (!ofSource) {
      ofSource = new Map();
      statements.set(source.select, ofSource);
    }
    const key = `${ordering.name} ${request.order} ${at}`;
    let sql = ofSource.get(key);
    if (sql === undefined) {
      sql = { members: writeSql(question, at), revision: revisionOf(ordering) };
      ofSource.set(key, sql);
    }
    return sql;
  }

  return {
    async rows(queries, question) {
      const asked = await ask(queries, question);
      if (!asked) return [];
      const [{ members }, values] = asked;
      return queries.all(members, values);
    },

    text: (queries, question, frame) =>
      soon(ask(queries, question), (asked) =>
        asked ? queries.join(frame, ...asked) : { list: frame.head + frame.tail },
      ),
  };
}

/** Enough for all orders of a million records. */
const REMEMBERED = 160_000;

interface Small {
  readonly revision: number;
  readonly starts: Start[];
}

interface Large {
  readonly revision: number;
  readonly stretches: Marked[];
}

/** The mark stays the same as long as nothing in the stretch changes, wherever in the collection it stands by then. */
interface Marked extends Stretch {
  readonly mark: object;
}

const nameOf = ({ revision, key, id }: Stretch) => `${revision} ${id} ${key}`;

/** `within` is counted from the record that has `before` others before it, and ends where `to` begins. */
function locateIn(within: readonly Start[], position: number, before: number, to?: Start): Located {
  const at = lastBefore(within, position - before);
  const [run, next] = [within[at], within[at + 1]];
  const whole = (start: Start): Start => ({ key: start.key, id: start.id, before: before + start.before });
  return { run: run ? whole(run) : BEGINNING, next: next ? whole(next) : to };
}

interface Located {
  readonly run: Start;
  readonly next: Start | undefined;
}

interface Beginning {
  /** At the end of the order, from a place on, or from before a place. */
  readonly at: 'the end' | 'from' | 'until';
  readonly place: readonly string[];
  readonly skipped: number;
}

/** $1 is the collection; then come the place, the size of the page, and how many records are passed over. */
function writeSql({ source, ordering, request }: PageQuestion, at: Beginning['at']): string {
  const place = `(t.${ordering.key}, t.id)`;
  const way = request.order === 'asc' ? 'ASC' : 'DESC';
  const [condition, next] = (
    {
      'the end': ['', 2],
      from: [` AND ${place} >= ($2, $3)`, 4],
      until: [` AND ${place} < ($2, $3)`, 4],
    } as const
  )[at];
  // "+ 0" because SQLite plans a statement anew for each value of a bare LIMIT, at the cost of finding ten records.
  return `SELECT ${source.select} FROM ${source.from} WHERE ${ordering.members}${condition}
    ORDER BY t.${ordering.key} ${way}, t.id ${way} LIMIT $${next} + 0 OFFSET $${next + 1}`;
}
