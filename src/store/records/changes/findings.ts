import type { Findings } from '../../../domain/findings.ts';
import type { PicturePair, StoredFindings } from '../../../domain/ports/changes.ts';
import { Problem } from '../../../domain/problem.ts';
import type { Database, Queries } from '../../engine/database.ts';

export function storedFindings(queries: Queries, write: Database['transaction']): StoredFindings {
  return {
    find: (pair) => findFindings(queries, pair),

    keep: (pair, findings) =>
      write(async (tx) => {
        const there = await tx.all(`SELECT id FROM pictures WHERE id IN ($1, $2)${tx.staying}`, [
          pair.before,
          pair.after,
        ]);
        if (there.length < 2) throw new Problem('not-found', 'One of the captures was deleted in the meantime.');
        await keepFindings(tx, pair, findings);
      }),
  };
}

export async function findFindings(queries: Queries, { before, after }: PicturePair): Promise<Findings | undefined> {
  const row = await queries.get(
    `SELECT findings, ${queries.intact('findings')} AS intact FROM findings WHERE before_id = $1 AND after_id = $2`,
    [before, after],
  );
  return row && JSON.parse(String(row.findings));
}

/** Both pictures exist, and stay until the transaction ends. */
export async function keepFindings(tx: Queries, { before, after }: PicturePair, findings: Findings): Promise<void> {
  await tx.run(
    `INSERT INTO findings (before_id, after_id, word, share, findings) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (before_id, after_id) DO NOTHING`,
    [before, after, findings.word, findings.share, JSON.stringify(findings)],
  );
}
