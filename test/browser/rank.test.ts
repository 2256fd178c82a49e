import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { launchChromium } from '../../src/browser/chromium.ts';
import { findBrowser } from '../../src/browser/find.ts';
import { arrangeFonts } from '../../src/browser/fonts.ts';
import { modestly } from '../../src/browser/rank.ts';

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
  assert.ok(Math.min(...niceness) > 0, `the least is ${Math.min(...niceness)}`);
});

test('a program that may put nothing first is started as it is', { skip: isLinux && isRoot }, () => {
  assert.deepEqual(modestly('/chromium', ['--headless']), ['/chromium', ['--headless']]);
});
