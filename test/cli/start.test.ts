import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fastify from 'fastify';
import { readConfig } from '../../src/config.ts';
import { newDesk } from '../harness/cli.ts';

/** The value of each setting and the expected message. */
const BAD_SETTINGS: Record<string, [value: string, said: RegExp]> = {
  PORT: ['eighty', /^pagekeep: PORT is "eighty", but must be a whole number from 0 to 65535\.\n$/],
  PUBLIC_URL: ['ftp://example.org', /^pagekeep: PUBLIC_URL is "ftp:\/\/example\.org", but must be [^\n]+\n$/],
  IMAGE_HOST_URL: ['pictures', /^pagekeep: IMAGE_HOST_URL is "pictures", but must be [^\n]+\n$/],
  TRUSTED_PROXIES: ['10.0.0.0/99', /^pagekeep: TRUSTED_PROXIES is "10\.0\.0\.0\/99", but must be [^\n]+\n$/],
  LOG_LEVEL: ['loud', /^pagekeep: LOG_LEVEL is "loud", but must be one of [^\n]+\n$/],
  IMAGES_URL: ['ftp://pictures', /^pagekeep: IMAGES_URL has the scheme "ftp:"[^\n]+\n$/],
  DATABASE_URL: ['mysql://ann:secret@db/archive', /^pagekeep: DATABASE_URL is "mysql", but must be [^\n]+\n$/],
};

for (const [name, [value, said]] of Object.entries(BAD_SETTINGS)) {
  test(`an invalid ${name} stops the start with one line that names it`, async (t) => {
    const { code, stdout, stderr } = await (await newDesk(t)).run('serve', { env: { [name]: value } });
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, said);
    assert.doesNotMatch(stderr, /secret/);
  });
}

test('a PUBLIC_URL with an unsupported path is refused with the allowed characters', () => {
  for (const path of ['/caf%C3%A9', '/café', '/a b', '/a%2Fb', '/:x', '/*', '/a(b)', '/a//b', '//a', '/a;b', '/@a']) {
    assert.throws(() => readConfig({ PUBLIC_URL: `http://localhost:4810${path}` }), {
      kind: 'invalid',
      message: `PUBLIC_URL is "http://localhost:4810${path}", but must be an address whose path contains only A to Z, a to z, 0 to 9 and . _ ~ - between single slashes.`,
    });
  }
  assert.equal(readConfig({ PUBLIC_URL: 'http://localhost/a.B_c~d-9/e//' }).publicUrl, 'http://localhost/a.B_c~d-9/e');
  const imageHostUrl = 'https://cdn.example/caf%C3%A9/:x';
  assert.equal(readConfig({ IMAGE_HOST_URL: imageHostUrl }).imageHostUrl, imageHostUrl, 'not used for routes');
});

test('TRUSTED_PROXIES accepts only addresses and ranges that the server supports', async () => {
  const refused = [
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0.0/',
    '10.0.0.0/8/9',
    '::1/129',
    '::/0',
    'loopback/8',
    '10.0.0/8',
  ];
  for (const proxies of [...refused, ...refused.map((range) => `loopback, ${range}`)]) {
    assert.throws(() => readConfig({ TRUSTED_PROXIES: proxies }), {
      kind: 'invalid',
      message: `TRUSTED_PROXIES is "${proxies}", but must be none, or a comma-separated list of loopback, linklocal, uniquelocal, addresses and ranges (from /1 to /32, for IPv6 to /128).`,
    });
  }
  const taken = 'uniquelocal, 10.0.0.1, 10.0.0.0/1, 10.0.0.0/32, fd00::1, fe80::1%eth0, ::1/128, ::ffff:10.0.0.0/104';
  const { trustedProxies } = readConfig({ TRUSTED_PROXIES: taken });
  assert.equal(trustedProxies.length, 8);
  await fastify({ trustProxy: [...trustedProxies] }).close();
});

test('the environment overrides settings in .env', async (t) => {
  const desk = await newDesk(t);
  await writeFile(join(desk.folder, '.env'), 'PORT=fromfile\n');
  assert.match((await desk.run('serve')).stderr, /PORT is "fromfile"/);
  assert.match((await desk.run('serve', { env: { PORT: 'fromshell' } })).stderr, /PORT is "fromshell"/);
});

test('HOST=localhost means one address, so that only one server listens', () => {
  assert.equal(readConfig({ HOST: 'localhost' }).host, '127.0.0.1');
  assert.equal(readConfig({ HOST: '::1' }).host, '::1');
});

test('a data folder that cannot be created gives one line that names it', async (t) => {
  const desk = await newDesk(t);
  await writeFile(join(desk.folder, 'data'), 'a file is in its place');
  const { code, stderr } = await desk.run('serve');
  assert.equal(code, 1);
  assert.match(stderr, /^pagekeep: DATA_DIR [^\n]*\/data[^\n]*\n$/);
});

test('a data folder below /proc is refused and not retried forever', async (t) => {
  const { code, stderr } = await (await newDesk(t)).run('account list', { env: { DATA_DIR: '/proc/pagekeep/data' } });
  assert.equal(code, 1);
  assert.match(stderr, /^pagekeep: DATA_DIR \/proc\/pagekeep\/data cannot be written: [^\n]*\n$/);
});

