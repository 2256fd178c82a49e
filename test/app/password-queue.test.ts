import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Lane, makePasswordQueue } from '../../src/app/password-queue.ts';

describe('the password queue', () => {
  function observed(places: number) {
    const queue = makePasswordQueue(places);
    const begun: string[] = [];
    const ends: PromiseWithResolvers<void>[] = [];
    const add = (lane: Lane, name: string) =>
      queue.run(lane, () => {
        begun.push(name);
        const end = Promise.withResolvers<void>();
        ends.push(end);
        return end.promise;
      });
    /** Ends the work that runs, and waits until the next has begun. */
    const endOne = async (error?: Error) => {
      const end = ends.shift();
      if (error) end?.reject(error);
      else end?.resolve();
      await new Promise(setImmediate);
    };
    return { begun, add, endOne };
  }

  test('runs one at a time, known browsers first', async () => {
    const { begun, add, endOne } = observed(5);
    const all = [add('stranger', 'a'), add('stranger', 'b'), add('stranger', 'c'), add('known', 'd')];
    await new Promise(setImmediate);
    assert.deepEqual(begun, ['a']);
    await endOne();
    assert.deepEqual(begun, ['a', 'd']);
    for (const _ of 'dbc') await endOne();
    assert.deepEqual(begun, ['a', 'd', 'b', 'c']);
    await Promise.all(all);
  });

  test('refuses strangers while their places are taken, and still admits known browsers', async () => {
    const { begun, add, endOne } = observed(2);
    const all = [add('stranger', 'running'), add('stranger', 'first'), add('stranger', 'second')];
    await assert.rejects(add('stranger', 'third'), { kind: 'unavailable', retryAfter: 5 });
    all.push(add('known', 'known'));
    for (const _ of 'rkfs') await endOne();
    await Promise.all(all);
    assert.deepEqual(begun, ['running', 'known', 'first', 'second']);
  });

  test('goes on after work that failed', async () => {
    const { begun, add, endOne } = observed(2);
    const failing = assert.rejects(add('stranger', 'failing'), /no/);
    const next = add('stranger', 'next');
    await endOne(new Error('no'));
    await failing;
    await endOne();
    await next;
    const last = add('stranger', 'last');
    await endOne();
    await last;
    assert.deepEqual(begun, ['failing', 'next', 'last']);
  });
});
