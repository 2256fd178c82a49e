import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { servePages } from '../capture/pages.ts';
import { CACHE } from '../capture/product.ts';
import { describeMachine, versionOf } from '../machine.ts';
import { runPagekeep, startPagekeep } from '../pagekeep.ts';
import { familyOf, readProcess } from '../processes.ts';
import { passes, printTable } from '../report.ts';
import { mixedLoad } from './load.ts';
import { flatness, type Sample, sampleOf } from './samples.ts';

/**
 * npm run soak -- [--minutes 12]
 *
 * Runs Pagekeep with Chromium under concurrent reads, captures and deletes, and checks that memory, open files and the
 * number of processes do not grow. `pagekeep doctor` checks the archive at the end.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '12' } } });
const minutes = Number(values.minutes);
const SAMPLE_MS = 3_000;

const folder = await mkdtemp(join(tmpdir(), 'pagekeep-soak-'));
try {
  process.exitCode = (await soak()) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function soak(): Promise<boolean> {
  const place = { dataDir: join(folder, 'data'), databaseUrl: `sqlite:${folder}/data/pagekeep.db` };
  await mkdir(place.dataDir, { mode: 0o700 });
  await mkdir(CACHE, { recursive: true });
  await symlink(CACHE, join(place.dataDir, 'cache'));
  const { token } = runPagekeep<{ token: string }>(place, 'demo', '--webpages', '200', '--screenshots', '2000');
  await using pages = await servePages();
  const samples: Sample[] = [];
  let left: number;
  let done: Readonly<Record<string, number>>;
  {
    await using server = await startPagekeep(place, {
      CAPTURE_ALLOW: '127.0.0.1',
      SITE_CONCURRENCY: '16',
      SITE_PAUSE_MS: '0',
      DISK_RESERVE_MB: '0',
      TRASH_DAYS: '0',
      METRICS_ADDRESS: '',
      LOG_LEVEL: 'error',
    });
    const load = await mixedLoad({ place, token, origin: server.origin, pages: pages.origin });
    const begin = performance.now();
    const elapsed = () => performance.now() - begin;
    while (elapsed() < minutes * 60_000) {
      await Promise.race([delay(SAMPLE_MS), load.ended]);
      samples.push(sampleOf(server.pid, elapsed() / (minutes * 60_000)));
    }
    done = await load.stop();
    const family = familyOf(server.pid).map(({ pid }) => pid);
    await server[Symbol.asyncDispose]();
    left = family.filter((pid) => (readProcess(pid)?.state ?? 'Z') !== 'Z').length;
  }
  const { found } = runPagekeep<{ found: number }>(place, 'doctor', '--images');
  const rows = [
    ...flatness(samples),
    {
      work: 'processes left after the stop',
      figure: String(left),
      against: 'none',
      ratio: left,
      bar: { atMost: 0 },
    },
    { work: 'problems found by doctor', figure: String(found), against: 'none', ratio: found, bar: { atMost: 0 } },
  ];
  console.log(describeMachine(`devtools-protocol ${versionOf('devtools-protocol')}`));
  console.log(`${minutes} minutes of ${JSON.stringify(done)}, ${samples.length} samples`);
  console.log(printTable(rows));
  return rows.every(passes);
}
