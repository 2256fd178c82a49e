import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareHere } from '../../src/picture/compare/compare-here.ts';
import { onePairOfEachKind } from '../corpus/changes/every-kind.ts';
import { HELD_OUT_PAIRS } from '../corpus/changes/held-out.ts';
import { PAIRS } from '../corpus/changes/pairs.ts';
import { renderPairs } from '../corpus/changes/render.ts';
import { score } from '../corpus/changes/score.ts';
import { refuseInQuickRun } from '../harness/quick.ts';

/** Of 28 changes. Lower both limits when the comparison improves: the bars of the bench are recall and precision 0.95. */
const MOST_MISSED = 2;
/** Regions that show no change, or too little or too much of one. A new card in a grid gives 14 of them. */
const MOST_FALSE = 17;

describe('comparing pages with known changes', () => {
  test('at least 60 pairs show at least 20 kinds of edit', () => {
    const all = [...PAIRS, ...HELD_OUT_PAIRS];
    assert.ok(all.length >= 60, `${all.length} pairs`);
    assert.ok(new Set(all.map(({ kind }) => kind)).size >= 20);
  });

  // `npm run bench -- changes` compares all pairs.
  test('finds most changes over all kinds of edit, and none where nothing changed', async () => {
    refuseInQuickRun('a browser');
    const missed: string[] = [];
    const wrong: string[] = [];
    for await (const { pair, before, after, truths } of renderPairs(onePairOfEachKind())) {
      const { regions, word } = await compareHere(before, after);
      const { found } = score(truths, regions);
      const name = `${pair.kind}: ${pair.name}`;
      for (let n = found; n < truths.length; n += 1) missed.push(name);
      for (let n = found; n < regions.length; n += 1) wrong.push(name);
      if (truths.length === 0) assert.deepEqual(regions, [], name);
      if (pair.edits.length === 0 && pair.style === undefined && !pair.widths) assert.equal(word, 'same', name);
    }
    const faults = `missed: ${missed.join(', ')}; false regions: ${wrong.join(', ')}`;
    assert.ok(missed.length <= MOST_MISSED && wrong.length <= MOST_FALSE, faults);
  });
});
