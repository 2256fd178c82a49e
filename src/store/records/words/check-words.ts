import type { Finding } from '../../../domain/finding.ts';
import type { Queries } from '../../engine/database.ts';
import { GOOD_VERDICTS } from '../captures/faces.ts';
import { KEPT } from '../changes/check-changes.ts';
import { lockWebpageRow } from '../changes/evaluate-again.ts';
import { isBefore, mergeRuns, passagesOfTexts, readRuns, spansOf, type TextRun, writeRuns } from './text-runs.ts';

/** Checks the runs and spans of the webpages with ids after `after` up to `last`. */
export async function wrongWords(queries: Queries, after: string, last: string): Promise<Finding[]> {
  const rows = await queries.all(
    `SELECT w.id FROM webpages w WHERE w.id > $1 AND w.id <= $2 AND ${KEPT}
       AND EXISTS (SELECT 1 FROM text_runs r WHERE r.webpage_id = w.id) ORDER BY w.id`,
    [after, last],
  );
  const findings: Finding[] = [];
  for (const { id } of rows) {
    if (await areWrong(queries, String(id))) findings.push({ kind: 'words', id: String(id) });
  }
  return findings;
}

async function areWrong(queries: Queries, webpageId: string): Promise<boolean> {
  const runs = await readRuns(queries, webpageId);
  const correct = await correctRuns(queries, webpageId, runs);
  if (runs.map(textOf).join() !== correct.map(textOf).join()) return true;
  const rows = await queries.all(
    `SELECT s.passage_id, s.first_run, s.last_run FROM passage_spans s JOIN passages p ON p.id = s.passage_id
     WHERE p.webpage_id = $1`,
    [webpageId],
  );
  const stored = rows.map((row) => `${row.passage_id} ${row.first_run} ${row.last_run}`).sort();
  const right = spansOf(runs, await passagesOfTexts(queries, webpageId))
    .map(({ passageId, firstRun, lastRun }) => `${passageId} ${firstRun} ${lastRun}`)
    .sort();
  return stored.join() !== right.join();
}

function textOf({ textId, first, last }: TextRun): string {
  return `${textId} ${first.id} ${last.id}`;
}

/** The runs, with ends that are good captures, and with captures between two runs in one of their own. */
async function correctRuns(queries: Queries, webpageId: string, runs: readonly TextRun[]): Promise<TextRun[]> {
  const rows = await queries.all(
    `SELECT id, created_at FROM screenshots WHERE webpage_id = $1 AND verdict IN (${GOOD_VERDICTS})
     ORDER BY created_at, id`,
    [webpageId],
  );
  let next = 0;
  const known = rows.map((row): TextRun => {
    const capture = { at: String(row.created_at), id: String(row.id) };
    while (next < runs.length && isBefore((runs[next] as TextRun).last, capture)) next += 1;
    const run = runs[next];
    const textId = run && !isBefore(capture, run.first) ? run.textId : undefined;
    return { textId, first: capture, last: capture };
  });
  return mergeRuns(known);
}

export async function mendWords(tx: Queries, webpageId: string): Promise<void> {
  await lockWebpageRow(tx, webpageId);
  await writeRuns(tx, webpageId, await correctRuns(tx, webpageId, await readRuns(tx, webpageId)));
}

/** Passages that are looked for in the index of words. The check of the database reads the index itself. */
const SAMPLES = 200;

/** Looks for passages by their own words. */
export async function wrongWordIndex(queries: Queries): Promise<Finding[]> {
  const { wordIndex } = queries;
  const ends = await queries.get('SELECT min(id) AS first, max(id) AS last FROM passages');
  if (ends?.first == null) return [];
  const [first, last] = [Number(ends.first), Number(ends.last)];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const from = first + Math.floor(((last - first) * sample) / SAMPLES);
    const row = await queries.get("SELECT id, words FROM passages WHERE id >= $1 AND words <> '' ORDER BY id LIMIT 1", [
      from,
    ]);
    if (!row) break;
    const phrase = wordIndex.parameterOf(String(row.words).split(' ').slice(0, WORDS_OF_SAMPLE));
    const found = await queries.get(`SELECT p.id FROM ${wordIndex.from} WHERE ${wordIndex.has('$1')} AND p.id = $2`, [
      phrase,
      Number(row.id),
    ]);
    const kept = found ?? (await queries.get('SELECT id FROM passages WHERE id = $1', [Number(row.id)]));
    if (!found && kept) return [{ kind: 'word index' }];
  }
  return [];
}

const WORDS_OF_SAMPLE = 20;

export async function rebuildWordIndex(tx: Queries): Promise<void> {
  await tx.run(tx.wordIndex.rebuild);
}
