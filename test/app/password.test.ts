import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { after, before, describe, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { hashPassword, verifyPassword } from '../../src/app/password.ts';
import { cheapHash } from '../harness/cheap-hash.ts';

const PASSWORD = 'correct horse battery';

/** The priorities of all threads of this process, as `nice` counts them. */
function threadPriorities(): number[] {
  return readdirSync('/proc/self/task').map((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

describe('the hash of a password', () => {
  const threads: Worker[] = [];
  const note = (message: unknown) => void threads.push((message as { worker: Worker }).worker);
  before(() => subscribe('worker_threads', note));
  after(() => unsubscribe('worker_threads', note));
  test('accepts the password only', async () => {
    const stored = await hashPassword(PASSWORD);
    assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    assert.equal(await verifyPassword(PASSWORD, stored), true);
    assert.equal(await verifyPassword(`${PASSWORD}.`, stored), false);
    assert.equal(await verifyPassword(PASSWORD, cheapHash(PASSWORD)), true, 'with other costs');
  });

  test('is computed with a lower priority than requests', { skip: process.platform !== 'linux' }, async () => {
    await verifyPassword(PASSWORD, cheapHash(PASSWORD));
    assert.ok(threadPriorities().some((priority) => priority > getPriority() || priority === 19));
  });

  test('fails for costs that Argon2 refuses, and the next one is computed', async () => {
    const [good, impossible] = [cheapHash(PASSWORD), cheapHash(PASSWORD).replace(/t=\d+/, 't=0')];
    const results = await Promise.allSettled(
      [good, impossible, good].map((stored) => verifyPassword(PASSWORD, stored)),
    );
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.name)),
      [true, 'RangeError', true],
    );
  });

  test('is refused as unavailable if its thread ends, and another thread computes the next one', async () => {
    const stored = cheapHash(PASSWORD);
    await verifyPassword(PASSWORD, stored);
    assert.equal(threads.length, 1, 'for all tests so far');
    const ended = threads[0]?.terminate();
    // The thread runs no more code from here on.
    const unfinished = [verifyPassword(PASSWORD, stored), verifyPassword(PASSWORD, stored)];
    await Promise.all(unfinished.map((each) => assert.rejects(each, { kind: 'unavailable' })));
    await ended;
    assert.equal(await verifyPassword(PASSWORD, stored), true);
    assert.equal(threads.length, 2);
  });
});
