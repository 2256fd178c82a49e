import type { Finding } from '../../../domain/finding.ts';
import type { Queries } from '../../engine/database.ts';
import { lockWebpageRow } from './evaluate-again.ts';
import { setNewest } from './newest-change.ts';
import { touchDays } from './touch-days.ts';

/** SQL for webpages `w` that belong to an account or are in its trash. */
export const KEPT = '(w.account_id IS NOT NULL OR w.trash_account_id IS NOT NULL)';

/** Checks the changes of the webpages with ids after `after` up to `last`. */
export async function wrongChanges(queries: Queries, after: string, last: string): Promise<Finding[]> {
  const newest = await queries.all(
    `SELECT w.id FROM webpages w WHERE w.id > $1 AND w.id <= $2 AND ${KEPT}
       AND w.changed_at <> coalesce((SELECT max(e.happened_at) FROM changes e
         WHERE e.webpage_id = w.id AND e.kind = 'changed' AND e.shown = 1), '')
     ORDER BY w.id`,
    [after, last],
  );
  const dangling = await queries.all(
    `SELECT e.id FROM changes e JOIN webpages w ON w.id = e.webpage_id
       LEFT JOIN screenshots s ON s.id = e.screenshot_id AND s.webpage_id = e.webpage_id
       LEFT JOIN screenshots b ON b.id = e.before_id AND b.webpage_id = e.webpage_id
       LEFT JOIN trashed_screenshots d ON d.id = e.screenshot_id AND d.webpage_id = e.webpage_id AND e.kind = 'failing'
     WHERE w.id > $1 AND w.id <= $2 AND ${KEPT} AND (
       e.account_id <> coalesce(w.account_id, w.trash_account_id)
       OR (e.screenshot_id IS NOT NULL AND s.id IS NULL AND d.id IS NULL)
       OR (e.kind = 'changed' AND b.id IS NULL)
     ) ORDER BY e.id`,
    [after, last],
  );
  return [
    ...newest.map(({ id }): Finding => ({ kind: 'last change', id: String(id) })),
    ...dangling.map(({ id }): Finding => ({ kind: 'dangling change', id: String(id) })),
  ];
}

export async function mendLastChange(tx: Queries, webpageId: string): Promise<void> {
  await lockWebpageRow(tx, webpageId);
  await setNewest(tx, webpageId);
}

export async function removeDanglingChange(tx: Queries, id: string): Promise<void> {
  const row = await tx.get('SELECT webpage_id, account_id, happened_at FROM changes WHERE id = $1', [id]);
  if (!row) return;
  await lockWebpageRow(tx, String(row.webpage_id));
  await tx.run('DELETE FROM changes WHERE id = $1', [id]);
  await setNewest(tx, String(row.webpage_id));
  await touchDays(tx, String(row.account_id), [{ day: String(row.happened_at).slice(0, 10) }]);
}
