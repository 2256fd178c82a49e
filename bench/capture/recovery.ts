import { defaultCaptureOptions } from '../../src/domain/capture-options.ts';
import { familyOf, type Process } from '../processes.ts';
import { milliseconds, type Row } from '../report.ts';
import { compare, type Effort } from '../rounds.ts';
import { everyday } from './pages.ts';
import { openBenchCamera } from './product.ts';

/** The time of a capture after `kill -9` of the browser, compared with a capture in a running browser. */
export async function* recovery(effort: Effort, origin: string): AsyncIterable<Row> {
  const camera = await openBenchCamera(1);
  const { signal } = new AbortController();
  const capture = async () => {
    const begin = performance.now();
    for (const url of everyday(origin, 5)) {
      const outcome = await camera.capture(url, defaultCaptureOptions, { signal });
      if (outcome.kind !== 'shot') throw new Error(outcome.detail);
      // Only the first page, the short text. It shows the cost of a new browser most clearly.
      break;
    }
    return performance.now() - begin;
  };
  const killBrowsers = () => {
    const processes = familyOf(process.pid).filter(({ name }) => /chrom|headless/.test(name));
    const isMain = ({ parent }: Process) => !processes.some(({ pid }) => pid === parent);
    const browsers = processes.filter(isMain);
    if (browsers.length === 0) throw new Error('no browser was found to be killed');
    for (const { pid } of browsers) process.kill(pid, 'SIGKILL');
  };
  try {
    const { ratio, product, limit } = await compare(effort.rounds, {
      async product() {
        killBrowsers();
        return capture();
      },
      limit: capture,
    });
    yield {
      work: 'kill -9 of the browser, then the next capture (short text)',
      figure: milliseconds(product),
      against: `a warm one: ${milliseconds(limit)}`,
      ratio,
      bar: { atMost: 3 },
    };
  } finally {
    await camera.close();
  }
}
