import { statfs } from 'node:fs/promises';
import {
  archiveFolders,
  compareOnDemand,
  deliveryParts,
  mailParts,
  openConfiguredCamera,
  workerParts,
} from '../compose.ts';
import type { Camera } from '../domain/capture.ts';
import { counted } from '../domain/counted.ts';
import type { ComparePictures } from '../domain/findings.ts';
import type { Images } from '../domain/ports/images.ts';
import { Problem } from '../domain/problem.ts';
import type { Webhook } from '../domain/webhook.ts';
import { thisMachine } from '../machine.ts';
import { runBacklog } from '../work/backlog.ts';
import { runDeliveries } from '../work/deliveries.ts';
import { type DiskWatch, watchDisks } from '../work/disk-watch.ts';
import { runGatherMails } from '../work/gather-mails.ts';
import { repeat } from '../work/loop.ts';
import { MAIL_ALERT, type MailReport, runMails } from '../work/mails.ts';
import { runWorker, type WorkerReport } from '../work/worker.ts';
import type { RoleParts, RunningRole } from './role.ts';
import { noteNews, type WorkerNews } from './worker-news.ts';

/** The wait before another attempt to start a browser. */
const RETRY_MS = 60_000;
/** Captures come to the backlog when one before them is deleted or restored, or when the clock was set back. */
const BACKLOG_MS = 60_000;

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
  const comparePictures = compareOnDemand(signal);
  const comparing = compareBacklog(parts, comparePictures);
  const delivering = deliverEvents(parts);
  const mailing = sendMails(parts);
  const camera = await openPatiently(parts);
  if (camera) {
    tell({ kind: 'browser-ready' });
    const { pausedBecause } = disks;
    const counted = { ...archive, images: countStored(archive.images, tell) };
    try {
      const own = { camera, comparePictures, report: reportTo(parts, camera) };
      await runWorker({ ...workerParts(config, counted, own), pausedBecause }, signal);
    } finally {
      await camera.close();
    }
  }
  await comparing;
  await delivering;
  await mailing;
  await disks.ended;
}

/** Sends events to webhooks. It needs no browser. */
async function deliverEvents({ config, archive, log, signal }: CapturingParts): Promise<void> {
  const reportFailure = (error: unknown) => log.error({ err: error }, 'could not deliver events; trying again');
  const switchedOff = async ({ id, host }: Webhook, because: string) =>
    log.warn({ webhookId: id, host }, `A webhook was switched off: ${because}`);
  const parts = await deliveryParts(config, archive);
  await runDeliveries({ ...parts, switchedOff, reportFailure }, signal);
}

/** Sends mail if there is a server. It needs no browser. */
async function sendMails({ config, archive, log, tell, signal }: CapturingParts): Promise<void> {
  const parts = await mailParts(config, archive);
  if (!parts) return archive.store.alerts.clear(MAIL_ALERT);
  const report: MailReport = {
    tried({ id, kind }, { outcome, attempts, nextAt }, news) {
      tell({ kind: 'mailed', news });
      if (outcome.kind === 'sent') log.info({ mailId: id, kind }, 'mail sent');
      else log.warn({ mailId: id, kind, attempts, nextAt }, `A mail was not sent: ${outcome.because}`);
    },
    failed: (error) => log.error({ err: error }, 'could not send mail; trying again'),
  };
  const { store, now } = parts;
  const reportFailure = (error: unknown) =>
    log.error({ err: error }, 'could not gather events into mails; trying again');
  await Promise.all([runMails({ ...parts, report }, signal), runGatherMails({ store, now, reportFailure }, signal)]);
}

/** Compares captures that were not compared when they were made. It needs no browser. */
function compareBacklog({ archive, log, signal }: CapturingParts, comparePictures: ComparePictures): Promise<void> {
  const report = {
    progress: (left: number) =>
      log.info(
        left === 0
          ? 'All captures of the archive are compared with the captures before them.'
          : `Captures of ${counted(left, 'webpage')} are still to be compared with the captures before them.`,
      ),
    failed: (error: unknown) => log.error({ err: error }, 'could not compare captures of the archive; trying again'),
  };
  const work = () => runBacklog({ ...archive, comparePictures, now: () => new Date(), report }, signal);
  return repeat(work, { pauseMs: BACKLOG_MS, reportFailure: report.failed, signal });
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
    captured({ webpageId, url, attempt }, { record, verdict, nextAt, compareError }) {
      tell({ kind: 'captured', record, browserRestarts: camera.status().restarts });
      const { outcome, reason, detail, phases } = record;
      // Only the host: the rest of a URL may contain secrets of its owner.
      const { host } = new URL(url);
      log.info({ webpageId, host, attempt, outcome, reason, verdict, detail, phases, nextAt }, 'captured');
      if (compareError !== undefined) {
        log.warn({ err: compareError, webpageId, attempt }, 'The capture could not be compared with the one before.');
      }
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
