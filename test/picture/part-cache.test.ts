import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openPartCache } from '../../src/picture/part-cache.ts';
import { temporaryFolder } from '../harness/engines.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = new Date('2026-06-01T00:00:00.000Z');

async function open({ mostBytes = 1_000_000, at = NOW } = {}) {
  const folder = join(await temporaryFolder('parts'), 'parts');
  const clock = { now: at };
  const make = () => openPartCache(folder, { mostBytes, unusedMs: 7 * DAY_MS, now: () => clock.now });
  /** Pretends that the file was last used so many days before NOW. */
  const age = async (name: string, days: number) => {
    const at = new Date(NOW.getTime() - days * DAY_MS);
    await utimes(join(folder, name), at, at);
  };
  return { folder, clock, cache: make(), other: make(), age };
}

const bytesOf = (size: number, value = 7) => Buffer.alloc(size, value);

describe('the cache for parts of pictures', () => {
  test('returns what was written, in another process too', async () => {
    const { cache, other } = await open();
    assert.equal(await cache.read('one/a.webp'), undefined);
    await cache.write('one/a.webp', bytesOf(10));
    assert.deepEqual(await other.read('one/a.webp'), bytesOf(10));
    await other.remove('one/a.webp');
    assert.equal(await cache.read('one/a.webp'), undefined);
  });

  test('does not return a damaged file, and replaces it', async () => {
    const { cache, folder } = await open();
    for (const damage of [
      (path: string) => truncate(path, 0),
      (path: string) => truncate(path, 40),
      async (path: string) => writeFile(path, (await readFile(path)).fill(0, 50, 60)),
    ]) {
      await cache.write('one/a.webp', bytesOf(100));
      await damage(join(folder, 'one/a.webp'));
      assert.equal(await cache.read('one/a.webp'), undefined);
    }
    await cache.write('one/a.webp', bytesOf(100));
    assert.deepEqual(await cache.read('one/a.webp'), bytesOf(100));
  });

  test('never shows a file that is not complete', async () => {
    const { cache, folder } = await open();
    const failing = cache.make('one/p.tif', async (path) => {
      await writeFile(path, 'half');
      assert.equal(await cache.find('one/p.tif'), undefined);
      throw new Error('the disk is full');
    });
    await assert.rejects(failing, /the disk is full/);
    assert.equal(await cache.find('one/p.tif'), undefined);
    assert.deepEqual(await readdir(join(folder, '.unfinished')), []);
  });

  test('stays below its limit and keeps what was used last', async () => {
    const { cache, age } = await open({ mostBytes: 1400 });
    for (const [index, name] of ['one/a', 'one/b', 'two/c'].entries()) {
      await cache.write(name, bytesOf(300));
      await age(name, 3 - index);
    }
    // A file that is read counts as used now.
    assert.ok(await cache.read('one/a'));
    await cache.write('two/d', bytesOf(300));
    assert.equal(await cache.read('one/b'), undefined);
    assert.ok(await cache.read('one/a'));
    assert.ok(await cache.read('two/c'));
    assert.ok(await cache.read('two/d'));
  });

  test('trims itself while it is written', async () => {
    const { cache, folder } = await open({ mostBytes: 10_000 });
    for (let each = 0; each < 100; each += 1) await cache.write(`${each % 7}/${each}`, bytesOf(500));
    let total = 0;
    for (const name of await readdir(folder, { recursive: true })) {
      const found = await stat(join(folder, name));
      if (found.isFile()) total += found.size;
    }
    assert.ok(total > 0 && total <= 10_000, `${total} bytes`);
  });

  test('removes files that were not used for a week, with their folders, and abandoned temporary files', async () => {
    const { cache, folder, age } = await open();
    await cache.write('old/a', bytesOf(10));
    await cache.write('new/b', bytesOf(10));
    await age('old/a', 8);
    await writeFile(join(folder, '.unfinished', 'left'), 'half');
    await age('.unfinished/left', 1);
    await writeFile(join(folder, '.unfinished', 'being-written'), 'half');
    await age('.unfinished/being-written', 0);
    await cache.trim();
    assert.deepEqual((await readdir(folder)).sort(), ['.unfinished', 'new']);
    assert.deepEqual(await readdir(join(folder, '.unfinished')), ['being-written']);
  });

  test('survives writers and trims of two processes at the same time', async () => {
    const { cache, other } = await open({ mostBytes: 4000 });
    const write = (each: number) => (each % 2 ? cache : other).write(`${each % 5}/${each % 11}`, bytesOf(200, each));
    const jobs = Array.from({ length: 200 }, (_, each) => {
      if (each % 10 === 0) return (each % 20 ? cache : other).trim();
      return each % 3 ? write(each) : cache.read(`${each % 5}/${each % 11}`).then(() => undefined);
    });
    await Promise.all(jobs);
    await cache.write('last/one', bytesOf(10));
    assert.deepEqual(await other.read('last/one'), bytesOf(10));
  });

  test('works while its folder is missing', async () => {
    const { cache, folder } = await open();
    await cache.trim();
    assert.equal(await cache.find('one/a'), undefined);
    await mkdir(folder, { recursive: true });
    await cache.trim();
  });
});
