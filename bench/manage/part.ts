import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, freePort, startChild } from '../child.ts';
import { runPagekeep, startPagekeep } from '../pagekeep.ts';
import { perSecond, type Row } from '../report.ts';
import { compare, type Effort } from '../rounds.ts';

/** Requests that wait for their answer at a time. */
const AT_ONCE = 8;

let added = 0;

/** Adds webpages one by one and returns how many were added per second. */
async function addFor(seconds: number, { origin }: Child, token: string): Promise<number> {
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let done = 0;
  const client = async () => {
    while (performance.now() < end) {
      added += 1;
      const response = await fetch(`${origin}/manage/v1/webpages`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ url: `https://site-${added}.example/` }),
      });
      await response.arrayBuffer();
      if (response.status !== 201) throw new Error(`POST /webpages answered ${response.status}`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return (done / (performance.now() - begin)) * 1000;
}

/** Measures `POST /manage/v1/webpages` against a bare Fastify route with one durable insert into SQLite. */
export async function* managePart({ rounds, seconds }: Effort): AsyncIterable<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'pagekeep-bench-manage-'));
  try {
    const place = { dataDir: folder, databaseUrl: `sqlite:${join(folder, 'pagekeep.db')}` };
    runPagekeep(place, 'demo', '--webpages', '1', '--account', 'bench@example.org');
    const { token } = runPagekeep<{ token: string }>(
      place,
      'token',
      'add',
      'bench@example.org',
      '--scopes',
      'read,manage',
    );
    // Without a browser, so that nothing captures what is added.
    await using product = await startPagekeep(place, { CHROMIUM_PATH: '/bin/false', LOG_LEVEL: 'silent' });
    const port = await freePort();
    const script = join(import.meta.dirname, 'bare-insert.ts');
    await using bare = await startChild({ args: [script, String(port), join(folder, 'bare.db')], port });
    const result = await compare(rounds, {
      product: () => addFor(seconds, product, token),
      limit: () => addFor(seconds, bare, token),
    });
    yield {
      work: 'webpages added one by one, durable',
      figure: perSecond(result.product),
      against: `a bare route with one durable insert: ${perSecond(result.limit)}`,
      ratio: result.ratio,
      range: result.range,
      bar: { atLeast: 0.2 },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
