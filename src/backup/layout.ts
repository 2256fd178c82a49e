import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isImageKey } from '../domain/image-key.ts';
import { Problem } from '../domain/problem.ts';

export const IMAGES = 'images';
export const SECRET_KEY = 'secret.key';
/**
 * SHA256SUMS-20260131T030000Z is written last and atomically. The files that it lists are the backup of that time; files
 * that no list names are ignored.
 */
export const CHECKSUMS = 'SHA256SUMS';
/** Behind the name of a list: the backup was read again and is intact. */
export const VERIFIED = '.verified';
/** Behind the name of a list: the backup was replaced by newer ones, and its files are being removed. */
export const RETIRED = '.retired';

const LIST = /^SHA256SUMS(?:-(\d{8}T\d{6}Z))?$/;

export function listName(generation: string): string {
  return `${CHECKSUMS}-${generation}`;
}

/** The time in the name of a list; undefined if the file is not a list. Early backups have one list without a time. */
export function generationOf(list: string): string | undefined {
  const found = LIST.exec(list);
  return found ? (found[1] ?? '00000000T000000Z') : undefined;
}

export function isRetiredName(name: string): boolean {
  return name.endsWith(RETIRED) && LIST.test(name.slice(0, -RETIRED.length));
}

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

/** Whether a backup made the file or folder of this name in the backup folder. */
export function isOwnName(name: string): boolean {
  if (name === IMAGES || name === SECRET_KEY || isDatabaseName(name)) return true;
  // SQLite keeps a journal next to the lock.
  return name.startsWith(BACKUP_LOCK) || generationOf(name.replace(VERIFIED, '').replace(RETIRED, '')) !== undefined;
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
