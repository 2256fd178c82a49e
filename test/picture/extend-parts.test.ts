import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extendToSpaces } from '../../src/picture/compare/extend-parts.ts';

const WIDTH = 40;

test('a picture is not cut at rows that look the same at another fraction of a pixel', () => {
  // A picture at the rows 110 to 400 of a white page.
  const data = new Uint8Array(WIDTH * 500 * 3).fill(255);
  for (let y = 110; y < 400; y += 1) {
    for (let x = 4; x < 36; x += 1) data.fill(40 + ((x * y) % 160), (y * WIDTH + x) * 3, (y * WIDTH + x + 1) * 3);
  }
  const rows = (y: number, height: number) => ({ x: 0, y, width: WIDTH, height });
  const same = [
    { before: rows(0, 100), after: rows(0, 110) },
    { before: rows(191, 203), after: rows(202, 203) },
    { before: rows(395, 95), after: rows(405, 95) },
  ];
  const alike = [{ before: rows(100, 91), after: rows(110, 92) }];
  const different = [{ before: rows(394, 1), after: rows(405, 0) }];
  const [part] = extendToSpaces({ data, width: WIDTH, height: 500 }, { same, alike, different });
  assert.ok(part);
  assert.deepEqual([part.before.y < 100, part.after.y < 110], [true, true], JSON.stringify(part));
});
