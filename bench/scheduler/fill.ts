import pg from 'pg';

export interface Size {
  readonly pages: number;
  readonly accounts: number;
}

/** Three in ten pages belong to sites with a thousand pages, the others to sites with ten. */
const LARGE_SITE = 1_000;
const SMALL_SITE = 10;

/**
 * Adds tracked pages that are all due. The first account owns half of them. Like the restore of a dump, it inserts the
 * rows first, creates the indexes afterwards and does not check references. That takes a sixth of the time.
 */
export async function fillSchedules(url: string, { pages, accounts }: Size): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SET session_replication_role = replica; SET maintenance_work_mem = '512MB'");
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
       WHERE tablename IN ('webpages', 'capture_schedules') AND indexname NOT LIKE '%_pkey'`,
    );
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    const created = '2026-01-01T00:00:00.000Z';
    const uuid = (prefix: string, number: string) => `'${prefix}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0')`;
    const owner = `CASE WHEN n % 2 = 0 THEN 0 ELSE (n / 2) % ${accounts} END`;
    const large = Math.ceil((pages * 3) / 10 / LARGE_SITE);
    const small = Math.ceil((pages * 7) / 10 / SMALL_SITE);
    const site = `CASE WHEN n % 10 < 3 THEN 'large-' || (n / 10 % ${large}) ELSE 'small-' || (n % ${small}) END || '.example'`;
    await client.query(`INSERT INTO webpages
      (id, account_id, name, name_key, search_key, url, keywords, group_name, created_at, modified_at)
      SELECT ${uuid('bbbbbbbb', 'n')}, ${uuid('aaaaaaaa', `(${owner})`)}, 'Page ' || n, 'page ' || n,
        'page ' || n || ' ' || ${site} || '/' || n, 'https://' || ${site} || '/' || n, '[]', ${site},
        '${created}', '${created}'
      FROM generate_series(0, ${pages - 1}) n`);
    await client.query(`INSERT INTO accounts (id, email, password_hash, created_at, webpage_count)
      SELECT account_id, account_id || '@example.org', '', '${created}', count(*) FROM webpages GROUP BY account_id`);
    await client.query(`INSERT INTO sites (name, open_at, free_at)
      SELECT DISTINCT group_name, '${created}', '${created}' FROM webpages`);
    await client.query(`INSERT INTO capture_schedules (webpage_id, account_id, site, schedule, time_zone, options, ready_at)
      SELECT id, account_id, group_name, 'hourly', 'UTC', '{}', '${created}' FROM webpages`);
    for (const { definition } of indexes) await client.query(definition);
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

/** The bytes of each table with its indexes, and of each index. */
export async function sizesOf(url: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT relname, pg_total_relation_size(oid)::float8 AS bytes FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')`);
    return Object.fromEntries(rows.map(({ relname, bytes }) => [relname, Number(bytes)]));
  } finally {
    await client.end();
  }
}
