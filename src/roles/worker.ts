import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openConfiguredCamera, workerParts } from '../compose.ts';
import type { Camera } from '../domain/capture.ts';
import { runWorker, type WorkerReport } from '../work/worker.ts';
import type { RoleParts, RunningRole } from './role.ts';

/** A browser that could not be started is tried again after this time. */
const RETRY_MS = 60_000;

/** Captures due pages. Captures under way are given back when it ends. */
export function startWorker(parts: RoleParts): RunningRole {
  return { ended: capture(parts) };
}

async function capture({ config, archive, log, signal }: RoleParts): Promise<void> {
  const camera = await openPatiently({ config, archive, log, signal });
  if (!camera) return;
  try {
    await runWorker(workerParts(config, archive, camera, reportTo(log)), signal);
  } finally {
    await camera.close();
  }
}

/** Without a browser everything else goes on, and one line says what to do. */
async function openPatiently({ config, log, signal }: RoleParts): Promise<Camera | undefined> {
  while (!signal.aborted) {
    try {
      return await openConfiguredCamera(config, (level, message) => log[level](message));
    } catch (error) {
      log.error({ err: error }, `Pages are not captured: ${error instanceof Error ? error.message : error}`);
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

function reportTo(log: Logger): WorkerReport {
  return {
    captured({ webpageId, url, attempt }, { record, verdict, nextAt }) {
      const { outcome, reason, detail, phases } = record;
      log.info({ webpageId, url, attempt, outcome, reason, verdict, detail, phases, nextAt }, 'captured');
    },
    failed(error, claim) {
      log.error({ err: error, webpageId: claim?.webpageId }, 'a capture could not be kept');
    },
  };
}
