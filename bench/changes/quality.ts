import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareHere } from '../../src/picture/compare/compare-here.ts';
import type { PagePair } from '../../test/corpus/changes/page.ts';
import { type RenderedPair, renderPairs } from '../../test/corpus/changes/render.ts';
import { type Score, score } from '../../test/corpus/changes/score.ts';
import type { Row } from '../report.ts';
import { regionsOfOdiff, regionsOfPixelmatch } from './peers.ts';

const LEAST = 0.95;

type Tool = 'Pagekeep' | 'pixelmatch' | 'odiff';
type Scores = Record<Tool, Score[]>;

/** How many of the known changes each tool finds, and how many of its regions are changes. */
export async function* quality(name: string, pairs: readonly PagePair[]): AsyncIterable<Row> {
  const scores: Scores = { Pagekeep: [], pixelmatch: [], odiff: [] };
  const folder = await mkdtemp(join(tmpdir(), 'pagekeep-bench-pairs-'));
  try {
    for await (const rendered of renderPairs(pairs)) await scorePair(rendered, scores, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
  const of = `of ${pairs.length} ${name}`;
  yield row(`recall ${of}`, scores, { count: found, from: truths });
  yield row(`precision ${of}`, scores, { count: found, from: regions });
  const unchanged = (tool: Tool) => regions(scores[tool].filter((each) => each.truths === 0));
  const without = scores.Pagekeep.filter((each) => each.truths === 0).length;
  yield {
    work: `regions where nothing changed, ${without} ${of}`,
    figure: String(unchanged('Pagekeep')),
    against: `pixelmatch ${unchanged('pixelmatch')}, odiff ${unchanged('odiff')}`,
    ratio: unchanged('Pagekeep'),
    bar: { atMost: 0 },
  };
}

async function scorePair({ pair, before, after, truths: known }: RenderedPair, scores: Scores, folder: string) {
  const own = score(known, (await compareHere(before, after)).regions);
  scores.Pagekeep.push(own);
  scores.pixelmatch.push(score(known, await regionsOfPixelmatch(before, after)));
  scores.odiff.push(score(known, await regionsOfOdiff(before, after, folder)));
  if (own.found < Math.max(own.truths, own.regions)) {
    console.error(`${pair.kind}, ${pair.name}: ${own.found} of ${own.truths} changes found, ${own.regions} regions`);
  }
}

type Sum = (scores: readonly Score[]) => number;

const found: Sum = (scores) => scores.reduce((sum, each) => sum + each.found, 0);
const truths: Sum = (scores) => scores.reduce((sum, each) => sum + each.truths, 0);
const regions: Sum = (scores) => scores.reduce((sum, each) => sum + each.regions, 0);

function row(work: string, scores: Scores, { count, from }: { count: Sum; from: Sum }): Row {
  const share = (tool: Tool) => count(scores[tool]) / Math.max(1, from(scores[tool]));
  return {
    work,
    figure: `${count(scores.Pagekeep)} of ${from(scores.Pagekeep)}`,
    against: `pixelmatch ${share('pixelmatch').toFixed(2)}, odiff ${share('odiff').toFixed(2)}`,
    ratio: share('Pagekeep'),
    bar: { atLeast: LEAST },
  };
}
