import { hash } from 'node:crypto';
import { createReadStream, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type Place, runPagekeep } from './pagekeep.ts';

/** An archive full of demo records, and a token for it. */
export interface Filled extends Place {
  readonly account: string;
  readonly token: string;
  readonly webpages: number;
  readonly screenshots: number;
}

/** What `pagekeep demo --json` prints. */
type Printed = Omit<Filled, keyof Place>;

const SCREENSHOTS_PER_WEBPAGE = 0.2;

/** The folder that keeps an archive of this size between runs. Its name contains a hash of the schema. */
export function folderFor(engine: string, webpages: number): string {
  const files = globSync(['migrations/*.ts', 'paging/page-index.ts'], {
    cwd: join(import.meta.dirname, '../src/store'),
  }).sort();
  const texts = files.map((path) => readFileSync(join(import.meta.dirname, '../src/store', path), 'utf8'));
  return keptFolder(`${engine}-${webpages}`, texts);
}

/** A folder that stays between runs, until one of the texts that determine its content changes. */
export function keptFolder(name: string, texts: readonly string[]): string {
  const folder = join(tmpdir(), 'pagekeep-bench', `${name}-${hash('sha256', texts.join('\n')).slice(0, 8)}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Fills the archive with `pagekeep demo`, unless it is full already. */
export function fill(place: Place, webpages: number): Filled {
  // Written last, so that an interrupted fill does not count.
  const mark = join(place.dataDir, 'filled.json');
  if (!existsSync(mark)) {
    console.error(`Filling ${place.dataDir} with ${webpages.toLocaleString('en')} webpages …`);
    const screenshots = Math.round(webpages * SCREENSHOTS_PER_WEBPAGE);
    const sizes = ['--webpages', String(webpages), '--screenshots', String(screenshots)];
    writeFileSync(mark, JSON.stringify(runPagekeep<Printed>(place, 'demo', ...sizes)));
  }
  return { ...(JSON.parse(readFileSync(mark, 'utf8')) as Printed), ...place };
}

export async function fillSqlite(webpages: number, refill: boolean): Promise<Filled> {
  const dataDir = folderFor('sqlite', webpages);
  if (refill || !existsSync(join(dataDir, 'filled.json'))) empty(dataDir);
  const file = join(dataDir, 'pagekeep.db');
  const filled = fill({ dataDir, databaseUrl: `sqlite:${file}` }, webpages);
  await readWhole(file);
  return filled;
}

/** Otherwise a run with the archive of an earlier run measures the disk. */
export async function readWhole(file: string): Promise<void> {
  if (existsSync(file)) await finished(createReadStream(file, { highWaterMark: 1 << 20 }).resume());
}

export function empty(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
