import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Band } from '../../src/domain/findings.ts';
import {
  heightOf,
  isUneven,
  type SheetRow,
  sheetPosition,
  sheetRows,
} from '../../src/web/pages/compare/compare-rows.ts';

/** Bands from pairs of heights. */
function bandsOf(...heights: readonly (readonly [number, number])[]): Band[] {
  let [before, after] = [0, 0];
  return heights.map(([one, other]) => {
    const band = { before: { top: before, bottom: before + one }, after: { top: after, bottom: after + other } };
    before += one;
    after += other;
    return band;
  });
}

function heights(rows: readonly SheetRow[]): number[][] {
  return rows.map(({ before, after }) => [heightOf(before), heightOf(after)]);
}

function assertWhole(rows: readonly SheetRow[], before: number, after: number): void {
  for (const [side, end] of [
    ['before', before],
    ['after', after],
  ] as const) {
    let reached = 0;
    for (const row of rows) {
      assert.equal(row[side].top, reached, 'no hole and no overlap');
      assert.ok(row.height >= heightOf(row[side]));
      reached = row[side].bottom;
    }
    assert.equal(reached, end, 'the whole picture is shown');
  }
}

describe('the rows of the Compare page', () => {
  test('have a gap where only one picture has content', () => {
    const rows = sheetRows(bandsOf([0, 57], [1000, 1000], [300, 0], [500, 500]));
    assert.deepEqual(heights(rows), [
      [0, 57],
      [1000, 1000],
      [300, 0],
      [500, 500],
    ]);
    assert.deepEqual(
      rows.map(({ height }) => height),
      [57, 1000, 300, 500],
    );
  });

  test('are uneven if a column moved in another way than the whole page', () => {
    const rows = sheetRows(bandsOf([0, 60], [1000, 1000]));
    const part = (y: number) => ({ x: 0, y, width: 400, height: 100 });
    assert.equal(isUneven(rows, [{ before: part(500), after: part(560) }]), false);
    assert.equal(isUneven(rows, [{ before: part(500), after: part(600) }]), true);
  });

  test('are at most 2,000 pixels high', () => {
    const rows = sheetRows(bandsOf([4500, 4500], [0, 2500]));
    assert.deepEqual(heights(rows), [
      [2000, 2000],
      [2000, 2000],
      [500, 500],
      [0, 2000],
      [0, 500],
    ]);
  });

  test('show replaced content beside each other, with a gap below the shorter one', () => {
    assert.deepEqual(heights(sheetRows(bandsOf([2300, 100]))), [
      [2000, 100],
      [300, 0],
    ]);
  });

  test('merge bands that differ by a few pixels', () => {
    const rows = sheetRows(bandsOf([100, 101], [200, 200], [300, 297], [0, 4], [50, 50]));
    assert.deepEqual(heights(rows), [[650, 652]]);
  });

  test('never drift apart by more than a few pixels', () => {
    const rows = sheetRows(bandsOf(...Array.from({ length: 40 }, () => [100, 103] as const)));
    for (const row of rows.slice(0, -1)) assert.ok(Math.abs(heightOf(row.before) - heightOf(row.after)) <= 8);
    assertWhole(rows, 4000, 4120);
  });

  test('merge gaps on opposite sides with the low content between them', () => {
    const columns = bandsOf([400, 400], [35, 0], [20, 20], [0, 30], [40, 40], [0, 27], [50, 50], [31, 0], [400, 400]);
    assert.ok(sheetRows(columns).length < columns.length / 2);
    assertWhole(sheetRows(columns), 976, 967);
  });

  test('keep gaps on the same side apart, as between two rows that were added to a table', () => {
    assert.equal(sheetRows(bandsOf([400, 400], [0, 30], [60, 60], [0, 30], [400, 400])).length, 5);
  });

  test('are few, however many bands there are', () => {
    const many = Array.from({ length: 3000 }, (_, index) => (index % 2 === 0 ? [20, 20] : [0, 9])) as [
      number,
      number,
    ][];
    const rows = sheetRows(bandsOf(...many));
    assert.ok(rows.length <= 170, `${rows.length} rows`);
    assertWhole(rows, 30_000, 43_500);
  });

  test('are none for empty pictures', () => {
    assert.deepEqual(sheetRows([]), []);
    assert.deepEqual(sheetRows(bandsOf([0, 0])), []);
  });

  test('tell where a line of a picture is in the sheet', () => {
    const rows = sheetRows(bandsOf([0, 60], [1000, 1000], [200, 0], [500, 500]));
    assert.equal(sheetPosition(rows, 'before', 0), 60);
    assert.equal(sheetPosition(rows, 'after', 0), 0);
    assert.equal(sheetPosition(rows, 'before', 1000), 1060);
    assert.equal(sheetPosition(rows, 'after', 1060), 1260);
    assert.equal(sheetPosition(rows, 'after', 9999), 1760);
  });
});
