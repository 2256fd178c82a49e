import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openImages } from '../../src/images/open.ts';
import { openMigrated, storeOn } from '../../src/store/open.ts';
import { cleanup } from '../harness/cleanup.ts';
import { allImages, allRows, checkPictures } from '../harness/compare.ts';
import { temporaryFolder } from '../harness/engines.ts';
import { addPerson, addScreenshot, addWebpage, storePicture } from '../harness/records.ts';
import { type Env, makeDataDir, runProgram, startProgram } from '../harness/running.ts';

async function makePlace(undo: (work: () => unknown) => void) {
  const data = await makeDataDir();
  undo(data.remove);
  const env: Env = { DATA_DIR: data.path, DISK_RESERVE_MB: '0' };
  return {
    env,
    async look<T>(work: (place: Awaited<ReturnType<typeof openPlace>>) => Promise<T>): Promise<T> {
      const place = await openPlace(data.path);
      try {
        return await work(place);
      } finally {
        await place.database.close();
      }
    },
  };
}

async function openPlace(dataDir: string) {
  const { database } = await openMigrated(`sqlite:${dataDir}/pagekeep.db`);
  return { database, store: storeOn(database), images: await openImages(`file:${dataDir}/images`) };
}

async function run(t: TestContext, args: string[], env: Env) {
  const finished = await runProgram(args, env);
  t.diagnostic(finished.stdout.trim());
  assert.equal(finished.code, 0, finished.stderr);
  return JSON.parse(finished.stdout);
}

test('a backup made while the archive is in use restores every record and every image into an empty location', async (t) => {
  const undo = cleanup(t);
  const origin = await makePlace(undo);
  const backup = await temporaryFolder('backup');
  const { person, pages } = await origin.look(async ({ store, images }) => {
    const someone = await addPerson(store);
    const made = [];
    for (let i = 0; i < 30; i += 1) {
      const webpage = await addWebpage(store, someone.owner);
      for (let j = 0; j < 4; j += 1) {
        await addScreenshot(store, someone.owner, webpage.id, { picture: await storePicture(images) });
      }
      made.push(webpage);
    }
    return { person: someone, pages: made };
  });
  const program = await startProgram(['--role', 'api,scheduler'], origin.env);
  undo(() => program.stop());
  const headers = { Authorization: `Bearer ${person.token}` };
  const deleting = (async () => {
    for (const { id } of pages.slice(0, 20)) {
      await program.ask(`/v3/webpages/${id}`, { method: 'DELETE', headers });
    }
  })();
  const first = await run(t, ['backup', backup, '--json'], origin.env);
  await deleting;
  assert.ok(first.images >= 80, 'what was not deleted is there');

  const again = await run(t, ['backup', backup, '--json'], origin.env);
  assert.equal(again.copied, 0, 'nothing new, so nothing is copied');

  const place = await makePlace(undo);
  const restored = await run(t, ['restore', backup, '--json'], place.env);
  assert.equal(restored.images, again.images);
  await program.stop();
  const [before, after] = await Promise.all(
    [origin, place].map((each) =>
      each.look(async ({ database, images }) => ({ rows: await allRows(database), images: await allImages(images) })),
    ),
  );
  assert.ok(before && after);
  assert.equal(after.rows.webpages?.filter(({ account_id }) => account_id !== null).length, 10);
  checkPictures(after.rows.pictures ?? [], after.images);
  for (const table of ['accounts', 'tokens']) assert.deepEqual(after.rows[table], before.rows[table]);
  const kept = before.rows.pictures ?? [];
  assert.deepEqual(
    (after.rows.pictures ?? []).filter(({ id }) => kept.some((picture) => picture.id === id)),
    kept,
  );
  for (const [key, sum] of before.images) assert.equal(after.images.get(key), sum, key);
  const acts = [before, after].map(({ rows }) => rows.audit_events?.map(({ action, subject }) => [action, subject]));
  assert.deepEqual(acts[0]?.filter(([action]) => action === 'archive-backed-up').length, 2);
  assert.deepEqual(acts[1]?.at(-1), ['archive-restored', restored.generation]);

  const second = await startProgram(['--role', 'api'], place.env);
  undo(() => second.stop());
  assert.equal((await second.ask('/v3/webpages', { headers })).json().totalItems, 10);
  const refused = await runProgram(['restore', backup], place.env);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /exists: a backup can only be restored into an empty location/);
});
