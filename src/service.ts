import type { Logger } from 'pino';
import { type Archive, openServiceArchive } from './compose.ts';
import type { Config } from './config.ts';
import { type DamageWatch, watchDamage } from './metrics/damage.ts';
import { Damaged, describeFailure, type Health, makeHealth } from './metrics/health.ts';
import { openLog } from './metrics/log.ts';
import { makeMeters } from './metrics/meters.ts';
import { startDamageCheck } from './roles/damage-check.ts';
import { refuseOtherMachine, startHeartbeat } from './roles/machine-heartbeat.ts';
import type { Role } from './roles/names.ts';
import type { RoleParts, RunningRole } from './roles/role.ts';
import { startScheduler } from './roles/scheduler.ts';
import { startWatchers } from './roles/watchers.ts';
import { startWorker } from './roles/worker.ts';
import { startWorkerBeside } from './roles/worker-beside.ts';

export interface RunningService {
  readonly archive: Archive;
  /** The address it listens on; undefined without the role api. */
  readonly address: string | undefined;
  /** Finishes the requests in flight and releases the captures that have begun. */
  stop(): Promise<void>;
}

/** Starts the roles in this process, except a worker next to an API, which gets a child process. */
export async function startService(config: Config, roles: ReadonlySet<Role>): Promise<RunningService> {
  const log = openLog(config.logLevel);
  const damage = watchDamage(log);
  const archive = await openServiceArchive(config, log, damage.onDamage);
  const { store } = archive;
  const stopping = new AbortController();
  const { signal } = stopping;
  const meters = makeMeters(store, () => new Date());
  const { mayLackRecords } = damage;
  const parts: RoleParts = {
    config,
    archive,
    log,
    meters,
    health: watchArchive(archive, damage, log),
    mayLackRecords,
    signal,
  };
  const running: RunningRole[] = [];
  let address: string | undefined;
  try {
    await refuseOtherMachine(config, store, log);
    await reportLostTransactions(archive, log);
    await reportOtherKeys(archive, log);
    if (roles.has('api')) {
      const checking = startDamageCheck(parts, damage);
      running.push(checking);
      const [{ startApi }] = await Promise.all([
        // Loaded here, because it is most of the program and a worker or scheduler process does not need it.
        import('./roles/api.ts'),
        checking.brief(),
      ]);
      const api = await startApi(parts);
      address = api.address;
      running.push(api);
    }
  } catch (error) {
    stopping.abort();
    await Promise.all(running.map(({ ended }) => ended));
    await store.close();
    throw error;
  }
  running.push(await startWatchers(parts));
  running.push(startHeartbeat(config, roles, store, log, signal));
  if (roles.has('scheduler')) running.push(startScheduler(parts));
  if (roles.has('worker')) running.push(roles.has('api') ? startWorkerBeside(parts) : startWorker(parts));
  return {
    archive,
    address,
    async stop() {
      stopping.abort();
      await Promise.all(running.map(({ ended }) => ended));
      await store.close();
    },
  };
}

/** Texts with another key cannot be used, but the rest of the archive can. */
async function reportOtherKeys({ store, sealingKey }: Archive, log: Logger): Promise<void> {
  const others = await store.sealedTexts.countOthers(sealingKey.id);
  if (others === 0) return;
  const advice = 'Start with the key of that time. If it is lost, enter them again.';
  log.error(
    `${others} encrypted texts, such as page logins and two-step secrets, need another SECRET_KEY and cannot be used. ${advice}`,
  );
}

/** The rest of the archive can be used, and the doctor accepts the loss. */
async function reportLostTransactions({ store }: Archive, log: Logger): Promise<void> {
  const lost = await store.check.lostTransactions();
  if (lost === 0) return;
  const advice = 'See "pagekeep doctor", and restore a backup if it has more.';
  log.error(`The last ${lost} transactions of the database were lost: its write-ahead log was damaged. ${advice}`);
}

function watchArchive({ store, images }: Archive, { isDamaged }: DamageWatch, log: Logger): Health {
  const health = makeHealth((name, error) => log.warn(...describeFailure(name, error)));
  health.add('database', async () => {
    if (isDamaged()) throw new Damaged();
    await store.maintenance.get();
  });
  health.add('images', () => images.check());
  return health;
}
