import { availableParallelism } from 'node:os';
import { maxTabs } from '../../src/browser/camera.ts';
import { familyOf, readProcess } from '../processes.ts';
import { everyday } from './pages.ts';
import { openBenchCamera, Product } from './product.ts';

/**
 * Captures, in a process of their own, and the CPU that they take of it and of its browsers: prints both as JSON.
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
// A service runs for weeks: its code is compiled long before.
await product.rate(camera, atOnce, everyday(origin, Number(captures)));
const before = cpuSeconds();
await product.rate(camera, atOnce, everyday(origin, Number(captures)));
const after = cpuSeconds();
await camera.close();
console.log(JSON.stringify({ own: after.own - before.own, browsers: after.browsers - before.browsers }));

/** A renderer lives for a second, and its parent, which reaps it, counts its CPU. */
function cpuSeconds(): CpuSeconds {
  return {
    own: readProcess(process.pid)?.cpuSeconds ?? 0,
    browsers: familyOf(process.pid).reduce(
      (sum, { cpuSeconds: own, reapedCpuSeconds }) => sum + own + reapedCpuSeconds,
      0,
    ),
  };
}
