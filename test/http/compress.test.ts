import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compress } from '../../src/http/compress.ts';

const UNPACK = { gzip: gunzipSync, br: brotliDecompressSync } as const;

for (const encoding of ['gzip', 'br'] as const) {
  test(`a body compressed with ${encoding} uses no more memory than its bytes, and decompresses to the original`, async () => {
    const body = Buffer.from('A page of an archive. '.repeat(500));
    const made = await compress(body, encoding);
    assert.equal(made.buffer.byteLength, made.length);
    assert.deepEqual(UNPACK[encoding](made), body);
  });
}
