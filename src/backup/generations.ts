import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../domain/problem.ts';
import { hashFile, writeChecksums } from './checksums.ts';
import { ignoreMissing, syncFolder } from './files.ts';
import { CHECKSUMS, draftName, generationOf, isRetiredName, listName, RETIRED, VERIFIED } from './layout.ts';

/** A backup in a folder. All generations share the image files. */
export interface Generation {
  /** The time of the backup, such as 20260131T030000Z. */
  readonly name: string;
  /** The name of the list of its files. */
  readonly list: string;
}

/** The newest first. */
export async function readGenerations(folder: string): Promise<Generation[]> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  return names
    .flatMap((list) => {
      const name = generationOf(list);
      return name === undefined ? [] : [{ name, list }];
    })
    .sort((a, b) => (a.name < b.name ? 1 : -1));
}

/** Throws Problem('unprocessable') if the folder has no backup, or not this one. */
export async function findGeneration(folder: string, wanted: string | undefined): Promise<Generation> {
  const generations = await readGenerations(folder);
  const found = wanted === undefined ? generations[0] : generations.find(({ name }) => name === wanted);
  if (found) return found;
  throw new Problem(
    'unprocessable',
    generations.length === 0
      ? `${folder} contains no backup of Pagekeep.`
      : `${folder} contains no backup ${wanted}. Its backups are ${generations.map(({ name }) => name).join(', ')}.`,
  );
}

/** Later than all others, also if the clock was set back. */
export function newGeneration([newest]: readonly Generation[], now: Date): Generation {
  const time = timeOf(now);
  const name = newest === undefined || newest.name < time ? time : timeOf(new Date(secondAfter(newest.name)));
  return { name, list: listName(name) };
}

function timeOf(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d+/g, '');
}

function secondAfter(name: string): number {
  return Date.parse(name.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5')) + 1000;
}

/**
 * Chooses the generations that a folder keeps: the newest ones, and the newest one that was read again and found
 * intact, however old it is.
 */
export async function chooseKept(
  folder: string,
  generations: readonly Generation[],
  count: number,
): Promise<Set<Generation>> {
  const kept = new Set(generations.slice(0, count));
  for (const generation of generations) {
    if (!(await isVerified(folder, generation))) continue;
    kept.add(generation);
    break;
  }
  return kept;
}

/** Notes that all files of a generation were read and are intact. The note has the format of `sha256sum`. */
export async function markVerified(folder: string, { list }: Generation): Promise<void> {
  const files = [{ name: list, sha256: await hashFile(join(folder, list)) }];
  await writeChecksums(join(folder, `${list}${VERIFIED}`), join(folder, draftName(CHECKSUMS)), files);
  await syncFolder(folder);
}

/** The generation is not known to be intact any more. */
export async function unmarkVerified(folder: string, { list }: Generation): Promise<void> {
  await rm(join(folder, `${list}${VERIFIED}`), { force: true });
}

async function isVerified(folder: string, { list }: Generation): Promise<boolean> {
  const note = await readFile(join(folder, `${list}${VERIFIED}`), 'latin1').catch(ignoreMissing);
  return note !== undefined && note === `${await hashFile(join(folder, list))}  ${list}\n`;
}

/**
 * Takes a generation out of the backup. Its list stays under another name until its files are removed, so that a run
 * that is interrupted in between leaves no file that no list names.
 */
export async function retire(folder: string, generation: Generation): Promise<void> {
  await rename(join(folder, generation.list), join(folder, `${generation.list}${RETIRED}`));
  await unmarkVerified(folder, generation);
}

/** The lists of retired generations whose files may still exist. */
export async function retiredLists(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(isRetiredName);
}
