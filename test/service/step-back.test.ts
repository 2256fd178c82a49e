import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

const STEP_BACK = join(import.meta.dirname, '../../src/roles/step-back.ts');

/** Sends its niceness, before and after. */
const SCRIPT = `
  const { readFileSync } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  const { stepBack } = require(workerData);
  const niceness = () => Number(readFileSync('/proc/thread-self/stat', 'utf8').split(') ').at(-1).split(' ')[16]);
  const before = niceness();
  stepBack();
  parentPort.postMessage([before, niceness()]);
`;

test('the thread that captures is behind the one that answers readers, which stays where it is', {
  skip: !existsSync('/proc/thread-self') && 'this system ranks no threads',
}, async () => {
  const own = getPriority();
  const thread = new Worker(SCRIPT, { eval: true, workerData: STEP_BACK });
  const seen = await new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject));
  assert.deepEqual(seen, [own, Math.min(own + 5, 19)]);
  assert.equal(getPriority(), own);
});
