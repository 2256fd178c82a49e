import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

type Changes = {
  note(time: number): void;
  areOver(now: number): boolean;
  areSlowSteps(): boolean;
};

const source = readFileSync(new URL('../../src/browser/page/in-page/changes.js', import.meta.url), 'utf8');

class MutationObserver {
  observe() {}
}

/** The changes of a page at these times. */
function changesAt(times: readonly number[]): Changes {
  const pagekeep: { changes?: Changes } = {};
  runInNewContext(source, { pagekeep, MutationObserver, document: {} });
  const { changes } = pagekeep;
  assert.ok(changes);
  for (const time of times) changes.note(time);
  return changes;
}

const everyFrame = Array.from({ length: 30 }, (_, n) => 1_000 + 17 * n);

for (const [name, times, isSlow, over] of [
  ['a page that changed once', [1_000], false, 1_150],
  ['a movement that has ended', everyFrame, false, 1_493 + 150],
  ['a page that changed twice', [1_000, 1_400], false, 1_550],
  ['a page that changed three times at different intervals', [1_000, 1_300, 2_100], false, 2_250],
  ['a counter', [1_000, 2_000, 3_010], true, 3_010 + 1.5 * 1_010],
  ['a counter that changes two elements', [1_000, 1_002, 1_400, 1_403, 1_800, 1_801], true, 1_801 + 1.5 * 400],
  ['slides that stay for long', [1_000, 6_000, 11_000], false, 11_150],
] as const)
  test(`${name} is still after a time that fits its changes`, () => {
    const changes = changesAt(times);
    assert.equal(changes.areSlowSteps(), isSlow);
    assert.deepEqual([changes.areOver(over - 1), changes.areOver(over + 1)], [false, true]);
  });
