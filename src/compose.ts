import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { reserveKeys } from './app/image-keys.ts';
import { openCamera } from './browser/camera.ts';
import { compactPicture } from './browser/encode.ts';
import type { Config } from './config.ts';
import { makeDataFolder } from './data-folder.ts';
import type { Camera } from './domain/capture.ts';
import type { Images } from './domain/images.ts';
import type { Store } from './domain/ports.ts';
import { type SealingKey, sealingKey } from './domain/seal.ts';
import { openImages } from './images/open.ts';
import { findSecretKey } from './secret-key.ts';
import { buildServer } from './server.ts';
import { openStore } from './store/open.ts';
import { runSweeper } from './work/sweeper.ts';
import { runWorker, type WorkerParts, type WorkerReport } from './work/worker.ts';

export interface Archive {
  readonly store: Store;
  readonly images: Images;
  readonly sealingKey: SealingKey;
}

/** The adapters that the configuration names. Nothing else chooses them. */
export async function openArchive(config: Config): Promise<Archive> {
  await makeDataFolder(config.dataDir);
  const key = sealingKey(await findSecretKey(config.secretKey, config.dataDir));
  return { store: await openStore(config.databaseUrl), images: await openImages(config.imagesUrl), sealingKey: key };
}

/** Tabs that a core can keep busy: two browsers with two tabs each gave 2.45 times one with one on two cores. */
const TABS_PER_CORE = 2;

/** A worker that died is missed after this time at most. */
const LEASE_MS = 60_000;

export type Say = (level: 'info' | 'warn', message: string) => void;

/** Throws Problem('unavailable') where there is no browser to start. */
export function openConfiguredCamera(config: Config, log: Say): Promise<Camera> {
  return openCamera({
    chromiumPath: config.chromiumPath,
    searchPath: config.searchPath,
    cacheDir: join(config.dataDir, 'cache'),
    concurrency: concurrencyOf(config),
    egress: { allow: config.captureAllow },
    log,
  });
}

function concurrencyOf({ captureConcurrency }: Config): number {
  return captureConcurrency ?? availableParallelism() * TABS_PER_CORE;
}

export function workerParts(config: Config, archive: Archive, camera: Camera, report: WorkerReport): WorkerParts {
  return {
    ...archive,
    keys: reserveKeys(archive.store.removals),
    camera,
    compact: (image) => compactPicture(image, config.imageFormat),
    concurrency: concurrencyOf(config),
    politeness: config.politeness,
    leaseMs: LEASE_MS,
    now: () => new Date(),
    report,
  };
}

export interface RunningService {
  readonly archive: Archive;
  /** Where it really listens: port 0 asks for any free one. */
  readonly address: string;
  /** Requests in flight are answered first; captures under way are given back. */
  stop(): Promise<void>;
}

export async function startService(config: Config): Promise<RunningService> {
  const archive = await openArchive(config);
  // Logs go to standard error: standard output is for the person who started it.
  const log = pino({ level: config.logLevel }, pino.destination(2));
  const stopping = new AbortController();
  const { publicUrl, imageHostUrl, signUp, trustedProxies, host, port } = config;
  const app = await buildServer({ ...archive, publicUrl, imageHostUrl, signUp, trustedProxies, log });
  let address: string;
  try {
    address = await app.listen({ host, port });
  } catch (error) {
    await archive.store.close();
    throw error;
  }
  const sweeper = runSweeper(
    { ...archive, reportFailure: (error) => log.error({ err: error }, 'a sweep failed') },
    stopping.signal,
  );
  const capturing = runCapturing(config, archive, log, stopping.signal);
  return {
    archive,
    address,
    async stop() {
      stopping.abort();
      await Promise.all([app.close(), sweeper, capturing]);
      await archive.store.close();
    },
  };
}

/** Captures until the signal. Without a browser everything else goes on, and one line says what to do. */
async function runCapturing(config: Config, archive: Archive, log: Logger, signal: AbortSignal): Promise<void> {
  let camera: Camera;
  try {
    camera = await openConfiguredCamera(config, (level, message) => log[level](message));
  } catch (error) {
    log.error({ err: error }, `Pages are not captured: ${error instanceof Error ? error.message : error}`);
    return;
  }
  try {
    await runWorker(workerParts(config, archive, camera, reportTo(log)), signal);
  } finally {
    await camera.close();
  }
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
