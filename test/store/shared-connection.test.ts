import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { shareConnection } from '../../src/store/engine/shared-connection.ts';

/** Connections that are numbered as they are handed out. */
function numberedPool() {
  const given: number[] = [];
  const back: number[] = [];
  let refusal: Error | undefined;
  const connect = async () => {
    if (refusal) throw refusal;
    const number = given.length + 1;
    given.push(number);
    return { number, release: () => back.push(number) } as unknown as pg.PoolClient;
  };
  const share = shareConnection({ connect } as pg.Pool);
  /** A question that answers with the number of its connection, when it is told to. */
  const ask = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const answer = share(async (client) => {
      await promise;
      return (client as unknown as { number: number }).number;
    });
    return { answer, resolve, reject };
  };
  const refuse = (error?: Error) => {
    refusal = error;
  };
  return { ask, given, back, refuse };
}

describe('short reads of PostgreSQL', () => {
  test('at the same time share a connection, which is given back behind the last of them', async () => {
    const { ask, given, back } = numberedPool();
    const [one, two] = [ask(), ask()];
    one.resolve();
    assert.equal(await one.answer, 1);
    assert.deepEqual(back, []);
    const three = ask();
    two.resolve();
    three.resolve();
    assert.deepEqual(await Promise.all([two.answer, three.answer]), [1, 1]);
    await delay(1);
    assert.deepEqual([given, back], [[1], [1]]);
  });

  test('go another way while one is slow', async () => {
    const { ask, back } = numberedPool();
    const slow = ask();
    await delay(30);
    const quick = ask();
    quick.resolve();
    assert.equal(await quick.answer, 2);
    slow.resolve();
    assert.equal(await slow.answer, 1);
    await delay(1);
    assert.deepEqual(back, [2, 1]);
  });

  test('fail by themselves', async () => {
    const { ask, back } = numberedPool();
    const [bad, good] = [ask(), ask()];
    bad.reject(new Error('no such table'));
    good.resolve();
    await assert.rejects(bad.answer, /no such table/);
    assert.equal(await good.answer, 1);
    await delay(1);
    assert.deepEqual(back, [1]);
  });

  test('that find no connection are all told so, and the next tries anew', async () => {
    const { ask, refuse } = numberedPool();
    refuse(new Error('connection refused'));
    const tried = [ask(), ask()];
    for (const { answer } of tried) await assert.rejects(answer, /connection refused/);
    refuse();
    const later = ask();
    later.resolve();
    assert.equal(await later.answer, 1);
  });
});
