import assert from 'node:assert/strict';
import { hash, randomUUIDv7 } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import sharp from 'sharp';
import { compareNext } from '../../src/app/compare-backlog.ts';
import { sweep } from '../../src/app/sweep.ts';
import { NOTHING_IGNORED } from '../../src/domain/change.ts';
import type { Images } from '../../src/domain/ports/images.ts';
import { Problem } from '../../src/domain/problem.ts';
import type { KeptVerdict, Picture } from '../../src/domain/screenshot.ts';
import { openImages } from '../../src/images/open.ts';
import { DIALECTS } from '../../src/store/engine/dialect.ts';
import { insertMany } from '../../src/store/engine/insert.ts';
import { initial } from '../../src/store/migrations/0001-initial.ts';
import { openDatabase, openStore } from '../../src/store/open.ts';
import { runBacklog } from '../../src/work/backlog.ts';
import { comparePictures } from '../harness/changes.ts';
import { type Engine, forEachEngine, temporaryFolder } from '../harness/engines.ts';
import { newPicture, newWebpage } from '../harness/records.ts';
import { DAILY } from '../harness/tracked.ts';

const ALL = { filter: 'all', site: undefined, keyword: undefined, from: undefined, order: 'asc', limit: 50 } as const;
const never = new AbortController().signal;

interface OldCapture {
  readonly at: string;
  readonly picture: Picture;
  readonly verdict?: KeptVerdict;
}

/** Stores a picture of one colour, without a thumbnail. */
async function flat(images: Images, background: string): Promise<Picture> {
  const canvas = sharp({ create: { width: 80, height: 60, channels: 3, background } });
  const bytes = await canvas.webp({ lossless: true }).toBuffer();
  const picture = { ...newPicture(), bytes: bytes.length, sha256: hash('sha256', bytes) };
  await images.put(picture.contentKey, bytes);
  return picture;
}

/** Writes an archive with the schema of version 1, and opens it with the current one. */
async function upgraded(t: TestContext, engine: Engine, fill: (images: Images) => Promise<readonly OldCapture[][]>) {
  const place = await engine.makeDatabase({ empty: true });
  const folder = await temporaryFolder('upgrade');
  const images = await openImages(`file:${folder}`);
  const owner = randomUUIDv7();
  const webpages = [];
  const database = await openDatabase(place.url);
  await database.migrate(async (_tx, exec) => {
    await exec(initial(DIALECTS[engine.name]));
    await exec('CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (1)');
  });
  await database.run(
    "INSERT INTO accounts (id, email, password_hash, created_at) VALUES ($1, 'a@example.org', '', '')",
    [owner],
  );
  const difference = (await flat(images, '#fff')).contentKey;
  for (const captures of await fill(images)) {
    const { id, name, url, groupName } = newWebpage();
    webpages.push(captures.map((capture) => ({ ...capture, id: randomUUIDv7(), webpageId: id })));
    const columns = ['id', 'account_id', 'name', 'name_key', 'search_key', 'url', 'keywords', 'group_name'];
    await insertMany(
      database,
      'webpages',
      [...columns, 'created_at', 'modified_at'],
      [[id, owner, name, name, name, url, '[]', groupName, '', '']],
    );
    for (const { id: shot, at, picture, verdict } of webpages.at(-1) ?? []) {
      const { contentKey, thumbnailKey, width, height, bytes, sha256 } = picture;
      await database.run(
        `INSERT INTO pictures (id, content_key, content_type, thumbnail_key, thumbnail_type, width, height, bytes, sha256, uses)
         VALUES ($1, $2, 'image/webp', $3, 'image/jpeg', $4, $5, $6, $7, 1)
         ON CONFLICT (id) DO UPDATE SET uses = pictures.uses + 1`,
        [picture.id, contentKey, thumbnailKey, width, height, bytes, sha256],
      );
      await database.run(
        `INSERT INTO screenshots (id, webpage_id, picture_id, is_favorite, verdict, created_at, modified_at)
         VALUES ($1, $2, $3, 0, $4, $5, $5)`,
        [shot, id, picture.id, verdict ?? 'fine', at],
      );
      await database.run(
        `INSERT INTO captures (id, webpage_id, started_at, finished_at, outcome, screenshot_id, title, phases, warnings)
         VALUES ($1, $2, $3, $3, 'shot', $1, $4, '{}', '[]')`,
        [shot, id, at, `Title of ${at.slice(0, 10)}`],
      );
      await database.run('UPDATE webpages SET face_id = $2, screenshot_count = screenshot_count + 1 WHERE id = $1', [
        id,
        shot,
      ]);
    }
  }
  await database.run('UPDATE accounts SET webpage_count = $2 WHERE id = $1', [owner, webpages.length]);
  await database.run(
    `INSERT INTO comparisons (before_id, after_id, content_key, width, height, compared, changed)
     SELECT id, id, $1, 1, 1, 1, 1 FROM pictures LIMIT 1`,
    [difference],
  );
  await database.close();
  const announced: { from: number; to: number }[] = [];
  const store = await openStore(place.url, { onMigration: (versions) => announced.push(versions) });
  assert.deepEqual(
    announced.map(({ from }) => from),
    [1],
  );
  t.after(async () => {
    await store.close();
    await place.drop();
    await rm(folder, { recursive: true });
  });
  const left: number[] = [];
  const report = { progress: (webpagesLeft: number) => left.push(webpagesLeft), failed: assert.ifError };
  const parts = { store, images, comparePictures, now: () => new Date('2026-06-01T00:00:00.000Z'), report };
  return { store, images, owner, webpages, difference, parts, left };
}

