import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { checkedStream, readPicture, streamPicture } from '../../src/app/read-picture.ts';
import { openImages } from '../../src/images/open.ts';
import { temporaryFolder } from '../harness/engines.ts';
import { newPicture } from '../harness/records.ts';

const DAMAGED = { name: 'Problem', kind: 'damaged', message: /^The image is damaged\./ };

describe('an image that is read with its hash', async () => {
  const images = await openImages(`file:${await temporaryFolder('images')}`);
  // More than one piece of a file stream.
  const bytes = randomBytes(200_000);
  const picture = { ...newPicture(), bytes: bytes.length, sha256: hash('sha256', bytes) };
  await images.put(picture.contentKey, bytes);
  const source = async () => (await images.read(picture.contentKey)).stream;

  test('is the stored one', async () => {
    assert.deepEqual(await readPicture(images, picture), bytes);
    const { length, stream } = await streamPicture(images, picture);
    assert.equal(length, bytes.length);
    assert.deepEqual(await buffer(stream), bytes);
  });

  test('is refused if it is damaged, before its last bytes', async () => {
    const damaged = { ...picture, sha256: hash('sha256', 'another') };
    await assert.rejects(readPicture(images, damaged), DAMAGED);
    const { stream } = await streamPicture(images, damaged);
    let passed = 0;
    stream.on('data', (piece: Buffer) => {
      passed += piece.length;
    });
    await assert.rejects(new Promise((_, reject) => stream.once('error', reject)), DAMAGED);
    assert.ok(passed < bytes.length, String(passed));
  });

  test('is refused by name if it is missing', async () => {
    const missing = { ...picture, contentKey: newPicture().contentKey };
    const absent = { kind: 'not-found', message: 'The image of one of the captures is missing.' };
    await assert.rejects(readPicture(images, missing), absent);
    await assert.rejects(streamPicture(images, missing), absent);
  });

  test('is checked as a whole for each range', async () => {
    const { contentKey: key, sha256 } = picture;
    for (const [start, end] of [
      [0, 0],
      [10, 70_000],
      [65_536, 131_071],
      [199_999, 199_999],
      [0, 199_999],
    ] as const) {
      const range = { start, end };
      assert.deepEqual(
        await buffer(checkedStream(await source(), { key, sha256, range })),
        bytes.subarray(start, end + 1),
      );
      await assert.rejects(buffer(checkedStream(await source(), { key, sha256: 'another', range })), DAMAGED);
    }
  });

  test('closes its file if nobody reads it', async () => {
    const stream = Readable.from([bytes]);
    const closed = new Promise((resolve) => stream.once('close', resolve));
    checkedStream(stream, { key: picture.contentKey, sha256: picture.sha256 }).destroy();
    await closed;
    assert.ok(stream.destroyed);
  });
});
