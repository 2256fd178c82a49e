import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/store/open.ts';
import { type Child, freePort, startChild } from '../child.ts';
import type { Filled } from '../filled.ts';
import { measureLoad } from '../load.ts';
import { perSecond, type Row } from '../report.ts';
import { compare, type Effort } from '../rounds.ts';

/** json-server clones all records for each request: with more of them, a list takes seconds. */
const PEER_RECORDS = 10_000;

const JSON_SERVER = join(import.meta.dirname, '../../node_modules/json-server/lib/cli/bin.js');

/** Pagekeep with all its records, compared with json-server with as many as it can serve. */
export async function* againstPeer(effort: Effort, filled: Filled, server: Child): AsyncIterable<Row> {
  const database = await openDatabase(filled.databaseUrl);
  const records = await database.all(
    `SELECT id, name, url, keywords, group_name, created_at, modified_at
     FROM webpages WHERE account_id IS NOT NULL ORDER BY random() LIMIT ${PEER_RECORDS}`,
  );
  await database.close();
  const folder = mkdtempSync(join(tmpdir(), 'pagekeep-bench-peer-'));
  const file = join(folder, 'db.json');
  writeFileSync(file, JSON.stringify({ webpages: records }));
  try {
    const port = await freePort();
    const args = [JSON_SERVER, '--quiet', '--host', '127.0.0.1', '--port', String(port), file];
    await using peer = await startChild({ args, port });
    const ids = records.map(({ id }) => id);
    const works = [
      {
        name: 'GET one webpage',
        ours: ids.map((id) => `/v3/webpages/${id}`),
        theirs: ids.map((id) => `/webpages/${id}`),
      },
      { name: 'list of 50', ours: ['/v3/webpages'], theirs: ['/webpages?_page=1&_limit=50'] },
    ];
    for (const { name, ours, theirs } of works) {
      const load = { headers: { Authorization: `Bearer ${filled.token}` }, seconds: effort.seconds };
      const { product, limit, ratio, range } = await compare(effort.rounds, {
        product: () => measureLoad({ ...load, origin: server.origin, paths: ours }),
        limit: () => measureLoad({ ...load, origin: peer.origin, paths: theirs }),
      });
      yield {
        work: `peer: ${name}`,
        figure: perSecond(product),
        against: `json-server (${records.length.toLocaleString('en')} records) ${perSecond(limit)}`,
        ratio,
        range,
        bar: { atLeast: 1 },
      };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
