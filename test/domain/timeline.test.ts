import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KeptVerdict } from '../../src/domain/screenshot.ts';
import { foldTimeline, MOST_POINTS, type TimelineMoment } from '../../src/domain/timeline.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

/** `5`: a share of 5 %. `=`: unchanged. `*`: unchanged and starred. `!`: an error page. `x`: a failed attempt. */
function momentsOf(signs: string): TimelineMoment[] {
  return [...signs].map((sign, index) => {
    const place = { id: `${sign}${index}`, at: at(signs.length - index) };
    if (sign === 'x') return { kind: 'failure', ...place, reason: 'dns', detail: 'Why.' };
    const verdict: KeptVerdict = sign === '!' ? 'http-error' : '=*'.includes(sign) ? 'unchanged' : 'fine';
    const share = /\d/.test(sign) ? Number(sign) / 100 : undefined;
    return { kind: 'capture', ...place, verdict, isFavorite: sign === '*', share };
  });
}

function folded(signs: string, shown: string[] = []) {
  const span = { moments: momentsOf(signs), earlier: false, later: false };
  const { points } = foldTimeline(span, { around: undefined, shown });
  return points.map(({ kind, count, newest, oldest, capture }) => [kind, count, newest.id, oldest.id, capture?.id]);
}

describe('a timeline', () => {
  test('folds captures without a change, and those whose change counts as nothing', () => {
    assert.deepEqual(folded('5==0=7'), [
      ['capture', 1, '50', '50', '50'],
      ['same', 4, '=1', '=4', '=1'],
      ['capture', 1, '75', '75', '75'],
    ]);
  });

  test('folds failed attempts and error pages, and leads to the newest picture of an error', () => {
    assert.deepEqual(folded('xx!!x'), [['failed', 5, 'x0', 'x4', '!2']]);
    assert.deepEqual(folded('xx'), [['failed', 2, 'x0', 'x1', undefined]]);
  });

  test('shows favourites and selected captures as points of their own', () => {
    assert.deepEqual(folded('==*===', ['=4']), [
      ['same', 2, '=0', '=1', '=0'],
      ['capture', 1, '*2', '*2', '*2'],
      ['same', 1, '=3', '=3', '=3'],
      ['capture', 1, '=4', '=4', '=4'],
      ['same', 1, '=5', '=5', '=5'],
    ]);
  });

  test('shows a capture that was not compared', () => {
    assert.deepEqual(folded('=?'), [
      ['same', 1, '=0', '=0', '=0'],
      ['capture', 1, '?1', '?1', '?1'],
    ]);
  });

  test('keeps a bounded number of points around a time, and knows where it continues', () => {
    const span = { moments: momentsOf('5'.repeat(100)), earlier: false, later: false };
    const newest = foldTimeline(span, { around: undefined, shown: [] });
    assert.equal(newest.points.length, MOST_POINTS);
    assert.deepEqual([newest.later, newest.earlier], [undefined, at(100 - MOST_POINTS + 1)]);
    const middle = foldTimeline(span, { around: at(50), shown: [] });
    assert.equal(middle.points.length, MOST_POINTS);
    assert.ok(middle.points.some(({ newest: { at: time } }) => time === at(50)));
    assert.ok(middle.later !== undefined && middle.earlier !== undefined);
    const oldest = foldTimeline(span, { around: at(1), shown: [] });
    assert.deepEqual([oldest.points.length, oldest.earlier], [MOST_POINTS, undefined]);
  });

  test('reaches every point by its links to earlier and later points', () => {
    const span = { moments: momentsOf('5'.repeat(100)), earlier: false, later: false };
    const seen = new Set<string>();
    for (let around: string | undefined = at(100); around !== undefined; ) {
      const { points, earlier } = foldTimeline(span, { around, shown: [] });
      for (const { newest } of points) seen.add(newest.id);
      around = earlier;
    }
    assert.equal(seen.size, 100);
  });

  test('continues where the span was cut', () => {
    const cut = foldTimeline({ moments: momentsOf('===='), earlier: true, later: true }, { around: at(2), shown: [] });
    assert.deepEqual([cut.points.length, cut.later, cut.earlier], [1, at(4), at(1)]);
    const none = foldTimeline({ moments: [], earlier: false, later: false }, { around: at(2), shown: [] });
    assert.deepEqual(none, { points: [], earlier: undefined, later: undefined });
  });
});
