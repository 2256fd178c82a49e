import { hash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** The output of `pagekeep demo --json`. */
type Printed = Omit<Filled, keyof Place>;

const SCREENSHOTS_PER_WEBPAGE = 0.2;

/** Written last, so that an interrupted fill does not count. */
const MARK = 'filled.json';

/** The folder that keeps an archive of this size between runs. Later migrations are applied to it. */
export function folderFor(engine: string, webpages: number, refill: boolean): string {
  const folder = keptFolder(`${engine}-${webpages}`, []);
  if (refill || !existsSync(join(folder, MARK))) empty(folder);
  return folder;
}

/** A folder that stays between runs, until one of the texts that determine its content changes. */
export function keptFolder(name: string, texts: readonly string[]): string {
  const folder = join(tmpdir(), 'pagekeep-bench', `${name}-${hash('sha256', texts.join('\n')).slice(0, 8)}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Fills the archive with `pagekeep demo`, or migrates it if it is full already. */
export function fill(folder: string, place: Place, webpages: number): Filled {
  const mark = join(folder, MARK);
  if (existsSync(mark)) {
    runPagekeep(place, 'migrate');
  } else {
    console.error(`Filling ${place.dataDir} with ${webpages.toLocaleString('en')} webpages …`);
    const screenshots = Math.round(webpages * SCREENSHOTS_PER_WEBPAGE);
    const sizes = ['--webpages', String(webpages), '--screenshots', String(screenshots)];
    writeFileSync(mark, JSON.stringify(runPagekeep<Printed>(place, 'demo', ...sizes)));
  }
  return { ...(JSON.parse(readFileSync(mark, 'utf8')) as Printed), ...place };
}

export async function fillSqlite(webpages: number, refill: boolean): Promise<Filled> {
  const dataDir = folderFor('sqlite', webpages, refill);
  const file = join(dataDir, 'pagekeep.db');
  const filled = fill(dataDir, { dataDir, databaseUrl: `sqlite:${file}` }, webpages);
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
