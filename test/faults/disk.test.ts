import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openImages } from '../../src/images/open.ts';
import { openStore } from '../../src/store/open.ts';
import { type Behaviour, html, serveCorpus } from '../corpus/server.ts';
import { cleanup } from '../harness/cleanup.ts';
import { postgres } from '../harness/engines.ts';
import { ask } from '../harness/http.ts';
import { freePort } from '../harness/postgres.ts';
import { addPerson } from '../harness/records.ts';
import { type Env, makeDataDir, startProgram, until } from '../harness/running.ts';
import { smallDisk } from '../harness/small-disk.ts';
import { trackPages } from '../harness/tracked-page.ts';
import { checkArchive } from './invariants.ts';

const MB = 1024 * 1024;

interface Place {
  readonly undo: (work: () => unknown) => void;
  /** Mounted only for this test. */
  readonly disk: string;
  readonly dataDir: string;
}

/** Skips the test and returns undefined if no disk can be mounted. */
async function makePlace(t: TestContext): Promise<Place | undefined> {
  const undo = cleanup(t);
  const disk = await smallDisk(undo);
  if (disk === undefined) {
    t.skip('a small disk cannot be mounted here');
    return undefined;
  }
  const data = await makeDataDir();
  undo(data.remove);
  return { undo, disk, dataDir: data.path };
}

/** A service with its images on the small disk, an account, and a site with these pages. */
async function serve(
  { undo, disk, dataDir }: Place,
  databaseUrl: string,
  pages: Record<string, Behaviour>,
  settings: Env,
) {
  const site = await serveCorpus(pages);
  undo(site.close);
  const store = await openStore(databaseUrl);
  undo(() => store.close());
  const person = await addPerson(store);
  const program = await startProgram([], {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    IMAGES_URL: `file:${disk}/images`,
    CAPTURE_ALLOW: '127.0.0.1',
    CAPTURE_LEASE_SECONDS: '3',
    SITE_PAUSE_MS: '0',
    ...settings,
  });
  undo(() => program.stop());
  const headers = { Authorization: `Bearer ${person.token}` };
  return {
    store,
    program,
    owner: person.owner,
    track: async (path: string) => {
      const [page] = await trackPages(store, person.owner, [site.origin + path]);
      return String(page?.id);
    },
    shotsOf: async (id: string) => (await program.ask(`/v3/webpages/${id}/screenshots`, { headers })).json(),
    async stopAndCheck() {
      await program.stop();
      return checkArchive(databaseUrl, await openImages(`file:${disk}/images`));
    },
  };
}

test('captures pause while the disk is nearly full, reads continue, and captures resume without a restart', async (t) => {
  const place = await makePlace(t);
  if (!place) return;
  const metrics = await freePort();
  const pages = { '/': html('<h1>Room</h1>'), '/later': html('<h1>Later</h1>') };
  const { store, program, track, shotsOf, stopAndCheck } = await serve(
    place,
    `sqlite:${place.disk}/pagekeep.db`,
    pages,
    {
      DISK_RESERVE_MB: '20',
      METRICS_ADDRESS: `127.0.0.1:${metrics}`,
    },
  );
  const paused = async (value: 0 | 1) =>
    (await ask(metrics, '/metrics')).text.includes(`pagekeep_captures_paused{reason="disk"} ${value}`);

  const first = await track('/');
  await until('a page is captured', async () => (await shotsOf(first)).totalItems > 0);

  await writeFile(join(place.disk, 'ballast'), Buffer.alloc(50 * MB));
  await until('captures are paused', () => paused(1));
  const [alert] = await store.alerts.list();
  assert.match(String(alert?.message), /Captures are paused: the disk of .* less than the 20 MB of DISK_RESERVE_MB/);
  assert.match(program.output(), /Captures are paused: the disk of/);
  const later = await track('/later');
  const [shown] = (await shotsOf(first)).members;
  assert.equal((await program.ask(new URL(shown.contentUrl).pathname)).status, 200, 'reading goes on');
  assert.equal((await shotsOf(later)).totalItems, 0);

  await rm(join(place.disk, 'ballast'));
  await until('captures resume by themselves', async () => (await shotsOf(later)).totalItems > 0);
  assert.ok(await paused(0));
  assert.deepEqual(await store.alerts.list(), []);
  await stopAndCheck();
});

/** Which data is on the full disk, and the URL of the database. */
const FULL: Record<string, (place: Place) => Promise<string>> = {
  'of the images, with SQLite elsewhere': async ({ dataDir }) => `sqlite:${dataDir}/pagekeep.db`,
  'of the images and of SQLite itself': async ({ disk }) => `sqlite:${disk}/pagekeep.db`,
  'of the images, with PostgreSQL elsewhere': async ({ undo }) => {
    const database = await postgres.makeDatabase();
    undo(database.drop);
    return database.url;
  },
};

for (const [what, databaseOn] of Object.entries(FULL)) {
  test(`a full disk ${what} loses nothing, and the service recovers without a restart`, async (t) => {
    const place = await makePlace(t);
    if (!place) return;
    let ready: Promise<unknown> = Promise.resolve();
    const page: Behaviour = (...visit) => void ready.then(() => html(`<h1>${randomUUID()}</h1>`)(...visit));
    const settings = { DISK_RESERVE_MB: '0' };
    const { store, program, owner, track, shotsOf, stopAndCheck } = await serve(
      place,
      await databaseOn(place),
      { '/': page },
      settings,
    );
    const id = await track('/');
    await until('the page is captured', async () => (await shotsOf(id)).totalItems === 1);

    // The request is recorded before the disk is full, and the page responds afterwards.
    const filled = Promise.withResolvers<void>();
    ready = filled.promise;
    await store.schedules.request(owner, id, new Date());
    await fill(join(place.disk, 'ballast'));
    filled.resolve();
    await until('something could not be written', () => /no space is left|disk is full/.test(program.output()));
    const [shown] = (await shotsOf(id)).members;
    assert.equal((await program.ask(new URL(shown.contentUrl).pathname)).status, 200, 'reading goes on');
    await rm(join(place.disk, 'ballast'));
    await until('the page is captured after all', async () => (await shotsOf(id)).totalItems === 2);
    const checked = await stopAndCheck();
    assert.equal(checked.screenshots, 2);
    t.diagnostic(`filled the disk once; checked ${JSON.stringify(checked)}`);
  });
}

/** Fills the disk to the last byte, including space that other processes free meanwhile. */
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
