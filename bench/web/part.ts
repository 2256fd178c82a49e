import { randomUUIDv7 } from 'node:crypto';
import { openSession } from '../../src/app/sign-in.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { openDatabase, storeOn } from '../../src/store/open.ts';
import { type Filled, fillSqlite } from '../filled.ts';
import { measureLoad } from '../load.ts';
import { startPagekeep } from '../pagekeep.ts';
import { recordAnswer, startBare } from '../recorded.ts';
import { perSecond, type Row } from '../report.ts';
import { compare, type Effort } from '../rounds.ts';

const WEBPAGES = 100_000;
const CAPTURES = 10_000;
const BAR = { atLeast: 0.3 };

/** The pages that people look at most, beside a bare Fastify route that sends the same bytes with the same headers. */
export async function* webPart(effort: Effort): AsyncIterable<Row> {
  const filled = fillSqlite(WEBPAGES, effort.refill);
  const { cookie, longest } = await prepare(filled);
  await using server = await startPagekeep(filled);
  const headers = { Cookie: cookie };
  for (const [name, path] of [
    ['home', '/'],
    ['home, page 1,000', '/?page=1000'],
    ['home, found by a word', '/?q=news'],
    ['timeline of 10,000 captures', `/webpages/${longest}`],
  ] as const) {
    await using bare = await startBare(await recordAnswer('*', server.origin + path, headers));
    const load = { paths: [path], headers, seconds: effort.seconds };
    const { product, limit, ratio } = await compare(effort.rounds, {
      limit: () => measureLoad({ ...load, origin: bare.origin }),
      product: () => measureLoad({ ...load, origin: server.origin }),
    });
    yield {
      work: `web, ${filled.webpages.toLocaleString('en')} webpages: ${name}`,
      figure: perSecond(product),
      against: `bare Fastify ${perSecond(limit)}`,
      ratio,
      bar: BAR,
    };
  }
}

/** Someone who is signed in, and a webpage with as many captures as the bar asks for. */
async function prepare({ databaseUrl, account }: Filled): Promise<{ cookie: string; longest: string }> {
  const database = openDatabase(databaseUrl);
  try {
    const store = storeOn(database);
    const { id } = await store.accounts.findByEmail(account);
    const secret = await openSession(store, id, { address: '127.0.0.1', userAgent: 'bench' }, new Date());
    const row = await database.get(
      'SELECT id FROM webpages WHERE account_id = $1 ORDER BY screenshot_count DESC, id LIMIT 1',
      [id],
    );
    const longest = String(row?.id);
    await lengthen(store, id, longest);
    return { cookie: `pagekeep_session=${secret}`, longest };
  } finally {
    await database.close();
  }
}

/** Adds captures, one an hour back from its oldest, until there are enough; they share a picture that is there. */
async function lengthen(store: Store, owner: string, webpageId: string): Promise<void> {
  const state = await store.screenshots.state(owner, webpageId, undefined);
  if (!state || state.count >= CAPTURES) return;
  const { records } = await store.screenshots.page(owner, webpageId, state, { page: 1, limit: 1, order: 'asc' });
  const [oldest] = records;
  if (!oldest) return;
  const added = Array.from({ length: CAPTURES - state.count }, (_, hour) => {
    const at = new Date(Date.parse(oldest.createdAt) - (hour + 1) * 3_600_000).toISOString();
    return { ...oldest, id: randomUUIDv7(), isFavorite: false, createdAt: at, modifiedAt: at };
  });
  await store.screenshots.addMany(owner, added);
  await store.screenshots.settle(owner, webpageId);
}
