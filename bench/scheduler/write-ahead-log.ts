import pg from 'pg';

/** Bytes written to the log: changes, and full page images, each once after a checkpoint. */
export interface Logged {
  readonly changes: number;
  readonly wholePages: number;
}

/** Returns a function that reports the bytes written since this call. */
export async function watchLog(url: string): Promise<() => Promise<Logged>> {
  const ask = async (sql: string, parameters: string[] = []) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql, parameters)).rows[0];
    } finally {
      await client.end();
    }
  };
  await ask('CREATE EXTENSION IF NOT EXISTS pg_walinspect');
  const { begin } = await ask('SELECT pg_current_wal_flush_lsn() AS begin');
  return async () => {
    const { changes, pages } = await ask(
      `SELECT sum(record_size)::float8 AS changes, sum(fpi_size)::float8 AS pages
       FROM pg_get_wal_stats($1, pg_current_wal_flush_lsn())`,
      [begin],
    );
    return { changes, wholePages: pages };
  };
}
