import type { ChangeSettings, ChangeSummary } from '../../../domain/change.ts';
import { notFound } from '../../../domain/problem.ts';
import { changeOfWords } from '../../../domain/word-change.ts';
import type { Database, Queries, Row } from '../../engine/database.ts';
import { findFindings } from './findings.ts';
import { setNewest } from './newest-change.ts';
import { currentSettings, evaluateIn, textsFor, withWords } from './record-change.ts';
import { touchDays } from './touch-days.ts';

/** Locks the webpage's row, as a capture does, so that no capture is evaluated with the old settings afterwards. */
async function lockWebpage(tx: Queries, owner: string, webpageId: string): Promise<void> {
  const locked = await tx.run(`UPDATE webpages SET revision = ${tx.nextRevision} WHERE account_id = $1 AND id = $2`, [
    owner,
    webpageId,
  ]);
  if (locked === 0) throw notFound('webpage');
}

/** Locks the row of a webpage, whether it belongs to an account or not. */
export async function lockWebpageRow(tx: Queries, webpageId: string): Promise<void> {
  await tx.run(`UPDATE webpages SET revision = ${tx.nextRevision} WHERE id = $1`, [webpageId]);
}

/** Stores settings. `evaluateAgain` then applies them to the comparisons of the webpage. */
export function setSettings(
  write: Database['transaction'],
  owner: string,
  webpageId: string,
  settings: ChangeSettings,
): Promise<void> {
  return write(async (tx) => {
    await lockWebpage(tx, owner, webpageId);
    await tx.run(
      `INSERT INTO change_settings (webpage_id, settings, revision, pending) VALUES ($1, $2, 1, 1)
       ON CONFLICT (webpage_id) DO UPDATE SET settings = excluded.settings, revision = change_settings.revision + 1,
         pending = 1`,
      [webpageId, JSON.stringify(settings)],
    );
  });
}

/**
 * Applies the settings to up to `limit` comparisons that were evaluated with an earlier revision. Returns whether there
 * may be more. It may stop at any point: `pending` stays set until nothing is left.
 */
export function evaluateAgain(
  write: Database['transaction'],
  owner: string,
  webpageId: string,
  limit: number,
): Promise<boolean> {
  return write(async (tx) => {
    await lockWebpage(tx, owner, webpageId);
    const current = await currentSettings(tx, webpageId);
    const rows = await tx.all(
      `SELECT e.id, e.before_id, e.happened_at, e.word, e.summary, s.picture_id AS after_picture, b.picture_id AS before_picture
       FROM changes e LEFT JOIN screenshots s ON s.id = e.screenshot_id LEFT JOIN screenshots b ON b.id = e.before_id
       WHERE e.webpage_id = $1 AND e.settings_revision < $2 ORDER BY e.settings_revision LIMIT $3`,
      [webpageId, current.revision, limit],
    );
    const days = new Set<string>();
    for (const row of rows) {
      if (row.word === null) await stamp(tx, row, current.revision);
      else await evaluateRow(tx, row, { ...current, owner, webpageId });
      days.add(String(row.happened_at).slice(0, 10));
    }
    const more = rows.length === limit;
    if (!more) await tx.run('UPDATE change_settings SET pending = 0 WHERE webpage_id = $1', [webpageId]);
    if (rows.length > 0) {
      await setNewest(tx, webpageId);
      await touchDays(
        tx,
        owner,
        [...days].map((day) => ({ day })),
      );
    }
    return more;
  });
}

async function evaluateRow(
  tx: Queries,
  { id, summary: earlier, before_id: beforeId, after_picture: after, before_picture: before }: Row,
  {
    settings,
    revision,
    ...webpage
  }: Awaited<ReturnType<typeof currentSettings>> & { owner: string; webpageId: string },
): Promise<void> {
  const pair = { before: String(before), after: String(after) };
  const findings = await findFindings(tx, pair);
  if (!findings) return stamp(tx, { id: id ?? null }, revision);
  const captures = { before: String(beforeId), after: String(id) };
  const { words: told, ignored = 0 }: Partial<ChangeSummary> = JSON.parse(String(earlier));
  const texts = await textsFor(tx, settings, { ...webpage, captures }, ignored > 0);
  const words = ignored > 0 && texts ? changeOfWords(texts.before, texts.after) : told;
  const { summary, announced } = withWords(await evaluateIn(tx, pair, { findings, settings, texts }), words);
  await tx.run(
    'UPDATE changes SET word = $2, share = $3, summary = $4, shown = $5, settings_revision = $6 WHERE id = $1',
    [String(id), summary.word, summary.share, JSON.stringify(summary), announced ? 1 : 0, revision],
  );
}

/** Entries without findings do not depend on the settings. */
async function stamp(tx: Queries, { id }: Row, revision: number): Promise<void> {
  await tx.run('UPDATE changes SET settings_revision = $2 WHERE id = $1', [String(id), revision]);
}
