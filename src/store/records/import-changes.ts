import type { ImportedChange } from '../../domain/ports/changes.ts';
import { notFound } from '../../domain/problem.ts';
import type { Queries, Value } from '../engine/database.ts';
import { insertMany, listOf, portions } from '../engine/insert.ts';
import { touchDays } from './change-days.ts';
import { CHANGE_COLUMNS, changeValues, comparedChange } from './change-rows.ts';
import { setNewest } from './evaluate-again.ts';
import { currentSettings, evaluateIn } from './record-change.ts';

/** Adds comparisons of many captures with a few statements. */
export async function importChanges(tx: Queries, owner: string, compared: readonly ImportedChange[]): Promise<void> {
  const ofWebpages = Map.groupBy(compared, ({ after }) => after.webpageId);
  const rows: Value[][] = [];
  for (const [webpageId, some] of ofWebpages) {
    const locked = await tx.run(`UPDATE webpages SET revision = ${tx.nextRevision} WHERE account_id = $1 AND id = $2`, [
      owner,
      webpageId,
    ]);
    if (locked === 0) throw notFound('webpage');
    const { settings, revision: settingsRevision } = await currentSettings(tx, webpageId);
    for (const { after, before, findings, reviewedAt } of some) {
      const pair = { before: before.picture.id, after: after.picture.id };
      const { id, createdAt: at } = after;
      const base = { id, webpageId, owner, at, reviewedAt, screenshotId: id, before: { screenshotId: before.id } };
      const evaluated = await evaluateIn(tx, pair, { findings, settings });
      rows.push(changeValues(comparedChange({ ...base, evaluated, settingsRevision })));
    }
  }
  await importFindings(tx, compared);
  await insertMany(tx, 'changes', CHANGE_COLUMNS, rows);
  for (const webpageId of ofWebpages.keys()) await setNewest(tx, webpageId);
  const days = new Set(compared.map(({ after }) => after.createdAt.slice(0, 10)));
  await touchDays(
    tx,
    owner,
    [...days].map((day) => ({ day })),
  );
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
