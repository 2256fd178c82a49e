import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { compareHere } from '../../src/picture/compare/compare-here.ts';
import { drawComparison } from '../../src/picture/compare/draw-comparison.ts';

test('a comparison of a picture that was damaged since is refused by name', async () => {
  const create = { width: 300, height: 400, channels: 3, background: '#fff' } as const;
  const page = await sharp({ create }).png().toBuffer();
  const findings = await compareHere(page, page);
  const drawn = await sharp(await drawComparison(page, page, findings)).metadata();
  assert.deepEqual([drawn.width, drawn.height], [624, 400]);
  const damaged = page.subarray(0, page.length - 60);
  await assert.rejects(drawComparison(page, damaged, findings), { message: 'The newer picture is damaged.' });
});
