import { once } from 'node:events';
import { listenForWatchers } from '../metrics/listener.ts';
import type { RoleParts, RunningRole } from './role.ts';

/** Serves metrics and health checks on their own address. If the port is in use, the service runs without them. */
export async function startWatchers({ config, log, meters, health, signal }: RoleParts): Promise<RunningRole> {
  if (!config.metricsAddress) return { ended: Promise.resolve() };
  const { host, port } = config.metricsAddress;
  try {
    const { address, close } = await listenForWatchers({
      host,
      port,
      metrics: () => meters.text(),
      readiness: () => health.readiness(),
    });
    log.info(`Metrics are at ${address}/metrics.`);
    return { ended: once(signal, 'abort').then(close) };
  } catch (error) {
    log.warn({ err: error }, `Metrics are not served: METRICS_ADDRESS ${host}:${port} is not available.`);
    return { ended: Promise.resolve() };
  }
}
