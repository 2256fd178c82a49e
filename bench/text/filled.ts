import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, openStore } from '../../src/store/open.ts';
import { empty, keptFolder, readWhole } from '../filled.ts';
import { type Cluster, runCluster } from '../postgres.ts';
import { CAPTURES, type FilledText, fillText } from './fill.ts';

export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

export interface TextArchive extends FilledText {
  readonly url: string;
}

/** The rows of an archive depend on these files. Later migrations are applied to a kept archive. */
const SHAPE = ['text/fill.ts', 'text/vocabulary.ts', '../src/store/migrations/0013-words.ts'];

/** Opens the archive of this engine and size in the temporary folder, and fills it first unless it is full already. */
export async function openTextArchive(
  engine: Engine,
  captures: number,
  refill: boolean,
): Promise<TextArchive & AsyncDisposable> {
  const shape = SHAPE.map((path) => readFileSync(join(import.meta.dirname, '..', path), 'utf8'));
  const folder = keptFolder(`text-${engine}-${captures}`, shape);
  const mark = join(folder, 'filled.json');
  if (refill || !existsSync(mark)) empty(folder);
  const { url, settle, [Symbol.asyncDispose]: stop } = await start(engine, folder);
  try {
    // Written last, so that an interrupted fill does not count.
    if (!existsSync(mark)) writeFileSync(mark, JSON.stringify(await fill(url, Math.round(captures / CAPTURES))));
    await (await openStore(url)).close();
    await settle('^(passage|text_runs|webpages|screenshots)');
    const filled: FilledText = JSON.parse(readFileSync(mark, 'utf8'));
    return { ...filled, url, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** PostgreSQL makes its index of words at the end: that takes a tenth of the time. */
async function fill(url: string, webpages: number): Promise<FilledText> {
  await (await openStore(url)).close();
  const database = await openDatabase(url);
  try {
    const isPostgres = database.engine === 'postgres';
    const index =
      isPostgres && (await database.get("SELECT indexdef FROM pg_indexes WHERE indexname = 'passages_by_words'"));
    if (index) await database.run('DROP INDEX passages_by_words');
    const filled = await fillText(url, webpages);
    if (index) await database.run(String(index.indexdef));
    return filled;
  } finally {
    await database.close();
  }
}

async function start(engine: Engine, folder: string): Promise<Cluster> {
  if (engine === 'postgres') return runCluster(folder);
  const file = join(folder, 'pagekeep.db');
  return { url: `sqlite:${file}`, settle: () => readWhole(file), [Symbol.asyncDispose]: async () => undefined };
}
