import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

test('a run that failed ends as one, also when it has had a PostgreSQL', () => {
  const harness = new URL('postgres.ts', import.meta.url).href;
  const script = `await (await import(${JSON.stringify(harness)})).loadEmbeddedPostgres(); process.exitCode = 3;`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
  assert.equal(status, 3, String(stderr));
});
