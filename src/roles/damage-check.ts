import { findDamage } from '../compose.ts';
import type { DamageWatch } from '../metrics/damage.ts';
import { pause, repeat } from '../work/loop.ts';
import type { RoleParts, RunningRole } from './role.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Checks the whole database soon after the start and then once a day. Readers notice a damaged row, but not a row that a
 * damaged index does not find.
 */
export function startDamageCheck(
  { config, log, signal }: Pick<RoleParts, 'config' | 'log' | 'signal'>,
  { onDamage, isDamaged }: DamageWatch,
  { firstMs, pauseMs } = { firstMs: MINUTE_MS, pauseMs: DAY_MS },
): RunningRole {
  const check = async () => {
    const [fault] = await findDamage(config, signal);
    if (fault !== undefined) onDamage(new Error(fault));
  };
  const reportFailure = (error: unknown) => {
    if (!signal.aborted)
      log.error({ err: error }, 'The database could not be checked for damage; trying again tomorrow.');
  };
  const loop = { pauseMs, reportFailure, signal, isDone: isDamaged };
  return { ended: pause(firstMs, signal).then(() => repeat(check, loop)) };
}
