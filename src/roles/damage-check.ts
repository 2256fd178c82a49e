import { damageFinder, databaseSize } from '../compose.ts';
import type { DamageWatch } from '../metrics/damage.ts';
import { pause } from '../work/loop.ts';
import type { RoleParts, RunningRole } from './role.ts';

const SECOND_MS = 1_000;

interface Pace {
  readonly shortestPauseMs: number;
  readonly longestPauseMs: number;
  /** The pause after a check, in durations of the check. */
  readonly pausesPerCheck: number;
}

/** Uses one percent of one core, however large the database is. */
const PACE: Pace = {
  shortestPauseMs: 5 * SECOND_MS,
  longestPauseMs: 24 * 60 * 60 * SECOND_MS,
  pausesPerCheck: 100,
};

const BRIEF_MS = 5 * SECOND_MS;
/** At 15 ms for each megabyte, the check of a larger database takes longer than that. */
const BRIEF_BYTES = 300 * 1024 * 1024;

interface DamageCheck extends RunningRole {
  /** Resolves after the first check, also if it failed. */
  readonly first: Promise<void>;
  /**
   * The same, but no later than five seconds from now, and at once for a database that takes longer, so that it is soon served
   * again after a restart.
   */
  brief(mostBytes?: number): Promise<void>;
}

/**
 * Checks the whole database at the start and then again and again: a small one every five seconds, a large one less often,
 * at least once a day. Readers notice a damaged row, but not every row that a damaged index does not find. So a statement that
 * meets damage starts a check, too. It ends when there is nothing worse to find.
 */
export function startDamageCheck(
  { config, log, signal }: Pick<RoleParts, 'config' | 'log' | 'signal'>,
  { onDamage, onHiddenRecords, isDamaged, mayLackRecords, noticed }: DamageWatch,
  { shortestPauseMs, longestPauseMs, pausesPerCheck } = PACE,
): DamageCheck {
  const findDamage = damageFinder(config, signal);
  let tookMs = 0;

  async function check(): Promise<void> {
    const start = performance.now();
    try {
      const { faults, hidesRecords } = await findDamage();
      const [fault] = faults;
      if (fault !== undefined) (hidesRecords ? onHiddenRecords : onDamage)(new Error(fault));
    } catch (error) {
      if (!signal.aborted)
        log.error({ err: error }, 'The database could not be checked for damage; trying again later.');
    }
    tookMs = performance.now() - start;
  }

  async function checkAgain(): Promise<void> {
    // The first check also starts the thread. That of a small database says nothing about the duration of the next.
    if (tookMs < BRIEF_MS) tookMs = 0;
    while (!signal.aborted && !mayLackRecords()) {
      const pauseMs = Math.min(longestPauseMs, Math.max(shortestPauseMs, pausesPerCheck * tookMs));
      await pause(pauseMs, isDamaged() ? signal : AbortSignal.any([signal, noticed]));
      if (!signal.aborted) await check();
    }
  }

  const first = check();
  const brief = async (mostBytes = BRIEF_BYTES) => {
    if (databaseSize(config) > mostBytes) return;
    const done = new AbortController();
    await Promise.race([first, pause(BRIEF_MS, done.signal)]);
    done.abort();
  };
  return { first, brief, ended: first.then(checkAgain) };
}
