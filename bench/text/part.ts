import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropDatabase, makeCluster, makeDatabase } from '../../test/harness/postgres.ts';
import { runAlone } from '../capture/alone.ts';
import { mebibytes, type Row } from '../report.ts';
import type { Effort } from '../rounds.ts';
import { diskOfUnchanged } from './disk.ts';
import { fillText } from './fill.ts';
import type { IndexingMemory } from './memory-run.ts';
import { searches } from './search.ts';

const MEBIBYTE = 1024 * 1024;

/** --webpages is the number of captures. A webpage has 50 of them. */
const CAPTURES_OF_WEBPAGE = 50;

/** The words of captures: searches, and what keeping words takes on the disk and in memory. Both engines. */
export async function* textPart({ webpages: captures, only }: Effort): AsyncIterable<Row> {
  for (const engine of ['sqlite', 'postgres'] as const) {
    if (only !== undefined && !only.startsWith(engine)) continue;
    await using database = await openEmpty(engine);
    yield await diskOfUnchanged(engine, database.url);
    yield await memory(engine, database.url);
    await using filled = await openEmpty(engine);
    yield* searches(filled.url, await fillText(filled.url, Math.round(captures / CAPTURES_OF_WEBPAGE)));
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

async function openEmpty(engine: 'sqlite' | 'postgres'): Promise<{ url: string } & AsyncDisposable> {
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
