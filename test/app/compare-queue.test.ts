import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeCompare } from '../../src/app/compare-captures.ts';
import type { Findings } from '../../src/domain/findings.ts';
import { openImages } from '../../src/images/open.ts';
import { openStore } from '../../src/store/open.ts';
import { findingsOf } from '../harness/changes.ts';
import { cleanup } from '../harness/cleanup.ts';
import { sqlite, temporaryFolder } from '../harness/engines.ts';
import { addPerson, addScreenshot, addWebpage, makeSmallFiles, storePicture } from '../harness/records.ts';

test('a pair that is requested again waits for the same comparison, and too many other pairs are refused', async (t) => {
  const undo = cleanup(t);
  const database = await sqlite.makeDatabase();
  undo(database.drop);
  const store = await openStore(database.url);
  undo(() => store.close());
  const images = await openImages(`file:${await temporaryFolder('pictures')}`);
  const { owner } = await addPerson(store);
  const { id } = await addWebpage(store, owner);
  const files = await makeSmallFiles();
  const newCapture = async () => addScreenshot(store, owner, id, { picture: await storePicture(images, files) });
  const first = await newCapture();
  const others = await Promise.all(Array.from({ length: 17 }, newCapture));

  const found = Promise.withResolvers<Findings>();
  let runs = 0;
  const comparePictures = () => {
    runs += 1;
    return found.promise;
  };
  const compare = makeCompare({ store, images, comparePictures });
  const results = Promise.allSettled([...others, ...others].map((other) => compare(owner, first, other)));
  found.resolve(findingsOf());
  const refused = (await results).filter((result) => result.status === 'rejected');
  assert.equal(runs, 16);
  assert.deepEqual(
    refused.map(({ reason }) => [reason.kind, reason.message]),
    Array(2).fill(['unavailable', 'Too many captures are being compared. Try again soon.']),
  );
  const last = others.at(-1) ?? assert.fail('there are no captures');
  assert.equal((await compare(owner, first, last)).findings.word, 'same', 'there is room again');
});
