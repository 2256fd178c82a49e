import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { captureFileName } from '../../src/domain/file-name.ts';

const TIME = '2026-11-16T06:00:12.345Z';

describe('the file name of a capture', () => {
  for (const [url, place] of [
    ['https://tessel.example/', 'tessel.example'],
    ['https://tessel.example/pricing', 'tessel.example-pricing'],
    ['https://tessel.example/a/b.html?page=2&x=%2F', 'tessel.example-a-b.html-page-2-x'],
    ['http://localhost:9310/x/', 'localhost-9310-x'],
    ['https://example.org/%C3%BCber/%E6%97%A5', 'example.org-über-日'],
    ['https://example.org/%E0%A4%A', 'example.org-E0-A4-A'],
    ['https://example.org/..%2F..%2Fetc%00%22%0d%0a', 'example.org-..-..-etc'],
    ['https://aux.example/', '_aux.example'],
    ['http://con/x', '_con-x'],
    ['http://[2001:db8::1]/', '2001-db8-1'],
  ] as const) {
    test(`of ${url} is made of host, path and time`, () => {
      assert.equal(captureFileName(url, TIME, 'webp'), `${place}_2026-11-16_06-00.webp`);
    });
  }

  test('stays short for a long path', () => {
    const name = captureFileName(`https://example.org/${'a'.repeat(500)}`, TIME, 'png');
    assert.ok(name.length < 130);
    assert.match(name, /a_2026-11-16_06-00\.png$/);
  });
});
