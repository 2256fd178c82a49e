import type { Queries } from '../../engine/database.ts';
import { setNewest } from './newest-change.ts';
import { touchDays } from './touch-days.ts';

/**
 * Queues the captures of a webpage from this time on for comparison in the background. Captures with a
 * stored comparison are skipped.
 */
export async function compareFrom(tx: Queries, webpageId: string, createdAt: string): Promise<void> {
  await tx.run(
    `INSERT INTO comparison_backlog (webpage_id, next_at, next_id) VALUES ($1, $2, '')
     ON CONFLICT (webpage_id) DO UPDATE SET next_at = excluded.next_at, next_id = '', attempts = 0
     WHERE comparison_backlog.next_at >= excluded.next_at`,
    [webpageId, createdAt],
  );
}

/**
 * Removes comparisons of later captures with earlier ones, and the entry of a later first capture. They were made before
 * there was a capture between: it was in the trash, or the clock was set back.
 */
export async function removeComparisonsAcross(
  tx: Queries,
  { owner, webpageId, createdAt, id }: { owner: string; webpageId: string; createdAt: string; id: string },
): Promise<void> {
  const compared = await tx.all(
    `DELETE FROM changes WHERE webpage_id = $1 AND (happened_at, id) > ($2, $3) AND kind = 'changed'
       AND before_id IN (SELECT s.id FROM screenshots s WHERE s.webpage_id = $1 AND (s.created_at, s.id) < ($2, $3))
     RETURNING happened_at`,
    [webpageId, createdAt, id],
  );
  const first = await tx.all(
    `DELETE FROM changes WHERE webpage_id = $1 AND (happened_at, id) > ($2, $3) AND kind = 'new' RETURNING happened_at`,
    [webpageId, createdAt, id],
  );
  // The first capture may be an even earlier one that had no entry, because its picture was that of a later one.
  if (first.length > 0) await compareFrom(tx, webpageId, '');
  const days = new Set([...compared, ...first].map((row) => String(row.happened_at).slice(0, 10)));
  if (days.size === 0) return;
  await setNewest(tx, webpageId);
  await touchDays(
    tx,
    owner,
    [...days].map((day) => ({ day })),
  );
}
