import type { Queries } from '../engine/database.ts';

/**
 * Queues the captures of a webpage from this time on for comparison in the background. Those with a stored comparison
 * are passed over.
 */
export async function compareFrom(tx: Queries, webpageId: string, createdAt: string): Promise<void> {
  await tx.run(
    `INSERT INTO comparison_backlog (webpage_id, next_at, next_id) VALUES ($1, $2, '')
     ON CONFLICT (webpage_id) DO UPDATE SET next_at = excluded.next_at, next_id = '', attempts = 0
     WHERE comparison_backlog.next_at >= excluded.next_at`,
    [webpageId, createdAt],
  );
}
