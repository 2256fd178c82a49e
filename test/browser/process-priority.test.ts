import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { launchChromium } from '../../src/browser/chromium/chromium.ts';
import { findBrowser } from '../../src/browser/chromium/find.ts';
import { prepareFonts } from '../../src/browser/chromium/fonts.ts';
import { withLowPriority } from '../../src/browser/chromium/process-priority.ts';
import { cacheDir } from '../harness/chromium.ts';
import { until } from '../harness/running.ts';

const isLinux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;

/** The tests themselves can have a low priority. */
const lowest = Math.max(10, getPriority());

/** The niceness of every thread of every process in this group. */
function nicenessIn(group: number): number[] {
  return globSync('/proc/[0-9]*/task/[0-9]*/stat').flatMap((path) => {
    try {
      const fields = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return Number(fields[2]) === group ? [Number(fields[16])] : [];
    } catch {
      return [];
    }
  });
}

test('every thread of a browser has a low priority, also if the browser could raise it', {
  skip: !isLinux || (isRoot && !existsSync('/usr/bin/setpriv')),
}, async (t) => {
  const chromium = await launchChromium({
    executable: await findBrowser({ cacheDir, searchPath: [] }),
    sandbox: !isRoot,
    fontConfig: await prepareFonts(cacheDir),
    proxyUrl: 'direct://',
    searchPath: [],
  });
  t.after(() => chromium.kill());
  const { targetId } = await chromium.connection.send('Target.createTarget', { url: 'about:blank' });
  const attached = { targetId, flatten: true };
  const { sessionId } = await chromium.connection.send('Target.attachToTarget', attached);
  await chromium.connection.send('Page.captureScreenshot', {}, sessionId);
  const niceness = nicenessIn(chromium.pid);
  assert.ok(niceness.length > 20, `${niceness.length} threads`);
  assert.equal(Math.min(...niceness), lowest);
});

test('a program with a low priority hands it to its children, and ends with its process group', {
  skip: !isLinux,
}, async () => {
  const [command = '', ...args] = withLowPriority(['/bin/sh', '-c', 'sleep 60 & sleep 60 & wait']);
  const child = spawn(command, args, { detached: true, stdio: 'ignore' });
  const pid = child.pid ?? assert.fail('it was not started');
  const exited = once(child, 'exit');
  const niceness = await until('all of it runs', async () => {
    const found = nicenessIn(pid);
    return found.length >= 3 && found;
  });
  assert.deepEqual(new Set(niceness), new Set([lowest]));
  process.kill(-pid, 'SIGKILL');
  await exited;
  await until('all of it has ended', async () => nicenessIn(pid).length === 0);
});

test('without the right to raise priorities there is no need to drop it', { skip: isLinux && isRoot }, () => {
  const commandLine = withLowPriority(['/chromium', '--headless']).join(' ');
  assert.doesNotMatch(commandLine, /setpriv/);
  assert.match(commandLine, /\/chromium --headless$/);
});
