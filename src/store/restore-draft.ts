import { rmSync } from 'node:fs';
import { Problem } from '../domain/problem.ts';
import { fileIdentity } from './engine/file-identity.ts';

/** A restore writes the database here first, and gives it its name when everything else is in place. */
export const restoreDraft = (databasePath: string) => `${databasePath}.restoring`;

/**
 * Without a database, a new and empty archive would begin in its place: throws Problem('conflict'). A restore that was killed right
 * after its last step leaves a second name of the database, which is removed.
 */
export function refuseUnfinishedRestore(databasePath: string): void {
  const draft = restoreDraft(databasePath);
  const [there, restored] = [fileIdentity(draft), fileIdentity(databasePath)];
  if (there === undefined) return;
  if (there === restored) rmSync(draft, { force: true });
  if (restored !== undefined) return;
  throw new Problem(
    'conflict',
    `The restore into ${databasePath} is not complete. If it was interrupted, run "pagekeep restore" again. To begin a new archive, delete ${draft}.`,
  );
}
