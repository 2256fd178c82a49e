import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openImages } from '../../src/images/open.ts';
import { openStore } from '../../src/store/open.ts';
import { type Behaviour, html, serveCorpus } from '../corpus/server.ts';
import { cleanup } from '../harness/cleanup.ts';
import { ENGINES, type Engine } from '../harness/engines.ts';
import { ask } from '../harness/http.ts';
import { freePort } from '../harness/postgres.ts';
import { addPerson } from '../harness/records.ts';
import { makeDataDir, startProgram, until } from '../harness/running.ts';
import { smallDisk } from '../harness/small-disk.ts';
import { trackPages } from '../harness/tracked-page.ts';
import { checkArchive } from './invariants.ts';

const MB = 1024 * 1024;

test('captures pause on a disk that is nearly full, reading goes on, and captures resume by themselves', async (t) => {
  const undo = cleanup(t);
  const disk = await smallDisk(undo);
  if (disk === undefined) {
    t.skip('a small disk cannot be mounted here');
    return;
  }
  const data = await makeDataDir();
  undo(data.remove);
  const site = await serveCorpus({ '/': html('<h1>Room</h1>'), '/later': html('<h1>Later</h1>') });
  undo(site.close);
  const metrics = await freePort();
  const databaseUrl = `sqlite:${disk}/pagekeep.db`;
  const store = await openStore(databaseUrl);
  undo(() => store.close());
  const person = await addPerson(store);
  const headers = { Authorization: `Bearer ${person.token}` };
  const program = await startProgram([], {
    DATA_DIR: data.path,
    DATABASE_URL: databaseUrl,
    IMAGES_URL: `file:${disk}/images`,
    CAPTURE_ALLOW: '127.0.0.1',
    CAPTURE_LEASE_SECONDS: '3',
    SITE_PAUSE_MS: '0',
    DISK_RESERVE_MB: '20',
    METRICS_ADDRESS: `127.0.0.1:${metrics}`,
  });
  undo(() => program.stop());
  const paused = async (value: 0 | 1) =>
    (await ask(metrics, '/metrics')).text.includes(`pagekeep_captures_paused{reason="disk"} ${value}`);
  const screenshotsOf = async (id: string | undefined) =>
    (await program.ask(`/v3/webpages/${id}/screenshots`, { headers })).json().totalItems;

  const [first] = await trackPages(store, person.owner, [`${site.origin}/`]);
  await until('a page is captured', async () => (await screenshotsOf(first?.id)) > 0);

  await writeFile(join(disk, 'ballast'), Buffer.alloc(50 * MB));
  await until('captures are paused', () => paused(1));
  const [alert] = await store.alerts.list();
  assert.match(String(alert?.message), /Captures are paused: the disk of .* less than the 20 MB of DISK_RESERVE_MB/);
  assert.match(program.output(), /Captures are paused: the disk of/);
  const [later] = await trackPages(store, person.owner, [`${site.origin}/later`]);
  const { members } = (await program.ask(`/v3/webpages/${first?.id}/screenshots`, { headers })).json();
  assert.equal((await program.ask(new URL(members[0].contentUrl).pathname)).status, 200, 'reading goes on');
  assert.equal(await screenshotsOf(later?.id), 0);

  await rm(join(disk, 'ballast'));
  await until('captures resume by themselves', async () => (await screenshotsOf(later?.id)) > 0);
  assert.ok(await paused(0));
  assert.deepEqual(await store.alerts.list(), []);
  await program.stop();
  await checkArchive(databaseUrl, await openImages(`file:${disk}/images`));
});

/** What lies on the disk that fills up, and on which database. */
const FULL: Record<string, (undo: (work: () => unknown) => void, disk: string, data: string) => Promise<string>> = {
  'of the images, with SQLite elsewhere': async (_undo, _disk, data) => `sqlite:${data}/pagekeep.db`,
  'of the images and of SQLite itself': async (_undo, disk) => `sqlite:${disk}/pagekeep.db`,
  'of the images, with PostgreSQL elsewhere': async (undo) => {
    const database = await (ENGINES[1] as Engine).makeDatabase();
    undo(database.drop);
    return database.url;
  },
};

for (const [what, databaseOn] of Object.entries(FULL)) {
  test(`a disk ${what} that is full to the last byte loses nothing, and the service goes on by itself`, async (t) => {
    const undo = cleanup(t);
    const disk = await smallDisk(undo);
    if (disk === undefined) {
      t.skip('a small disk cannot be mounted here');
      return;
    }
    const data = await makeDataDir();
    undo(data.remove);
    let ready: Promise<unknown> = Promise.resolve();
    const page: Behaviour = (...visit) => void ready.then(() => html(`<h1>${randomUUID()}</h1>`)(...visit));
    const site = await serveCorpus({ '/': page });
    undo(site.close);
    const databaseUrl = await databaseOn(undo, disk, data.path);
    const store = await openStore(databaseUrl);
    undo(() => store.close());
    const person = await addPerson(store);
    const headers = { Authorization: `Bearer ${person.token}` };
    const program = await startProgram([], {
      DATA_DIR: data.path,
      DATABASE_URL: databaseUrl,
      IMAGES_URL: `file:${disk}/images`,
      CAPTURE_ALLOW: '127.0.0.1',
      CAPTURE_LEASE_SECONDS: '3',
      SITE_PAUSE_MS: '0',
      DISK_RESERVE_MB: '0',
    });
    undo(() => program.stop());
    const [{ id } = { id: '' }] = await trackPages(store, person.owner, [`${site.origin}/`]);
    const shots = async () => (await program.ask(`/v3/webpages/${id}/screenshots`, { headers })).json();
    await until('the page is captured', async () => (await shots()).totalItems === 1);

    // Asked for while it can be noted, and answered when nothing can be written any more.
    const filled = Promise.withResolvers<void>();
    ready = filled.promise;
    await store.tracks.request(person.owner, id, new Date());
    await fill(join(disk, 'ballast'));
    filled.resolve();
    await until('something could not be written', () => /no space is left|disk is full/.test(program.output()));
    const [shown] = (await shots()).members;
    assert.equal((await program.ask(new URL(shown.contentUrl).pathname)).status, 200, 'reading goes on');
    await rm(join(disk, 'ballast'));
    await until('the page is captured after all', async () => (await shots()).totalItems === 2);
    await program.stop();
    const checked = await checkArchive(databaseUrl, await openImages(`file:${disk}/images`));
    assert.equal(checked.screenshots, 2);
    t.diagnostic(`filled the disk once; checked ${JSON.stringify(checked)}`);
  });
}

/** To the last byte: what is given back by others meanwhile is taken too. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let size = MB; size >= 1; ) {
      const written = await file.write(Buffer.alloc(size)).catch(() => undefined);
      if (!written) size = Math.floor(size / 2);
    }
  } finally {
    await file.close();
  }
}
