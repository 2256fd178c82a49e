import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { cleanup } from '../harness/cleanup.ts';
import { emptyFolder } from '../harness/embedded.ts';
import { isAlive } from '../harness/is-alive.ts';
import { startProgram, until } from '../harness/running.ts';

test('a killed capture process is one line of the log, and one that lost its service ends without a word', async (t) => {
  const folder = await emptyFolder(cleanup(t), 'data');
  const program = await startProgram([], { DATA_DIR: folder, CHROMIUM_PATH: '/bin/false', LOG_LEVEL: 'error' });
  const worker = () =>
    until('the capture process runs', async () => {
      const children = await readFile(`/proc/${program.pid}/task/${program.pid}/children`, 'utf8');
      return Number(children.trim().split(' ')[0]) || undefined;
    });
  const first = await worker();
  process.kill(first, 'SIGKILL');
  await until('the end is logged', () => program.output().includes('The capture process ended (SIGKILL)'));
  const second = await until('another capture process runs', async () => {
    const found = await worker();
    return found === first ? undefined : found;
  });
  program.kill('SIGKILL');
  await program.ended;
  await until('the capture process has ended', () => !isAlive(second));
  assert.doesNotMatch(program.output(), /\n\s+at |\bstack\b|Error:/);
});