forEachEngine((engine) => {
  test('the captures of an older archive are compared, the oldest first, and their changes are reviewed', async (t) => {
    const archive = await upgraded(t, engine, async (images) => {
      const [one, two] = [await flat(images, '#fff'), await flat(images, '#000')];
      const [error, other, lost] = [await flat(images, '#f00'), await flat(images, '#00f'), newPicture()];
      return [
        [
          { at: '2026-02-01T00:00:00.000Z', picture: one },
          { at: '2026-02-02T00:00:00.000Z', picture: one, verdict: 'unchanged' },
          { at: '2026-02-03T00:00:00.000Z', picture: error, verdict: 'http-error' },
          { at: '2026-02-04T00:00:00.000Z', picture: two },
          { at: '2026-02-05T00:00:00.000Z', picture: one },
        ],
        [
          { at: '2026-01-01T00:00:00.000Z', picture: other },
          { at: '2026-03-01T00:00:00.000Z', picture: lost },
        ],
        [{ at: '2026-04-01T00:00:00.000Z', picture: newPicture(), verdict: 'blank' }],
      ];
    });
    const { store, owner, webpages, parts, left } = archive;
    const [[, a, , b, c] = [], [d, e] = []] = webpages;
    const changesOf = async (shots: (typeof webpages)[0] = []) => {
      const ids = shots.map(({ id }) => id);
      const changes = await store.changes.ofCaptures(owner, shots[0]?.webpageId ?? '', ids);
      return ids
        .flatMap((id) => changes.get(id) ?? [])
        .map(({ state, beforeId, screenshotId }) => [state, beforeId, screenshotId]);
    };
    assert.deepEqual(await changesOf(webpages[0]), [
      ['waiting', a?.id, b?.id],
      ['waiting', b?.id, c?.id],
    ]);
    await runBacklog(parts, never);
    assert.deepEqual([left[0], left.at(-1)], [3, 0]);
    assert.deepEqual(await changesOf(webpages[0]), [
      ['compared', a?.id, b?.id],
      ['compared', b?.id, c?.id],
    ]);
    assert.deepEqual(await changesOf(webpages[1]), [['failed', d?.id, e?.id]]);
    const entries = await store.changes.entries(owner, ALL);
    assert.deepEqual(
      entries.map(({ kind, at, title }) => [kind, at.slice(0, 10), title]),
      [
        ['new', '2026-01-01', 'Title of 2026-03-01'],
        ['new', '2026-02-01', 'Title of 2026-02-05'],
        ['changed', '2026-02-04', 'Title of 2026-02-05'],
        ['changed', '2026-02-05', 'Title of 2026-02-05'],
      ],
    );
    assert.ok(entries.every(({ reviewedAt }) => reviewedAt === '2026-06-01T00:00:00.000Z'));
    assert.deepEqual(await store.changes.counts(owner), { changed: 0, failing: 0, new: 0, reviewed: 4 });
    assert.equal((await store.changes.newest(owner, [a?.webpageId ?? ''])).get(a?.webpageId ?? '')?.id, c?.id);
    const range = { from: '2026-02-01', to: '2026-02-04', timeZone: 'UTC' };
    assert.deepEqual(await store.changes.days(owner, range), [
      { day: '2026-02-04', changed: 1, failing: 0, fresh: 0, unchanged: 0 },
      { day: '2026-02-03', changed: 0, failing: 0, fresh: 0, unchanged: 1 },
      { day: '2026-02-02', changed: 0, failing: 0, fresh: 0, unchanged: 1 },
      { day: '2026-02-01', changed: 0, failing: 0, fresh: 1, unchanged: 0 },
    ]);
    assert.equal(await compareNext(parts, never), undefined);
  });

  test('the difference images of an older archive are removed', async (t) => {
    const { store, images, difference } = await upgraded(t, engine, async () => [[{ at: '', picture: newPicture() }]]);
    assert.ok((await images.size(difference)) > 0);
    await sweep(store, images, () => new Date(), never);
    await assert.rejects(images.size(difference), { kind: 'not-found' });
  });

  test('two processes do not compare the same captures at once, and one continues after another that was stopped or ended', async (t) => {
    const { store, owner, webpages, parts } = await upgraded(t, engine, async (images) => [
      [
        { at: '2026-02-01T00:00:00.000Z', picture: await flat(images, '#fff') },
        { at: '2026-02-02T00:00:00.000Z', picture: await flat(images, '#000') },
      ],
    ]);
    const stop = new AbortController();
    const stopped = () => {
      stop.abort();
      return Promise.reject(new Problem('unavailable', 'The program ends.'));
    };
    await runBacklog({ ...parts, comparePictures: stopped }, stop.signal);
    const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 0, minute));
    const take = (minute: number) => store.comparisonBacklog.take({ now: at(minute), until: at(minute + 5) });
    const pair = await take(0);
    assert.ok(typeof pair === 'object');
    assert.equal(await take(1), undefined);
    assert.deepEqual(await take(5), pair);
    assert.deepEqual(await take(10), pair);
    assert.equal(await take(15), 'passed', 'the process ended three times during this comparison');
    const [[, after] = []] = webpages;
    const change = (await store.changes.ofCaptures(owner, pair.after.webpageId, [pair.after.id])).get(after?.id ?? '');
    assert.ok(change?.state === 'failed');
    assert.match(change.detail, /interrupted several times/);
    assert.equal(await take(16), 'passed');
    assert.equal(await store.comparisonBacklog.size(), 0);
    await runBacklog(parts, never);
  });

  test('nothing is compared while a page is due, and a deleted webpage is left out', async (t) => {
    const { store, owner, webpages, parts, left } = await upgraded(t, engine, async (images) => [
      [
        { at: '2026-02-01T00:00:00.000Z', picture: await flat(images, '#fff') },
        { at: '2026-02-02T00:00:00.000Z', picture: await flat(images, '#000') },
      ],
    ]);
    const webpageId = webpages[0]?.[0]?.webpageId ?? '';
    const now = parts.now();
    await store.schedules.start(owner, webpageId, DAILY, { now, readyAt: now });
    const stop = new AbortController();
    const running = runBacklog({ ...parts, report: { ...parts.report, progress: () => stop.abort() } }, stop.signal);
    await running;
    assert.equal(await store.comparisonBacklog.size(), 1);
    await store.changes.setSettings(owner, webpageId, { ...NOTHING_IGNORED, leastArea: 1 });
    await store.webpages.remove(owner, webpageId);
    assert.equal(await compareNext(parts, never), undefined);
    await sweep(store, parts.images, () => new Date(), never);
    await runBacklog(parts, never);
    assert.deepEqual(left, []);
  });
});
