import { statfs } from 'node:fs/promises';
import { archiveFolders, openConfiguredCamera, workerParts } from '../compose.ts';
import type { Camera } from '../domain/capture.ts';
import type { Images } from '../domain/ports/images.ts';
import { Problem } from '../domain/problem.ts';
import { thisMachine } from '../machine.ts';
import { type DiskWatch, watchDisks } from '../work/disk-watch.ts';
import { repeat } from '../work/loop.ts';
import { runWorker, type WorkerReport } from '../work/worker.ts';
import type { RoleParts, RunningRole } from './role.ts';
import { noteNews, type WorkerNews } from './worker-news.ts';

/** The wait before another attempt to start a browser. */
const RETRY_MS = 60_000;

export type CapturingParts = Pick<RoleParts, 'config' | 'archive' | 'log' | 'signal'> & {
  readonly tell: (news: WorkerNews) => void;
};

/** Runs the worker in this process, which has no other role. */
export function startWorker(parts: RoleParts): RunningRole {
  return { ended: captureDuePages({ ...parts, tell: noteNews(parts) }) };
}

/** Captures due pages until the signal. Captures under way then are released for another worker. */
export async function captureDuePages(parts: CapturingParts): Promise<void> {
  const { config, archive, tell, signal } = parts;
  const disks = await startDiskWatch(parts);
  const camera = await openPatiently(parts);
  if (camera) {
    tell({ kind: 'browser-ready' });
    const { pausedBecause } = disks;
    const counted = { ...archive, images: countStored(archive.images, tell) };
    try {
      await runWorker({ ...workerParts(config, counted, camera, reportTo(parts, camera)), pausedBecause }, signal);
    } finally {
      await camera.close();
    }
  }
  await disks.ended;
}

/** Retries until a browser starts. The other roles run without one. */
async function openPatiently({ config, log, signal }: CapturingParts): Promise<Camera | undefined> {
  let camera: Camera | undefined;
  const open = async () => {
    camera = await openConfiguredCamera(config, (level, message) => log[level](message));
  };
  const reportFailure = (error: unknown) =>
    log.error({ err: error }, `Pages are not captured: ${error instanceof Error ? error.message : error}`);
  await repeat(open, { pauseMs: RETRY_MS, reportFailure, signal, isDone: () => camera !== undefined });
  return camera;
}

function countStored(images: Images, tell: CapturingParts['tell']): Images {
  return {
    ...images,
    async put(key, bytes) {
      await images.put(key, bytes);
      tell({ kind: 'stored', bytes: bytes.length });
    },
  };
}

function startDiskWatch({ config, archive, log, tell, signal }: CapturingParts): Promise<DiskWatch> {
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
          tell({ kind: 'paused', reason: 'disk', yes: true });
          log.error(message);
        },
        resumed() {
          tell({ kind: 'paused', reason: 'disk', yes: false });
          log.info('Captures resume: the disk has enough free space again.');
        },
        failed: (error) => log.warn({ err: error }, 'could not read the free space of the disk'),
      },
    },
    signal,
  );
}

function reportTo({ log, tell }: CapturingParts, camera: Camera): WorkerReport {
  return {
    captured({ webpageId, url, attempt }, { record, verdict, nextAt }) {
      tell({ kind: 'captured', record, browserRestarts: camera.status().restarts });
      const { outcome, reason, detail, phases } = record;
      // Only the host: the rest of a URL may contain secrets of its owner.
      const { host } = new URL(url);
      log.info({ webpageId, host, attempt, outcome, reason, verdict, detail, phases, nextAt }, 'captured');
    },
    failed(error, claim) {
      if (claim && error instanceof Problem && error.kind === 'not-found') {
        log.info({ webpageId: claim.webpageId }, 'the webpage was deleted during its capture');
        return;
      }
      if (!claim) {
        log.error({ err: error }, 'could not read the capture queue; trying again');
        return;
      }
      tell({ kind: 'lost' });
      log.error({ err: error, webpageId: claim.webpageId }, 'could not save a capture');
    },
  };
}
