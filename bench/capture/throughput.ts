import { availableParallelism } from 'node:os';
import { maxTabs } from '../../src/browser/camera.ts';
import type { Row } from '../report.ts';
import { compare, type Effort } from '../rounds.ts';
import { Bare } from './bare.ts';
import { everyday } from './pages.ts';
import { captureWebsiteSettings, puppeteerClusterSettings, type Setting } from './peers.ts';
import { openBenchCamera, Product } from './product.ts';

const CORES = availableParallelism();
const AT_ONCE = maxTabs * CORES;

const rate = (captures: number) => `${captures.toFixed(2)}/s`;
const place = `${CORES} browsers × ${maxTabs} tabs`;

export async function* againstBare(effort: Effort, origin: string): AsyncIterable<Row> {
  await using product = await Product.open();
  await using bare = await Bare.open(CORES);
  const camera = await openBenchCamera(AT_ONCE);
  try {
    const { ratio, ...sides } = await compare(effort.rounds, {
      product: () => product.rate(camera, AT_ONCE, everyday(origin, effort.captures)),
      limit: () => bare.rate(everyday(origin, effort.captures)),
    });
    yield {
      work: `captures of five everyday pages, settled, encoded, stored; ${place}`,
      figure: rate(sides.product),
      against: `bare CDP loop: ${rate(sides.limit)}`,
      ratio,
      bar: { atLeast: 0.8 },
    };
  } finally {
    await camera.close();
  }
}

export async function* againstPeers(effort: Effort, origin: string): AsyncIterable<Row> {
  await using product = await Product.open();
  const camera = await openBenchCamera(AT_ONCE);
  try {
    const peers = [
      { settings: captureWebsiteSettings(), bar: { atLeast: 5 } },
      { settings: puppeteerClusterSettings(), bar: { atLeast: 1.5 } },
    ];
    for (const { settings, bar } of peers) {
      const best = await bestOf(settings, origin, effort.captures);
      const { ratio, ...sides } = await compare(Math.min(3, effort.rounds), {
        product: () => product.rate(camera, AT_ONCE, everyday(origin, effort.captures)),
        limit: () => best.rate(everyday(origin, effort.captures)),
      });
      yield {
        work: 'the same',
        figure: rate(sides.product),
        against: `${best.name}: ${rate(sides.limit)}`,
        ratio,
        bar,
      };
    }
  } finally {
    await camera.close();
  }
}

async function bestOf(settings: readonly Setting[], origin: string, captures: number): Promise<Setting> {
  const tried: { setting: Setting; rate: number }[] = [];
  for (const setting of settings) tried.push({ setting, rate: await setting.rate(everyday(origin, captures)) });
  const [best] = tried.toSorted((a, b) => b.rate - a.rate);
  if (!best) throw new Error('no settings');
  return best.setting;
}

export async function* againstOneTab(effort: Effort, origin: string): AsyncIterable<Row> {
  await using product = await Product.open();
  const [many, one] = await Promise.all([openBenchCamera(2 * CORES), openBenchCamera(1)]);
  try {
    const { ratio, ...sides } = await compare(Math.min(5, effort.rounds), {
      product: () => product.rate(many, 2 * CORES, everyday(origin, effort.captures)),
      limit: () => product.rate(one, 1, everyday(origin, Math.ceil(effort.captures / 2))),
    });
    yield {
      work: `the same; ${CORES} browsers × 2 tabs`,
      figure: rate(sides.product),
      against: `1 browser × 1 tab: ${rate(sides.limit)}`,
      ratio,
      bar: { atLeast: 2.2 },
    };
  } finally {
    await Promise.all([many.close(), one.close()]);
  }
}

export async function* guardCost(effort: Effort, origin: string): AsyncIterable<Row> {
  await using bare = await Bare.open(CORES);
  // The cost is a few percent. More captures reduce the effect of the last page, which is captured alone.
  const captures = 2 * effort.captures;
  const { ratio, ...sides } = await compare(effort.rounds, {
    product: () => bare.rate(everyday(origin, captures), { guarded: true }),
    limit: () => bare.rate(everyday(origin, captures)),
  });
  yield {
    work: 'what the guard proxy costs of them',
    figure: rate(sides.product),
    against: `without it: ${rate(sides.limit)}`,
    ratio: 1 - ratio,
    bar: { atMost: 0.05 },
  };
}
