import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const TURNS = join(import.meta.dirname, '../../src/roles/short-turns.ts');

/** Prints how long the turns of its main thread are, in nanoseconds, and its niceness, before and after. */
const SCRIPT = `
  const { readFileSync } = await import('node:fs');
  const { getPriority } = await import('node:os');
  const { takeShortTurns } = await import(process.argv[1]);
  const seen = () => [Number(/se\\.slice\\s*:\\s*(\\d+)/.exec(readFileSync('/proc/self/sched', 'utf8'))[1]), getPriority()];
  const before = seen();
  const running = setInterval(() => undefined, 1_000);
  await takeShortTurns();
  clearInterval(running);
  console.log(JSON.stringify({ before, after: seen() }));
`;

test('the thread that answers readers gets the shortest turns there are, and keeps its rank', {
  skip: !tellsTurns() && 'this system does not tell how long turns are',
}, async () => {
  const run = promisify(execFile);
  const { stdout } = await run('nice', ['-n', '3', process.execPath, '--input-type=module', '-e', SCRIPT, TURNS]);
  const { before, after } = JSON.parse(stdout);
  assert.equal(before[1], 3);
  assert.ok(before[0] > 100_000, `${before[0]} ns before`);
  assert.deepEqual(after, [100_000, 3]);
});

/** Linux 6.12 and newer, on machines whose system calls are known. */
function tellsTurns(): boolean {
  if (!['x64', 'arm64'].includes(process.arch)) return false;
  try {
    const [major = 0, minor = 0] = readFileSync('/proc/sys/kernel/osrelease', 'utf8').split('.').map(Number);
    return (major > 6 || (major === 6 && minor >= 12)) && /se\.slice/.test(readFileSync('/proc/self/sched', 'utf8'));
  } catch {
    return false;
  }
}
