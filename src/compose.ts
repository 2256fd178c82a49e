import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { reserveKeys } from './app/image-keys.ts';
import { type SealingKey, sealingKey } from './app/seal.ts';
import type { Config } from './config.ts';
import { makeDataFolder } from './data-folder.ts';
import type { Camera } from './domain/capture.ts';
import type { Images } from './domain/images.ts';
import type { Store } from './domain/ports/store.ts';
import { folderOf, openImages } from './images/open.ts';
import { findSecretKey } from './secret-key.ts';
import type { PostgresOptions } from './store/engine/postgres.ts';
import { openStore } from './store/open.ts';
import type { WorkerParts, WorkerReport } from './work/worker.ts';

export interface Archive {
  readonly store: Store;
  readonly images: Images;
  readonly sealingKey: SealingKey;
}

/** An archive of which everything can be had but the logins of pages. */
export type LockedArchive = Omit<Archive, 'sealingKey'>;

/** The adapters that the configuration names. Nothing else chooses them. */
export async function openArchive(config: Config, options?: PostgresOptions): Promise<Archive> {
  const archive = await openLockedArchive(config, options);
  try {
    return { ...archive, sealingKey: await findSealingKey(config, archive.store) };
  } catch (error) {
    await archive.store.close();
    throw error;
  }
}

export async function openLockedArchive(config: Config, options?: PostgresOptions): Promise<LockedArchive> {
  await makeDataFolder(config.dataDir);
  const store = await openStore(config.databaseUrl, options);
  try {
    return { store, images: await openImages(config.imagesUrl) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Throws Problem if there is no key although one is needed, or none that can be used. */
export async function findSealingKey({ secretKey, dataDir }: Config, { schedules }: Store): Promise<SealingKey> {
  return sealingKey(await findSecretKey(secretKey, dataDir, () => schedules.holdSecrets()));
}

/** The folders whose disks the archive grows on; a bucket grows elsewhere. */
export function archiveFolders({ dataDir, imagesUrl }: Config): string[] {
  return [...new Set([dataDir, ...(imagesUrl.startsWith('file:') ? [folderOf(imagesUrl)] : [])])];
}

/** Whoever asked has given up by then. Commands, a copy or a check of everything among them, may take longer. */
const STATEMENT_TIMEOUT_MS = 30_000;

/** The same for a service, which does nothing for longer than somebody waits for it. */
export function openServiceArchive(config: Config): Promise<Archive> {
  return openArchive(config, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
}

export type Say = (level: 'info' | 'warn', message: string) => void;

/**
 * Throws Problem('unavailable') where there is no browser to start. Loads what captures are made with, which most commands
 * do without and would take a fifth of a second longer for.
 */
export async function openConfiguredCamera(config: Config, log: Say): Promise<Camera> {
  const { openCamera } = await import('./browser/camera.ts');
  return openCamera({
    chromiumPath: config.chromiumPath,
    searchPath: config.searchPath,
    cacheDir: join(config.dataDir, 'cache'),
    concurrency: concurrencyOf(config),
    egress: { allow: config.captureAllow },
    log,
  });
}

/** With four for each core, captures are up to 1.3 times as fast, but the API's slowest answers take twice as long. */
const TABS_PER_CORE = 2;

function concurrencyOf({ captureConcurrency }: Config): number {
  return captureConcurrency ?? availableParallelism() * TABS_PER_CORE;
}

export function workerParts(config: Config, archive: Archive, camera: Camera, report: WorkerReport): WorkerParts {
  return {
    ...archive,
    keys: reserveKeys(archive.store.removals),
    camera,
    async compact(image) {
      const { compactPicture } = await import('./picture/encode.ts');
      return compactPicture(image, config.imageFormat);
    },
    concurrency: concurrencyOf(config),
    politeness: config.politeness,
    leaseMs: config.captureLeaseMs,
    now: () => new Date(),
    report,
  };
}
