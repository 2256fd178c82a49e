import { availableParallelism } from 'node:os';
import { maxTabs } from '../../src/browser/camera.ts';
import type { Row } from '../report.ts';
import { compare, type Effort } from '../rounds.ts';
import { everyday } from './pages.ts';
import { openBenchCamera, Product } from './product.ts';

const AT_ONCE = maxTabs * availableParallelism();

const rate = (captures: number) => `${captures.toFixed(2)}/s`;

/** A word of three of the five pages. */
const WORD = 'seven';

/** Captures per second whose words are read, stored and indexed, against captures without words. */
export async function* textCost(effort: Effort, origin: string): AsyncIterable<Row> {
  await using product = await Product.open();
  await using wordless = await Product.open();
  const [withWords, without] = await Promise.all([
    openBenchCamera(AT_ONCE),
    openBenchCamera(AT_ONCE, { textElements: -1 }),
  ]);
  // The cost is a few percent. More captures reduce the effect of the last page, which is captured alone.
  const captures = 2 * effort.captures;
  try {
    const { ratio, range, ...sides } = await compare(effort.rounds, {
      product: () => product.rate(withWords, AT_ONCE, everyday(origin, captures)),
      limit: () => wordless.rate(without, AT_ONCE, everyday(origin, captures)),
    });
    if (!(await product.finds(WORD))) throw new Error('the captures have no words');
    if (await wordless.finds(WORD)) throw new Error('the captures without words have words');
    yield {
      work: 'captures of five everyday pages with their words',
      figure: rate(sides.product),
      against: `without words: ${rate(sides.limit)}`,
      ratio,
      range,
      bar: { atLeast: 0.95 },
    };
  } finally {
    await Promise.all([withWords.close(), without.close()]);
  }
}
