import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { makeCompare } from '../../src/app/compare-captures.ts';
import type { Findings } from '../../src/domain/findings.ts';
import { Problem } from '../../src/domain/problem.ts';
import type { Screenshot } from '../../src/domain/screenshot.ts';
import { openImages } from '../../src/images/open.ts';
import { openStore } from '../../src/store/open.ts';
import { findingsOf } from '../harness/changes.ts';
import { cleanup } from '../harness/cleanup.ts';
import { sqlite, temporaryFolder } from '../harness/engines.ts';
import { addPerson, addScreenshot, addWebpage, makeSmallFiles, storePicture } from '../harness/records.ts';
import { until } from '../harness/running.ts';

/** A webpage with captures, and a comparison that ends when the test says so. */
async function newPairs(t: TestContext, count: number, patienceMs?: number) {
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
  const others = await Promise.all(Array.from({ length: count }, newCapture));
  const { promise, resolve: answer } = Promise.withResolvers<Findings>();
  const comparePictures = t.mock.fn(() => promise);
  const compare = makeCompare({ store, images, comparePictures, ...(patienceMs === undefined ? {} : { patienceMs }) });
  return { others, answer, comparePictures, compareWith: (other: Screenshot) => compare(owner, first, other) };
}

test('a pair that is requested again waits for the same comparison, and too many other pairs are refused', async (t) => {
  const { others, answer, comparePictures, compareWith } = await newPairs(t, 17);
  const results = Promise.allSettled([...others, ...others].map(compareWith));
  answer(findingsOf());
  const refused = (await results).filter((result) => result.status === 'rejected');
  assert.equal(comparePictures.mock.callCount(), 16);
  assert.deepEqual(
    refused.map(({ reason }) => [reason.kind, reason.message]),
    Array(2).fill(['unavailable', 'Too many captures are being compared. Try again soon.']),
  );
  const last = others.at(-1) ?? assert.fail('there are no captures');
  assert.equal((await compareWith(last)).findings.word, 'same', 'there is room again');
});

test('a request does not wait for long, and a later one gets the result of the same comparison', async (t) => {
  const { others, answer, comparePictures, compareWith } = await newPairs(t, 1, 100);
  const [other = assert.fail('there are no captures')] = others;
  await assert.rejects(compareWith(other), { kind: 'unavailable', message: /is not ready yet/ });
  answer(findingsOf());
  const ready = await until('the comparison is stored', () => compareWith(other).catch(() => false as const));
  assert.deepEqual([ready.findings.word, comparePictures.mock.callCount()], ['same', 1]);
});

test('a pair that is too large is not compared again for each request', async (t) => {
  const { others, comparePictures, compareWith } = await newPairs(t, 1);
  const [other = assert.fail('there are no captures')] = others;
  const tooLarge = new Problem('unprocessable', 'The pictures are too large to compare.');
  comparePictures.mock.mockImplementation(() => Promise.reject(tooLarge));
  await assert.rejects(compareWith(other), tooLarge);
  await assert.rejects(compareWith(other), tooLarge);
  assert.equal(comparePictures.mock.callCount(), 1);
});
