import type { WordEdge, WordSpan } from '../../domain/ports/words.ts';
import type { RunRange } from '../../domain/run-ranges.ts';
import type { Queries } from '../engine/database.ts';
import { goodCapture, runOf, type TextRun } from './text-runs.ts';

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
  const runs = new Map<string, TextRun>();
  const before = new Map<string, WordEdge>();
  for (const { webpageId, ranges } of webpages) {
    const numbers = new Set(ranges.slice(-most).flatMap(({ first, last }) => [first - 1, first, last, last + 1]));
    for (const run of await readNumbered(queries, webpageId, [...numbers])) runs.set(`${webpageId} ${run.number}`, run);
    const first = numbers.has(0) ? runs.get(`${webpageId} 0`)?.first : undefined;
    // Captures from before words were kept are in no run.
    const older = first && (await goodCapture(queries, webpageId, { before: first }));
    if (older) before.set(webpageId, { kind: 'unknown', capture: older });
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

async function readNumbered(queries: Queries, webpageId: string, numbers: readonly number[]) {
  const places = numbers.map((_, index) => `$${index + 2}`).join(', ');
  const rows = await queries.all(
    `SELECT number, text_id, first_at, first_id, last_at, last_id, ${queries.intact('text_runs')} AS intact
     FROM text_runs WHERE webpage_id = $1 AND number IN (${places})`,
    [webpageId, ...numbers],
  );
  return rows.map(runOf);
}
