import { FACE_VERDICTS } from '../../../domain/screenshot.ts';
import type { Queries } from '../../engine/database.ts';

/** SQL for the verdicts of screenshots that can represent their webpage. */
export const GOOD_VERDICTS = FACE_VERDICTS.map((verdict) => `'${verdict}'`).join(', ');

/** The newest good screenshot represents the webpage. Call it after the webpage's row was locked. */
export async function setFace(tx: Queries, webpageId: string): Promise<void> {
  await tx.run(
    `UPDATE webpages SET face_id = (SELECT s.id FROM screenshots s WHERE s.webpage_id = $1 AND s.verdict IN (${GOOD_VERDICTS})
       ORDER BY s.created_at DESC, s.id DESC LIMIT 1) WHERE id = $1`,
    [webpageId],
  );
}
