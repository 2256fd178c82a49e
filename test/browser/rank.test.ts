import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { launchChromium } from '../../src/browser/chromium/chromium.ts';
import { findBrowser } from '../../src/browser/chromium/find.ts';
import { arrangeFonts } from '../../src/browser/chromium/fonts.ts';
import { modestly } from '../../src/browser/chromium/process-priority.ts';
import { until } from '../harness/running.ts';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/pagekeep');

const isLinux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;

/** Of every thread of every process in the group that this one leads. */
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

test('every thread of a browser yields to whoever reads the archive, also where it could put itself first', {
  skip: !isLinux || (isRoot && !existsSync('/usr/bin/setpriv')),
}, async (t) => {
  const chromium = await launchChromium({
    executable: await findBrowser({ cacheDir: CACHE, searchPath: [] }),
    sandbox: !isRoot,
    fontConfig: await arrangeFonts(CACHE),
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
  assert.equal(Math.min(...niceness), 10);
});

for (const [detached, where] of [
  [true, 'a session of its own'],
  [false, 'the session of the service'],
] as const) {
  test(`what is started in ${where} yields from its beginning, with all that it starts, and ends with it`, {
    skip: !isLinux,
  }, async () => {
    const launch = modestly('/bin/sh', ['-c', 'sleep 60 & sleep 60 & wait'], detached);
    const child = spawn(launch.command, launch.args, { detached: launch.detached, stdio: 'ignore' });
    const pid = child.pid ?? assert.fail('it was not started');
    const exited = once(child, 'exit');
    const niceness = await until('all of it runs', async () => {
      const found = nicenessIn(pid);
      return found.length >= 3 && found;
    });
    assert.deepEqual(new Set(niceness), new Set([10]));
    process.kill(-pid, 'SIGKILL');
    await exited;
    await until('all of it has ended', async () => nicenessIn(pid).length === 0);
  });
}

test('a program that may put nothing first is not told to leave that', { skip: isLinux && isRoot }, () => {
  const { command, args } = modestly('/chromium', ['--headless'], true);
  assert.doesNotMatch([command, ...args].join(' '), /setpriv/);
  assert.match([command, ...args].join(' '), /\/chromium --headless$/);
});
