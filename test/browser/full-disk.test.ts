import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { prepareFonts } from '../../src/browser/chromium/fonts.ts';
import { cleanup } from '../harness/cleanup.ts';
import { smallDisk } from '../harness/small-disk.ts';

test('fonts that do not fit on the disk are one clear sentence', async (t) => {
  const disk = await smallDisk(cleanup(t));
  if (disk === undefined) return t.skip('this user may not mount a disk');
  await writeFile(join(disk, 'full'), Buffer.alloc(62 * 1024 * 1024));
  await assert.rejects(prepareFonts(join(disk, 'cache')), {
    kind: 'unavailable',
    message: /^\/\S+\/cache\/fonts-\w+ cannot be unpacked: no space is left on its disk\.$/,
  });
  assert.deepEqual(await readdir(join(disk, 'cache')), []);
});
