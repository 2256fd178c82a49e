import { notFound } from '../../../domain/problem.ts';
import { isGood, type KeptVerdict } from '../../../domain/screenshot.ts';
import type { Queries, Row, Value } from '../../engine/database.ts';
import { insertMany } from '../../engine/insert.ts';
import { addToIndex, removeFromIndex } from '../../paging/page-index.ts';
import { setFace } from '../captures/faces.ts';
import {
  ALL,
  insertScreenshots,
  lockAndCountScreenshots,
  orderingOf,
  SCREENSHOT_COLUMNS,
} from '../captures/screenshots.ts';
import { CHANGE_COLUMNS } from '../changes/change-rows.ts';
import { compareFrom, removeComparisonsAcross } from '../changes/comparison-queue.ts';
import { setNewest } from '../changes/newest-change.ts';
import { areStored, goodBefore } from '../changes/record-change.ts';
import { touchDays } from '../changes/touch-days.ts';
import { addToRuns, removeFromRuns } from '../words/text-runs.ts';

/**
 * Moves the row of a capture, and those of the comparisons with it, to the trash. The next capture is then compared with
 * the one before it. The webpage's row is locked first, as by every writer.
 */
export async function putCapture(
  tx: Queries,
  owner: string,
  { webpageId, id }: { webpageId: string; id: string },
  at: Date,
): Promise<void> {
  await lockAndCountScreenshots(tx, owner, webpageId, { all: 0, favorites: 0 });
  const row = await tx.get(
    `SELECT ${SCREENSHOT_COLUMNS.join(', ')}, ${tx.intact('screenshots')} AS intact FROM screenshots WHERE id = $1`,
    [id],
  );
  if (row?.webpage_id !== webpageId) throw notFound('screenshot');
  const createdAt = String(row.created_at);
  const found = await tx.all(
    `SELECT ${CHANGE_COLUMNS.join(', ')}, ended_at, ${tx.intact('changes')} AS intact FROM changes WHERE webpage_id = $1 AND kind IN ('changed', 'new') AND happened_at >= $3
       AND (id = $2 OR before_id = $2)`,
    [webpageId, id, createdAt],
  );
  const changes = found.map(({ intact: _, ...change }) => change);
  await tx.run('DELETE FROM screenshots WHERE id = $1', [id]);
  const isGoodCapture = isGood(row.verdict as KeptVerdict);
  const textId = isGoodCapture ? await removeFromRuns(tx, webpageId, { id, at: createdAt }) : undefined;
  await insertMany(
    tx,
    'trashed_screenshots',
    [...SCREENSHOT_COLUMNS, 'account_id', 'trashed_at', 'changes', 'text_id'],
    [[...valuesOf(row, SCREENSHOT_COLUMNS), owner, at.toISOString(), JSON.stringify(changes), textId ?? null]],
  );
  for (const change of changes) await tx.run('DELETE FROM changes WHERE id = $1', [change.id ?? null]);
  const isFavorite = row.is_favorite === 1;
  await lockAndCountScreenshots(tx, owner, webpageId, { all: -1, favorites: isFavorite ? -1 : 0 });
  const position = { key: createdAt, id };
  await removeFromIndex(tx, ALL, webpageId, position);
  await removeFromIndex(tx, orderingOf(isFavorite), webpageId, position);
  await setFace(tx, webpageId);
  await setNewest(tx, webpageId);
  await compareFrom(tx, webpageId, createdAt);
  await touchDays(tx, owner, daysOf(changes));
}

/** Replaces the comparisons that were made while the capture was in the trash by the earlier ones. Returns the webpage. */
export async function restoreCapture(tx: Queries, owner: string, id: string): Promise<string> {
  const found = await tx.get(
    `SELECT webpage_id, ${tx.intact('trashed_screenshots')} AS intact FROM trashed_screenshots WHERE account_id = $1 AND id = $2`,
    [owner, id],
  );
  if (!found) throw notFound('entry of the trash');
  const webpageId = String(found.webpage_id);
  await lockAndCountScreenshots(tx, owner, webpageId, { all: 0, favorites: 0 });
  const row = await tx.get('DELETE FROM trashed_screenshots WHERE account_id = $1 AND id = $2 RETURNING *', [
    owner,
    id,
  ]);
  if (!row) throw notFound('entry of the trash');
  const createdAt = String(row.created_at);
  const isFavorite = row.is_favorite === 1;
  const counts = await lockAndCountScreenshots(tx, owner, webpageId, { all: 1, favorites: isFavorite ? 1 : 0 });
  await insertScreenshots(tx, owner, [valuesOf(row, SCREENSHOT_COLUMNS)]);
  const position = { key: createdAt, id };
  await addToIndex(tx, ALL, webpageId, position, counts.all);
  await addToIndex(tx, orderingOf(isFavorite), webpageId, position, isFavorite ? counts.favorites : counts.others);
  await setFace(tx, webpageId);
  if (isGood(row.verdict as KeptVerdict)) {
    await removeComparisonsAcross(tx, { owner, webpageId, createdAt, id });
    const textId = row.text_id === null ? undefined : Number(row.text_id);
    await addToRuns(tx, webpageId, { id, at: createdAt }, textId);
  }
  const changes: Row[] = JSON.parse(String(row.changes));
  for (const change of changes) await restoreChange(tx, change);
  await tx.run('UPDATE change_settings SET pending = 1 WHERE webpage_id = $1', [webpageId]);
  await setNewest(tx, webpageId);
  await compareFrom(tx, webpageId, createdAt);
  await touchDays(tx, owner, daysOf(changes));
  return webpageId;
}

/** A comparison is not restored if one of its captures is in the trash, or another one is between them now. */
async function restoreChange(tx: Queries, change: Row): Promise<void> {
  const needed = [change.screenshot_id, change.before_id].filter((id) => typeof id === 'string');
  if (!(await areStored(tx, needed))) return;
  const capture = {
    webpageId: String(change.webpage_id),
    createdAt: String(change.happened_at),
    id: String(change.id),
  };
  if ((await goodBefore(tx, capture)) !== (change.before_id ?? undefined)) return;
  await tx.run('DELETE FROM changes WHERE id = $1', [change.id ?? null]);
  const columns = Object.keys(change);
  await insertMany(tx, 'changes', columns, [valuesOf(change, columns)]);
}

function valuesOf(row: Row, columns: readonly string[]): Value[] {
  return columns.map((column) => row[column] ?? null);
}

function daysOf(changes: readonly Row[]) {
  const days = new Set(changes.map((change) => String(change.happened_at).slice(0, 10)));
  return [...days].map((day) => ({ day }));
}
