import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareHere } from '../../src/picture/compare/compare-here.ts';
import { HELD_OUT_PAIRS } from '../corpus/changes/held-out.ts';
import { PAIRS } from '../corpus/changes/pairs.ts';
import { renderPairs } from '../corpus/changes/render.ts';
import { type Score, score, total } from '../corpus/changes/score.ts';
import { refuseInQuickRun } from '../harness/quick.ts';

const LEAST_RECALL = 0.95;
const LEAST_PRECISION = 0.9;

describe('comparing pages with known changes', () => {
  test('at least 60 pairs show at least 20 kinds of edit', () => {
    const all = [...PAIRS, ...HELD_OUT_PAIRS];
    assert.ok(all.length >= 60, `${all.length} pairs`);
    assert.ok(new Set(all.map(({ kind }) => kind)).size >= 20);
  });

  test('finds the changes and nothing else', async (t) => {
    refuseInQuickRun('a browser');
    const scores: Score[] = [];
    for await (const { pair, before, after, truths } of renderPairs([...PAIRS, ...HELD_OUT_PAIRS])) {
      const { regions, word } = await compareHere(before, after);
      const result = score(truths, regions);
      scores.push(result);
      const name = `${pair.kind}: ${pair.name}`;
      if (truths.length === 0)
        assert.equal(regions.length, 0, `${name}: nothing changed, but ${JSON.stringify(regions[0])}`);
      if (pair.edits.length === 0 && pair.style === undefined && !pair.widths) assert.equal(word, 'same', name);
      if (result.found < Math.max(result.truths, result.regions)) {
        t.diagnostic(`${name}: ${result.truths} changes, ${result.regions} regions, ${result.found} found`);
      }
    }
    const { recall, precision } = total(scores);
    t.diagnostic(`recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}`);
    assert.ok(recall >= LEAST_RECALL, `recall ${recall}`);
    assert.ok(precision >= LEAST_PRECISION, `precision ${precision}`);
  });
});
