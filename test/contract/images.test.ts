import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, type TestContext, test } from 'node:test';
import { newImageKey } from '../../src/domain/image-key.ts';
import type { Images } from '../../src/domain/ports/images.ts';
import { openImages } from '../../src/images/open.ts';
import { isQuickRun } from '../harness/quick.ts';
import { type Bucket, makeBucket, OBJECTS_PER_PAGE } from '../harness/s3.ts';

let bucket: Bucket | undefined;
before(async () => {
  if (!isQuickRun) bucket = await makeBucket();
});
after(() => bucket?.remove());

type Store = {
  name: string;
  open: (t: TestContext) => Promise<Images>;
};

const STORES: Store[] = [
  {
    name: 'a folder',
    open: async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'pagekeep-images-'));
      t.after(() => rm(folder, { recursive: true }));
      return openImages(`file:${folder}`);
    },
  },
  {
    name: 'an S3 bucket',
    open: async () => {
      if (!bucket) throw new Error('there is no bucket yet');
      return openImages(bucket.url(`archive/${randomBytes(6).toHex()}`));
    },
  },
];

const newKey = () => newImageKey(randomBytes, 'webp');
const invalid = { name: 'Problem', kind: 'invalid' };
const notFound = { name: 'Problem', kind: 'not-found' };

for (const store of isQuickRun ? STORES.slice(0, 1) : STORES) {
  describe(`images in ${store.name}`, () => {
    test('an image is read back as it was put', async (t) => {
      const images = await store.open(t);
      const bytes = randomBytes(300_000);
      const key = newKey();
      await images.put(key, bytes);
      const read = await images.read(key);
      assert.equal(read.size, bytes.length);
      assert.equal(read.length, bytes.length);
      assert.deepEqual(await buffer(read.stream), bytes);
      assert.equal(await images.size(key), bytes.length);
    });

    test('an image of 20 MB is read back as it was put', async (t) => {
      const images = await store.open(t);
      const bytes = randomBytes(20_000_000);
      const key = newKey();
      await images.put(key, bytes);
      assert.ok((await buffer((await images.read(key)).stream)).equals(bytes));
      assert.equal(await images.size(key), bytes.length);
    });

    test('a part of an image can be read', async (t) => {
      const images = await store.open(t);
      const key = newKey();
      await images.put(key, Buffer.from('0123456789'));
      const parts = [
        { range: { start: 2, end: 4 }, text: '234' },
        { range: { start: 7 }, text: '789' },
        { range: { start: 9, end: 9 }, text: '9' },
        { range: { start: 8, end: 500 }, text: '89' },
      ];
      for (const { range, text } of parts) {
        const read = await images.read(key, range);
        assert.equal((await buffer(read.stream)).toString(), text);
        assert.equal(read.length, text.length);
        assert.equal(read.size, 10);
      }
    });

    test('a range outside the image is refused', async (t) => {
      const images = await store.open(t);
      const key = newKey();
      await images.put(key, Buffer.from('0123456789'));
      for (const range of [{ start: 10 }, { start: 5, end: 4 }, { start: -1 }, { start: 0.5 }, { start: Number.NaN }]) {
        await assert.rejects(images.read(key, range), invalid);
      }
    });

    test('reading an absent image or its size is not-found', async (t) => {
      const images = await store.open(t);
      await assert.rejects(images.read(newKey()), notFound);
      await assert.rejects(images.size(newKey()), notFound);
    });

    test('a removed image is gone, and removing it again succeeds', async (t) => {
      const images = await store.open(t);
      const key = newKey();
      await images.put(key, Buffer.from('gone soon'));
      await images.remove(key);
      await images.remove(key);
      await assert.rejects(images.read(key), notFound);
      assert.deepEqual(await Array.fromAsync(images.list()), []);
    });

    test('an image that is removed while it is read is read completely', async (t) => {
      const images = await store.open(t);
      const key = newKey();
      const bytes = randomBytes(500_000);
      await images.put(key, bytes);
      const { stream } = await images.read(key);
      await images.remove(key);
      assert.deepEqual(await buffer(stream), bytes);
    });

    test('putting the same image again succeeds, as after a retry', async (t) => {
      const images = await store.open(t);
      const key = newKey();
      await images.put(key, Buffer.from('same'));
      await images.put(key, Buffer.from('same'));
      assert.equal((await Array.fromAsync(images.list())).length, 1);
    });

    test('every image is listed with its size and time', async (t) => {
      const images = await store.open(t);
      // S3 returns a continuation token with every page but the last.
      const many = 2 * OBJECTS_PER_PAGE + 50;
      const sizes = new Map(Array.from({ length: many }, (_, i) => [newKey(), (i % 40) + 1]));
      const left = [...sizes];
      const putSome = async () => {
        for (let next = left.pop(); next; next = left.pop()) await images.put(next[0], randomBytes(next[1]));
      };
      await Promise.all(Array.from({ length: 8 }, putSome));
      const listed = await Array.fromAsync(images.list());
      assert.equal(listed.length, sizes.size, 'none is listed twice');
      assert.deepEqual(new Map(listed.map(({ key, size }) => [key, size])), sizes);
      assert.ok(listed.every(({ modifiedAt }) => modifiedAt instanceof Date && modifiedAt.getTime() > 0));
    });

    test('a usable store passes its check, both empty and with images', async (t) => {
      const images = await store.open(t);
      await images.check();
      await images.put(newKey(), Buffer.from('some'));
      await images.check();
    });

    test('an image of 0 bytes is refused', async (t) => {
      const images = await store.open(t);
      await assert.rejects(images.put(newKey(), new Uint8Array()), invalid);
      assert.deepEqual(await Array.fromAsync(images.list()), []);
    });

    test('a text that is not an image key is refused by every method', async (t) => {
      const images = await store.open(t);
      const key = newKey();
      const bad = [
        '',
        '..',
        '../../etc/passwd',
        `/${key}`,
        `${key}\0`,
        `${key}/..`,
        `../${key}`,
        key.toUpperCase(),
        `${key}\n`,
      ];
      for (const text of bad) {
        await assert.rejects(images.put(text, Buffer.from('x')), invalid, text);
        await assert.rejects(images.read(text), invalid, text);
        await assert.rejects(images.size(text), invalid, text);
        await assert.rejects(images.remove(text), invalid, text);
      }
    });
  });
}
