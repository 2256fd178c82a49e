import { type ChangeSettings, NOTHING_IGNORED } from '../../../domain/change.ts';
import type { ImportedChange } from '../../../domain/ports/changes.ts';
import { notFound } from '../../../domain/problem.ts';
import type { Queries, Value } from '../../engine/database.ts';
import { insertMany, listOf, portions } from '../../engine/insert.ts';
import { CHANGE_COLUMNS, changeValues, comparedChange, type NewChange } from './change-rows.ts';
import { evaluateIn, withWords } from './record-change.ts';
import { touchDays } from './touch-days.ts';

/** Adds comparisons of many captures with a few statements. */
export async function importChanges(tx: Queries, owner: string, compared: readonly ImportedChange[]): Promise<void> {
  const settings = await lockWebpages(tx, owner, [...new Set(compared.map(({ after }) => after.webpageId))]);
  const rows: NewChange[] = [];
  for (const { after, before, findings, words, reviewedAt } of compared) {
    const { id, webpageId, createdAt: at } = after;
    const own = settings.get(webpageId) ?? { settings: NOTHING_IGNORED, revision: 0 };
    const pair = { before: before.picture.id, after: after.picture.id };
    const evaluated = withWords(await evaluateIn(tx, pair, { findings, settings: own.settings }), words);
    const base = { id, webpageId, owner, at, reviewedAt, screenshotId: id, before: { screenshotId: before.id } };
    rows.push(comparedChange({ ...base, evaluated, settingsRevision: own.revision }));
  }
  await importFindings(tx, compared);
  await insertMany(tx, 'changes', CHANGE_COLUMNS, rows.map(changeValues));
  await setLastChanges(tx, rows);
  const days = new Set(compared.map(({ after }) => after.createdAt.slice(0, 10)));
  await touchDays(
    tx,
    owner,
    [...days].map((day) => ({ day })),
  );
}

/** Locks the webpages, and returns the settings of those that have some. */
async function lockWebpages(tx: Queries, owner: string, webpageIds: readonly string[]) {
  const found = new Map<string, { settings: ChangeSettings; revision: number }>();
  for (const some of portions(webpageIds, 1)) {
    const places = some.map((_, index) => `$${index + 2}`).join(', ');
    const locked = await tx.run(
      `UPDATE webpages SET revision = ${tx.nextRevision} WHERE account_id || '' = $1 AND id IN (${places})`,
      [owner, ...some],
    );
    if (locked < some.length) throw notFound('webpage');
    const rows = await tx.all(
      `SELECT webpage_id, settings, revision FROM change_settings
       WHERE webpage_id IN (${some.map((_, index) => `$${index + 1}`).join(', ')})`,
      some,
    );
    for (const { webpage_id, settings, revision } of rows) {
      found.set(String(webpage_id), { settings: JSON.parse(String(settings)), revision: Number(revision) });
    }
  }
  return found;
}

async function importFindings(tx: Queries, compared: readonly ImportedChange[]): Promise<void> {
  const rows = new Map<string, Value[]>();
  for (const { after, before, findings } of compared) {
    const [one, other] = [before.picture.id, after.picture.id];
    rows.set(`${one} ${other}`, [one, other, findings.word, findings.share, JSON.stringify(findings)]);
  }
  for (const some of portions([...rows.values()], 5)) {
    await tx.run(
      `INSERT INTO findings (before_id, after_id, word, share, findings) VALUES ${listOf(some)}
       ON CONFLICT (before_id, after_id) DO NOTHING`,
      some.flat(),
    );
  }
}

async function setLastChanges(tx: Queries, rows: readonly NewChange[]): Promise<void> {
  const last = new Map<string, NewChange>();
  for (const row of rows) {
    if (row.shown && !((last.get(row.webpageId)?.at ?? '') > row.at)) last.set(row.webpageId, row);
  }
  const values = [...last.values()].map(({ webpageId, at, share }): Value[] => [webpageId, at, share ?? null]);
  for (const some of portions(values, 3)) {
    await tx.run(
      `WITH last (webpage_id, at, share) AS (VALUES ${listOf(some, 1, ['', '', 'DOUBLE PRECISION'])})
       UPDATE webpages SET changed_at = last.at, changed_share = last.share
       FROM last WHERE webpages.id = last.webpage_id AND webpages.changed_at < last.at`,
      some.flat(),
    );
  }
}