test('a data folder without write permission gives one line that names it', async (t) => {
  if (process.getuid?.() === 0) return t.skip('root may write everywhere');
  const desk = await newDesk(t);
  await mkdir(join(desk.folder, 'data'));
  await chmod(join(desk.folder, 'data'), 0o500);
  const { code, stderr } = await desk.run('serve');
  assert.equal(code, 1);
  assert.match(stderr, /^pagekeep: DATA_DIR [^\n]*\/data cannot be written[^\n]*\n$/);
});

test('a port in use gives one line that names it', async (t) => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  t.after(() => taken.close());
  const address = taken.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const { code, stderr } = await (await newDesk(t)).run('serve', { env: { PORT: port } });
  assert.equal(code, 1);
  assert.equal(stderr, `pagekeep: PORT ${port} is already in use on 127.0.0.1: set PORT to another one.\n`);
});

test('an invalid percent sign in an S3 prefix gives one line', async (t) => {
  const env = { IMAGES_URL: 's3://pictures/100%' };
  const { code, stderr } = await (await newDesk(t)).run('account list', { env });
  assert.equal(stderr, 'pagekeep: IMAGES_URL is invalid: a % in the prefix must be written as %25.\n');
  assert.equal(code, 1);
});

test('an unreachable database gives one line with its address, without the password', async (t) => {
  const env = { DATABASE_URL: 'postgres://ann:secret@127.0.0.1:1/archive' };
  const { code, stderr } = await (await newDesk(t)).run('serve', { env });
  assert.equal(code, 1);
  assert.match(stderr, /^pagekeep: The database of DATABASE_URL, 127\.0\.0\.1:1\/archive, cannot be used: [^\n]+\n$/);
  assert.doesNotMatch(stderr, /secret/);
});

test('a database without its socket, TLS or certificate gives one line', async (t) => {
  // PostgreSQL without TLS answers N to a request for TLS.
  const server = createServer((socket) => socket.once('data', () => socket.end('N')).on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const address = server.address();
  const place = `postgres://ann:secret@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/archive`;
  const desk = await newDesk(t);
  for (const [url, said] of [
    ['postgres:///archive?host=/nowhere', 'connect ENOENT /nowhere/.s.PGSQL.5432'],
    [`${place}?sslmode=verify-full`, 'The server does not support SSL connections'],
    [`${place}?sslrootcert=/nowhere.pem`, "ENOENT: no such file or directory, open '/nowhere.pem'"],
  ] as const) {
    const { code, stderr } = await desk.run('account list', { env: { DATABASE_URL: url } });
    assert.match(stderr, /^pagekeep: The database of DATABASE_URL, [^\n]+\n$/);
    assert.ok(stderr.includes(`cannot be used: ${said}.`), stderr);
    assert.equal(code, 1);
    assert.doesNotMatch(stderr, /secret/);
  }
});

test('an unreadable .env gives one line with the reason', async (t) => {
  const desk = await newDesk(t);
  await mkdir(join(desk.folder, '.env'));
  const { code, stderr } = await desk.run('account list');
  assert.equal(stderr, 'pagekeep: The file .env cannot be read: EISDIR: illegal operation on a directory, read.\n');
  assert.equal(code, 1);
});

test('a command whose output cannot be written ends with exit code 1', async (t) => {
  const desk = await newDesk(t);
  const script = `${process.execPath} ${process.cwd()}/bin/pagekeep.js account add ann@example.org >/dev/full`;
  const { status, stderr } = spawnSync('sh', ['-c', script], { cwd: desk.folder, encoding: 'utf8' });
  assert.equal(stderr, 'pagekeep: The output could not be written: ENOSPC: no space left on device, write.\n');
  assert.equal(status, 1);
});

test('a file that is not a database gives one line', async (t) => {
  const desk = await newDesk(t);
  await mkdir(join(desk.folder, 'data'));
  await writeFile(join(desk.folder, 'data/pagekeep.db'), 'this was never a database, whatever its name says');
  const { code, stderr } = await desk.run('account list');
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^pagekeep: The database [^\n]*pagekeep\.db[^\n]*not a database\. Stop the service and restore a backup\.\n$/,
  );
});

test('a database of a newer version is refused and not changed', async (t) => {
  const desk = await newDesk(t);
  await desk.json('migrate');
  const path = join(desk.folder, 'data/pagekeep.db');
  const database = new DatabaseSync(path);
  database.exec('INSERT INTO schema_version (version) VALUES (999)');
  database.close();
  const { code, stderr } = await desk.run('serve');
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^pagekeep: The database has schema version 999, but this version of Pagekeep knows only \d+[^\n]*\n$/,
  );
});

test('an older Node gives one line', async (t) => {
  const old = '/usr/bin/node';
  const version = versionOf(old);
  if (version === undefined || Number.parseInt(version.slice(1), 10) >= 26) return t.skip('no older Node is here');
  const { code, stdout, stderr } = await (await newDesk(t)).run('serve', { node: old });
  assert.equal(code, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /^Pagekeep needs Node 26 or newer, but this is Node [^\n]+\n$/);
});

function versionOf(node: string): string | undefined {
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8' });
  } catch {
    return undefined;
  }
}
