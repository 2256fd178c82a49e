import type { Logger } from 'pino';
import type { Archive } from '../compose.ts';
import type { Config } from '../config.ts';
import type { Health } from '../metrics/health.ts';
import type { Meters } from '../metrics/meters.ts';

export interface RoleParts {
  readonly config: Config;
  readonly archive: Archive;
  readonly log: Logger;
  readonly meters: Meters;
  /** The checks that decide whether this process is ready. */
  readonly health: Health;
  /** Whether the database is known to leave out records without an error. */
  readonly mayLackRecords: () => boolean;
  /** Aborted when the service stops. */
  readonly signal: AbortSignal;
}

/** `ended` resolves after the signal, when all work of the role is complete. */
export interface RunningRole {
  readonly ended: Promise<void>;
}
