import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isWholeList, readChecksums } from './checksums.ts';
import { syncFolder } from './files.ts';
import { chooseKept, type Generation, retire, retiredLists } from './generations.ts';
import { isDatabaseName } from './layout.ts';
import type { Ledger } from './ledger.ts';

/**
 * Removes the generations that the folder does not keep, and the files that only they need. `generations` has the newest
 * first, and `ledger` knows the files of all of them. A run that is interrupted is completed by the next one.
 */
export async function removeOldGenerations(
  folder: string,
  generations: readonly Generation[],
  { count, ledger }: { count: number; ledger: Ledger },
): Promise<void> {
  const kept = await chooseKept(folder, generations, count);
  for (const generation of generations) if (!kept.has(generation)) await retire(folder, generation);
  await syncFolder(folder);
  ledger.begin();
  let complete = true;
  for (const { list } of kept) complete = (await needFiles(ledger, join(folder, list))) && complete;
  // A damaged list does not name all files that its backup needs.
  if (!complete) return;
  for (const name of ledger.unneeded()) await rm(join(folder, name), { force: true });
  // This also removes the database of a run that stopped before it wrote its list.
  for (const name of await readdir(folder)) {
    if (isDatabaseName(name) && !ledger.isNeeded(name)) await rm(join(folder, name), { force: true });
  }
  for (const list of await retiredLists(folder)) await rm(join(folder, list), { force: true });
}

/** Returns whether the list is whole and names a database. */
async function needFiles(ledger: Ledger, list: string): Promise<boolean> {
  let found = false;
  for await (const file of readChecksums(list)) {
    ledger.need(file);
    if (isDatabaseName(file.name)) found = true;
  }
  return found && isWholeList(list);
}
