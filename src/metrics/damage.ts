import type { Logger } from 'pino';

export interface DamageWatch {
  /** Called for each statement that meets damage. */
  readonly onDamage: (error: unknown) => void;
  /** Called when a check has found that records may be left out without an error. */
  readonly onHiddenRecords: (error: unknown) => void;
  isDamaged(): boolean;
  mayLackRecords(): boolean;
  /** Aborted by the first damage. */
  readonly noticed: AbortSignal;
}

/**
 * Remembers that the database is damaged until the process ends: other records can still be read, so a later statement
 * that succeeds proves nothing. The log says once what to do.
 */
export function watchDamage(log: Logger): DamageWatch {
  const first = new AbortController();
  let hidesRecords = false;
  function onDamage(error: unknown): void {
    if (first.signal.aborted) return;
    first.abort();
    const advice = 'Run "pagekeep doctor" to see the damage, stop the service and restore a backup.';
    log.error({ err: error }, `The database is damaged. ${advice}`);
  }
  return {
    onDamage,
    onHiddenRecords(error) {
      hidesRecords = true;
      onDamage(error);
    },
    isDamaged: () => first.signal.aborted,
    mayLackRecords: () => hidesRecords,
    noticed: first.signal,
  };
}
