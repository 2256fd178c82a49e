import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { before, type TestContext, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { COMPARE_LIMITS, type CompareLimits, openComparer } from '../../src/picture/compare/compare-pictures.ts';

const box = { x: 120, y: 200, width: 160, height: 80 };
let white: Buffer;
let boxed: Buffer;

before(async () => {
  const page = sharp({ create: { width: 400, height: 600, channels: 3, background: '#fff' } }).png();
  const size = { width: box.width, height: box.height };
  const input = await sharp({ create: { ...size, channels: 3, background: '#036' } })
    .png()
    .toBuffer();
  white = await page.clone().toBuffer();
  boxed = await page
    .clone()
    .composite([{ input, left: box.x, top: box.y }])
    .toBuffer();
});

/** A comparer and the threads that it has started so far. */
function open(t: TestContext, limits: Partial<CompareLimits>) {
  const threads: Worker[] = [];
  const note = (message: unknown) => void threads.push((message as { worker: Worker }).worker);
  subscribe('worker_threads', note);
  const comparer = openComparer({ ...COMPARE_LIMITS, ...limits });
  t.after(async () => {
    unsubscribe('worker_threads', note);
    await comparer.close();
  });
  return { comparer, threads };
}

test('the thread ends when it is idle, and another one is started for the next pair', async (t) => {
  const { comparer, threads } = open(t, { idleMs: 1 });
  assert.equal((await comparer.compare(white, boxed)).word, 'changed');
  const [first] = threads;
  assert.ok(first);
  await once(first, 'exit');
  assert.equal((await comparer.compare(white, white)).word, 'same');
  assert.equal(threads.length, 2);
});

test('one thread compares all pairs, also after bytes that are not an image', async (t) => {
  const { comparer, threads } = open(t, {});
  const results = await Promise.allSettled([
    comparer.compare(white, boxed),
    comparer.compare(white, Buffer.from('no picture')),
    comparer.compare(boxed, boxed),
  ]);
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value.word : result.reason.kind)),
    ['changed', 'invalid', 'same'],
  );
  assert.equal(threads.length, 1);
});

test('a pair whose thread is killed fails, and the next one is compared', async (t) => {
  const { comparer, threads } = open(t, {});
  const comparing = comparer.compare(white, boxed);
  const next = comparer.compare(boxed, boxed);
  const failing = assert.rejects(comparing, { kind: 'unavailable' });
  await Promise.resolve();
  await threads[0]?.terminate();
  await failing;
  assert.equal((await next).word, 'same');
  assert.equal(threads.length, 2);
});

test('a pair that takes too long is too large, and the next one is compared', async (t) => {
  const { comparer, threads } = open(t, { timeoutMs: 1 });
  const problem = { kind: 'unprocessable', message: /^The pictures are too large to compare: it took longer than 1 / };
  await assert.rejects(comparer.compare(white, boxed), problem);
  await assert.rejects(comparer.compare(white, boxed), problem);
  assert.equal(threads.length, 2, 'the thread that still compared was replaced');
});

test('a thread that ended between two pairs is replaced', async (t) => {
  const { comparer, threads } = open(t, { timeoutMs: 10_000 });
  await comparer.compare(white, boxed);
  await threads[0]?.terminate();
  assert.equal((await comparer.compare(boxed, boxed)).word, 'same');
  assert.equal(threads.length, 2);
});

test('closing ends the running comparison and refuses those that wait', async (t) => {
  const { comparer } = open(t, {});
  const pairs = Promise.allSettled([comparer.compare(white, boxed), comparer.compare(boxed, white)]);
  await Promise.resolve();
  await comparer.close();
  const kinds = (await pairs).map((result) => result.status === 'rejected' && result.reason.kind);
  assert.deepEqual(kinds, ['unavailable', 'unavailable']);
});

test('a picture with too many pixels is refused with its size', async (t) => {
  const { comparer } = open(t, {});
  const huge = Buffer.from(white);
  // The header of a PNG: length, IHDR, width, height, five more bytes, checksum.
  huge.writeUInt32BE(60_000, 16);
  huge.writeUInt32BE(60_000, 20);
  huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);
  await assert.rejects(comparer.compare(white, huge), {
    kind: 'unprocessable',
    message:
      'The newer picture is too large to compare: 60000 × 60000 pixels. At most 300 million pixels can be compared.',
  });
});

test('pictures that are too large are compared at a reduced scale, and regions are in pixels of the page', async (t) => {
  // A quarter of the pixels: half the width and half the height.
  const { comparer } = open(t, { mostPixels: (2 * 400 * 600) / 4 });
  const { word, share, regions, before: older, after: newer, bands } = await comparer.compare(white, boxed);
  assert.deepEqual([word, regions.length], ['changed', 1]);
  const { x = 0, y = 0, width = 0, height = 0 } = regions[0]?.after ?? {};
  // Scaling down blurs edges by a few pixels.
  const far = [x - box.x, y - box.y, x + width - box.x - box.width, y + height - box.y - box.height].map(Math.abs);
  assert.ok(Math.max(...far) <= 8, `the region is ${width} × ${height} at ${x}, ${y}`);
  assert.ok(Math.abs(share - (box.width * box.height) / (400 * 600)) < 0.02, String(share));
  assert.deepEqual(
    [older, newer],
    [
      { width: 400, height: 600 },
      { width: 400, height: 600 },
    ],
  );
  assert.deepEqual(bands.at(-1)?.after.bottom, 600);
});
