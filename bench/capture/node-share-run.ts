import { availableParallelism } from 'node:os';
import { maxTabs } from '../../src/browser/camera.ts';
import { familyOf, readProcess } from '../processes.ts';
import { everyday } from './pages.ts';
import { openBenchCamera, Product } from './product.ts';

/**
 * Captures pages in this process, and prints the CPU time of the process and of its browsers as JSON.
 * `node bench/capture/node-share-run.ts ORIGIN CAPTURES`
 */
const [origin = '', captures = '80'] = process.argv.slice(2);

export interface CpuSeconds {
  readonly own: number;
  readonly browsers: number;
}

const atOnce = maxTabs * availableParallelism();
await using product = await Product.open();
const camera = await openBenchCamera(atOnce);
// The first run compiles the code, which a real service does once in weeks.
await product.rate(camera, atOnce, everyday(origin, Number(captures)));
const before = cpuSeconds();
await product.rate(camera, atOnce, everyday(origin, Number(captures)));
const after = cpuSeconds();
await camera.close();
console.log(JSON.stringify({ own: after.own - before.own, browsers: after.browsers - before.browsers }));

/** Includes the CPU time of ended renderers, which live for about a second. Their parent process accumulates it. */
function cpuSeconds(): CpuSeconds {
  return {
    own: readProcess(process.pid)?.cpuSeconds ?? 0,
    browsers: familyOf(process.pid).reduce(
      (sum, { cpuSeconds: own, reapedCpuSeconds }) => sum + own + reapedCpuSeconds,
      0,
    ),
  };
}
