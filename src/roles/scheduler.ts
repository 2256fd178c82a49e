import { runSweeper } from '../work/sweeper.ts';
import type { RoleParts, RunningRole } from './role.ts';

/** Work for the whole archive. Several schedulers coordinate through the database. */
export function startScheduler({ archive, log, signal }: RoleParts): RunningRole {
  const reportFailure = (error: unknown) => log.error({ err: error }, 'A sweep failed.');
  return { ended: runSweeper({ ...archive, now: () => new Date(), reportFailure }, signal) };
}
