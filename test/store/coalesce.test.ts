import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { coalesce } from '../../src/store/engine/coalesce.ts';

/** Answers each key with its text, and remembers what it was asked. */
function listener() {
  const asked: string[][] = [];
  const find = coalesce<string[], string>(async (keys) => {
    asked.push(keys.map(String));
    return keys.map(String);
  });
  return { asked, find };
}

describe('questions for single records', () => {
  test('that come together are asked as one, and none of them twice', async () => {
    const { asked, find } = listener();
    const answers = await Promise.all([find(['a', 'b']), find(['c', 'd']), find(['a', 'b'])]);
    assert.deepEqual(answers, ['a,b', 'c,d', 'a,b']);
    assert.deepEqual(asked, [['a,b', 'c,d']]);
  });

  test('never join one that was already sent', async () => {
    const sent: PromiseWithResolvers<string[]>[] = [];
    const find = coalesce<string[], string>(() => {
      const answer = Promise.withResolvers<string[]>();
      sent.push(answer);
      return answer.promise;
    });
    const early = find(['a']);
    while (sent.length < 1) await new Promise((resolve) => setImmediate(resolve));
    const late = find(['a']);
    while (sent.length < 2) await new Promise((resolve) => setImmediate(resolve));
    sent[0]?.resolve(['before']);
    sent[1]?.resolve(['after']);
    assert.deepEqual(await Promise.all([early, late]), ['before', 'after']);
  });

  test('of keys that only look alike are not taken for the same', async () => {
    const { find } = listener();
    assert.deepEqual(await Promise.all([find(['a', 'bc']), find(['ab', 'c'])]), ['a,bc', 'ab,c']);
  });

  test('all fail where the one fails that was asked for them', async () => {
    const find = coalesce<string[], string>(() => Promise.reject(new Error('gone')));
    for (const each of [find(['a']), find(['a']), find(['b'])]) await assert.rejects(each, /gone/);
  });
});
