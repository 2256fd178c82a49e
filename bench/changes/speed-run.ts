import { readFile } from 'node:fs/promises';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import { decodePair, MOST_PIXELS } from '../../src/picture/compare/decode.ts';
import { findChanges } from '../../src/picture/compare/find-changes.ts';

/**
 * Compares two pictures in this process, and prints the CPU time of each round as JSON.
 * `node bench/changes/speed-run.ts BEFORE AFTER ROUNDS`
 */
const [older = '', newer = '', rounds = '3'] = process.argv.slice(2);

/** V8 optimises the code during the first comparisons of a thread, as in the service, whose thread stays while there is work. */
const WARMING = 3;

/** Milliseconds of CPU time, over all threads. */
export interface CpuTimes {
  readonly isWarm: boolean;
  readonly decoding: number;
  readonly comparing: number;
  readonly pixelmatch: number;
}

const before = await readFile(older);
const after = await readFile(newer);
const times: CpuTimes[] = [];
for (let round = 0; round < WARMING + Number(rounds); round += 1) {
  const decoding = await cpuOf(async () => {
    for (const image of [before, after]) await sharp(image, { limitInputPixels: false }).raw().toBuffer();
  });
  const pair = await decodePair(before, after, MOST_PIXELS);
  const comparing = await cpuOf(() => findChanges(pair.before, pair.after));
  const [one, other] = [await withAlpha(before), await withAlpha(after)];
  const { width, height } = pair.before;
  const peer = await cpuOf(() => pixelmatch(one, other, undefined, width, height));
  times.push({ isWarm: round >= WARMING, decoding, comparing, pixelmatch: peer });
}
console.log(JSON.stringify(times));

async function cpuOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function withAlpha(image: Buffer): Promise<Buffer> {
  return sharp(image, { limitInputPixels: false }).ensureAlpha().raw().toBuffer();
}
