import { findDamage } from '../compose.ts';
import type { DamageWatch } from '../metrics/damage.ts';
import { pause, repeat } from '../work/loop.ts';
import type { RoleParts, RunningRole } from './role.ts';

const MINUTE_MS = 60_000;

interface Pace {
  readonly firstMs: number;
  readonly shortestPauseMs: number;
  readonly longestPauseMs: number;
  /** The pause after a check, in durations of the check. */
  readonly pausesPerCheck: number;
}

/** Half a percent of one core, however large the database is. */
const PACE: Pace = {
  firstMs: 10_000,
  shortestPauseMs: 10 * MINUTE_MS,
  longestPauseMs: 24 * 60 * MINUTE_MS,
  pausesPerCheck: 200,
};

/**
 * Checks the whole database soon after the start and then again and again: a small one every ten minutes, a large one less
 * often, at least once a day. Readers notice a damaged row, but not a row that a damaged index does not find.
 */
export function startDamageCheck(
  { config, log, signal }: Pick<RoleParts, 'config' | 'log' | 'signal'>,
  { onDamage, isDamaged }: DamageWatch,
  { firstMs, shortestPauseMs, longestPauseMs, pausesPerCheck } = PACE,
): RunningRole {
  let tookMs = 0;
  const check = async () => {
    const start = performance.now();
    const [fault] = await findDamage(config, signal);
    tookMs = performance.now() - start;
    if (fault !== undefined) onDamage(new Error(fault));
  };
  const pauseMs = () => Math.min(longestPauseMs, Math.max(shortestPauseMs, pausesPerCheck * tookMs));
  const reportFailure = (error: unknown) => {
    if (!signal.aborted) log.error({ err: error }, 'The database could not be checked for damage; trying again later.');
  };
  const loop = { pauseMs, reportFailure, signal, isDone: isDamaged };
  return { ended: pause(firstMs, signal).then(() => repeat(check, loop)) };
}
