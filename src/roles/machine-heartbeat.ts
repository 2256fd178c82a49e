import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Heartbeat } from '../domain/ports/machine-heartbeat.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { thisMachine } from '../machine.ts';
import { findOtherMachine, keepHeartbeat } from '../work/machine-heartbeat.ts';
import type { Role } from './names.ts';
import type { RunningRole } from './role.ts';

/** What cannot be shared between machines, of what the settings name. */
function unshareable({ databaseUrl, imagesUrl }: Config): 'database' | 'images' | undefined {
  if (databaseUrl.startsWith('sqlite:')) return 'database';
  return imagesUrl.startsWith('file:') ? 'images' : undefined;
}

/**
 * Refuses a second machine on one SQLite file, and warns of several machines over one database that each have an image
 * folder of their own. Throws Problem('conflict').
 */
export async function refuseOtherMachine(config: Config, store: Store, log: Logger): Promise<void> {
  const what = unshareable(config);
  if (what === undefined) return;
  const other = await findOtherMachine(store.machineHeartbeat, thisMachine());
  if (!other) return;
  if (what === 'database') throw new Problem('conflict', `${sharedFile(other)} Stop it there first.`);
  log.warn(sharedFolder(other));
}

/**
 * Signs of life are left also where machines share everything: they tell a copy into this database that it is in use.
 */
export function startHeartbeat(
  config: Config,
  roles: ReadonlySet<Role>,
  store: Store,
  log: Logger,
  signal: AbortSignal,
): RunningRole {
  const what = unshareable(config);
  if (what === 'images' && roles.size === 1) {
    log.warn(
      'Images are in a folder of this machine: every api and worker process has to see this very folder, or IMAGES_URL has to name a bucket (s3://…).',
    );
  }
  const report = {
    other(other: Heartbeat) {
      if (what !== undefined) log.error(what === 'database' ? sharedFile(other) : sharedFolder(other));
    },
    failed: (error: unknown) => log.warn({ err: error }, 'the sign of life of this machine was not noted'),
  };
  return { ended: keepHeartbeat(store.machineHeartbeat, thisMachine(), report, signal) };
}

function sharedFile({ name }: Heartbeat): string {
  return `The machine ${name} is at work on this SQLite database, and two machines damage such a file: use PostgreSQL to spread Pagekeep over machines.`;
}

function sharedFolder({ name }: Heartbeat): string {
  return `The machine ${name} uses this database too, but images are in a folder of this machine: unless both see the same folder, half of the images are missing on each. Set IMAGES_URL to a bucket (s3://…).`;
}
