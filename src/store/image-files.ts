import { Problem } from '../domain/problem.ts';
import type { Picture } from '../domain/screenshot.ts';
import type { Queries } from './database.ts';

/**
 * The files of a new picture are queued for removal before they are written, and taken off the queue with their record.
 * A file that a sweeper gave up is due at NOW, before every time, and no record can take it any more: whichever
 * clock jumped, there is never a record without its image.
 */
export const NOW = '';

/** Takes files off the queue, because a record needs them. Answers how many were waiting to be taken. */
export function takeFiles(tx: Queries, keys: readonly [string, string]): Promise<number> {
  return tx.run('DELETE FROM image_removals WHERE key IN ($1, $2) AND due_at <> $3', [...keys, NOW]);
}

/** Throws Problem('conflict') unless this very file still waits to be taken. */
export async function takeFile(tx: Queries, key: string): Promise<void> {
  if ((await takeFiles(tx, [key, key])) === 0) throw filesGone();
}

/** Throws Problem('conflict') if the picture is new and its files were given up; holds them for this transaction. */
export async function holdFiles(tx: Queries, { id, contentKey, thumbnailKey }: Picture): Promise<void> {
  const held = await tx.run('UPDATE image_removals SET due_at = due_at WHERE key IN ($1, $2) AND due_at <> $3', [
    contentKey,
    thumbnailKey,
    NOW,
  ]);
  if (held === 2) return;
  if (!(await tx.get('SELECT id FROM pictures WHERE id = $1', [id]))) throw filesGone();
}

function filesGone(): Problem {
  return new Problem('conflict', 'The image files were given up before their record was made.');
}
