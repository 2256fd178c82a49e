import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../domain/problem.ts';
import { openSqliteCopy } from '../store/engine/sqlite.ts';
import { keptImages } from '../store/records/captures/kept-images.ts';
import { checkDatabase } from './check-database.ts';
import { hashFile, isWholeList, type ListedFile, readChecksums } from './checksums.ts';
import { reportDiskErrors } from './files.ts';
import { findGeneration, type Generation, markVerified, readGenerations, unmarkVerified } from './generations.ts';
import { draftName, imageKeyOf, imageName, isDatabaseName } from './layout.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { holdLock } from './lock.ts';
import { addMissing, type MissingFiles, NONE_MISSING } from './missing-files.ts';

export interface VerifiedGeneration {
  readonly generation: string;
  /** Intact images. */
  readonly images: number;
  /** Files of the backup that are missing or damaged. */
  readonly damaged: MissingFiles;
  /** Images that records need and that the backup never had. */
  readonly leftOut: MissingFiles;
  /** Why the database cannot be restored, as a sentence. */
  readonly fault: string | undefined;
}

export function isIntact({ damaged, fault }: VerifiedGeneration): boolean {
  return damaged.count === 0 && fault === undefined;
}

/**
 * Reads every file of all backups in the folder once, the newest backup first, and notes which backups are intact.
 * Throws Problem('unprocessable') if the folder has no backup, Problem('conflict') if a backup into it is running,
 * Problem('unavailable') if the disk cannot be used.
 */
export function verify(folder: string, progress: (text: string) => void): Promise<VerifiedGeneration[]> {
  return reportDiskErrors('The verification', async () => {
    await findGeneration(folder, undefined);
    using _ = holdLock('backup', folder);
    const path = join(folder, draftName('ledger'));
    const found: VerifiedGeneration[] = [];
    try {
      using sums = openLedger(path);
      for (const generation of await readGenerations(folder)) {
        const state = await verifyOne(folder, generation, { sums, progress });
        await (isIntact(state) ? markVerified : unmarkVerified)(folder, generation);
        found.push(state);
      }
    } finally {
      await rm(path, { force: true });
    }
    return found;
  });
}

/** `sums` has the hashes of the files that were read for another generation. */
async function verifyOne(
  folder: string,
  { name: generation, list }: Generation,
  { sums, progress }: { sums: Ledger; progress: (text: string) => void },
): Promise<VerifiedGeneration> {
  let [images, damaged] = [0, NONE_MISSING];
  let database: string | undefined;
  sums.begin();
  for await (const file of readChecksums(join(folder, list))) {
    if (isDatabaseName(file.name)) database = file.name;
    if (await matches(folder, file, sums)) images += imageKeyOf(file.name) === undefined ? 0 : 1;
    else damaged = addMissing(damaged, file.name);
    progress(`${generation}: ${images} images`);
  }
  if (database === undefined || !(await isWholeList(join(folder, list)))) {
    return { generation, images, damaged, leftOut: NONE_MISSING, fault: 'The list of files is damaged.' };
  }
  const fault = await faultOf(join(folder, database));
  const leftOut = fault === undefined ? await findLeftOut(join(folder, database), sums) : NONE_MISSING;
  return { generation, images, damaged, leftOut, fault };
}

async function matches(folder: string, { name, sha256 }: ListedFile, sums: Ledger): Promise<boolean> {
  const sum = sums.sumOf(name) ?? (await hashFile(join(folder, name)).catch(() => undefined));
  if (sum === undefined) sums.miss(name);
  else sums.need({ name, sha256: sum });
  return sum === sha256;
}

async function faultOf(path: string): Promise<string | undefined> {
  try {
    await checkDatabase(path);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

async function findLeftOut(path: string, sums: Ledger): Promise<MissingFiles> {
  using database = openSqliteCopy(path);
  let leftOut = NONE_MISSING;
  for await (const { key } of keptImages(database)) {
    if (!sums.isNeeded(imageName(key))) leftOut = addMissing(leftOut, key);
  }
  return leftOut;
}
