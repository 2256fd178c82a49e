import { existsSync } from 'node:fs';
import { Problem } from '../domain/problem.ts';

/** A restore writes the database here first, and gives it its name when everything else is in place. */
export const restoreDraft = (databasePath: string) => `${databasePath}.restoring`;

/** Otherwise a new, empty archive would begin in its place. Throws Problem('conflict'). */
export function refuseUnfinishedRestore(databasePath: string): void {
  const draft = restoreDraft(databasePath);
  if (existsSync(databasePath) || !existsSync(draft)) return;
  throw new Problem(
    'conflict',
    `The restore into ${databasePath} is not complete. If it was interrupted, run "pagekeep restore" again. To begin a new archive, delete ${draft}.`,
  );
}
