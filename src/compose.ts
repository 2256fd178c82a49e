import { readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { reserveKeys } from './app/image-keys.ts';
import { readPicture } from './app/read-picture.ts';
import { type SealingKey, sealingKey } from './app/seal.ts';
import { sealSubscription } from './app/unsubscribe.ts';
import type { Config, MailConfig } from './config.ts';
import { makeDataFolder } from './data-folder.ts';
import type { Camera } from './domain/capture.ts';
import type { ComparePictures } from './domain/findings.ts';
import type { Images } from './domain/ports/images.ts';
import type { Mailer } from './domain/ports/mailer.ts';
import type { Store } from './domain/ports/store.ts';
import { folderOf, openImages } from './images/open.ts';
import type { Comparer } from './picture/compare/compare-pictures.ts';
import { findSecretKey } from './secret-key.ts';
import { type FindDamage, sqliteChecker } from './store/engine/check-sqlite.ts';
import type { EngineOptions } from './store/engine/database.ts';
import type { SqliteDamage } from './store/engine/sqlite-damage.ts';
import { openStore } from './store/open.ts';
import type { DeliveriesParts } from './work/deliveries.ts';
import type { MailsParts } from './work/mails.ts';
import type { WorkerParts, WorkerReport } from './work/worker.ts';

export interface Archive {
  readonly store: Store;
  readonly images: Images;
  readonly sealingKey: SealingKey;
}

/** An archive without the key that decrypts page logins. */
export type LockedArchive = Omit<Archive, 'sealingKey'>;

/** Opens the adapters that the configuration names. No other code chooses adapters. */
export async function openArchive(config: Config, options?: EngineOptions): Promise<Archive> {
  const archive = await openLockedArchive(config, options);
  try {
    return { ...archive, sealingKey: await findSealingKey(config, archive.store) };
  } catch (error) {
    await archive.store.close();
    throw error;
  }
}

export async function openLockedArchive(config: Config, options?: EngineOptions): Promise<LockedArchive> {
  await makeDataFolder(config.dataDir);
  const store = await openStore(config.databaseUrl, options);
  try {
    return { store, images: await openImages(config.imagesUrl) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Throws Problem('unavailable') if the key is missing although secrets are stored, or cannot be read. */
export async function findSealingKey({ secretKey, dataDir }: Config, { sealedTexts }: Store): Promise<SealingKey> {
  return sealingKey(await findSecretKey(secretKey, dataDir, () => sealedTexts.exist()));
}

const NO_DAMAGE: SqliteDamage = { faults: [], hidesRecords: false };

/** The bytes that damageFinder() reads. */
export function databaseSize({ databaseUrl }: Config): number {
  if (!databaseUrl.startsWith('sqlite:')) return 0;
  return statSync(databaseUrl.slice('sqlite:'.length), { throwIfNoEntry: false })?.size ?? 0;
}

/** The integrity checker, which reads the whole database while it is in use, until the signal. */
export function damageFinder({ databaseUrl }: Config, signal: AbortSignal): FindDamage {
  // PostgreSQL checks its pages itself.
  if (!databaseUrl.startsWith('sqlite:')) return async () => NO_DAMAGE;
  return sqliteChecker(databaseUrl.slice('sqlite:'.length), signal);
}

/** The folders whose free disk space limits the archive. A bucket has no such limit. */
export function archiveFolders({ dataDir, imagesUrl }: Config): string[] {
  return [...new Set([dataDir, ...(imagesUrl.startsWith('file:') ? [folderOf(imagesUrl)] : [])])];
}

/** Clients have given up by then. Only for services: commands such as copy and doctor run longer statements. */
const STATEMENT_TIMEOUT_MS = 30_000;

/** Like openArchive, with a statement timeout. */
export function openServiceArchive(
  config: Config,
  log: { info(message: string): void },
  onDamage: EngineOptions['onDamage'],
): Promise<Archive> {
  return openArchive(config, {
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onDamage,
    onMigration({ from, to }) {
      log.info(`Migrating the database from schema version ${from} to ${to}. This takes minutes if it is large.`);
    },
  });
}

export type Say = (level: 'info' | 'warn', message: string) => void;

/**
 * Throws Problem('unavailable') if no browser can be started. Imports the browser code on demand, because it takes 0.2
 * s to load and most commands do not need it.
 */
export async function openConfiguredCamera(config: Config, log: Say): Promise<Camera> {
  const { openCamera } = await import('./browser/camera.ts');
  const { makeGuard } = await import('./guard/guard.ts');
  return openCamera({
    chromiumPath: config.chromiumPath,
    sandbox: config.chromiumSandbox,
    searchPath: config.searchPath,
    cacheDir: join(config.dataDir, 'cache'),
    concurrency: concurrencyOf(config),
    blockLists: config.blockLists,
    guard: makeGuard({ allow: config.captureAllow }),
    log,
  });
}

/** Four per core are up to 1.3 times as fast, but double the latency of the slowest API responses. */
const TABS_PER_CORE = 2;

function concurrencyOf({ captureConcurrency }: Config): number {
  return captureConcurrency ?? availableParallelism() * TABS_PER_CORE;
}

export function workerParts(
  config: Config,
  archive: Archive,
  own: { camera: Camera; comparePictures: ComparePictures; report: WorkerReport },
): WorkerParts {
  return {
    ...archive,
    ...own,
    keys: reserveKeys(archive.store.removals),
    async encode(picture) {
      const { encodePicture } = await import('./picture/encode.ts');
      return encodePicture(picture, config.imageFormat);
    },
    concurrency: concurrencyOf(config),
    politeness: config.politeness,
    leaseMs: config.captureLeaseMs,
    now: () => new Date(),
  };
}

/** A receiver has this time for a request and its answer. */
const REQUEST_MS = 15_000;

const DELIVERY_LEASE_MS = 60_000;

/** The parts of the webhook sender. */
export async function deliveryParts(
  { captureAllow, publicUrl, imageHostUrl, mail }: Config,
  { store, sealingKey: key }: Archive,
): Promise<Omit<DeliveriesParts, 'switchedOff' | 'reportFailure'>> {
  // Imported on demand: most commands do not need it.
  const { makeGuard } = await import('./guard/guard.ts');
  const { openPoster } = await import('./guard/post.ts');
  const { makeRenderer } = await import('./notify/render.ts');
  const { makeLinks } = await import('./api/links.ts');
  const guard = makeGuard({ allow: captureAllow });
  return {
    store,
    sealingKey: key,
    render: makeRenderer({ links: makeLinks(publicUrl, imageHostUrl), publicUrl, version: programVersion() }),
    openPoster: () => openPoster(guard, REQUEST_MS),
    leaseMs: DELIVERY_LEASE_MS,
    requestMs: REQUEST_MS + 1_000,
    mail: mail !== undefined,
    now: () => new Date(),
    random: Math.random,
  };
}

/** Longer than an attempt may take, with the time to write the mail. */
const MAIL_LEASE_MS = 5 * 60_000;

/** The parts of the mail sender; undefined without SMTP_URL. */
export async function mailParts(
  config: Config,
  { store, images, sealingKey: key }: Archive,
): Promise<Omit<MailsParts, 'report'> | undefined> {
  if (!config.mail) return undefined;
  const { makeMailRenderer } = await import('./notify/mail/render.ts');
  return {
    store,
    sealingKey: key,
    mailer: await openConfiguredMailer(config.mail),
    render: makeMailRenderer({
      publicUrl: config.publicUrl,
      async readPart(picture, part) {
        const { pictureCutter } = await import('./picture/part.ts');
        return pictureCutter.cut(await readPicture(images, picture), picture, part);
      },
      sealSubscription: (subscription) => sealSubscription(key, subscription),
    }),
    leaseMs: MAIL_LEASE_MS,
    now: () => new Date(),
    random: Math.random,
  };
}

/** The operator names the server, so it may be private: nothing that a visitor enters chooses it. */
export async function openConfiguredMailer({ from, ...server }: MailConfig): Promise<Mailer> {
  const { openMailer } = await import('./mail/smtp.ts');
  return openMailer(server, from);
}

function programVersion(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}

/** Loads the code and starts its thread with the first comparison. The signal ends a comparison that runs. */
export function compareOnDemand(signal?: AbortSignal): ComparePictures {
  let opened: Promise<Comparer> | undefined;
  async function open(): Promise<Comparer> {
    const { openComparer } = await import('./picture/compare/compare-pictures.ts');
    const comparer = openComparer();
    signal?.addEventListener('abort', () => void comparer.close(), { once: true });
    if (signal?.aborted) await comparer.close();
    return comparer;
  }
  return async (before, after) => {
    opened ??= open();
    return (await opened).compare(before, after);
  };
}
