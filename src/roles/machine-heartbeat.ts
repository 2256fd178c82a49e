import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Heartbeat } from '../domain/ports/machine-heartbeat.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { thisMachine } from '../machine.ts';
import { findOtherMachine, keepHeartbeat } from '../work/machine-heartbeat.ts';
import type { Role } from './names.ts';
import type { RunningRole } from './role.ts';

/** The part of the archive that several machines cannot share. */
function unshareable({ databaseUrl, imagesUrl }: Config): 'database' | 'images' | undefined {
  if (databaseUrl.startsWith('sqlite:')) return 'database';
  return imagesUrl.startsWith('file:') ? 'images' : undefined;
}

/**
 * Refuses a second machine on one SQLite file: throws Problem('conflict'). Warns if several machines use one database
 * and images are in a folder.
 */
export async function refuseOtherMachine(config: Config, store: Store, log: Logger): Promise<void> {
  const what = unshareable(config);
  if (what === undefined) return;
  const other = await findOtherMachine(store.machineHeartbeat, thisMachine());
  if (!other) return;
  if (what === 'database') throw new Problem('conflict', `${sharedFile(other)} Stop it there first.`);
  log.warn(sharedFolder(other));
}

/** Also runs if machines can share everything, because it tells `pagekeep copy` that the database is in use. */
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
      'Images are in a folder of this machine: every api and worker process must see the same folder. Otherwise set IMAGES_URL to a bucket (s3://…).',
    );
  }
  const report = {
    other(other: Heartbeat) {
      if (what !== undefined) log.error(what === 'database' ? sharedFile(other) : sharedFolder(other));
    },
    failed: (error: unknown) => log.warn({ err: error }, 'The heartbeat of this machine could not be stored.'),
  };
  return { ended: keepHeartbeat(store.machineHeartbeat, thisMachine(), report, signal) };
}

function sharedFile({ name }: Heartbeat): string {
  return `The machine ${name} uses this SQLite database, and two machines would damage the file: use PostgreSQL for several machines.`;
}

function sharedFolder({ name }: Heartbeat): string {
  return `The machine ${name} uses this database too, but images are in a folder of this machine. Unless both see the same folder, images are missing on both. Set IMAGES_URL to a bucket (s3://…).`;
}
