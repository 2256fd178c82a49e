import type { Comparisons } from '../../domain/ports/comparisons.ts';
import { Problem } from '../../domain/problem.ts';
import type { Database, Queries } from '../engine/database.ts';
import { takeFile } from './image-files.ts';

export function comparisons(queries: Queries, write: Database['transaction']): Comparisons {
  return {
    async find({ before, after }) {
      const row = await queries.get(
        `SELECT content_key, width, height, compared, changed FROM comparisons WHERE before_id = $1 AND after_id = $2`,
        [before, after],
      );
      return (
        row && {
          contentKey: String(row.content_key),
          width: Number(row.width),
          height: Number(row.height),
          compared: Number(row.compared),
          changed: Number(row.changed),
        }
      );
    },

    keep: (pair, comparison) =>
      write(async (tx) => {
        const there = await tx.all(`SELECT id FROM pictures WHERE id IN ($1, $2)${tx.staying}`, [
          pair.before,
          pair.after,
        ]);
        if (there.length < 2) throw new Problem('not-found', 'One of the captures was deleted in the meantime.');
        const kept = await tx.run(
          `INSERT INTO comparisons (before_id, after_id, content_key, width, height, compared, changed)
           VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (before_id, after_id) DO NOTHING`,
          [
            pair.before,
            pair.after,
            comparison.contentKey,
            comparison.width,
            comparison.height,
            comparison.compared,
            comparison.changed,
          ],
        );
        if (kept > 0) await takeFile(tx, comparison.contentKey);
      }),
  };
}
