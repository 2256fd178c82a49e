import type { Logger } from 'pino';
import type { Archive } from '../compose.ts';
import type { Config } from '../config.ts';

/** What every role of the service is given. */
export interface RoleParts {
  readonly config: Config;
  readonly archive: Archive;
  readonly log: Logger;
  /** Aborted when the service stops. */
  readonly signal: AbortSignal;
}

/** A role at work. Resolves `ended` once everything it began is done, after the signal. */
export interface RunningRole {
  readonly ended: Promise<void>;
}
