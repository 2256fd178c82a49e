import pg from 'pg';
import { Problem } from '../../domain/problem.ts';
import { gatherPages } from '../paging/gather-pages.ts';
import { coalesce } from './coalesce.ts';
import type { Database, Lookup, PageSql, Queries, Row } from './database.ts';
import { GatheringSocket } from './gathering-socket.ts';
import { RawRowsClient } from './raw-rows.ts';
import { shareConnection } from './shared-connection.ts';

const CONNECTIONS = 10;
const READING_CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 5_000;
const MIGRATION_LOCK = 7_241_001;

/** PostgreSQL's words for what the store's SQL leaves to the engine. */
const WORDS = {
  skipLocked: ' FOR UPDATE SKIP LOCKED',
  staying: ' FOR KEY SHARE',
  contains: (text: string, part: string) => `strpos(${text}, ${part}) > 0`,
  nextRevision: 'greatest(revision + 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)',
  // It chooses the right index by itself.
  through: () => '',
  keepsShown: true,
  // Its concat() takes values of any type, and looks for each how to make a text of it.
  concat: (texts: readonly string[]) => texts.join(' || '),
  json: (text: string) => `to_json(${text})::text`,
};

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** Of rows that come as bytes (raw-rows.ts). */
const DECODING: pg.CustomTypesConfig = {
  getTypeParser: (type: number) => {
    const parse = types.getTypeParser(type, 'text') as unknown as (text: string) => unknown;
    return ((bytes: Buffer) => parse(bytes.toString())) as never;
  },
};

export interface PostgresOptions {
  /** Statements that take longer are broken off; undefined: none is. */
  readonly statementTimeoutMs?: number | undefined;
}

export function openPostgres(url: string, { statementTimeoutMs }: PostgresOptions = {}): Database {
  const settings = statementTimeoutMs === undefined ? [] : [`SET statement_timeout = ${statementTimeoutMs}`];
  const pool = openPool(url, CONNECTIONS, settings);
  // How many records a page holds, PostgreSQL learns only when it is asked; it fears the worst for a plan that knows no
  // numbers, and makes a new one each time, which takes half as long as the page. The first one is as good.
  const readers = openPool(
    url,
    READING_CONNECTIONS,
    [...settings, 'SET plan_cache_mode = force_generic_plan'],
    RawRowsClient,
  );
  const sharing = shareConnection(readers);

  const names = new Map<string, string>();
  async function query(
    on: pg.Pool | pg.PoolClient,
    text: string,
    values: readonly unknown[] = [],
    parsing?: pg.CustomTypesConfig,
  ) {
    let name = names.get(text);
    if (!name) {
      name = `q${names.size}`;
      names.set(text, name);
    }
    try {
      return await on.query<Row>({ name, text, values: values as unknown[], ...(parsing && { types: parsing }) });
    } catch (error) {
      throw problemOf(error);
    }
  }

  /** A read that broke off with its connection is asked once more: after a restart every pooled connection is dead. */
  async function twice<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Problem && error.kind === 'unavailable') || isTimeout(error.cause)) throw error;
      return await ask();
    }
  }

  const read = (text: string, values?: readonly unknown[]) => twice(() => query(pool, text, values));

  /** For what takes PostgreSQL a millisecond or two. */
  const readShortly = (text: string, values: readonly unknown[], parsing: pg.CustomTypesConfig) =>
    twice(async () => {
      try {
        return await sharing((client) => query(client, text, values, parsing));
      } catch (error) {
        // That there is no connection.
        throw problemOf(error);
      }
    });

  function queriesOn(client: pg.PoolClient): { queries: Queries; end(): void } {
    let ended = false;
    const ask: typeof query = (on, text, values) => {
      // The connection may be somebody else's by now, and outside a transaction every write would stand.
      if (ended) return Promise.reject(new Error('the transaction is over'));
      return query(on, text, values);
    };
    const queries: Queries = {
      ...WORDS,
      all: async (sql, parameters) => (await ask(client, sql, parameters)).rows,
      get: async (sql, parameters) => (await ask(client, sql, parameters)).rows[0],
      async join({ head, tail }, page, parameters) {
        const { rows } = await ask(client, joined(page), parameters);
        return { list: head + (rows[0]?.text ?? '') + tail, revision: Number(rows[0]?.revision) };
      },
      run: async (sql, parameters) => (await ask(client, sql, parameters)).rowCount ?? 0,
      byKey: (lookup) => {
        const sql = textOf(lookup);
        return async (...key) => (await ask(client, sql, [...key.map((value) => [value])])).rows[0];
      },
      version: () => undefined,
    };
    return {
      queries,
      end() {
        ended = true;
      },
    };
  }

  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      throw problemOf(error);
    }
  }

  async function transaction<T>(
    work: (tx: Queries, client: pg.PoolClient) => Promise<T>,
    keeping?: 'brief',
  ): Promise<T> {
    const client = await connect();
    const tx = queriesOn(client);
    let broken: Error | undefined;
    // A connection that breaks between two queries must not end the process; the next query reports it.
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      // Not waited for: the first statement of the work goes with it. Without it, none that follows is carried out.
      const begun = [query(client, 'BEGIN')];
      // Answers before the disk has it; what is committed later is never kept without it.
      if (keeping) begun.push(query(client, 'SET LOCAL synchronous_commit = off'));
      const [result] = await Promise.all([work(tx.queries, client), ...begun]);
      tx.end();
      await query(client, 'COMMIT');
      return result;
    } catch (error) {
      tx.end();
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
    ...WORDS,
    all: async (sql, parameters) => (await read(sql, parameters)).rows,
    get: async (sql, parameters) => (await read(sql, parameters)).rows[0],
    join: gatherPages(readShortly),
    run: async (sql, parameters) => (await query(pool, sql, parameters)).rowCount ?? 0,
    byKey(lookup) {
      const sql = textOf(lookup);
      const ask = coalesce<string[], Row | undefined>(async (keys) => {
        const columns = lookup.key.map((_, column) => keys.map((key) => key[column]));
        const { rows } = await readShortly(sql, columns, DECODING);
        const answers = new Array<Row | undefined>(keys.length).fill(undefined);
        for (const row of rows) answers[(row.wanted as number) - 1] = row;
        return answers;
      });
      return (...key) => ask(key);
    },
    version: () => undefined,
    transaction: (work, keeping) => retryDeadlocks(() => transaction(work, keeping)),
    migrate: (work) =>
      transaction(async (tx, client) => {
        await query(client, 'SET LOCAL statement_timeout = 0');
        await query(client, 'SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
        await work(tx, async (script) => void (await client.query(script)));
      }),
    async takeStock() {
      const client = await connect();
      try {
        await query(client, 'SET statement_timeout = 0');
        const { rows } = await query(client, 'SELECT 1 FROM webpages LIMIT 1');
        // From then on it knows which records everyone may see, and reads a list from an index alone. Of a table that it
        // saw empty it would believe for a while that it still is, and read it from end to end.
        if (rows.length > 0) await query(client, 'VACUUM (ANALYZE) webpages');
      } finally {
        client.release(true);
      }
    },
    close: async () => void (await Promise.all([pool.end(), readers.end()])),
  };
}

