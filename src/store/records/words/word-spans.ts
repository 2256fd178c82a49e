import type { WordEdge, WordSpan } from '../../../domain/ports/words.ts';
import type { RunRange } from '../../../domain/run-ranges.ts';
import type { Queries } from '../../engine/database.ts';
import { GOOD_VERDICTS } from '../captures/faces.ts';
import { runOf, type TextRun } from './text-runs.ts';

interface Ranged {
  readonly webpageId: string;
  readonly ranges: readonly RunRange[];
  readonly last: number;
}

/** Reads the runs at the ends of spans and beside them. The result gives the times of a span. */
export async function spanTimes(
  queries: Queries,
  webpages: readonly Ranged[],
  most: number,
): Promise<(webpageId: string, range: RunRange, last: number) => WordSpan | undefined> {
  const wanted = webpages.flatMap(({ webpageId, ranges, last: newest }) => {
    const beside = ranges.slice(-most).flatMap(({ first, last }) => [first - 1, first, last, last + 1]);
    const numbers = [...new Set(beside)].filter((number) => number >= 0 && number <= newest);
    return numbers.map((number): [string, number] => [webpageId, number]);
  });
  const runs = new Map<string, TextRun>();
  const before = new Map<string, WordEdge>();
  for (let start = 0; start < wanted.length; start += MOST_AT_ONCE) {
    for (const row of await readNumbered(queries, wanted.slice(start, start + MOST_AT_ONCE))) {
      const webpageId = String(row.webpage_id);
      runs.set(`${webpageId} ${row.number}`, runOf(row));
      if (row.older === null) continue;
      const [at = '', id = ''] = String(row.older).split(' ');
      before.set(webpageId, { kind: 'unknown', capture: { id, at } });
    }
  }
  return (webpageId, { first, last }) => {
    const runAt = (number: number) => runs.get(`${webpageId} ${number}`);
    const [begin, end] = [runAt(first), runAt(last)];
    if (!begin || !end) return undefined;
    return {
      first: begin.first,
      last: end.last,
      before: first === 0 ? (before.get(webpageId) ?? NONE) : edge(runAt(first - 1), 'last'),
      after: edge(runAt(last + 1), 'first'),
    };
  };
}

const NONE: WordEdge = { kind: 'none' };

function edge(run: TextRun | undefined, end: 'first' | 'last'): WordEdge {
  if (!run) return NONE;
  return { kind: run.textId === undefined ? 'unknown' : 'without', capture: run[end] };
}

const MOST_AT_ONCE = 1024;

/**
 * Runs by webpage and number. Captures from before words were kept are in no run: the newest of them is beside the
 * first. CROSS JOIN: SQLite would begin with all runs.
 */
function readNumbered(queries: Queries, wanted: readonly (readonly [string, number])[]) {
  return queries.all(
    `SELECT r.webpage_id, r.number, r.text_id, r.first_at, r.first_id, r.last_at, r.last_id,
       CASE WHEN r.number = 0 THEN (SELECT s.created_at || ' ' || s.id FROM screenshots s
         WHERE s.webpage_id = r.webpage_id AND (s.created_at, s.id) < (r.first_at, r.first_id)
           AND s.verdict IN (${GOOD_VERDICTS}) ORDER BY s.created_at DESC, s.id DESC LIMIT 1) END AS older,
       ${queries.intact('text_runs r')} AS intact
     FROM ${queries.itemsOf('$1', 'wanted')} CROSS JOIN text_runs r
     WHERE r.webpage_id = wanted.value ->> 0 AND r.number = CAST(wanted.value ->> 1 AS INTEGER)`,
    [JSON.stringify(wanted)],
  );
}
