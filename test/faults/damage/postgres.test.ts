import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { openImages } from '../../../src/images/open.ts';
import { openMigrated, storeOn } from '../../../src/store/open.ts';
import { cleanup } from '../../harness/cleanup.ts';
import { postgres, temporaryFolder } from '../../harness/engines.ts';
import { type Random, ROUNDS, seeded } from '../random.ts';
import { askDoctor } from './examine.ts';
import { compareReplies, fillSample, readEverything } from './sample.ts';
import { makeTally } from './tally.ts';

const PAGE = 8192;

/** Changes of one page of a table or an index. */
const WAYS: Readonly<Record<string, (page: Buffer, random: Random) => void>> = {
  'one byte changed': (page, random) => {
    const at = random.whole(PAGE);
    page[at] = ((page[at] ?? 0) + 1 + random.whole(255)) & 0xff;
  },
  'bytes overwritten': (page, random) => {
    const start = random.whole(PAGE - 200);
    for (let at = start; at < start + 200; at += 1) page[at] = random.whole(256);
  },
  'half of a page lost': (page) => void page.fill(0, PAGE / 2),
};

test('a damaged page of PostgreSQL is noticed and never served', async (t) => {
  const undo = cleanup(t);
  const random = seeded(t);
  const { url, drop } = await postgres.makeDatabase();
  undo(drop);
  const { database } = await openMigrated(url);
  undo(() => database.close());
  const parts = { store: storeOn(database), images: await openImages(`file:${await temporaryFolder('images')}`) };
  const sample = await fillSample(parts.store, parts.images);
  const server = new pg.Client(url);
  await server.connect();
  undo(() => server.end());
  await server.query('CREATE EXTENSION amcheck; CREATE EXTENSION pg_buffercache');
  const ask = async (sql: string) => (await server.query(sql)).rows;
  /** Makes the server read every page from its file again. */
  const forget = () => ask("SELECT pg_buffercache_evict_relation(c.oid) FROM pg_class c WHERE c.relkind IN ('r', 'i')");
  assert.deepEqual(await ask('SHOW data_checksums'), [{ data_checksums: 'on' }]);
  const intact = await readEverything(parts, sample, sample.recordPaths);
  for (const [path, { status }] of intact) assert.equal(status, 200, path);
  assert.deepEqual(await askDoctor(parts), []);
  const [{ data_directory: folder }] = await ask('SHOW data_directory');
  const relations = await ask(RELATIONS);
  const tally = makeTally();
  for (const [way, change] of Object.entries(WAYS)) {
    for (let round = 0; round < 3 * ROUNDS; round += 1) {
      await ask('CHECKPOINT');
      const { path, pages, kind, name } = random.pick(relations);
      const mend = await changePage(join(folder, path), random.whole(pages), (page) => change(page, random));
      await forget();
      const { refused, wrong } = compareReplies(intact, await readEverything(parts, sample, sample.recordPaths));
      const noticedBy = refused > 0 ? ['reader'] : [];
      const findings = await askDoctor(parts);
      if (findings.length > 0) noticedBy.push('doctor');
      await mend();
      await forget();
      assert.deepEqual(wrong, [], name);
      assert.deepEqual(findings, ['damaged database'], `${name}: ${way}`);
      tally.add(`PostgreSQL: ${kind === 'r' ? 'table' : 'index'}, ${way}`, { noticedBy, wrong: wrong.length });
    }
  }
  assert.deepEqual(await askDoctor(parts), []);
  tally.print(t);
});

/** Tables and indexes with rows. */
const RELATIONS = `SELECT c.relname AS name, c.relkind AS kind, pg_relation_filepath(c.oid) AS path,
    pg_relation_size(c.oid)::int / ${PAGE} AS pages
  FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'i')
    AND pg_relation_size(c.oid) > 0 ORDER BY c.relname`;

/** Returns how to undo the change. */
async function changePage(path: string, number: number, change: (page: Buffer) => void): Promise<() => Promise<void>> {
  await using file = await open(path, 'r+');
  const good = Buffer.alloc(PAGE);
  await file.read(good, 0, PAGE, number * PAGE);
  const bad = Buffer.from(good);
  change(bad);
  await file.write(bad, 0, PAGE, number * PAGE);
  return async () => {
    await using again = await open(path, 'r+');
    await again.write(good, 0, PAGE, number * PAGE);
  };
}
