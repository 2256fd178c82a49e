import { availableParallelism } from 'node:os';
import { mostTabs } from '../../src/browser/camera.ts';
import type { Row } from '../report.ts';
import type { Effort } from '../rounds.ts';
import { everyday } from './pages.ts';
import { familyOf, readProcess } from './processes.ts';
import { openBenchCamera, Product } from './product.ts';

/** How much of the CPU that captures take is Node's own: driving, guarding, thumbnails, hashes, the store. */
export async function* nodeShare(effort: Effort, origin: string, pagesPid: number): AsyncIterable<Row> {
  await using product = await Product.open();
  const atOnce = mostTabs * availableParallelism();
  const camera = await openBenchCamera(atOnce);
  try {
    // A service runs for weeks: its code is compiled long before.
    await product.rate(camera, atOnce, everyday(origin, 4 * effort.captures));
    const before = cpuSeconds(pagesPid);
    await product.rate(camera, atOnce, everyday(origin, 4 * effort.captures));
    const after = cpuSeconds(pagesPid);
    const own = after.own - before.own;
    const all = own + after.family - before.family;
    yield {
      work: 'Node’s share of the CPU that captures take',
      figure: `${own.toFixed(1)} s`,
      against: `with the browsers: ${all.toFixed(1)} s`,
      ratio: own / all,
      bar: { atMost: 0.12 },
    };
  } finally {
    await camera.close();
  }
}

/** Of this process, and of the browsers: a renderer lives for a second, and its parent, which reaps it, counts its CPU. */
function cpuSeconds(except: number): { own: number; family: number } {
  const family = familyOf(process.pid, [except]);
  return {
    own: readProcess(process.pid)?.cpuSeconds ?? 0,
    family: family.reduce((sum, { cpuSeconds: own, reapedCpuSeconds }) => sum + own + reapedCpuSeconds, 0),
  };
}
