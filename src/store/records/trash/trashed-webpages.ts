import { notFound } from '../../../domain/problem.ts';
import type { Webpage } from '../../../domain/webpage.ts';
import type { Queries } from '../../engine/database.ts';
import { addToIndex } from '../../paging/page-index.ts';
import { touchDaysOf } from '../changes/touch-days.ts';
import { detachWebpage, keyOf, lockAndCountWebpages, readLocked, WEBPAGE_ORDERINGS } from '../webpages/webpages.ts';

/**
 * Takes the webpage from its owner, so that no query finds it. The number of statements does not depend on the number
 * of its captures.
 */
export async function putWebpage(
  tx: Queries,
  owner: string,
  id: string,
  at: Date,
  check?: (webpage: Webpage) => void,
): Promise<Webpage> {
  const webpage = await detachWebpage(tx, owner, id, check);
  await tx.run('UPDATE webpages SET trash_account_id = $2, trashed_at = $3 WHERE id = $1', [
    id,
    owner,
    at.toISOString(),
  ]);
  // A worker that captures the page loses its lease.
  await tx.run(
    `UPDATE capture_schedules SET account_id = '', ready_at = NULL, attempt = NULL, site_turn = NULL, capture_again = 0
     WHERE webpage_id = $1`,
    [id],
  );
  return webpage;
}

export async function restoreWebpage(
  tx: Queries,
  owner: string,
  id: string,
  nextRun: (schedule: string, timeZone: string) => Date,
): Promise<Webpage> {
  const count = await lockAndCountWebpages(tx, owner, 1);
  const restored = await tx.run(
    `UPDATE webpages SET account_id = $1, trash_account_id = NULL, trashed_at = NULL, revision = ${tx.nextRevision}
     WHERE trash_account_id = $1 AND id = $2`,
    [owner, id],
  );
  if (restored === 0) throw notFound('entry of the trash');
  const webpage = await readLocked(tx, owner, id);
  for (const each of Object.values(WEBPAGE_ORDERINGS)) {
    await addToIndex(tx, each, owner, { key: keyOf(webpage, each), id }, count);
  }
  await restoreSchedule(tx, owner, id, nextRun);
  await touchDaysOf(tx, owner, id);
  return webpage;
}

async function restoreSchedule(
  tx: Queries,
  owner: string,
  webpageId: string,
  nextRun: (schedule: string, timeZone: string) => Date,
): Promise<void> {
  const row = await tx.get('SELECT schedule, time_zone FROM capture_schedules WHERE webpage_id = $1', [webpageId]);
  if (!row) return;
  const readyAt = nextRun(String(row.schedule), String(row.time_zone));
  await tx.run(
    `UPDATE capture_schedules SET account_id = $2, ready_at = CASE WHEN paused = 1 THEN NULL ELSE $3 END
     WHERE webpage_id = $1`,
    [webpageId, owner, readyAt.toISOString()],
  );
}
