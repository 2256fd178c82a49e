import assert from 'node:assert/strict';
import { copyFile, mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openImages } from '../../../src/images/open.ts';
import { openStore } from '../../../src/store/open.ts';
import { cleanup } from '../../harness/cleanup.ts';
import { sqlite, temporaryFolder } from '../../harness/engines.ts';
import { makeBucket } from '../../harness/s3.ts';
import { ROUNDS, seeded } from '../random.ts';
import { type Corrupt, cutOff, emptied, oneByte, removed, someBytes } from './corrupt.ts';
import { askDoctor } from './examine.ts';
import { compareReplies, fillSample, readEverything } from './sample.ts';
import { makeTally } from './tally.ts';

type Undo = (work: () => unknown) => void;

interface Place {
  readonly url: string;
  /** The file with the bytes of an image. */
  fileOf(key: string): string;
}

async function inFolder(): Promise<Place> {
  const folder = await temporaryFolder('images');
  return { url: `file:${folder}`, fileOf: (key) => join(folder, key) };
}

async function inBucket(undo: Undo): Promise<Place> {
  const bucket = await makeBucket();
  undo(bucket.remove);
  return { url: bucket.url('kept'), fileOf: (key) => bucket.fileOf(`kept/${key}`) };
}

const PLACES = { folder: inFolder, bucket: inBucket };

async function setUp(t: TestContext, makePlace: (undo: Undo) => Promise<Place>) {
  const undo = cleanup(t);
  const random = seeded(t);
  const { url, drop } = await sqlite.makeDatabase();
  undo(drop);
  const store = await openStore(url);
  undo(() => store.close());
  const place = await makePlace(undo);
  const images = await openImages(place.url);
  const sample = await fillSample(store, images);
  assert.deepEqual(await askDoctor({ store, images }), []);
  return { random, store, images, place, sample, tally: makeTally() };
}

/** Another image of the same archive, as after a wrong restore. */
const exchanged =
  (other: string): Corrupt =>
  async (path) => {
    const good = await readFile(path);
    await copyFile(other, path);
    return () => writeFile(path, good);
  };

for (const [name, makePlace] of Object.entries(PLACES)) {
  test(`a damaged image or thumbnail in a ${name} is found by the doctor and never served`, async (t) => {
    const { random, store, images, place, sample, tally } = await setUp(t, makePlace);
    const files = sample.pictures.map(({ contentKey, thumbnailKey }) => ({
      image: contentKey,
      thumbnail: thumbnailKey,
    }));
    const every = files.flatMap(({ image, thumbnail }) => [image, thumbnail]).flatMap(sample.pathsOf);
    const intact = await readEverything({ store, images }, sample, every);
    for (const [path, { status }] of intact) assert.equal(status, 200, path);
    for (const what of ['image', 'thumbnail'] as const) {
      const other = place.fileOf(files.at(-1)?.[what] ?? '');
      const ways: Record<string, Corrupt> = {
        ...{ 'one byte changed': oneByte, 'bytes overwritten': someBytes, 'the end cut off': cutOff },
        ...{ emptied, missing: removed, 'exchanged with another': exchanged(other) },
      };
      for (const [way, corrupt] of Object.entries(ways)) {
        for (let round = 0; round < ROUNDS; round += 1) {
          const key = random.pick(files.slice(0, -1))[what];
          const paths = sample.pathsOf(key);
          const mend = await corrupt(place.fileOf(key), random);
          const { refused, wrong } = compareReplies(intact, await readEverything({ store, images }, sample, paths));
          const findings = await askDoctor({ store, images });
          await mend();
          assert.deepEqual([refused, wrong, findings.length], [paths.length, [], 1], `${what}: ${way}`);
          tally.add(`${name}: ${what}, ${way}`, { noticedBy: ['reader', 'doctor'] });
        }
      }
    }
    assert.deepEqual(await askDoctor({ store, images }), []);
    tally.print(t);
  });
}

test('a half-written image is found by the doctor and never served', async (t) => {
  const { store, images, place, tally } = await setUp(t, inFolder);
  const unfinished = place.fileOf('.unfinished');
  await mkdir(unfinished, { recursive: true });
  for (let round = 0; round < 4 * ROUNDS; round += 1) {
    const path = join(unfinished, `half-${round}`);
    await writeFile(path, 'half of a picture');
    const longAgo = new Date(Date.now() - 3_600_000);
    await utimes(path, longAgo, longAgo);
    assert.deepEqual(await askDoctor({ store, images }), ['unfinished images']);
    await images.removeUnfinished(new Date());
    assert.deepEqual(await askDoctor({ store, images }), []);
    tally.add('folder: half-written image', { noticedBy: ['doctor'] });
  }
  tally.print(t);
});
