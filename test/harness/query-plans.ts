import type { TestContext } from 'node:test';
import type { Store } from '../../src/domain/ports/store.ts';
import type { Database, Value } from '../../src/store/engine/database.ts';
import { openMigrated, storeOn } from '../../src/store/open.ts';
import type { Engine } from './engines.ts';

const EXPLAIN = { sqlite: 'EXPLAIN QUERY PLAN', postgres: 'EXPLAIN' };

type Query = readonly [sql: string, parameters: readonly Value[]];

/** A store on a new database, and its queries since `queries` was emptied. */
export interface ExplainedStore {
  readonly store: Store;
  readonly database: Database;
  readonly queries: Query[];
  /** The query plan, as the engine writes it. */
  planOf(query: Query | undefined): Promise<string>;
  /** Whether PostgreSQL stops to plan the query again for each value of its parameters. SQLite never does. */
  keepsPlan(query: Query | undefined): Promise<boolean>;
}

/** PostgreSQL plans a statement five times before it decides. */
const DECIDED = 7;

export async function openExplained(t: TestContext, engine: Engine): Promise<ExplainedStore> {
  const place = await engine.makeDatabase();
  t.after(() => place.drop());
  const { database } = await openMigrated(place.url);
  t.after(() => database.close());
  const queries: Query[] = [];
  const store = storeOn({
    ...database,
    get(sql, parameters = []) {
      queries.push([sql, parameters]);
      return database.get(sql, parameters);
    },
    all(sql, parameters = []) {
      queries.push([sql, parameters]);
      return database.all(sql, parameters);
    },
  });
  return {
    store,
    database,
    queries,
    async planOf(query) {
      if (!query) throw new Error('nothing was read');
      const [sql, parameters] = query;
      const rows = await database.all(`${EXPLAIN[engine.name]} ${sql}`, parameters);
      return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
    },
    async keepsPlan(query) {
      if (!query) throw new Error('nothing was read');
      if (engine.name === 'sqlite') return true;
      const [sql, parameters] = query;
      return database.transaction(async (tx) => {
        for (let count = 0; count < DECIDED; count += 1) await tx.all(sql, parameters);
        const row = await tx.get('SELECT generic_plans FROM pg_prepared_statements WHERE statement = $1', [sql]);
        return Number(row?.generic_plans) > 0;
      });
    },
  };
}
