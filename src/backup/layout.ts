import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isImageKey } from '../domain/image-key.ts';
import { Problem } from '../domain/problem.ts';

export const IMAGES = 'images';
export const SECRET_KEY = 'secret.key';
/** Written last and atomically. The files that it lists are the backup; all other files in the folder are ignored. */
export const CHECKSUMS = 'SHA256SUMS';

/** The name contains the hash, so that a new database never overwrites the one of the current backup. */
export function databaseName(sha256: string): string {
  return `pagekeep-${sha256.slice(0, 16)}.db`;
}

export function isDatabaseName(name: string): boolean {
  return /^pagekeep-[0-9a-f]{16}\.db$/.test(name);
}

/** Names that a list of checksums may contain. Nothing else is accepted, so that no path leads out of the folder. */
export function isBackupName(name: string): boolean {
  return name === SECRET_KEY || isDatabaseName(name) || imageKeyOf(name) !== undefined;
}

export function imageName(key: string): string {
  return `${IMAGES}/${key}`;
}

/** Undefined if the name is not that of an image. */
export function imageKeyOf(name: string): string | undefined {
  const key = name.startsWith(`${IMAGES}/`) ? name.slice(IMAGES.length + 1) : '';
  return isImageKey(key) ? key : undefined;
}

/** In the backup folder, locked by the backup that is running. */
export const BACKUP_LOCK = 'backup.lock';
/** Next to the database, locked by the restore that is running. */
export const RESTORE_LOCK = 'restore.lock';

/** A temporary name that no other run uses. */
export function draftName(name: string): string {
  return `${name}.${randomUUID()}.part`;
}

/** Includes the files that SQLite creates next to a database. */
export function isDraftName(name: string): boolean {
  return /^(pagekeep\.db|secret\.key|image|ledger|SHA256SUMS)\.[0-9a-f-]{36}\.part(-wal|-shm|-journal)?$/.test(name);
}

/** Paths of an archive that is kept in SQLite and a folder. */
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

/** Throws Problem('unprocessable') if the archive uses PostgreSQL or S3. */
export function embeddedPlaces(
  { databaseUrl, imagesUrl, dataDir }: EmbeddedSettings,
  folderOf: (imagesUrl: string) => string,
): EmbeddedPlaces {
  if (!databaseUrl.startsWith('sqlite:') || !imagesUrl.startsWith('file:')) {
    throw new Problem(
      'unprocessable',
      'This command needs an archive in SQLite and a folder. For PostgreSQL and S3 see docs/operations.md.',
    );
  }
  return {
    databasePath: databaseUrl.slice('sqlite:'.length),
    imageFolder: folderOf(imagesUrl),
    secretKeyPath: join(dataDir, SECRET_KEY),
  };
}
