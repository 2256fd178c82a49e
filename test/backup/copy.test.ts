import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { copyRecords } from '../../src/copy/copy-records.ts';
import { claimTarget } from '../../src/copy/target.ts';
import { NOTHING_IGNORED } from '../../src/domain/change.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { openImages } from '../../src/images/open.ts';
import { openMigrated, openStore, storeOn } from '../../src/store/open.ts';
import { alteredRegion, captureAs, findingsOf } from '../harness/changes.ts';
import { cleanup } from '../harness/cleanup.ts';
import { allImages, allRows } from '../harness/compare.ts';
import { type Engine, forEachEngine, postgres, sqlite } from '../harness/engines.ts';
import { proxyTo } from '../harness/faulty-proxy.ts';
import { noPostgres } from '../harness/quick.ts';
import { addPerson, addScreenshot, addWebpage, storePicture } from '../harness/records.ts';
import { makeDataDir, runProgram, startProgram, until } from '../harness/running.ts';
import { BUCKET, makeBucket, S3_ENV } from '../harness/s3.ts';
import { addTracked } from '../harness/tracked.ts';

/** A tracked webpage with a change, an error, measured elements and change settings. */
async function addChanges(store: Store, owner: string): Promise<void> {
  const { id } = await addTracked(store, owner, { readyAt: new Date(0) });
  await captureAs(store, owner, id);
  const odd = { ...findingsOf(alteredRegion(1, 2, 3, 7)), share: 1 / 3 };
  await captureAs(store, owner, id, { change: odd, elements: [{ selector: '#a', boxes: [] }] });
  await captureAs(store, owner, id, { failing: 'No such host.' });
  await store.changes.setSettings(owner, id, { ...NOTHING_IGNORED, leastShare: 0.1 });
}

/** An archive in SQLite and a folder, an empty bucket and an empty PostgreSQL database. */
async function makePlaces(t: TestContext) {
  const undo = cleanup(t);
  const data = await makeDataDir();
  undo(data.remove);
  const bucket = await makeBucket();
  undo(bucket.remove);
  const target = await postgres.makeDatabase();
  undo(target.drop);
  return { undo, data, bucket, target };
}

test('an archive is copied from SQLite and a folder to PostgreSQL and S3, and an interrupted copy can be continued', {
  skip: noPostgres,
}, async (t) => {
  const { undo, data, bucket, target } = await makePlaces(t);
  let puts = 0;
  const proxy = await proxyTo(bucket.endpoint, ({ method }) => {
    if (method === 'PUT') puts += 1;
    // The bucket denies access in the middle of the first run.
    return method === 'PUT' && puts === 30 ? { status: 403, code: 'AccessDenied' } : 'none';
  });
  undo(proxy.close);

  const { database } = await openMigrated(`sqlite:${data.path}/pagekeep.db`);
  undo(() => database.close());
  const store = storeOn(database);
  const images = await openImages(`file:${data.path}/images`);
  const people = [await addPerson(store), await addPerson(store)];
  for (const { owner } of people) {
    for (let i = 0; i < 10; i += 1) {
      const { id } = await addWebpage(store, owner);
      for (let j = 0; j < 2; j += 1) await addScreenshot(store, owner, id, { picture: await storePicture(images) });
    }
  }

  const env = { ...S3_ENV, DATA_DIR: data.path };
  const imagesUrl = `s3://${BUCKET}/moved?endpoint=${proxy.url}`;
  const args = ['copy', '--to-database', target.url, '--to-images', imagesUrl, '--json'];
  const broken = await runProgram(args, env);
  assert.equal(broken.code, 1);
  assert.match(broken.stderr, /no access to the bucket/);

  const second = await runProgram(args, env);
  assert.equal(second.code, 0, second.stderr);
  const { images: sent, records } = JSON.parse(second.stdout);
  assert.equal(sent.images, 80);
  assert.ok(sent.written < 80, 'what was there is not sent again');
  assert.ok(records.rows > 60);

  // The archive changes, and the next copy transfers the changes.
  const owner = String(people[0]?.owner);
  const gone = await addWebpage(store, owner);
  const third = await runProgram(args, env);
  assert.deepEqual(JSON.parse(third.stdout).images, { images: 80, written: 0 });

  // Images that were damaged in the target at the same length are sent again, screenshots and thumbnails.
  const moved = await openImages(bucket.url('moved'));
  const [picture] = await database.all('SELECT content_key, thumbnail_key FROM pictures LIMIT 1');
  for (const key of [String(picture?.content_key), String(picture?.thumbnail_key)]) {
    await moved.put(key, Buffer.alloc(await moved.size(key), 7));
  }
  const trusting = await runProgram([...args, '--no-verify'], env);
  assert.deepEqual(JSON.parse(trusting.stdout).images, { images: 80, written: 0 });
  const mending = await runProgram(args, env);
  assert.deepEqual(JSON.parse(mending.stdout).images, { images: 80, written: 2 });

  await store.webpages.remove(owner, gone.id);
  await store.removals.dismantle(100);
  const trashed = await addWebpage(store, owner);
  await store.trash.putWebpage(owner, trashed.id, new Date());
  const kept = await addWebpage(store, owner);
  const capture = await addScreenshot(store, owner, kept.id, { picture: await storePicture(images) });
  await store.trash.putCapture(owner, capture, new Date());
  const fourth = await runProgram(args, env);
  assert.equal(fourth.code, 0, fourth.stderr);

  const { database: copied } = await openMigrated(target.url);
  undo(() => copied.close());
  assert.deepEqual(await allRows(copied, database), await allRows(database));
  assert.deepEqual(await allImages(moved), await allImages(images));

  // After the move, somebody repeats the command from the shell history.
  const since = await openStore(target.url);
  undo(() => since.close());
  const { id } = await addWebpage(since, owner);
  const again = await runProgram(args, env);
  assert.deepEqual([again.code, again.stdout], [1, '']);
  assert.match(again.stderr, /^pagekeep: The database of --to-database contains .*\n$/);
  assert.equal((await since.webpages.find(owner, id))?.id, id);
});

