import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { openStore } from '../../src/store/open.ts';
import { html, serveCorpus } from '../corpus/server.ts';
import { cleanup } from '../harness/cleanup.ts';
import { temporaryFolder } from '../harness/engines.ts';
import { proxyTo } from '../harness/faulty-proxy.ts';
import { ask } from '../harness/http.ts';
import { freePort } from '../harness/postgres.ts';
import { addPerson } from '../harness/records.ts';
import { makeDataDir, runProgram, startProgram, until } from '../harness/running.ts';
import { BUCKET, makeBucket } from '../harness/s3.ts';
import { makeReadOnly, smallDisk } from '../harness/small-disk.ts';
import { trackPages } from '../harness/tracked-page.ts';

const secret = (name: string) => `${name}-${randomBytes(16).toHex()}`;

test('a service reports health and metrics, and no secret reaches its log', async (t) => {
  const undo = cleanup(t);
  const data = await makeDataDir();
  undo(data.remove);
  const bucket = await makeBucket();
  undo(bucket.remove);
  let spoiled = false;
  const proxy = await proxyTo(bucket.endpoint, () => (spoiled ? { status: 403, code: 'AccessDenied' } : 'none'));
  undo(proxy.close);
  const site = await serveCorpus({ '/': html('<title>Hello</title><h1>Hello</h1>') });
  undo(site.close);

  const secrets = {
    key: secret('key'),
    aws: secret('aws'),
    cookie: secret('cookie'),
    header: secret('header'),
    wrongToken: secret('token'),
    queryToken: secret('query'),
    address: secret('address'),
  };
  const metrics = await freePort();
  const databaseUrl = `sqlite:${data.path}/pagekeep.db`;
  const store = await openStore(databaseUrl);
  undo(() => store.close());
  const person = await addPerson(store);
  const urls = [`${site.origin}/?password=${secrets.address}`, `http://127.0.0.1:1/?password=${secrets.address}`];
  await trackPages(store, person.owner, urls, {
    secretKey: secrets.key,
    options: {
      headers: { 'X-Login': secrets.header },
      cookies: [{ name: 'session', value: secrets.cookie, domain: '127.0.0.1', path: '/' }],
    },
  });

  const program = await startProgram([], {
    DATA_DIR: data.path,
    DATABASE_URL: databaseUrl,
    IMAGES_URL: `s3://${BUCKET}/kept?endpoint=${proxy.url}`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: secrets.aws,
    SECRET_KEY: secrets.key,
    CAPTURE_ALLOW: '127.0.0.1',
    METRICS_ADDRESS: `127.0.0.1:${metrics}`,
    LOG_LEVEL: 'trace',
    DISK_RESERVE_MB: '0',
  });
  undo(() => program.stop());

  assert.equal((await program.ask('/healthz')).status, 200);
  await until('the browser is ready', async () => (await program.ask('/readyz')).status === 200);
  assert.deepEqual((await program.ask('/readyz')).json(), {
    status: 'ok',
    checks: { database: 'ok', images: 'ok', browser: 'ok' },
  });
  assert.equal((await ask(metrics, '/readyz')).status, 200);
  assert.equal((await program.ask('/metrics')).status, 404, 'metrics are not for everyone');

  const counted = async (line: RegExp) => line.test((await ask(metrics, '/metrics')).text);
  await until('a capture is counted', () => counted(/^pagekeep_captures_total\{outcome="shot",reason=""\} [1-9]/m));
  await until('a failure is counted', () =>
    counted(/^pagekeep_captures_total\{outcome="failed",reason="\w+"\} [1-9]/m),
  );
  await until('nothing is due any more', () => counted(/^pagekeep_queue_depth 0$/m));
  const headers = { Authorization: `Bearer ${person.token}` };
  assert.equal((await program.ask('/v3/webpages', { headers })).status, 200);
  const { text } = await ask(metrics, '/metrics');
  for (const name of [
    'pagekeep_queue_depth 0',
    'pagekeep_queue_age_seconds 0',
    'pagekeep_browser_restarts 0',
    'pagekeep_archive_bytes ',
    'pagekeep_account_bytes{account=',
    'pagekeep_accounts_over_quota 0',
    'pagekeep_capture_seconds_count{phase="navigate"}',
    'pagekeep_api_seconds_count{status="2xx"}',
  ]) {
    assert.ok(text.includes(name), `${name} is in\n${text}`);
  }
  assert.match(text, /^pagekeep_stored_bytes_total [1-9]/m);

  for (const token of [secrets.wrongToken, `${person.token}x`]) {
    assert.equal((await program.ask('/v3/webpages', { headers: { Authorization: `Bearer ${token}` } })).status, 401);
  }
  assert.equal((await program.ask(`/v3/webpages?access_token=${secrets.queryToken}`)).status, 401);
  assert.equal((await program.ask(`/v3/%zz?access_token=${secrets.queryToken}`, { headers })).status, 400);
  spoiled = true;
  const [screenshot] = (
    await program.ask(
      new URL((await program.ask('/v3/webpages?sort=url', { headers })).json().members[1].id).pathname.concat(
        '/screenshots',
      ),
      { headers },
    )
  ).json().members;
  assert.equal((await program.ask(new URL(screenshot.contentUrl).pathname)).status, 503);
  await until('it is not ready without its bucket', async () => (await program.ask('/readyz')).status === 503);
  spoiled = false;
  await until('it is ready again', async () => (await program.ask('/readyz')).status === 200);

  await program.stop();
  const output = program.output();
  assert.match(output, /"reqId":"[0-9a-f]{8}-\w+"/, 'a line of the log tells which request it belongs to');
  for (const [name, value] of [...Object.entries(secrets), ['token', person.token]]) {
    assert.ok(!output.includes(String(value)), `${name} is in the log:\n${output}`);
  }
});

