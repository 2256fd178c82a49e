import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isImageKey } from '../domain/images.ts';
import { Problem } from '../domain/problem.ts';

/** What lies where in a backup. */
export const IMAGES = 'images';
export const SECRET_KEY = 'secret.key';
/** Written last, in one step: what it lists is the backup, and nothing else in the folder counts. */
export const CHECKSUMS = 'SHA256SUMS';

/** Named after its contents, so that a new one never takes the place of the one that the backup still consists of. */
export function databaseName(sha256: string): string {
  return `pagekeep-${sha256.slice(0, 16)}.db`;
}

export function isDatabaseName(name: string): boolean {
  return /^pagekeep-[0-9a-f]{16}\.db$/.test(name);
}

/** What a list of checksums may name: it is never led out of the backup, or of the place that one is restored to. */
export function isBackupName(name: string): boolean {
  return name === SECRET_KEY || isDatabaseName(name) || imageKeyOf(name) !== undefined;
}

export function imageName(key: string): string {
  return `${IMAGES}/${key}`;
}

/** Undefined for what is no image. */
export function imageKeyOf(name: string): string | undefined {
  const key = name.startsWith(`${IMAGES}/`) ? name.slice(IMAGES.length + 1) : '';
  return isImageKey(key) ? key : undefined;
}

/** Held by the run that fills the folder. */
export const BACKUP_LOCK = 'backup.lock';
/** Beside the database, held by the restore that puts it there. */
export const RESTORE_LOCK = 'restore.lock';

/** What a run writes before it has its name: one of its own, whatever a run before has left. */
export function draftName(name: string): string {
  return `${name}.${randomUUID()}.part`;
}

/** Also of earlier versions, whose drafts had one name for all runs, and of the files that SQLite puts beside its own. */
export function isDraftName(name: string): boolean {
  return /^(pagekeep\.db|secret\.key|image|ledger|SHA256SUMS)(\.[0-9a-f-]{36})?\.part(-wal|-shm|-journal)?$/.test(name);
}

/** Where the embedded store keeps what a backup holds. */
export interface EmbeddedPlaces {
  readonly databasePath: string;
  readonly imageFolder: string;
  readonly secretKeyPath: string;
}

export interface EmbeddedSettings {
  readonly databaseUrl: string;
  readonly imagesUrl: string;
  readonly dataDir: string;
}

/** Throws Problem('unprocessable') where the archive is not embedded. */
export function embeddedPlaces(
  { databaseUrl, imagesUrl, dataDir }: EmbeddedSettings,
  folderOf: (imagesUrl: string) => string,
): EmbeddedPlaces {
  if (!databaseUrl.startsWith('sqlite:') || !imagesUrl.startsWith('file:')) {
    throw new Problem(
      'unprocessable',
      'This is for an archive in SQLite and a folder; docs/operations.md says how PostgreSQL and S3 are backed up.',
    );
  }
  return {
    databasePath: databaseUrl.slice('sqlite:'.length),
    imageFolder: folderOf(imagesUrl),
    secretKeyPath: join(dataDir, SECRET_KEY),
  };
}
