import pg from 'pg';
import { Problem } from '../domain/problem.ts';
import { coalesce } from './coalesce.ts';
import type { Database, Joined, Lookup, Queries, Row } from './database.ts';
import { joinedOf, joining } from './join.ts';

const CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const MIGRATION_LOCK = 7_241_001;
const SKIP_LOCKED = ' FOR UPDATE SKIP LOCKED';

const contains = (text: string, part: string) => `strpos(${text}, ${part}) > 0`;

const json = (text: string) => `to_json(${text})::text`;

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);

export function openPostgres(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'pagekeep',
    types,
  });
  // A connection that breaks is replaced at its next use; without a listener it would end the process. The pool listens
  // while a connection is idle, but not between two holders: the packet that frees it may also say that it is ended.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));

  const names = new Map<string, string>();
  async function query(on: pg.Pool | pg.PoolClient, text: string, values: readonly unknown[] = []) {
    let name = names.get(text);
    if (!name) {
      name = `q${names.size}`;
      names.set(text, name);
    }
    try {
      return await on.query<Row>({ name, text, values: values as unknown[] });
    } catch (error) {
      throw problemOf(error);
    }
  }

  /** A read that broke off with its connection is asked once more: after a restart every pooled connection is dead. */
  async function read(text: string, values?: readonly unknown[]) {
    try {
      return await query(pool, text, values);
    } catch (error) {
      if (!(error instanceof Problem && error.kind === 'unavailable')) throw error;
      return await query(pool, text, values);
    }
  }

  function queriesOn(client: pg.PoolClient): Queries {
    return {
      skipLocked: SKIP_LOCKED,
      contains,
      json,
      all: async (sql, parameters) => (await query(client, sql, parameters)).rows,
      get: async (sql, parameters) => (await query(client, sql, parameters)).rows[0],
      join: async (sql, parameters) => joinedRow(await query(client, joining(sql), parameters)),
      run: async (sql, parameters) => (await query(client, sql, parameters)).rowCount ?? 0,
      byKey: (lookup) => {
        const sql = textOf(lookup);
        return async (...key) => (await query(client, sql, [...key.map((value) => [value])])).rows[0];
      },
      version: () => undefined,
    };
  }

  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      throw problemOf(error);
    }
  }

  async function transaction<T>(work: (tx: Queries, client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await connect();
    let broken: Error | undefined;
    // A connection that breaks between two queries must not end the process; the next query reports it.
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      await query(client, 'BEGIN');
      const result = await work(queriesOn(client), client);
      await query(client, 'COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((rollback: Error) => {
        broken = rollback;
      });
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  return {
    engine: 'postgres',
    skipLocked: SKIP_LOCKED,
    contains,
    json,
    all: async (sql, parameters) => (await read(sql, parameters)).rows,
    get: async (sql, parameters) => (await read(sql, parameters)).rows[0],
    join: async (sql, parameters) => joinedRow(await read(joining(sql), parameters)),
    run: async (sql, parameters) => (await query(pool, sql, parameters)).rowCount ?? 0,
    byKey(lookup) {
      const sql = textOf(lookup);
      const ask = coalesce<string[], Row | undefined>(async (keys) => {
        const columns = lookup.key.map((_, column) => keys.map((key) => key[column]));
        const { rows } = await read(sql, columns);
        const answers = new Array<Row | undefined>(keys.length).fill(undefined);
        for (const row of rows) answers[(row.wanted as number) - 1] = row;
        return answers;
      });
      return (...key) => ask(key);
    },
    version: () => undefined,
    transaction: (work) => retryDeadlocks(() => transaction(work)),
    migrate: (work) =>
      transaction(async (tx, client) => {
        await query(client, 'SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
        await work(tx, async (script) => void (await client.query(script)));
      }),
    close: () => pool.end(),
  };
}

function joinedRow({ rows: [row] }: pg.QueryResult<Row>): Joined {
  return joinedOf([row?.members as string | null, row?.ids as string | null]);
}

function textOf({ select, from, key }: Lookup): string {
  const arrays = key.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const names = key.map((_, index) => `k${index}`);
  const where = key.map((column, index) => `${column} = asked.k${index}`).join(' AND ');
  return `SELECT asked.wanted, found.* FROM unnest(${arrays}) WITH ORDINALITY AS asked(${names.join(', ')}, wanted)
    JOIN LATERAL (SELECT ${select} FROM ${from} WHERE ${where}) AS found ON true`;
}

/** Two transactions that wait for each other: PostgreSQL ends one, which can simply be done again. */
async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const code = codeOf(error);
      if (attempt >= 5 || (code !== '40P01' && code !== '40001')) throw error;
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

// Connection exceptions, a refused user, a missing database, too many connections, disk full, shutting down, starting up, and what the socket says.
const TROUBLE =
  /^(08...|28...|3D...|53...|57P0.|25006|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/;

function problemOf(error: unknown): unknown {
  const code = codeOf(error);
  if (code === '23505') return new Problem('conflict', 'A record with the same key exists.', { cause: error });
  const message = error instanceof Error ? error.message : '';
  if (TROUBLE.test(code) || /connection (terminated|timeout|ended)|timeout exceeded|not queryable/i.test(message)) {
    return new Problem('unavailable', 'The database cannot be reached at the moment.', { cause: error });
  }
  return error;
}
