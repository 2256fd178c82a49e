import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sealingKey } from '../../src/app/seal.ts';
import { trackWebpages } from '../../src/app/track-webpages.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { openStore } from '../../src/store/open.ts';
import { OneByOne } from '../one-by-one.ts';
import { runPagekeep, startPagekeep } from '../pagekeep.ts';
import { milliseconds, type Row } from '../report.ts';
import { compare, type Effort } from '../rounds.ts';
import { everyday } from './pages.ts';
import { CACHE } from './product.ts';

const EVERY_MS = 5;
const SETTINGS = { CAPTURE_ALLOW: '127.0.0.0/8', SITE_CONCURRENCY: '64', SITE_PAUSE_MS: '0', LOG_LEVEL: 'warn' };

/** The p99 latency of the API while the same service captures at full speed. */
export async function* latency(effort: Effort, origin: string): AsyncIterable<Row> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pagekeep-bench-'));
  await mkdir(CACHE, { recursive: true });
  await symlink(CACHE, join(dataDir, 'cache'));
  const place = { dataDir, databaseUrl: `sqlite:${dataDir}/pagekeep.db` };
  const { id: owner, email } = runPagekeep<{ id: string; email: string }>(place, 'account', 'add', 'a@example.org');
  const { token } = runPagekeep<{ token: string }>(place, 'token', 'add', email);
  const store = await openStore(place.databaseUrl);
  const key = sealingKey(randomBytes(32).toString('hex'));
  const add = (count: number) =>
    trackWebpages({ store, sealingKey: key }, owner, everyday(origin, count).map(asDraft), new Date());
  try {
    await using service = await startPagekeep(place, SETTINGS);
    const [webpage] = await add(1);
    using client = await OneByOne.connect(service.origin, { Authorization: `Bearer ${token}` });
    using _priority = raisePriority();
    const p99 = () => p99Of(client, `/v3/webpages/${webpage?.id}`, effort.seconds * 4_500);
    const { product, limit, ratio } = await compare(Math.min(5, effort.rounds), {
      async limit() {
        await waitUntilIdle(store);
        return p99();
      },
      async product() {
        // More pages than the service captures during the measurement.
        const added = await add(effort.captures * 4);
        // By then the first captures run.
        await delay(1_000);
        const latencyMs = await p99();
        // The remaining pages are paused, so that the next round begins without captures.
        for (const { id } of added) await store.schedules.pause(owner, id);
        return latencyMs;
      },
    });
    yield {
      work: 'the API’s latency (99th percentile) while captures run at full speed',
      figure: milliseconds(product),
      against: `idle: ${milliseconds(limit)}`,
      ratio,
      bar: { atMost: 5 },
    };
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Gives this process real-time priority until the scope ends, where the system allows it. A real client has its own
 * machine, so its latency must not include the wait of the measuring process for a CPU.
 */
function raisePriority(): Disposable {
  const chrt = (...policy: string[]) =>
    spawnSync('/usr/bin/chrt', ['--all-tasks', '--reset-on-fork', ...policy, String(process.pid)], { stdio: 'ignore' });
  chrt('--fifo', '--pid', '1');
  return { [Symbol.dispose]: () => void chrt('--other', '--pid', '0') };
}

const asDraft = (url: string) => ({ url });

/** Waits until no capture is due or running. */
async function waitUntilIdle(store: Store): Promise<void> {
  for (let calm = 0; calm < 3; calm += 1) {
    const busy = (await store.schedules.dueOwners(new Date(Date.now() + 600_000))).length > 0;
    if (busy) calm = 0;
    await delay(500);
  }
}

async function p99Of(client: OneByOne, path: string, forMs: number): Promise<number> {
  const waits: number[] = [];
  for (const end = performance.now() + forMs; performance.now() < end; await delay(EVERY_MS)) {
    waits.push((await client.get(path)).milliseconds);
  }
  const sorted = waits.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}
