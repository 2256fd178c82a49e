import { randomUUIDv7 } from 'node:crypto';
import { makeWebpage } from '../../src/domain/webpage.ts';
import { openDatabase, openStore } from '../../src/store/open.ts';
import type { Filled } from '../filled.ts';

/** Writes to the archive while the server serves it, as another process does. */
export interface Writer extends AsyncDisposable {
  /** Adds a webpage in the middle of every sort order. Returns a function that removes it. */
  add(): Promise<() => Promise<void>>;
}

export async function openWriter(filled: Filled): Promise<Writer> {
  const store = await openStore(filled.databaseUrl);
  const owner = (await store.accounts.findByEmail(filled.account)).id;
  return {
    async add() {
      const id = randomUUIDv7();
      const name = `meanwhile ${id}`;
      await store.webpages.add(owner, makeWebpage({ url: `https://m.example/${id}`, name }, { id, now: new Date() }));
      return () => store.webpages.remove(owner, id);
    },
    [Symbol.asyncDispose]: () => store.close(),
  };
}

/** Changes the revision of the collection, so that no list can be answered from memory. Its size stays the same. */
export async function renew(writer: Writer): Promise<void> {
  const remove = await writer.add();
  await remove();
}

const SAMPLE = 100_000;

export interface Samples {
  readonly webpages: readonly string[];
  readonly screenshots: readonly string[];
}

/** Paths of randomly chosen records. */
export async function samplePaths({ databaseUrl }: Filled): Promise<Samples> {
  const database = await openDatabase(databaseUrl);
  try {
    const webpages = await database.all(
      `SELECT id FROM webpages WHERE account_id IS NOT NULL ORDER BY random() LIMIT ${SAMPLE}`,
    );
    const screenshots = await database.all(
      `SELECT s.id, s.webpage_id FROM screenshots s JOIN webpages w ON w.id = s.webpage_id
       WHERE w.account_id IS NOT NULL ORDER BY random() LIMIT ${SAMPLE}`,
    );
    return {
      webpages: webpages.map(({ id }) => `/v3/webpages/${id}`),
      screenshots: screenshots.map(({ id, webpage_id }) => `/v3/webpages/${webpage_id}/screenshots/${id}`),
    };
  } finally {
    await database.close();
  }
}
