import type { Queries } from '../../engine/database.ts';

/** The newest change on the Changes page becomes the last change of the webpage. */
export async function setNewest(tx: Queries, webpageId: string): Promise<void> {
  const newest = await tx.get(
    `SELECT happened_at, share FROM changes WHERE webpage_id = $1 AND kind = 'changed' AND shown = 1
     ORDER BY happened_at DESC LIMIT 1`,
    [webpageId],
  );
  await tx.run('UPDATE webpages SET changed_at = $2, changed_share = $3 WHERE id = $1', [
    webpageId,
    newest?.happened_at ?? '',
    newest?.share ?? null,
  ]);
}
