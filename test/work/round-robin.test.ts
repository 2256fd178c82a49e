import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roundRobin } from '../../src/work/round-robin.ts';

/** Owners with work, as the store would name them, at a time and with a chance that the test decides. */
function world(owners: string[]) {
  const state = { owners, now: 0, chance: 0, asked: 0 };
  const turns = roundRobin(
    async () => {
      state.asked += 1;
      return [...state.owners];
    },
    { now: () => state.now, random: () => state.chance },
  );
  const take = async (count: number) => {
    const taken: (string | undefined)[] = [];
    for (let n = 0; n < count; n += 1) taken.push(await turns.next());
    return taken;
  };
  return { state, turns, take };
}

test('every owner has one turn before any has a second', async () => {
  const { take } = world(['c', 'a', 'b']);
  assert.deepEqual(await take(7), ['a', 'b', 'c', 'a', 'b', 'c', 'a']);
});

test('a worker starts at a random owner', async () => {
  const { state, take } = world(['a', 'b', 'c']);
  state.chance = 0.5;
  assert.deepEqual(await take(3), ['b', 'c', 'a']);
});

test('owners with due pages are read once a second, not for every page', async () => {
  const { state, take } = world(['a']);
  await take(100);
  assert.equal(state.asked, 1);
  state.now = 1_000;
  await take(100);
  assert.equal(state.asked, 2);
});

test('a round is never cut short, however long it takes', async () => {
  const { state, take } = world(['a', 'b', 'c']);
  assert.deepEqual(await take(1), ['a']);
  state.now = 60_000;
  assert.deepEqual(await take(2), ['b', 'c']);
});

test('a new owner gets its turn in the first round after the second is over', async () => {
  const { state, take } = world(['a', 'b']);
  await take(2);
  state.owners.push('c');
  assert.deepEqual(await take(2), ['a', 'b']);
  state.now = 1_000;
  assert.deepEqual(await take(3), ['a', 'b', 'c']);
});

test('an owner without a claimable page is skipped until the owners are read again', async () => {
  const { state, turns, take } = world(['a', 'b', 'c']);
  await take(2);
  turns.passOver('b');
  assert.deepEqual(await take(3), ['c', 'a', 'c']);
  state.now = 1_000;
  assert.deepEqual(await take(3), ['a', 'b', 'c']);
});

test('owners are read again at once when none has due pages', async () => {
  const { state, turns, take } = world(['a']);
  await take(1);
  turns.passOver('a');
  state.owners = [];
  assert.deepEqual(await take(2), [undefined, undefined]);
  assert.equal(state.asked, 3);
});
