import type { Queries } from '../engine/database.ts';
import { portions } from '../engine/insert.ts';
import { passageIdsOf } from './packed-text.ts';
import { passagesOfTexts } from './text-runs.ts';

/** Removes those of these texts of a webpage that no capture has, with the passages that no other text has. */
export async function releaseTexts(tx: Queries, webpageId: string, textIds: readonly number[]): Promise<void> {
  const passages = new Set<number>();
  for (const textId of new Set(textIds)) {
    const row = await tx.get(
      `SELECT passages, ${tx.intact('texts x')} AS intact FROM texts x WHERE id = $1
         AND NOT EXISTS (SELECT 1 FROM text_runs WHERE text_id = x.id)
         AND NOT EXISTS (SELECT 1 FROM trashed_screenshots WHERE text_id = x.id)`,
      [textId],
    );
    if (!row) continue;
    for (const id of passageIdsOf(String(row.passages))) passages.add(id);
    await tx.run('DELETE FROM texts WHERE id = $1', [textId]);
  }
  if (passages.size === 0) return;
  for (const kept of (await passagesOfTexts(tx, webpageId)).values()) for (const id of kept) passages.delete(id);
  for (const some of portions([...passages], 1)) {
    const places = some.map((_, index) => `$${index + 1}`).join(', ');
    await tx.run(`DELETE FROM passage_spans WHERE passage_id IN (${places})`, some);
    await tx.run(`DELETE FROM passages WHERE id IN (${places})`, some);
  }
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
  if ((await tx.run(`DELETE FROM passages WHERE id IN (${some})`, [webpageId, limit])) > 0) return true;
  const texts = 'DELETE FROM texts WHERE id IN (SELECT id FROM texts WHERE webpage_id = $1 LIMIT $2)';
  return (await tx.run(texts, [webpageId, limit])) > 0;
}
