import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { mostTabs } from '../../src/browser/camera.ts';
import type { Row } from '../report.ts';
import type { Effort } from '../rounds.ts';
import { everyday } from './pages.ts';
import { openBenchCamera, Product } from './product.ts';

/** How much of the CPU that captures take is Node's own: driving, guarding, thumbnails, hashes, the store. */
export async function* nodeShare(effort: Effort, origin: string, pagesPid: number): AsyncIterable<Row> {
  await using product = await Product.open();
  const atOnce = mostTabs * availableParallelism();
  const camera = await openBenchCamera(atOnce);
  try {
    // A service runs for weeks: its code is compiled long before.
    await product.rate(camera, atOnce, everyday(origin, 2 * effort.captures));
    const watcher = spawn(
      process.execPath,
      [join(import.meta.dirname, 'watch-cpu.ts'), String(process.pid), String(pagesPid)],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    await once(watcher.stdout, 'data');
    await product.rate(camera, atOnce, everyday(origin, 2 * effort.captures));
    watcher.stdin.end();
    const { own, family } = JSON.parse(await text(watcher.stdout));
    yield {
      work: 'Node’s share of the CPU that captures take',
      figure: `${own.toFixed(1)} s`,
      against: `with the browsers: ${(own + family).toFixed(1)} s`,
      ratio: own / (own + family),
      bar: { atMost: 0.12 },
    };
  } finally {
    await camera.close();
  }
}
