import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import type { OpenedCamera } from '../../src/browser/camera.ts';
import type { Chromium } from '../../src/browser/chromium/chromium.ts';
import type { Camera } from '../../src/domain/capture.ts';
import { type Viewport, viewportOf } from '../../src/domain/device.ts';
import { type CorpusServer, html, serveCorpus } from '../corpus/server.ts';
import { openTestCamera, shot } from './cameras.ts';
import { openPlainBrowser, pieces } from './pieces.ts';

/** Unique text, boxes, gradients and SVG. Every second section is a layer. */
function tallPage(height: number): string {
  const block = (n: number) => `<section style="background:hsl(${(n * 47) % 360} 70% 90%)">
    <h2>Chapter ${n}</h2><p>${`${n} times the quick brown fox jumps over ${n} lazy dogs. `.repeat(3)}</p>
    <div style="background:linear-gradient(90deg,hsl(${(n * 31) % 360} 80% 50%),#fff)">${'░▒▓ '.repeat(n % 9)}</div>
    <svg width="60" height="40"><circle cx="${(n % 5) * 10 + 10}" cy="20" r="15" fill="hsl(${(n * 17) % 360} 60% 40%)"/></svg></section>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>tall</title>
    <style>body{margin:0;height:${height}px;overflow-x:hidden;font:16px/1.3 Arimo}section{box-sizing:border-box;height:250px;overflow:hidden;padding:9.5px;border-bottom:1.5px solid #333}
    section:nth-child(3n) p{opacity:.7}section:nth-child(2n){transform:translateZ(0)}section div{height:30px}</style>
    ${Array.from({ length: height / 250 }, (_, n) => block(n)).join('')}</html>`;
}

const heights = [6_000, 8_500, 13_500, 17_000, 20_500, 160_000];

/** The number of different pixels. */
function wrongPixels(one: Buffer, other: Buffer): number {
  assert.equal(one.length, other.length);
  if (one.equals(other)) return 0;
  let wrong = 0;
  for (let n = 0; n < one.length; n += 3) if (one.compare(other, n, n + 3, n, n + 3) !== 0) wrong += 1;
  return wrong;
}

describe('the picture of a tall page equals the screen', { concurrency: 2 }, () => {
  let camera: OpenedCamera;
  /** With a lower limit, so that the pages at it are small. */
  let low: Camera;
  let browser: Chromium;
  let server: CorpusServer;
  before(async () => {
    server = await serveCorpus(Object.fromEntries(heights.map((height) => [`/${height}`, html(tallPage(height))])));
    // Narrow pages and a lower limit: each picture is still taken in several strips, in half of the time.
    camera = await openTestCamera({ limits: { maxStripPixels: 15_000_000 } });
    low = camera.withSettings({ limits: { maxPictureHeight: 20_000 } });
    browser = await openPlainBrowser();
  });
  after(async () => {
    await browser.kill();
    await camera.close();
    await server.close();
  });

  // Each picture is higher than 16,384 px, after which a GPU compositor repeats content.
  const cases: readonly (readonly [viewport: Viewport, height: number])[] = [
    [{ width: 240, height: 4_000, scale: 1, mobile: false }, 160_000],
    [{ width: 320, height: 2_000, scale: 2, mobile: false }, 17_000],
    [viewportOf('laptop-retina'), 8_500],
    [viewportOf('tablet'), 8_500],
    [viewportOf('phone'), 6_000],
  ];
  for (const [viewport, height] of cases)
    test(`${height} px at scale ${viewport.scale}, ${viewport.width} px wide${viewport.mobile ? ', mobile' : ''}`, async () => {
      const url = `${server.origin}/${height}`;
      const { picture, warnings, verdict } = await shot(camera, url, { viewport });
      assert.deepEqual([verdict, warnings], ['fine', []]);
      assert.deepEqual([picture.width, picture.height], [viewport.width * viewport.scale, height * viewport.scale]);
      const rows = await sharp(picture.bytes, { limitInputPixels: false }).removeAlpha().raw().toBuffer();
      const whole = Math.floor(height / viewport.height);
      const tops = [...Array.from({ length: whole }, (_, n) => n * viewport.height), height - viewport.height];
      const pieceBytes = picture.width * viewport.height * viewport.scale * 3;
      const expected = (top: number) => rows.subarray(top * picture.width * 3, top * picture.width * 3 + pieceBytes);
      const wrong: { top: number; pixels: number }[] = [];
      for await (const piece of pieces(browser, url, { viewport, tops, expected })) {
        const pixels = wrongPixels(piece.rows, expected(piece.top));
        if (pixels > 0) wrong.push({ top: piece.top, pixels });
      }
      assert.deepEqual(wrong, []);
    });

  const lowered: readonly (readonly [device: string, height: number, scale: number, width: number])[] = [
    ['phone', 8_500, 2, 780],
    ['320x2000@2', 13_500, 1, 320],
  ];
  for (const [viewport, height, scale, width] of lowered)
    test(`${viewport}: a page of ${height} px is whole, at the scale ${scale}`, async () => {
      const { picture, warnings, verdict } = await shot(low, `${server.origin}/${height}`, { viewport });
      assert.deepEqual([picture.width, picture.height], [width, height * scale]);
      assert.deepEqual([verdict, warnings.map(({ kind }) => kind)], ['fine', ['scale-lowered']]);
      // The last section has a line at its lower edge.
      const last = { left: 0, top: picture.height - 1, width: 1, height: 1 };
      assert.deepEqual(
        [...(await sharp(picture.bytes, { limitInputPixels: false }).extract(last).removeAlpha().raw().toBuffer())],
        [51, 51, 51],
      );
    });

  test('a page that is too high at any scale is truncated, with one warning for its height', async () => {
    const { picture, warnings, verdict } = await shot(low, `${server.origin}/20500`, { viewport: '320x2000' });
    assert.deepEqual([picture.width, picture.height, verdict], [320, 20_000, 'truncated']);
    assert.deepEqual(
      warnings.map(({ detail }) => detail),
      ['The page is 20500 px high; the picture does not contain all of it.'],
    );
  });
});
