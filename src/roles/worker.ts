import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { archiveFolders, openConfiguredCamera, workerParts } from '../compose.ts';
import type { Camera } from '../domain/capture.ts';
import { Problem } from '../domain/problem.ts';
import { thisMachine } from '../machine.ts';
import { type DiskWatch, watchDisks } from '../work/disk-watch.ts';
import { runWorker, type WorkerReport } from '../work/worker.ts';
import type { RoleParts, RunningRole } from './role.ts';

/** A browser that could not be started is tried again after this time. */
const RETRY_MS = 60_000;

/** Captures due pages. Captures under way are given back when it ends. */
export function startWorker(parts: RoleParts): RunningRole {
  return { ended: capture(parts) };
}

async function capture(parts: RoleParts): Promise<void> {
  const { config, archive, meters, signal } = parts;
  const disks = await startDiskWatch(parts);
  const camera = await openPatiently(parts);
  if (camera) {
    meters.watchBrowsers(() => camera.status().restarts);
    const { pausedBecause } = disks;
    const counted = { ...archive, images: meters.onImages(archive.images) };
    try {
      await runWorker({ ...workerParts(config, counted, camera, reportTo(parts)), pausedBecause }, signal);
    } finally {
      await camera.close();
    }
  }
  await disks.ended;
}

/** Without a browser everything else goes on, and one line says what to do. */
async function openPatiently({ config, log, health, signal }: RoleParts): Promise<Camera | undefined> {
  let camera: Camera | undefined;
  health.add('browser', async () => {
    if (!camera) throw new Problem('unavailable', 'There is no browser yet.');
  });
  while (!signal.aborted) {
    try {
      camera = await openConfiguredCamera(config, (level, message) => log[level](message));
      return camera;
    } catch (error) {
      log.error({ err: error }, `Pages are not captured: ${error instanceof Error ? error.message : error}`);
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

function startDiskWatch({ config, archive, log, meters, signal }: RoleParts): Promise<DiskWatch> {
  return watchDisks(
    {
      folders: archiveFolders(config),
      reserveBytes: config.diskReserveBytes,
      freeBytes: async (folder) => {
        const { bavail, bsize } = await statfs(folder);
        return bavail * bsize;
      },
      alerts: archive.store.alerts,
      source: `disk of ${thisMachine().name}`,
      now: () => new Date(),
      report: {
        paused(message) {
          meters.paused('disk', true);
          log.error(message);
        },
        resumed() {
          meters.paused('disk', false);
          log.info('Captures go on: there is room on the disk again.');
        },
        failed: (error) => log.warn({ err: error }, 'the free space of the disk could not be told'),
      },
    },
    signal,
  );
}

function reportTo({ log, meters }: RoleParts): WorkerReport {
  return {
    captured({ webpageId, url, attempt }, { record, verdict, nextAt }) {
      meters.captured(record);
      const { outcome, reason, detail, phases } = record;
      // The host alone: what follows in an address may be a secret of whoever tracks it.
      const { host } = new URL(url);
      log.info({ webpageId, host, attempt, outcome, reason, verdict, detail, phases, nextAt }, 'captured');
    },
    failed(error, claim) {
      if (claim && error instanceof Problem && error.kind === 'not-found') {
        log.info({ webpageId: claim.webpageId }, 'a page was deleted during its capture');
        return;
      }
      if (claim) meters.lost();
      log.error({ err: error, webpageId: claim?.webpageId }, 'a capture could not be kept');
    },
  };
}
