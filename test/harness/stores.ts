import { after, before } from 'node:test';
import type { Store } from '../../src/domain/ports/store.ts';
import { openStore } from '../../src/store/open.ts';
import type { Engine, TestDatabase } from './engines.ts';

/** Within describe(): several stores on one database, like those of several processes. */
export function useStores(engine: Engine, count: number): Store[] {
  const stores: Store[] = [];
  let database: TestDatabase | undefined;
  before(async () => {
    database = await engine.makeDatabase();
    for (let n = 0; n < count; n += 1) stores.push(await openStore(database.url));
  });
  after(async () => {
    for (const store of stores) await store.close();
    await database?.drop();
  });
  return stores;
}

/** Within describe(): a store with its own database. */
export function useStore(engine: Engine): Store {
  const stores = useStores(engine, 1);
  return new Proxy({} as Store, {
    get(_target, name) {
      const [store] = stores;
      if (!store) throw new Error('the store is used before the first test');
      return Reflect.get(store, name);
    },
  });
}
