import type { Logger } from 'pino';

export interface DamageWatch {
  /** Called for each statement that meets damage. */
  readonly onDamage: (error: unknown) => void;
  isDamaged(): boolean;
}

/**
 * Remembers that the database is damaged until the process ends: other records can still be read, so a later statement
 * that succeeds proves nothing. The log says once what to do.
 */
export function watchDamage(log: Logger): DamageWatch {
  let damaged = false;
  return {
    onDamage(error) {
      if (damaged) return;
      damaged = true;
      const advice = 'Run "pagekeep doctor" to see the damage, stop the service and restore a backup.';
      log.error({ err: error }, `The database is damaged. ${advice}`);
    },
    isDamaged: () => damaged,
  };
}
