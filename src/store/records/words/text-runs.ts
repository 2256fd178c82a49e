import type { Queries, Row } from '../../engine/database.ts';
import { insertMany, portions } from '../../engine/insert.ts';
import { GOOD_VERDICTS } from '../captures/faces.ts';
import { passageIdsOf } from './packed-text.ts';

/** A good capture in the order of time. */
export interface RunCapture {
  readonly id: string;
  readonly at: string;
}

/** Good captures in a row with the same text; undefined if their words are not known. */
export interface TextRun {
  readonly textId: number | undefined;
  readonly first: RunCapture;
  readonly last: RunCapture;
}

const RUN_COLUMNS = 'number, text_id, first_at, first_id, last_at, last_id';

export function runOf(row: Row): TextRun & { readonly number: number } {
  return {
    number: Number(row.number),
    textId: row.text_id === null ? undefined : Number(row.text_id),
    first: { at: String(row.first_at), id: String(row.first_id) },
    last: { at: String(row.last_at), id: String(row.last_id) },
  };
}

export const isBefore = (one: RunCapture, other: RunCapture) =>
  one.at < other.at || (one.at === other.at && one.id < other.id);

/** All runs of a webpage, the oldest first. */
export async function readRuns(queries: Queries, webpageId: string): Promise<TextRun[]> {
  const rows = await queries.all(
    `SELECT ${RUN_COLUMNS}, ${queries.intact('text_runs')} AS intact FROM text_runs WHERE webpage_id = $1 ORDER BY number`,
    [webpageId],
  );
  return rows.map(runOf);
}

/** The last run that begins at this capture or before it. */
async function runBefore(queries: Queries, webpageId: string, { at, id }: RunCapture) {
  const row = await queries.get(
    `SELECT ${RUN_COLUMNS}, ${queries.intact('text_runs')} AS intact FROM text_runs
     WHERE webpage_id = $1 AND (first_at, first_id) <= ($2, $3) ORDER BY first_at DESC, first_id DESC LIMIT 1`,
    [webpageId, at, id],
  );
  return row && runOf(row);
}

/** The run that contains this good capture. */
export async function runOfCapture(queries: Queries, webpageId: string, capture: RunCapture) {
  const run = await runBefore(queries, webpageId, capture);
  return run && !isBefore(run.last, capture) ? run : undefined;
}

export async function setRunEnd(tx: Queries, webpageId: string, number: number, { at, id }: RunCapture): Promise<void> {
  await tx.run('UPDATE text_runs SET last_at = $3, last_id = $4 WHERE webpage_id = $1 AND number = $2', [
    webpageId,
    number,
    at,
    id,
  ]);
}

/** Adds a run behind the last one. The passages of both texts tell which spans end and which begin. */
export async function appendRun(
  tx: Queries,
  webpageId: string,
  run: TextRun & { readonly number: number },
  { ended, begun }: { ended: readonly number[]; begun: readonly number[] },
): Promise<void> {
  await insertRuns(tx, webpageId, [run], run.number);
  for (const some of portions(ended, 1)) {
    const places = some.map((_, index) => `$${index + 2}`).join(', ');
    await tx.run(`UPDATE passage_spans SET last_run = $1 WHERE last_run IS NULL AND passage_id IN (${places})`, [
      run.number - 1,
      ...some,
    ]);
  }
  await insertMany(
    tx,
    'passage_spans',
    ['passage_id', 'first_run', 'last_run'],
    begun.map((id) => [id, run.number, null]),
  );
}

async function insertRuns(tx: Queries, webpageId: string, runs: readonly TextRun[], from: number): Promise<void> {
  await insertMany(
    tx,
    'text_runs',
    ['webpage_id', 'number', 'text_id', 'first_at', 'first_id', 'last_at', 'last_id'],
    runs.map(({ textId, first, last }, index) => [
      webpageId,
      from + index,
      textId ?? null,
      first.at,
      first.id,
      last.at,
      last.id,
    ]),
  );
}

/**
 * Takes a capture out of the runs. Its screenshot must be deleted already. Returns the id of its text. The webpage's row
 * must be locked, as for every function that writes here.
 */
export async function removeFromRuns(tx: Queries, webpageId: string, capture: RunCapture): Promise<number | undefined> {
  const run = await runOfCapture(tx, webpageId, capture);
  if (!run) return undefined;
  const [isFirst, isLast] = [run.first.id === capture.id, run.last.id === capture.id];
  if (isFirst && isLast) {
    const runs = await readRuns(tx, webpageId);
    await writeRuns(tx, webpageId, runs.toSpliced(run.number, 1));
  } else if (isFirst) {
    const first = await goodCapture(tx, webpageId, { after: capture });
    if (first) {
      await tx.run('UPDATE text_runs SET first_at = $3, first_id = $4 WHERE webpage_id = $1 AND number = $2', [
        webpageId,
        run.number,
        first.at,
        first.id,
      ]);
    }
  } else if (isLast) {
    const last = await goodCapture(tx, webpageId, { before: capture });
    if (last) await setRunEnd(tx, webpageId, run.number, last);
  }
  return run.textId;
}