test('a copy into an empty database is refused while a service of any role uses it', {
  skip: noPostgres,
}, async (t) => {
  const { undo, data, bucket, target } = await makePlaces(t);
  const imagesUrl = bucket.url('moved');
  const env = { ...S3_ENV, DATA_DIR: data.path };
  const there = await startProgram(['--role', 'scheduler'], {
    ...env,
    DATABASE_URL: target.url,
    IMAGES_URL: imagesUrl,
  });
  undo(() => there.stop());
  const { database } = await openMigrated(target.url);
  undo(() => database.close());
  await until('its heartbeat is stored', () => storeOn(database).machineHeartbeat.last());

  const args = ['copy', '--to-database', target.url, '--to-images', imagesUrl];
  const refused = await runProgram(args, env);
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /or a service uses it/);
  await there.stop();
  const { code, stderr } = await runProgram(args, env);
  assert.equal(code, 0, stderr);
});

test('a database URL with an unknown scheme is refused without showing its password', async (t) => {
  const data = await makeDataDir();
  cleanup(t)(data.remove);
  const args = ['copy', '--to-database', 'mysql://me:s3cr3t@host/archive', '--to-images', `file:${data.path}/images`];
  const { code, stderr } = await runProgram(args, { DATA_DIR: data.path });
  assert.equal(code, 1);
  assert.match(stderr, /^pagekeep: The scheme "mysql" .*sqlite:.*postgres:.*\n$/);
});

