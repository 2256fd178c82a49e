import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { cleanup } from '../harness/cleanup.ts';
import { temporaryFolder } from '../harness/engines.ts';
import { freePort } from '../harness/postgres.ts';
import { makeDataDir, startProgram } from '../harness/running.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const script = (name: string) => join(root, 'deploy/scripts', name);

test('the health check of the container reports whether the service is ready', async (t) => {
  const undo = cleanup(t);
  const data = await makeDataDir();
  undo(data.remove);
  const port = await freePort();
  const env = { PATH: process.env.PATH ?? '', METRICS_ADDRESS: `127.0.0.1:${port}` };
  await assert.rejects(run(script('healthcheck.sh'), { env }), /ECONNREFUSED/);
  const program = await startProgram(['--role', 'api'], { DATA_DIR: data.path, METRICS_ADDRESS: env.METRICS_ADDRESS });
  undo(() => program.stop());
  const { stdout } = await run(script('healthcheck.sh'), { env });
  assert.deepEqual(JSON.parse(stdout), { status: 'ok', checks: { database: 'ok', images: 'ok' } });
  const overHttp = { PATH: env.PATH, METRICS_ADDRESS: '', PORT: String(program.port) };
  assert.match((await run(script('healthcheck.sh'), { env: overHttp })).stdout, /"status":"ok"/);
});

test('the start script runs any command of the program, from any folder', async () => {
  const { stdout } = await run(script('start.sh'), ['--help'], { cwd: '/', env: { PATH: process.env.PATH ?? '' } });
  assert.match(stdout, /serve/);
});

test('the install script installs the locked dependencies without the development ones', async (t) => {
  const undo = cleanup(t);
  const folder = await temporaryFolder('npm');
  undo(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'npm'), '#!/bin/sh\necho "npm $*"\n', { mode: 0o755 });
  const { stdout } = await run(script('install.sh'), { env: { PATH: `${folder}:/usr/bin:/bin` } });
  assert.equal(stdout, 'npm ci --omit=dev\n');
});

test('every script and file that the Dockerfile, the compose file and the unit use exists', async () => {
  const texts = await Promise.all(
    ['Dockerfile', 'pagekeep.service', 'compose.yaml'].map((name) => readFile(join(root, 'deploy', name), 'utf8')),
  );
  const called = new Set(texts.flatMap((text) => text.match(/deploy\/scripts\/[\w-]+\.sh/g) ?? []));
  for (const path of called) await run('sh', ['-n', join(root, path)]);
  assert.deepEqual([...called].sort(), [
    'deploy/scripts/healthcheck.sh',
    'deploy/scripts/install.sh',
    'deploy/scripts/start.sh',
  ]);
  const [dockerfile = ''] = texts;
  for (const [, source = ''] of dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)) {
    for (const path of source.split(' ')) await run('ls', [join(root, path)]);
  }
});
