import { availableParallelism } from 'node:os';
import { maxTabs } from '../../src/browser/camera.ts';
import type { Row } from '../report.ts';
import { compare, type Effort } from '../rounds.ts';
import { changing } from './pages.ts';
import { openBenchCamera, Product } from './product.ts';

const AT_ONCE = maxTabs * availableParallelism();

const rate = (captures: number) => `${captures.toFixed(2)}/s`;

/**
 * Captures per second of pages that change each time and are compared, against the first captures of the same pages,
 * which have nothing to be compared with.
 */
export async function* comparisonCost(effort: Effort, origin: string): AsyncIterable<Row> {
  await using product = await Product.open();
  const camera = await openBenchCamera(AT_ONCE);
  // The cost is a few percent. More captures reduce the effect of the last page, which is captured alone.
  const captures = 2 * effort.captures;
  try {
    const known = await product.track(changing(origin, captures));
    await product.work(camera, AT_ONCE, captures);
    const { ratio, range, ...sides } = await compare(effort.rounds, {
      limit: () => product.rate(camera, AT_ONCE, changing(origin, captures)),
      async product() {
        const before = await product.changes();
        await product.request(known);
        const seconds = await product.work(camera, AT_ONCE, captures);
        const found = (await product.changes()) - before;
        if (found < captures) throw new Error(`${captures} captures changed, but ${found} changes were found`);
        return captures / seconds;
      },
    });
    yield {
      work: 'captures of five everyday pages that change each time, compared',
      figure: rate(sides.product),
      against: `not compared: ${rate(sides.limit)}`,
      ratio,
      range,
      bar: { atLeast: 0.9 },
    };
  } finally {
    await camera.close();
  }
}
