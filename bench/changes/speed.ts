import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { tall } from '../../test/corpus/changes/public.ts';
import { renderPairs } from '../../test/corpus/changes/render.ts';
import { runAlone } from '../capture/alone.ts';
import { mebibytes, milliseconds, type Row } from '../report.ts';
import { type Effort, median } from '../rounds.ts';
import type { PeakMemory } from './memory-run.ts';
import type { CpuTimes } from './speed-run.ts';

const MEBIBYTE = 1024 * 1024;

/** CPU and memory of comparing tall pictures: a page of text and photographs with a new bar and a new paragraph. */
export async function* speed({ rounds }: Effort): AsyncIterable<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'pagekeep-bench-tall-'));
  try {
    yield* cpu(await writeTallPair(folder, 80, 20_000), rounds);
    yield await memory(await writeTallPair(folder, 200, 50_000));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function writeTallPair(folder: string, sections: number, height: number): Promise<string[]> {
  const pair = { kind: 'several', name: 'tall', template: tall(sections), edits: ['bar', 'middle'] };
  for await (const { before, after } of renderPairs([pair])) {
    const files = [join(folder, `${height}-before.png`), join(folder, `${height}-after.png`)] as const;
    await writeFile(files[0], await cut(before, height));
    await writeFile(files[1], await cut(after, height));
    return [...files];
  }
  throw new Error('The tall pages were not rendered.');
}

function cut(png: Buffer, height: number): Promise<Buffer> {
  return sharp(png, { limitInputPixels: false }).extract({ left: 0, top: 0, width: 1280, height }).png().toBuffer();
}

async function* cpu(files: readonly string[], rounds: number): AsyncIterable<Row> {
  const all = await runAlone<CpuTimes[]>('../changes/speed-run.ts', ...files, String(rounds));
  const times = all.filter(({ isWarm }) => isWarm);
  const of = (measured: (each: CpuTimes) => number) => median(times.map(measured));
  const range = (ratio: (each: CpuTimes) => number): [number, number] => {
    const ratios = times.map(ratio);
    return [Math.min(...ratios), Math.max(...ratios)];
  };
  const toDecoding = ({ comparing, decoding }: CpuTimes) => comparing / decoding;
  const toPixelmatch = ({ comparing, pixelmatch }: CpuTimes) => pixelmatch / comparing;
  const work = 'comparing two pictures of 1280 × 20,000, CPU';
  const figure = milliseconds(of(({ comparing }) => comparing));
  yield {
    work,
    figure,
    against: `decoding both ${milliseconds(of(({ decoding }) => decoding))}`,
    ratio: of(toDecoding),
    range: range(toDecoding),
    bar: { atMost: 1 },
  };
  yield {
    work: `${work}, times faster`,
    figure,
    against: `pixelmatch ${milliseconds(of(({ pixelmatch }) => pixelmatch))}`,
    ratio: of(toPixelmatch),
    range: range(toPixelmatch),
    bar: { atLeast: 4 },
  };
  const first = all[0];
  if (!first) return;
  yield {
    work: `${work}, the first in a new thread`,
    figure: milliseconds(first.comparing),
    against: `decoding both ${milliseconds(first.decoding)}`,
    ratio: toDecoding(first),
  };
}

async function memory(files: readonly string[]): Promise<Row> {
  const { idle, peak } = await runAlone<PeakMemory>('../changes/memory-run.ts', ...files);
  return {
    work: 'comparing two pictures of 1280 × 50,000, MiB above idle',
    figure: mebibytes(peak),
    against: `idle ${mebibytes(idle)}`,
    ratio: (peak - idle) / MEBIBYTE,
    bar: { atMost: 600 },
  };
}
