import type { Logger } from 'pino';
import type { Archive } from '../compose.ts';
import type { Config } from '../config.ts';
import type { Health } from '../metrics/health.ts';
import type { Meters } from '../metrics/meters.ts';

/** What every role of the service is given. */
export interface RoleParts {
  readonly config: Config;
  readonly archive: Archive;
  readonly log: Logger;
  readonly meters: Meters;
  /** What has to be usable for this process to be ready. */
  readonly health: Health;
  /** Aborted when the service stops. */
  readonly signal: AbortSignal;
}

/** A role at work. Resolves `ended` once everything it began is done, after the signal. */
export interface RunningRole {
  readonly ended: Promise<void>;
}