function openPool(url: string, max: number, settings: readonly string[], Client = pg.Client): pg.Pool {
  const pool = new pg.Pool({
    Client,
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'pagekeep',
    types,
    // Statements that are sent without a wait between them (send.ts) cross the network together.
    pipeline: true,
    stream: () => new GatheringSocket(),
  });
  // A connection that breaks is replaced at its next use; without a listener it would end the process. The pool listens
  // while a connection is idle, but not between two holders: the packet that frees it may also say that it is ended.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    // Not as parameters of the connection: a pooler in between would refuse them. One that cannot be set up fails at its use.
    for (const setting of settings) client.query(setting).catch(() => undefined);
  });
  return pool;
}

/** The members of a page as one text. The frame is put around it here: it need not cross the network twice. */
const joined = ({ members, revision }: PageSql) =>
  `SELECT string_agg(member, ',') AS text, ${revision} AS revision FROM (${members}) AS page`;

function textOf({ select, from, key, where }: Lookup): string {
  const arrays = key.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const names = key.map((_, index) => `k${index}`);
  const conditions = key.map((column, index) => `${column} = asked.k${index}`);
  if (where) conditions.push(where);
  return `SELECT asked.wanted, found.* FROM unnest(${arrays}) WITH ORDINALITY AS asked(${names.join(', ')}, wanted)
    JOIN LATERAL (SELECT ${select} FROM ${from} WHERE ${conditions.join(' AND ')}) AS found ON true`;
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

// Connection exceptions, a refused user, a missing database, too many connections, disk full, shutting down, starting up,
// what the socket says (of one in a folder that the server has taken away, ENOENT), and what TLS says of a certificate.
const TROUBLE =
  /^(08...|28...|3D...|53...|57P0.|25006|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|NOENT|ACCES)|ERR_(TLS|SSL)_\w+|UNABLE_TO_\w+|\w*CERT\w*)$/;
const TROUBLE_IN_WORDS = /connection (terminated|timeout|ended)|timeout exceeded|not queryable|SSL connection/i;

const isTimeout = (error: unknown) => codeOf(error) === '57014';

function problemOf(error: unknown): unknown {
  const code = codeOf(error);
  if (isTimeout(error)) {
    return new Problem('unavailable', 'The database takes too long at the moment.', { cause: error });
  }
  if (code === '23505') return new Problem('conflict', 'A record with the same key exists.', { cause: error });
  // U+0000 is the one character that a JavaScript string brings and PostgreSQL has no place for.
  if (code === '22021') return new Problem('invalid', 'A text holds the character U+0000.', { cause: error });
  const message = error instanceof Error ? error.message : '';
  if (TROUBLE.test(code) || TROUBLE_IN_WORDS.test(message)) {
    return new Problem('unavailable', 'The database cannot be reached at the moment.', { cause: error });
  }
  return error;
}
