import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type Chromium, launchChromium } from '../../src/browser/chromium/chromium.ts';
import { findBrowser } from '../../src/browser/chromium/find.ts';
import { defaultMemoryLimits } from '../../src/browser/chromium/memory.ts';
import { Pool } from '../../src/browser/chromium/pool.ts';
import { cacheDir, searchPath } from '../harness/chromium.ts';

test('closing ends a replaced browser that is still in use', async () => {
  const executable = await findBrowser({ cacheDir, searchPath });
  const launch = () =>
    launchChromium({
      executable,
      sandbox: process.getuid?.() !== 0,
      fontConfig: '/etc/fonts/fonts.conf',
      proxyUrl: 'http://127.0.0.1:9',
      searchPath,
    });
  const pool = new Pool({ launch, browsers: 1, tabs: 2, captures: 200, age: 3_600_000, memory: defaultMemoryLimits });
  const { signal } = new AbortController();
  const begun = Promise.withResolvers<Chromium>();
  const done = Promise.withResolvers<void>();
  const held = pool.use(signal, ({ chromium }) => {
    begun.resolve(chromium);
    return done.promise;
  });
  const chromium = await begun.promise;
  await pool.use(signal, async ({ retire }) => retire());
  assert.equal(pool.capturing, 1);
  await pool.close();
  const ended = await Promise.race([chromium.ended.then(() => true), setImmediate(false)]);
  done.resolve();
  await held;
  assert.equal(ended, true);
});
