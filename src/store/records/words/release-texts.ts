import type { Queries } from '../../engine/database.ts';
import { portions } from '../../engine/insert.ts';
import { passageIdsOf } from './packed-text.ts';
import { passagesOfTexts } from './text-runs.ts';
import { PASSAGE_BYTES, subtractTextBytes, sumBytes, TEXT_BYTES } from './text-use.ts';

/** Removes those of these texts of a webpage that no capture has, with the passages that no other text has. */
export async function releaseTexts(tx: Queries, webpageId: string, textIds: readonly number[]): Promise<void> {
  const passages = new Set<number>();
  let bytes = 0;
  for (const textId of new Set(textIds)) {
    const row = await tx.get(
      `SELECT passages, ${TEXT_BYTES} AS bytes, ${tx.intact('texts x')} AS intact FROM texts x WHERE id = $1
         AND NOT EXISTS (SELECT 1 FROM text_runs WHERE text_id = x.id)
         AND NOT EXISTS (SELECT 1 FROM trashed_screenshots WHERE text_id = x.id)`,
      [textId],
    );
    if (!row) continue;
    for (const id of passageIdsOf(String(row.passages))) passages.add(id);
    bytes += Number(row.bytes);
    await tx.run('DELETE FROM texts WHERE id = $1', [textId]);
  }
  if (bytes === 0) return;
  for (const kept of (await passagesOfTexts(tx, webpageId)).values()) for (const id of kept) passages.delete(id);
  for (const some of portions([...passages], 1)) {
    const places = some.map((_, index) => `$${index + 1}`).join(', ');
    await tx.run(`DELETE FROM passage_spans WHERE passage_id IN (${places})`, some);
    const gone = await tx.all(`DELETE FROM passages WHERE id IN (${places}) RETURNING ${PASSAGE_BYTES} AS bytes`, some);
    bytes += sumBytes(gone);
  }
  await subtractTextBytes(tx, webpageId, bytes);
}

/** Removes some words of a webpage that is being removed. Returns whether there may be more. */
export async function removeWords(tx: Queries, webpageId: string, limit: number): Promise<boolean> {
  const runs = await tx.run(
    'DELETE FROM text_runs WHERE webpage_id = $1 AND number IN (SELECT number FROM text_runs WHERE webpage_id = $1 LIMIT $2)',
    [webpageId, limit],
  );
  if (runs > 0) return true;
  const some = 'SELECT id FROM passages WHERE webpage_id = $1 LIMIT $2';
  await tx.run(`DELETE FROM passage_spans WHERE passage_id IN (${some})`, [webpageId, limit]);
  const passages = `DELETE FROM passages WHERE id IN (${some}) RETURNING ${PASSAGE_BYTES} AS bytes`;
  const texts = `DELETE FROM texts WHERE id IN (SELECT id FROM texts WHERE webpage_id = $1 LIMIT $2)
    RETURNING ${TEXT_BYTES} AS bytes`;
  for (const statement of [passages, texts]) {
    const gone = await tx.all(statement, [webpageId, limit]);
    await subtractTextBytes(tx, webpageId, sumBytes(gone));
    if (gone.length > 0) return true;
  }
  await tx.run('DELETE FROM text_use WHERE webpage_id = $1', [webpageId]);
  return false;
}
