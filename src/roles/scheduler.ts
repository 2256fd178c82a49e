import { runAuditRetention } from '../work/audit-retention.ts';
import { runEvaluator } from '../work/evaluator.ts';
import { runEventRetention } from '../work/event-retention.ts';
import { runLateCaptures } from '../work/late-captures.ts';
import { runSweeper } from '../work/sweeper.ts';
import type { RoleParts, RunningRole } from './role.ts';

/** Work for the whole archive. Several schedulers coordinate through the database. */
export function startScheduler({ archive, config, log, signal }: RoleParts): RunningRole {
  const report = (message: string) => (error: unknown) => log.error({ err: error }, message);
  const { trashDays } = config;
  const sweeping = runSweeper(
    { ...archive, trashDays, now: () => new Date(), reportFailure: report('A sweep failed.') },
    signal,
  );
  const reportFailure = report('Changed settings could not be applied to stored changes; trying again.');
  const evaluating = runEvaluator({ store: archive.store, reportFailure }, signal);
  const correcting = runLateCaptures(
    {
      store: archive.store,
      monotonic: () => performance.now(),
      reportCorrected: (count) => log.warn({ count }, 'Due times that a clock ahead of time had set were corrected.'),
      reportFailure: report('Due times could not be checked; trying again.'),
    },
    signal,
  );
  const forgetting = runAuditRetention(
    {
      store: archive.store,
      auditDays: config.auditDays,
      now: () => new Date(),
      reportFailure: report('Old events of the audit log could not be deleted; trying again.'),
    },
    signal,
  );
  const forgettingEvents = runEventRetention(
    {
      store: archive.store,
      eventDays: config.eventDays,
      now: () => new Date(),
      reportFailure: report('Old events could not be deleted; trying again.'),
    },
    signal,
  );
  return { ended: Promise.all([sweeping, evaluating, correcting, forgetting, forgettingEvents]).then(() => undefined) };
}