/** Puts a good capture into the runs, wherever it belongs. */
export async function addToRuns(
  tx: Queries,
  webpageId: string,
  capture: RunCapture,
  textId: number | undefined,
): Promise<void> {
  const runs = await readRuns(tx, webpageId);
  const index = runs.findLastIndex(({ first }) => !isBefore(capture, first));
  const run = runs[index];
  const own = { textId, first: capture, last: capture };
  if (!run) {
    await writeRuns(tx, webpageId, [own, ...(await gapAfter(tx, webpageId, capture, runs[0])), ...runs]);
  } else if (isBefore(run.last, capture)) {
    await writeRuns(tx, webpageId, runs.toSpliced(index + 1, 0, own));
  } else if (run.textId !== textId) {
    const last = await goodCapture(tx, webpageId, { before: capture });
    const first = await goodCapture(tx, webpageId, { after: capture });
    const parts = [...(last ? [{ ...run, last }] : []), own, ...(first ? [{ ...run, first }] : [])];
    await writeRuns(tx, webpageId, runs.toSpliced(index, 1, ...parts));
  }
}

/** Captures without words are in no run as long as none with words is before them. */
async function gapAfter(
  tx: Queries,
  webpageId: string,
  capture: RunCapture,
  next: TextRun | undefined,
): Promise<TextRun[]> {
  const first = await goodCapture(tx, webpageId, { after: capture });
  if (!first || first.id === next?.first.id) return [];
  const last = await goodCapture(tx, webpageId, { before: next?.first ?? END });
  return [{ textId: undefined, first, last: last ?? first }];
}

/** After every capture. */
const END: RunCapture = { at: '\uffff', id: '' };

/** The next good capture of a webpage after or before this one. */
export async function goodCapture(
  queries: Queries,
  webpageId: string,
  from: { readonly after: RunCapture } | { readonly before: RunCapture },
): Promise<RunCapture | undefined> {
  const [way, order, { at, id }] = 'after' in from ? ['>', 'ASC', from.after] : ['<', 'DESC', from.before];
  const row = await queries.get(
    `SELECT id, created_at FROM screenshots WHERE webpage_id = $1 AND (created_at, id) ${way} ($2, $3)
       AND verdict IN (${GOOD_VERDICTS}) ORDER BY created_at ${order}, id ${order} LIMIT 1`,
    [webpageId, at, id],
  );
  return row && { at: String(row.created_at), id: String(row.id) };
}

/** Replaces all runs of a webpage and the spans of its passages. */
export async function writeRuns(tx: Queries, webpageId: string, given: readonly TextRun[]): Promise<void> {
  const runs = mergeRuns(given);
  await tx.run('DELETE FROM passage_spans WHERE passage_id IN (SELECT id FROM passages WHERE webpage_id = $1)', [
    webpageId,
  ]);
  await tx.run('DELETE FROM text_runs WHERE webpage_id = $1', [webpageId]);
  await insertRuns(tx, webpageId, runs, 0);
  const spans = spansOf(runs, await passagesOfTexts(tx, webpageId));
  await insertMany(
    tx,
    'passage_spans',
    ['passage_id', 'first_run', 'last_run'],
    spans.map(({ passageId, firstRun, lastRun }) => [passageId, firstRun, lastRun]),
  );
}

/** Runs with the same text that follow each other become one. Captures without words before all others are in no run. */
export function mergeRuns(runs: readonly TextRun[]): TextRun[] {
  const merged: TextRun[] = [];
  for (const run of runs) {
    const previous = merged.at(-1);
    if (previous ? previous.textId === run.textId : run.textId === undefined) {
      if (previous) merged[merged.length - 1] = { ...previous, last: run.last };
    } else merged.push(run);
  }
  return merged;
}

/** The passages of all texts of a webpage. */
export async function passagesOfTexts(queries: Queries, webpageId: string): Promise<Map<number, Set<number>>> {
  const rows = await queries.all(
    `SELECT id, passages, ${queries.intact('texts')} AS intact FROM texts WHERE webpage_id = $1`,
    [webpageId],
  );
  return new Map(rows.map(({ id, passages }) => [Number(id), passageIdsOf(String(passages))]));
}

export interface PassageSpan {
  readonly passageId: number;
  readonly firstRun: number;
  /** Null: up to the newest run. */
  readonly lastRun: number | null;
}

export function spansOf(runs: readonly TextRun[], texts: ReadonlyMap<number, ReadonlySet<number>>): PassageSpan[] {
  const spans: PassageSpan[] = [];
  const open = new Map<number, number>();
  runs.forEach(({ textId }, number) => {
    const shown = (textId === undefined ? undefined : texts.get(textId)) ?? new Set<number>();
    for (const [passageId, firstRun] of open) {
      if (shown.has(passageId)) continue;
      spans.push({ passageId, firstRun, lastRun: number - 1 });
      open.delete(passageId);
    }
    for (const passageId of shown) if (!open.has(passageId)) open.set(passageId, number);
  });
  for (const [passageId, firstRun] of open) spans.push({ passageId, firstRun, lastRun: null });
  return spans;
}
