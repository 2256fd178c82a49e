import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropDatabase, makeCluster, makeDatabase } from '../../test/harness/postgres.ts';
import { runAlone } from '../capture/alone.ts';
import { mebibytes, type Row } from '../report.ts';
import type { Effort } from '../rounds.ts';
import { diskOfUnchanged } from './disk.ts';
import { ENGINES, type Engine, openTextArchive } from './filled.ts';
import type { IndexingMemory } from './memory-run.ts';
import { searches } from './search.ts';

const MEBIBYTE = 1024 * 1024;

/**
 * The words of captures: searches, and what keeping words takes on the disk and in memory. Both engines. --webpages is the
 * number of captures. A webpage has 50 of them.
 */
export async function* textPart({ webpages: captures, only, refill }: Effort): AsyncIterable<Row> {
  for (const engine of ENGINES) {
    if (only !== undefined && !only.startsWith(engine)) continue;
    await using database = await openEmpty(engine);
    yield await diskOfUnchanged(engine, database.url);
    yield await memory(engine, database.url);
    await using archive = await openTextArchive(engine, captures, refill);
    yield* searches(archive);
  }
}

/** Fills the archives for the searches and measures nothing, so that a later run needs an idle machine for less time. */
// biome-ignore lint/correctness/useYield: a part without rows
export async function* fillTextPart({ webpages: captures, only, refill }: Effort): AsyncIterable<Row> {
  for (const engine of ENGINES) {
    if (only !== undefined && only !== engine) continue;
    await using _archive = await openTextArchive(engine, captures, refill);
  }
}

async function memory(engine: string, url: string): Promise<Row> {
  const { idle, peak } = await runAlone<IndexingMemory>('../text/memory-run.ts', url);
  return {
    work: `${engine}: memory while a text of 2 MiB is indexed`,
    figure: mebibytes(peak),
    against: `idle ${mebibytes(idle)}; in MiB above it`,
    ratio: (peak - idle) / MEBIBYTE,
    bar: { atMost: 64 },
  };
}

async function openEmpty(engine: Engine): Promise<{ url: string } & AsyncDisposable> {
  if (engine === 'sqlite') {
    const folder = await mkdtemp(join(tmpdir(), 'pagekeep-bench-text-'));
    const remove = () => rm(folder, { recursive: true, force: true });
    return { url: `sqlite:${folder}/pagekeep.db`, [Symbol.asyncDispose]: remove };
  }
  const cluster = await makeCluster();
  const url = await makeDatabase(cluster.url, { empty: true });
  return {
    url,
    async [Symbol.asyncDispose]() {
      await dropDatabase(url);
      await cluster.remove();
    },
  };
}
