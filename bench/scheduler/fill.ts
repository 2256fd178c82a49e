import pg from 'pg';

export interface Size {
  readonly pages: number;
  readonly accounts: number;
  readonly sites: number;
}

/** Tracked pages by the million, in a few statements; the first account has half of them. All are due. */
export async function fillTracks(url: string, { pages, accounts, sites }: Size): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const created = '2026-01-01T00:00:00.000Z';
    const uuid = (prefix: string, number: string) => `'${prefix}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0')`;
    const owner = `CASE WHEN n % 2 = 0 THEN 0 ELSE (n / 2) % ${accounts} END`;
    await client.query(`INSERT INTO accounts (id, email, password_hash, created_at, webpage_count)
      SELECT ${uuid('aaaaaaaa', 'n')}, n || '@example.org', '', '${created}', 0 FROM generate_series(0, ${accounts - 1}) n`);
    await client.query(`INSERT INTO webpages
      (id, account_id, name, name_key, url, keywords, group_name, created_at, modified_at)
      SELECT ${uuid('bbbbbbbb', 'n')}, ${uuid('aaaaaaaa', `(${owner})`)}, 'Page ' || n, 'page ' || n,
        'https://site-' || (n % ${sites}) || '.example/' || n, '[]', 'site-' || (n % ${sites}) || '.example',
        '${created}', '${created}'
      FROM generate_series(0, ${pages - 1}) n`);
    await client.query(`INSERT INTO tracks (webpage_id, account_id, site, schedule, time_zone, options, ready_at)
      SELECT id, account_id, group_name, 'hourly', 'UTC', '{}', '${created}' FROM webpages`);
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

export async function sizesOf(url: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT relname, pg_total_relation_size(oid)::float8 AS bytes FROM pg_class
      WHERE relname IN ('webpages', 'tracks', 'captures', 'screenshots', 'pictures')`);
    return Object.fromEntries(rows.map(({ relname, bytes }) => [relname, Number(bytes)]));
  } finally {
    await client.end();
  }
}
