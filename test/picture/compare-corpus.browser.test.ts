import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareHere } from '../../src/picture/compare/compare-here.ts';
import { onePairOfEachKind } from '../corpus/changes/every-kind.ts';
import { HELD_OUT_PAIRS } from '../corpus/changes/held-out.ts';
import { PAIRS } from '../corpus/changes/pairs.ts';
import { renderPairs } from '../corpus/changes/render.ts';
import { score } from '../corpus/changes/score.ts';
import { refuseInQuickRun } from '../harness/quick.ts';

const LEAST = 0.95;

describe('comparing pages with known changes', () => {
  test('at least 60 pairs show at least 20 kinds of edit', () => {
    const all = [...PAIRS, ...HELD_OUT_PAIRS];
    assert.ok(all.length >= 60, `${all.length} pairs`);
    assert.ok(new Set(all.map(({ kind }) => kind)).size >= 20);
  });

  // `npm run bench -- changes` compares all pairs.
  test('finds 95 % of the changes over all kinds of edit, with 5 % false regions, and none where nothing changed', async () => {
    refuseInQuickRun('a browser');
    const faults: string[] = [];
    const sum = { truths: 0, regions: 0, found: 0 };
    for await (const { pair, before, after, truths } of renderPairs(onePairOfEachKind())) {
      const { regions, word } = await compareHere(before, after);
      const { found } = score(truths, regions);
      const name = `${pair.kind}: ${pair.name}`;
      sum.truths += truths.length;
      sum.regions += regions.length;
      sum.found += found;
      if (found < Math.max(truths.length, regions.length)) {
        faults.push(`${name}: ${found} of ${truths.length} changes, ${regions.length} regions`);
      }
      if (truths.length === 0) assert.deepEqual(regions, [], name);
      if (pair.edits.length === 0 && pair.style === undefined && !pair.widths) assert.equal(word, 'same', name);
    }
    const isGood = sum.found >= sum.truths * LEAST && sum.found >= sum.regions * LEAST;
    assert.ok(isGood, `${JSON.stringify(sum)}; ${faults.join('; ')}`);
  });
});
