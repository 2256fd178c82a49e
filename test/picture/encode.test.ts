import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import type { EncodedImage } from '../../src/domain/capture.ts';
import { encodePicture } from '../../src/picture/encode.ts';
import { makeThumbnail } from '../../src/picture/thumbnail.ts';

async function picture(image: Sharp): Promise<EncodedImage> {
  const { data, info } = await image.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true });
  return { bytes: data, format: 'png', width: info.width, height: info.height, sha256: hash('sha256', data, 'hex') };
}

const flat = (width: number, height: number, background = '#ffffff') =>
  sharp({ create: { width, height, channels: 3, background } });

/** Text-like: a few lines on white. */
const lines = (width: number, height: number) =>
  flat(width, height).composite(
    Array.from({ length: 20 }, (_, n) => ({
      input: { create: { width: 200, height: 2, channels: 3 as const, background: '#000000' } },
      left: 10,
      top: 10 + n * 12,
    })),
  );

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });

const raw = (bytes: Uint8Array) => sharp(bytes).removeAlpha().raw().toBuffer();

describe('a picture for the archive', () => {
  test('of text is lossless WebP, smaller and with the same pixels', async () => {
    const given = await picture(lines(1280, 800));
    const kept = await encodePicture(given, 'auto');
    assert.equal(kept.format, 'webp');
    assert.ok(kept.bytes.length > 0 && kept.bytes.length < given.bytes.length);
    assert.deepEqual(await raw(kept.bytes), await raw(given.bytes));
    assert.equal(kept.sha256, hash('sha256', kept.bytes, 'hex'));
  });

  test('of photographs is lossless WebP, smaller and with the same pixels', async () => {
    const given = await picture(noise(400, 300));
    const kept = await encodePicture(given, 'auto');
    assert.equal(kept.format, 'webp');
    assert.ok(kept.bytes.length > 0 && kept.bytes.length < given.bytes.length);
    assert.deepEqual(await raw(kept.bytes), await raw(given.bytes));
  });

  test('that is taller or wider than WebP allows is PNG', async () => {
    const tall = await picture(lines(300, 16_384));
    const kept = await encodePicture(tall, 'auto');
    assert.deepEqual([kept.format, kept.height], ['png', 16_384]);
    assert.ok(kept.bytes.length > 0);
    assert.deepEqual(await raw(kept.bytes), await raw(tall.bytes));
    assert.equal((await encodePicture(await picture(lines(16_384, 300)), 'auto')).format, 'png');
    assert.equal((await encodePicture(await picture(lines(300, 16_383)), 'auto')).format, 'webp');
  });

  test('is PNG where the setting says so', async () => {
    assert.equal((await encodePicture(await picture(lines(1280, 800)), 'png')).format, 'png');
  });

  test('is never larger than Chromium’s PNG', async () => {
    const tiny = await picture(flat(1, 1));
    assert.ok((await encodePicture(tiny, 'auto')).bytes.length <= tiny.bytes.length);
  });
});

describe('a thumbnail', () => {
  test('is the top of the page, 4:3 and 320 px wide', async () => {
    const page = flat(1280, 5000, '#0000ff').composite([
      { input: { create: { width: 1280, height: 960, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
    ]);
    const { image: thumbnail } = await makeThumbnail(await picture(page));
    assert.deepEqual([thumbnail.format, thumbnail.width, thumbnail.height], ['webp', 320, 240]);
    const { dominant } = await sharp(thumbnail.bytes).stats();
    assert.ok(dominant.r > 200 && dominant.b < 50);
  });

  test('of a page that is lower than 4:3 is lower too', async () => {
    const { image: thumbnail } = await makeThumbnail(await picture(flat(1280, 400)));
    assert.deepEqual([thumbnail.width, thumbnail.height], [320, 100]);
  });

  test('reports a blank page', async () => {
    const blank = await picture(flat(1280, 3000));
    const oneDot = await picture(
      flat(1280, 3000).composite([
        { input: { create: { width: 3, height: 3, channels: 3, background: '#000' } }, left: 600, top: 2990 },
      ]),
    );
    assert.equal((await makeThumbnail(blank)).blank, true);
    assert.equal((await makeThumbnail(oneDot)).blank, false);
  });
});
