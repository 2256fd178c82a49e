import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CaptureOutcome } from '../../src/domain/capture.ts';
import { sqlite } from '../harness/engines.ts';
import { useService } from '../harness/service.ts';
import { banded, captureOnce, shotOf, trackWebpage } from './captures.ts';
import { join } from './visitor.ts';

const IMAGE = Buffer.from('a small PNG');

describe('the icon of a site', () => {
  const service = useService(sqlite);
  const shots = async (more: Parameters<typeof shotOf>[1]): Promise<CaptureOutcome[]> =>
    Promise.all(['#fff', '#f00'].map(async (colour) => shotOf(await banded(40, [[colour, 40]]), more)));

  /** A webpage that has changed once. */
  async function changed(url: string, more: Parameters<typeof shotOf>[1]) {
    const member = await join(service);
    const { id } = await trackWebpage(service, member.owner, { url });
    for (const shot of await shots(more)) await captureOnce(service, member.owner, id, shot);
    return { ...member, id };
  }

  const marksIn = (text: string) => text.match(/<(?:img|svg) class="fav"[^>]*>/g) ?? [];

  test('is shown with its webpages, with an empty alternative text', async () => {
    const { visitor, id } = await changed('https://[2001:db8::1]:8443/page', { icon: IMAGE });
    const [, compare = ''] = /<a class="pair[^>]* href="([^"]+)"/.exec((await visitor.get('/')).text) ?? [];
    const paths = ['/', '/archive', `/webpages/${id}`, compare.replaceAll('&amp;', '&')];
    for (const path of paths) {
      const marks = marksIn((await visitor.get(path)).text);
      assert.equal(marks.length, 1, path);
      assert.match(String(marks), /^<img .* src="\/icons\/%5B2001%3Adb8%3A%3A1%5D%3A8443\/\w{16}" .* alt="">$/, path);
    }
  });

  test('is a file that the browser of its owner keeps', async () => {
    const { visitor } = await changed('https://icons.example/', { icon: IMAGE });
    const [, address = ''] = /class="fav" src="([^"]+)"/.exec((await visitor.get('/')).text) ?? [];
    const answer = await visitor.get(address);
    assert.deepEqual([answer.status, answer.body], [200, IMAGE]);
    assert.equal(answer.headers['content-type'], 'image/png');
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.equal(answer.headers['cache-control'], 'private, max-age=31536000, immutable');
    assert.equal((await visitor.get(address, { 'If-None-Match': answer.headers.etag ?? '' })).status, 304);
    assert.equal((await visitor.get(`${address}0`)).status, 404);
    assert.equal((await visitor.get('/icons/%00/1')).status, 404);
  });

  test('is a letter where the site has none, or only an error page had one', async () => {
    for (const more of [{ icon: null }, {}, { icon: IMAGE, verdict: 'blocked' as const }]) {
      const { visitor } = await changed('https://letters.example/', more);
      assert.match(String(marksIn((await visitor.get('/archive')).text)), /^<svg/);
    }
  });
});
