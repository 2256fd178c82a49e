import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { insist } from '../../src/roles/step-back.ts';

const STEP_BACK = join(import.meta.dirname, '../../src/roles/step-back.ts');

/** Sends the ranks of its threads, and the one of its session, before and after. */
const SCRIPT = `
  import { readdirSync, readFileSync } from 'node:fs';
  import { stepBack } from ${JSON.stringify(STEP_BACK)};
  const rank = (thread) => Number(readFileSync('/proc/self/task/' + thread + '/stat', 'utf8').split(') ').at(-1).split(' ')[16]);
  const session = () => { try { return Number(readFileSync('/proc/self/autogroup', 'utf8').split(' ').at(-1)); } catch { return null; } };
  const ranks = () => ({ threads: readdirSync('/proc/self/task').map(rank), session: session() });
  const before = ranks();
  stepBack();
  process.send({ before, after: ranks() });
`;

test('the process that captures is behind the one that answers readers, with all its threads and as a session', {
  skip: !existsSync('/proc/self/task') && 'this system ranks no threads',
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'pagekeep-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const script = join(folder, 'script.mjs');
  await writeFile(script, SCRIPT);
  const own = getPriority();
  const child = fork(script, { detached: true });
  const [{ before, after }] = await once(child, 'message');
  await once(child, 'exit');
  assert.ok(before.threads.length > 2, `${before.threads.length} threads`);
  assert.deepEqual(new Set(before.threads), new Set([own]));
  assert.deepEqual(new Set(after.threads), new Set([Math.min(own + 5, 19)]));
  // Null where Linux does not share the CPU between sessions.
  assert.deepEqual([before.session, after.session], before.session === null ? [null, null] : [0, 10]);
  assert.equal(getPriority(), own);
});

test('a session that may not be ranked yet is ranked a little later', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const refusals = ['EAGAIN', 'EAGAIN', undefined];
  let asked = 0;
  const rank = () => {
    const code = refusals[asked];
    asked += 1;
    if (code) throw Object.assign(new Error(code), { code });
  };
  insist(rank, 5);
  const counts = [0, 200, 200, 200].map((ms) => {
    t.mock.timers.tick(ms);
    return asked;
  });
  assert.deepEqual(counts, [1, 2, 3, 3]);
});

test('a system that does not rank sessions is asked once, and one that always refuses not for ever', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const [code, times] of [
    ['ENOENT', 1],
    ['EAGAIN', 5],
  ] as const) {
    let asked = 0;
    insist(() => {
      asked += 1;
      throw Object.assign(new Error(code), { code });
    }, 5);
    for (let turn = 0; turn < 9; turn += 1) t.mock.timers.tick(200);
    assert.equal(asked, times);
  }
});
