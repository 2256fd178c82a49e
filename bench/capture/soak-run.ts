import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { maxTabs } from '../../src/browser/camera.ts';
import { familyOf, readProcess } from '../processes.ts';
import { median } from '../rounds.ts';
import { everyday } from './pages.ts';
import { openBenchCamera, Product } from './product.ts';

/**
 * Captures many pages in this process, and prints memory, files and processes after FROM and after TO captures as JSON.
 * `node bench/capture/soak-run.ts ORIGIN FROM TO`
 */
const [origin = '', from = '50', to = '300'] = process.argv.slice(2);
const STEP = 10;
const WINDOW = 5;
const REST_MS = 500;

export interface Mark {
  readonly captures: number;
  readonly nodeBytes: number;
  readonly browserBytes: number;
  readonly files: number;
  readonly processes: number;
}

const atOnce = maxTabs * availableParallelism();
await using product = await Product.open();
const camera = await openBenchCamera(atOnce);
const marks: Mark[] = [];
for (let captures = STEP; captures <= Number(to); captures += STEP) {
  await product.rate(camera, atOnce, everyday(origin, STEP));
  // The last renderers end and their pictures are freed shortly after the captures.
  await delay(REST_MS);
  globalThis.gc?.();
  const family = familyOf(process.pid);
  marks.push({
    captures,
    nodeBytes: readProcess(process.pid)?.residentBytes ?? 0,
    browserBytes: family.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
    files: readdirSync('/proc/self/fd').length,
    processes: family.length,
  });
}
await camera.close();

/** The median of the last samples up to a mark, so that running work does not distort the result. */
function around(captures: number): Mark {
  const last = marks.findIndex((mark) => mark.captures >= captures);
  const near = marks.slice(Math.max(0, last - WINDOW + 1), last + 1);
  const middle = (of: (mark: Mark) => number) => median(near.map(of));
  return {
    captures,
    nodeBytes: middle(({ nodeBytes }) => nodeBytes),
    browserBytes: middle(({ browserBytes }) => browserBytes),
    files: middle(({ files }) => files),
    processes: middle(({ processes }) => processes),
  };
}

console.log(
  JSON.stringify({ early: around(Number(from)), late: around(Number(to)), left: familyOf(process.pid).length }),
);
