import { Problem } from '../../domain/problem.ts';
import type { Queries } from '../engine/database.ts';

/**
 * The files of a new picture are queued for removal before they are written, and taken off the queue with their record.
 * A file that a sweeper gave up is due at NOW, before every time, and no record can take it any more: whichever
 * clock jumped, there is never a record without its image.
 */
export const NOW = '';

/**
 * As early, and no record can take it either: a file that was written and given up, maybe while a sweeper that found
 * none is about to be done with its name. That sweeper leaves it to the next one.
 */
export const AGAIN = ' ';

/**
 * In front of the time at which a file is tried again that could not be removed: such texts come behind every time, so
 * that no other file waits for it. No record can take it either.
 */
export const PUT_OFF = '~';

/** SQL for those that a record can take. */
const WAITING = `due_at > '${AGAIN}' AND due_at < '${PUT_OFF}'`;

/** Takes the files of a picture that is kept off the queue. Answers how many were waiting to be taken. */
export function takeFilesOf(tx: Queries, pictureId: string): Promise<number> {
  return tx.run(
    `DELETE FROM image_removals WHERE ${WAITING} AND key IN (
       SELECT content_key FROM pictures WHERE id = $1 UNION ALL SELECT thumbnail_key FROM pictures WHERE id = $1)`,
    [pictureId],
  );
}

/** Throws Problem('conflict') unless this very file still waits to be taken. */
export async function takeFile(tx: Queries, key: string): Promise<void> {
  if ((await tx.run(`DELETE FROM image_removals WHERE key = $1 AND ${WAITING}`, [key])) === 0) throw filesGone();
}

export function filesGone(): Problem {
  return new Problem('conflict', 'The image files were given up before their record was made.');
}
