import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import type { EncodedImage } from '../../src/domain/capture.ts';
import { sqlite } from '../harness/engines.ts';
import { useService } from '../harness/service.ts';
import { captureOnce, shotOf, trackWebpage } from './captures.ts';
import { join } from './visitor.ts';

describe('links from the Changes page to the Compare page', () => {
  const service = useService(sqlite);

  test('"Ignore this region" opens the form for the region of the row', async () => {
    const { visitor, owner } = await join(service);
    const { id } = await trackWebpage(service, owner);
    const page = (first: string, second: string) =>
      drawn([
        { colour: first, left: 40, top: 100, width: 120, height: 40 },
        { colour: second, left: 300, top: 900, width: 300, height: 120 },
      ]);
    await captureOnce(service, owner, id, shotOf(await page('#225588', '#117733')));
    await captureOnce(service, owner, id, shotOf(await page('#ffcc66', '#ddcc00')));
    const { text } = await visitor.get('/');
    const [, link = ''] = /href="([^"]+ignore=on)"/.exec(text) ?? [];
    const compare = (await visitor.get(link.replaceAll('&amp;', '&'))).text;
    assert.match(compare, /<details class="menu ignore" open>.*Ignore change <span data-number>2<\/span>/s);
  });
});

interface Patch {
  readonly colour: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A white page with rectangles. */
async function drawn(patches: readonly Patch[]): Promise<EncodedImage> {
  const [width, height] = [800, 1300];
  const layers = patches.map(({ colour, left, top, ...size }) => ({
    input: { create: { ...size, channels: 3 as const, background: colour } },
    left,
    top,
  }));
  const canvas = sharp({ create: { width, height, channels: 3, background: '#fff' } }).composite(layers);
  const bytes = await canvas.png().toBuffer();
  return { bytes, format: 'png', width, height, sha256: hash('sha256', bytes) };
}
