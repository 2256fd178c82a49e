import { Problem } from '../../../domain/problem.ts';
import type { Queries } from '../../engine/database.ts';

/*
 * image_removals.state of a file:
 * - reserved: queued before the file is written. The transaction that makes the record takes the file off the queue;
 *   a file that nothing took by due_at is removed.
 * - removable: no record can take the file. A sweeper removes it and then its row.
 * - abandoned: as removable, set by the writer of a file that no record took. A sweeper that found no file under this
 *   key may be about to delete the row as done; the different state keeps the row for the next sweep.
 * - postponed: as removable, but the removal failed. It is tried again at due_at, after all other files.
 *
 * The state decides, not the clock: a clock that jumps never leaves a record without its image.
 */

/** Takes the files of a kept picture off the queue. Returns how many of them were reserved. */
export function takeFilesOf(tx: Queries, pictureId: string): Promise<number> {
  return tx.run(
    `DELETE FROM image_removals WHERE state = 'reserved' AND key IN (
       SELECT content_key FROM pictures WHERE id = $1 UNION ALL SELECT thumbnail_key FROM pictures WHERE id = $1)`,
    [pictureId],
  );
}

export function filesGone(): Problem {
  return new Problem('conflict', 'The image files were removed before their record was made.');
}