test('a metrics port in use is a warning, and the error for an unreachable database does not contain the password', async (t) => {
  const undo = cleanup(t);
  const data = await makeDataDir();
  undo(data.remove);
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  undo(() => other.close());
  const { port } = other.address() as { port: number };
  const env = { DATA_DIR: data.path, METRICS_ADDRESS: `127.0.0.1:${port}` };
  const program = await startProgram(['--role', 'api'], env);
  undo(() => program.stop());
  const warning = `Metrics are not served: METRICS_ADDRESS 127.0.0.1:${port}`;
  await until('there is a warning', () => program.output().includes(warning));

  const password = secret('password');
  const failed = await runProgram(['serve'], { ...env, DATABASE_URL: `postgres://u:${password}@127.0.0.1:1/d` });
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /The database of DATABASE_URL, 127.0.0.1:1.d, cannot be used/);
  assert.ok(!`${failed.stdout}${failed.stderr}`.includes(password));
});

test('a service is not ready while its image folder is missing or read-only', async (t) => {
  const undo = cleanup(t);
  const data = await makeDataDir();
  undo(data.remove);
  const disk = await smallDisk(undo);
  const folder = disk ?? (await temporaryFolder('images'));
  const env = { DATA_DIR: data.path, IMAGES_URL: `file:${folder}/images` };
  const program = await startProgram(['--role', 'api'], env);
  undo(() => program.stop());
  const readiness = async (status: number) => {
    const answer = await program.ask('/readyz');
    return answer.status === status && answer.json().checks;
  };
  await until('it is ready', () => readiness(200));

  await rename(`${folder}/images`, `${folder}/elsewhere`);
  assert.deepEqual(await until('the missing folder is noticed', () => readiness(503)), {
    database: 'ok',
    images: 'failed',
  });
  await until('it is in the log', () => program.output().includes('its folder does not exist'));
  await rename(`${folder}/elsewhere`, `${folder}/images`);
  await until('it is ready again', () => readiness(200));

  if (disk === undefined) return;
  makeReadOnly(disk, true);
  assert.deepEqual(await until('it cannot write', () => readiness(503)), { database: 'ok', images: 'failed' });
  await until('it is in the log', () => program.output().includes('its disk is mounted read-only'));
  makeReadOnly(disk, false);
  await until('it is ready once more', () => readiness(200));
});
