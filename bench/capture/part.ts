import type { Row } from '../report.ts';
import type { Effort } from '../rounds.ts';
import { storedBytes } from './bytes.ts';
import { comparisonCost } from './comparison.ts';
import { latency } from './latency.ts';
import { nodeShare } from './node-share.ts';
import { servePages } from './pages.ts';
import { recovery } from './recovery.ts';
import { soak } from './soak.ts';
import { textCost } from './text-cost.ts';
import { againstBare, againstOneTab, againstPeers, guardCost } from './throughput.ts';

/** Measures captures of five everyday pages, compared with their limits and with other tools. */
export async function* capturePart(effort: Effort): AsyncIterable<Row> {
  await using pages = await servePages();
  const { origin } = pages;
  const measurements: Record<string, () => AsyncIterable<Row>> = {
    throughput: () => againstBare(effort, origin),
    peers: () => againstPeers(effort, origin),
    scaling: () => againstOneTab(effort, origin),
    guard: () => guardCost(effort, origin),
    comparison: () => comparisonCost(effort, origin),
    text: () => textCost(effort, origin),
    node: () => nodeShare(effort, origin),
    kill: () => recovery(effort, origin),
    bytes: () => storedBytes(origin),
    latency: () => latency(effort, origin),
    memory: () => soak(effort, origin),
  };
  if (effort.only !== undefined && !Object.hasOwn(measurements, effort.only)) {
    throw new Error(`There is no measurement ${effort.only}; there are ${Object.keys(measurements).join(', ')}.`);
  }
  for (const [name, measure] of Object.entries(measurements)) {
    if (effort.only === undefined || effort.only === name) yield* measure();
  }
}
