import { once } from 'node:events';
import { join } from 'node:path';
import { buildServer } from '../server.ts';
import type { RoleParts, RunningRole } from './role.ts';

export interface RunningApi extends RunningRole {
  /** The actual address: with port 0 the system chooses the port. */
  readonly address: string;
}

/** Serves HTTP. After the signal it finishes the requests in flight. */
export async function startApi({
  config,
  archive,
  log,
  meters,
  health,
  mayLackRecords,
  signal,
}: RoleParts): Promise<RunningApi> {
  const { publicUrl, imageHostUrl, signUp, twoStepRequired, trashDays, trustedProxies, rateLimit, host, port } = config;
  const { latency } = meters;
  const { readiness } = health;
  const app = await buildServer({
    ...archive,
    publicUrl,
    imageHostUrl,
    cacheFolder: join(config.dataDir, 'cache'),
    signUp,
    twoStepRequired,
    mail: config.mail !== undefined,
    trashDays,
    trustedProxies,
    rateLimit,
    latency,
    readiness,
    mayLackRecords,
    log,
  });
  const address = await app.listen({ host, port });
  return { address, ended: once(signal, 'abort').then(() => app.close()) };
}
