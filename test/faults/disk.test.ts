import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openImages } from '../../src/images/open.ts';
import { openStore } from '../../src/store/open.ts';
import { html, serveCorpus } from '../corpus/server.ts';
import { cleanup } from '../harness/cleanup.ts';
import { temporaryFolder } from '../harness/engines.ts';
import { ask } from '../harness/http.ts';
import { freePort } from '../harness/postgres.ts';
import { addPerson } from '../harness/records.ts';
import { makeDataDir, startProgram, until } from '../harness/running.ts';
import { trackPages } from '../harness/tracked-page.ts';
import { checkArchive } from './invariants.ts';

const MB = 1024 * 1024;

/** A disk of 64 MB; undefined where this user may not mount one. */
async function smallDisk(undo: (work: () => unknown) => void): Promise<string | undefined> {
  const folder = await temporaryFolder('disk');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  undo(() => execFileSync('umount', ['-l', folder]));
  return folder;
}

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

test('a disk that is full to the last byte loses nothing', async (t) => {
  const undo = cleanup(t);
  const disk = await smallDisk(undo);
  if (disk === undefined) {
    t.skip('a small disk cannot be mounted here');
    return;
  }
  const data = await makeDataDir();
  undo(data.remove);
  const site = await serveCorpus({ '/': html('<h1>Full</h1>') });
  undo(site.close);
  const databaseUrl = `sqlite:${data.path}/pagekeep.db`;
  const store = await openStore(databaseUrl);
  undo(() => store.close());
  const person = await addPerson(store);
  const [page] = await trackPages(store, person.owner, [`${site.origin}/`]);
  await writeFile(join(disk, 'ballast'), Buffer.alloc(64 * MB)).catch(() => undefined);
  await openImages(`file:${disk}/images`).catch(() => undefined);
  await rm(join(disk, 'ballast'));
  const images = await openImages(`file:${disk}/images`);
  await writeFile(join(disk, 'ballast'), Buffer.alloc(64 * MB)).catch(() => undefined);
  const program = await startProgram([], {
    DATA_DIR: data.path,
    IMAGES_URL: `file:${disk}/images`,
    CAPTURE_ALLOW: '127.0.0.1',
    CAPTURE_LEASE_SECONDS: '3',
    DISK_RESERVE_MB: '0',
  });
  undo(() => program.stop());
  await until('a capture could not be kept', () => program.output().includes('no space is left'));
  await rm(join(disk, 'ballast'));
  const headers = { Authorization: `Bearer ${person.token}` };
  await until('the page is captured after all', async () => {
    const { totalItems } = (await program.ask(`/v3/webpages/${page?.id}/screenshots`, { headers })).json();
    return totalItems === 1;
  });
  await program.stop();
  const checked = await checkArchive(databaseUrl, images);
  assert.equal(checked.screenshots, 1);
});
