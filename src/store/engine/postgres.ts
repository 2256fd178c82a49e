import pg from 'pg';
import { Problem } from '../../domain/problem.ts';
import { DAMAGED, type Database, type EngineOptions, type Queries, type Row, type SortedRows } from './database.ts';
import { GatheringSocket } from './gathering-socket.ts';
import { codeOf, findPostgresDamage, isDamage } from './postgres-damage.ts';

const CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const MIGRATION_LOCK = 7_241_001;

const MILLISECONDS = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** PostgreSQL's SQL where the two engines differ. */
const DIALECT = {
  skipLocked: ' FOR UPDATE SKIP LOCKED',
  staying: ' FOR KEY SHARE',
  // Of a limit that is a parameter, PostgreSQL expects a tenth of the table, and so plans the statement again for each
  // value, which takes as long as reading a page. The inner limit is a number, and the plan is kept.
  slice: ({ select, source, key, direction, most }: SortedRows) => `SELECT * FROM (
      SELECT ${select}, t.${key} AS slice_key, t.id AS slice_id ${source}
      ORDER BY t.${key} ${direction}, t.id ${direction} LIMIT ${most}
    ) AS slice ORDER BY slice_key ${direction}, slice_id ${direction} LIMIT $2 OFFSET $3`,
  contains: (text: string, part: string) => `strpos(${text}, ${part}) > 0`,
  isListed: (text: string, list: string) => `${text} IN (SELECT jsonb_array_elements_text(${list}::jsonb))`,
  itemsOf: (list: string, name: string) => `jsonb_array_elements(${list}::jsonb) AS ${name} (value)`,
  // PostgreSQL verifies the checksums of its pages itself.
  intact: () => '1',
  intactListed: '1',
  wordIndex: {
    from: 'passages p',
    // The index finds passages with all the words in any order.
    has: (phrase: string) =>
      `string_to_array(p.words, ' ') @> (SELECT string_to_array(${phrase}, ' ')) AND ${hasPhrase(phrase)}`,
    hasUnindexed: hasPhrase,
    // "+ 0" keeps the planner from reading all passages in the order of their ids to find the few that match.
    id: 'p.id + 0',
    parameterOf: (words: readonly string[]) => words.join(' '),
    rebuild: 'REINDEX INDEX passages_by_words',
  },
  milliseconds: MILLISECONDS,
  nextRevision: `greatest(revision + 1, ${MILLISECONDS})`,
};

/**
 * Subqueries hide the phrase from the planner. Otherwise it plans each search anew, and this takes longer than to search for
 * a rare word.
 */
function hasPhrase(phrase: string): string {
  return `strpos(' ' || p.words || ' ', (SELECT ' ' || ${phrase} || ' ')) > 0`;
}

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);

export function openPostgres(url: string, { statementTimeoutMs, onDamage }: EngineOptions = {}): Database {
  const pool = openPool(url, statementTimeoutMs);

  // A named statement is planned once for each connection.
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
      if (isDamage(error)) onDamage?.(error);
      throw problemOf(error);
    }
  }

  /** Repeats a read whose connection broke: after a restart of PostgreSQL every pooled connection is dead. */
  async function read(text: string, values?: readonly unknown[]) {
    try {
      return await query(pool, text, values);
    } catch (error) {
      if (!(error instanceof Problem && error.kind === 'unavailable') || isTimeout(error.cause)) throw error;
      return await query(pool, text, values);
    }
  }

  const damaged = (fault: string) => {
    const error = new Error(fault);
    onDamage?.(error);
    return new Problem('unavailable', DAMAGED, { cause: error });
  };

  // PostgreSQL has a command for it, reindexdb, and no row sums that would show whether the rows are right.
  const rebuildIndexes = () => Promise.reject(new Problem('unavailable', DAMAGED));

  function queriesOn(client: pg.PoolClient): { queries: Queries; end(): void } {
    let ended = false;
    const ask: typeof query = (on, text, values) => {
      // The pool may have given the connection to another caller, and outside a transaction every write is permanent.
      if (ended) return Promise.reject(new Error('the transaction is over'));
      return query(on, text, values);
    };
    const queries: Queries = {
      ...DIALECT,
      all: async (sql, parameters) => (await ask(client, sql, parameters)).rows,
      get: async (sql, parameters) => (await ask(client, sql, parameters)).rows[0],
      analyze: async (table) => void (await ask(client, `ANALYZE ${table}`)),
      damaged,
      damage: () => findPostgresDamage(queries),
      rebuildIndexes,
      run: async (sql, parameters) => (await ask(client, sql, parameters)).rowCount ?? 0,
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
    // A connection that breaks between two queries must not end the process; the next query throws.
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      // BEGIN is sent together with the first statement of the work. If BEGIN fails, so do all that follow.
      const begun = [query(client, 'BEGIN')];
      // COMMIT returns before the disk has it, but no later transaction survives a crash without this one.
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
    ...DIALECT,
    all: async (sql, parameters) => (await read(sql, parameters)).rows,
    get: async (sql, parameters) => (await read(sql, parameters)).rows[0],
    analyze: async (table) => void (await query(pool, `ANALYZE ${table}`)),
    damaged,
    damage: () => findPostgresDamage({ all: async (sql) => (await read(sql)).rows }),
    rebuildIndexes,
    run: async (sql, parameters) => (await query(pool, sql, parameters)).rowCount ?? 0,
    transaction: (work, keeping) => retryDeadlocks(() => transaction(work, keeping)),
    migrate: (work) =>
      transaction(async (tx, client) => {
        await query(client, 'SET LOCAL statement_timeout = 0');
        await query(client, 'SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
        await work(
          tx,
          async (script) => void (await client.query(script)),
          (change) => change(),
        );
      }),
    close: () => pool.end(),
  };
}

function openPool(url: string, statementTimeoutMs: number | undefined): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'pagekeep',
    types,
    // Statements that are sent without waiting in between (send.ts) cross the network together.
    pipeline: true,
    stream: () => new GatheringSocket(),
  });
  // A broken connection is replaced at its next use; without a listener its error would end the process. The pool
  // listens only while a connection is idle.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    if (statementTimeoutMs === undefined) return;
    // Not a parameter of the connection, because poolers such as PgBouncer refuse those. A connection on which this
    // fails also fails at its first use.
    client.query(`SET statement_timeout = ${statementTimeoutMs}`).catch(() => undefined);
  });
  return pool;
}

/** PostgreSQL ends one of two transactions that wait for each other; repeating it is safe. */
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

// Connection exceptions, refused users, missing databases, too many connections, disk full, shutdown, start-up, errors
// of the socket (ENOENT: the folder of a Unix socket is gone), and errors of TLS.
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
  // PostgreSQL cannot store U+0000.
  if (code === '22021') return new Problem('invalid', 'A text holds the character U+0000.', { cause: error });
  if (isDamage(error)) return new Problem('unavailable', DAMAGED, { cause: error });
  const message = error instanceof Error ? error.message : '';
  if (TROUBLE.test(code) || TROUBLE_IN_WORDS.test(message)) {
    return new Problem('unavailable', 'The database cannot be reached at the moment.', { cause: error });
  }
  return error;
}
