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

/** How long a reader waits at worst (the 99th percentile) while the same service captures as fast as it can. */
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
    using _first = goFirst();
    const worst = () => worstWait(client, `/v3/webpages/${webpage?.id}`, effort.seconds * 4_500);
    const { product, limit, ratio } = await compare(Math.min(5, effort.rounds), {
      async limit() {
        await rested(store);
        return worst();
      },
      async product() {
        // More than are captured in that time.
        const added = await add(effort.captures * 4);
        // The first ones have begun.
        await delay(1_000);
        const waited = await worst();
        // What is left is of no interest, and the next round begins at rest.
        for (const { id } of added) await store.schedules.pause(owner, id);
        return waited;
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
 * A reader has a machine of his own, and does not wait for ours before he has even asked or after he was answered. Where
 * that is allowed, this process goes before all others until the scope ends: it measures, and does next to nothing.
 */
function goFirst(): Disposable {
  const chrt = (...policy: string[]) =>
    spawnSync('/usr/bin/chrt', ['--all-tasks', '--reset-on-fork', ...policy, String(process.pid)], { stdio: 'ignore' });
  chrt('--fifo', '--pid', '1');
  return { [Symbol.dispose]: () => void chrt('--other', '--pid', '0') };
}

const asDraft = (url: string) => ({ url });

/** Waits until no capture is due or under way. */
async function rested(store: Store): Promise<void> {
  for (let calm = 0; calm < 3; calm += 1) {
    const busy = (await store.schedules.dueOwners(new Date(Date.now() + 600_000))).length > 0;
    if (busy) calm = 0;
    await delay(500);
  }
}

async function worstWait(client: OneByOne, path: string, forMs: number): Promise<number> {
  const waits: number[] = [];
  for (const end = performance.now() + forMs; performance.now() < end; await delay(EVERY_MS)) {
    waits.push((await client.get(path)).milliseconds);
  }
  const sorted = waits.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}
