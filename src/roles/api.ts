import { once } from 'node:events';
import { buildServer } from '../server.ts';
import type { RoleParts, RunningRole } from './role.ts';
import { takeShortTurns } from './short-turns.ts';

export interface RunningApi extends RunningRole {
  /** Where it really listens: port 0 asks for any free one. */
  readonly address: string;
}

/** Answers HTTP. Requests in flight are answered before it ends. */
export async function startApi({ config, archive, log, meters, health, signal }: RoleParts): Promise<RunningApi> {
  const { publicUrl, imageHostUrl, signUp, trustedProxies, rateLimit, host, port } = config;
  const { latency } = meters;
  const { readiness } = health;
  const app = await buildServer({
    ...archive,
    publicUrl,
    imageHostUrl,
    signUp,
    trustedProxies,
    rateLimit,
    latency,
    readiness,
    log,
  });
  const address = await app.listen({ host, port });
  void takeShortTurns();
  return { address, ended: once(signal, 'abort').then(() => app.close()) };
}
