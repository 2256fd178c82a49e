import { runSweeper } from '../work/sweeper.ts';
import type { RoleParts, RunningRole } from './role.ts';

/** What is done once for the whole archive; with several schedulers the database decides who does which part. */
export function startScheduler({ archive, log, signal }: RoleParts): RunningRole {
  const reportFailure = (error: unknown) => log.error({ err: error }, 'a sweep failed');
  return { ended: runSweeper({ ...archive, now: () => new Date(), reportFailure }, signal) };
}
