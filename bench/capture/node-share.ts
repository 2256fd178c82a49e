import type { Row } from '../report.ts';
import type { Effort } from '../rounds.ts';
import { runAlone } from './alone.ts';
import type { CpuSeconds } from './node-share-run.ts';

/** The share of Node in the CPU time of captures: DevTools messages, guard, encoding, hashes and store. */
export async function* nodeShare(effort: Effort, origin: string): AsyncIterable<Row> {
  const { own, browsers } = await runAlone<CpuSeconds>('node-share-run.ts', origin, String(4 * effort.captures));
  const all = own + browsers;
  yield {
    work: 'Node’s share of the CPU that captures take',
    figure: `${own.toFixed(1)} s`,
    against: `with the browsers: ${all.toFixed(1)} s`,
    ratio: own / all,
    bar: { atMost: 0.4 },
  };
}
