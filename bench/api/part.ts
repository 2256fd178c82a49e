import { fillSqlite } from '../filled.ts';
import { startPagekeep } from '../pagekeep.ts';
import { startPostgres } from '../postgres.ts';
import { mebibytes, type Row } from '../report.ts';
import type { Effort } from '../rounds.ts';
import { paging } from './paging.ts';
import { againstPeer } from './peer.ts';
import { measureStart } from './start.ts';
import { type Bars, throughput } from './throughput.ts';

const SQLITE: Bars = { item: 0.45, repeatedList: 0.7, newList: 0.12, notModified: 0.6 };
const POSTGRES: Bars = { item: 0.25, repeatedList: 0.4, newList: 0.08, notModified: 0.25 };

const MEMORY_LIMIT = 250 * 1024 * 1024;

/** Archive API v3 over a large archive, compared with a bare Fastify route and with json-server. */
export async function* apiPart(effort: Effort): AsyncIterable<Row> {
  const filled = await fillSqlite(effort.webpages, effort.refill);
  const label = (engine: string) => `${engine}, ${effort.webpages.toLocaleString('en')} webpages: `;
  {
    await using server = await startPagekeep(filled);
    for await (const row of throughput(effort, filled, server, SQLITE)) yield prefixed(label('SQLite'), row);
    for await (const row of paging(filled, server)) yield prefixed(label('SQLite'), row);
    for await (const row of againstPeer(effort, filled, server)) yield row;
    const memory = server.residentBytes();
    yield {
      work: `${label('SQLite')}memory after all this`,
      figure: mebibytes(memory),
      against: mebibytes(MEMORY_LIMIT),
      ratio: memory / MEMORY_LIMIT,
      bar: { atMost: 1 },
    };
  }
  yield prefixed(label('SQLite'), await measureStart(effort, filled));

  await using postgres = await startPostgres(effort.webpages, effort.refill);
  await using server = await startPagekeep(postgres.filled);
  for await (const row of throughput(effort, postgres.filled, server, POSTGRES)) {
    yield prefixed(label('PostgreSQL'), row);
  }
}

const prefixed = (prefix: string, row: Row): Row => ({ ...row, work: prefix + row.work });