test('an error of the target names the option, not the setting', async (t) => {
  const data = await makeDataDir();
  cleanup(t)(data.remove);
  const places = { '--to-database': `sqlite:${data.path}/copy.db`, '--to-images': `file:${data.path}/copies` };
  const bad = { '--to-database': 'postgres://127.0.0.1:1/archive', '--to-images': 'ftp://host/images' };
  for (const [option, place] of Object.entries(bad)) {
    const args = Object.entries({ ...places, [option]: place }).flat();
    const { code, stderr } = await runProgram(['copy', ...args], { DATA_DIR: data.path });
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^pagekeep: [^\\n]*${option}[^\\n]*\\n$`));
    assert.doesNotMatch(stderr, /_URL/);
  }
});

forEachEngine((engine) => {
  const makeSource = (t: TestContext) => openEmpty(t, sqlite);

  async function openEmpty(t: TestContext, on: Engine) {
    const place = await on.makeDatabase();
    const { database } = await openMigrated(place.url);
    t.after(async () => {
      await database.close();
      await place.drop();
    });
    return { url: place.url, database, store: storeOn(database) };
  }

  const use = async (url: string) => (await openStore(url)).close();
  const REFUSED = { kind: 'conflict', message: /contains records/ };

  for (const next of ['after', 'before'] as const) {
    test(`the e-mail address of a deleted account can belong to a new account whose id sorts ${next} it`, async (t) => {
      const [source, target] = [await makeSource(t), await openEmpty(t, engine)];
      const { accounts, removals } = source.store;
      const copyNow = async () =>
        copyRecords(source.database, await claimTarget(source.database, target.database), () => undefined);
      const addAccount = (id: string) =>
        accounts.add({ id, email: 'ann@example.org', createdAt: '', webpageCount: 0 }, '');
      await addAccount('m');
      await addWebpage(source.store, 'm');
      await addChanges(source.store, 'm');
      await copyNow();

      await accounts.close('m', new Date());
      await addAccount(next === 'after' ? 'n' : 'l');
      await copyNow();
      assert.deepEqual(await allRows(target.database, source.database), await allRows(source.database));

      while (await removals.dismantle(100));
      const [there] = await accounts.list();
      await accounts.close(there?.id ?? '', new Date());
      while (await removals.dismantle(100));
      await addAccount(next === 'after' ? 'o' : 'k');
      await copyNow();
      assert.deepEqual(await allRows(target.database, source.database), await allRows(source.database));
    });
  }

  test('a copy never overwrites another archive', async (t) => {
    const [source, target] = [await makeSource(t), await openEmpty(t, engine)];
    await addPerson(source.store);
    const { owner } = await addPerson(target.store);
    await assert.rejects(claimTarget(source.database, target.database), REFUSED);
    assert.deepEqual(
      (await target.store.accounts.list()).map(({ id }) => id),
      [owner],
    );
  });

  test('a copy can be repeated until a service uses the target', async (t) => {
    const [source, target] = [await makeSource(t), await openEmpty(t, engine)];
    const copyNow = async () =>
      copyRecords(source.database, await claimTarget(source.database, target.database), () => undefined);
    await addPerson(source.store);
    await copyNow();
    await addPerson(source.store);
    await copyNow();
    assert.deepEqual(await allRows(target.database, source.database), await allRows(source.database));
    await use(target.url);
    await assert.rejects(copyNow(), REFUSED);
  });

  test('a copy of one archive is not overwritten by another archive', async (t) => {
    const [one, other, target] = [await makeSource(t), await makeSource(t), await openEmpty(t, engine)];
    await addPerson(one.store);
    await copyRecords(one.database, await claimTarget(one.database, target.database), () => undefined);
    await assert.rejects(claimTarget(other.database, target.database), REFUSED);
  });

  test('an empty database that another copy has marked is accepted', async (t) => {
    const [one, other, target] = [await makeSource(t), await makeSource(t), await openEmpty(t, engine)];
    await addPerson(other.store);
    const left = await claimTarget(one.database, target.database);
    await copyRecords(other.database, await claimTarget(other.database, target.database), () => undefined);
    await assert.rejects(
      left.write(async () => undefined),
      { kind: 'conflict' },
    );
  });

  test('no service uses a copy before it is complete', async (t) => {
    const [source, target] = [await makeSource(t), await openEmpty(t, engine)];
    await addPerson(source.store);
    for (const time of ['first', 'second']) {
      const claimed = await claimTarget(source.database, target.database);
      await assert.rejects(use(target.url), { kind: 'conflict', message: /is not complete/ }, time);
      await copyRecords(source.database, claimed, () => undefined);
    }
    await use(target.url);
  });

  test('a copy removes nothing in a target that has lost its mark', async (t) => {
    const [source, target] = [await makeSource(t), await openEmpty(t, engine)];
    await addPerson(source.store);
    const taken = await claimTarget(source.database, target.database);
    await target.database.run("DELETE FROM settings WHERE name IN ('copy of', 'copying')");
    const { owner } = await addPerson(target.store);
    await assert.rejects(
      copyRecords(source.database, taken, () => undefined),
      { kind: 'conflict' },
    );
    assert.deepEqual(
      (await target.store.accounts.list()).map(({ id }) => id),
      [owner],
    );
  });
});
