import assert from 'node:assert/strict';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import sharp from 'sharp';
import { type DemoPlan, fillDemo } from '../../src/app/demo/fill.ts';
import { captureCounts } from '../../src/app/demo/screenshots.ts';
import { demoWebpages } from '../../src/app/demo/webpages.ts';
import { groupName } from '../../src/domain/group.ts';
import { isIdentifier } from '../../src/domain/identifier.ts';
import type { Images } from '../../src/domain/ports/images.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { Screenshot } from '../../src/domain/screenshot.ts';
import { readAddress, readKeywords } from '../../src/domain/webpage.ts';
import { openImages } from '../../src/images/open.ts';
import { openStore } from '../../src/store/open.ts';
import { temporaryFolder } from '../harness/engines.ts';

interface Archive {
  readonly store: Store;
  readonly images: Images;
  readonly owner: string;
}

async function newArchive(t: TestContext): Promise<Archive> {
  const folder = await temporaryFolder('demo');
  const store = await openStore(`sqlite:${folder}/pagekeep.db`);
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  const owner = randomUUIDv7();
  const account = { id: owner, email: 'demo@example.org', createdAt: new Date().toISOString(), webpageCount: 0 };
  await store.accounts.add(account, 'no password');
  return { store, images: await openImages(`file:${folder}/images`), owner };
}

const PLAN: DemoPlan = { email: 'demo@example.org', seed: '1', webpages: 60, screenshots: 20 };

function fill({ store, images, owner }: Archive, plan: Partial<DemoPlan> = {}, signal = new AbortController().signal) {
  const parts = { store, images, randomBytes, now: new Date(), report: () => undefined, signal };
  return fillDemo(parts, owner, { ...PLAN, ...plan });
}

async function webpagesOf({ store, owner }: Archive) {
  const state = await store.webpages.state(owner);
  return (await store.webpages.page(owner, state, { page: 1, limit: 100, sort: 'dateCreated', order: 'asc' })).records;
}

async function screenshotsOf(archive: Archive): Promise<Screenshot[]> {
  const { store, owner } = archive;
  const found: Screenshot[] = [];
  for (const { id } of await webpagesOf(archive)) {
    const state = await store.screenshots.state(owner, id, undefined);
    if (!state) continue;
    const { records } = await store.screenshots.page(owner, id, state, { page: 1, limit: 100, order: 'asc' });
    found.push(...records);
  }
  return found;
}

/** All that the seed decides: everything but where the files are. */
function decided({ picture, ...capture }: Screenshot) {
  const { contentKey, thumbnailKey, ...rest } = picture;
  return { ...capture, picture: rest };
}

test('the same seed gives the same records and the same pictures, another seed others', async (t) => {
  const [one, two, other] = [await newArchive(t), await newArchive(t), await newArchive(t)];
  await Promise.all([fill(one), fill(two), fill(other, { seed: '2', screenshots: 0 })]);
  assert.deepEqual(await webpagesOf(one), await webpagesOf(two));
  assert.deepEqual((await screenshotsOf(one)).map(decided), (await screenshotsOf(two)).map(decided));
  assert.notDeepEqual(await webpagesOf(one), await webpagesOf(other));
});

test('exactly as many records are made as were asked for, and the archive is in order', async (t) => {
  const archive = await newArchive(t);
  assert.deepEqual(await fill(archive), { webpages: 60, screenshots: 20 });
  assert.equal((await webpagesOf(archive)).length, 60);
  assert.equal((await screenshotsOf(archive)).length, 20);
  assert.deepEqual(await Array.fromAsync(archive.store.check.compare(() => undefined)), []);
});

test('a long list is made in batches and can be paged through at once', async (t) => {
  const archive = await newArchive(t);
  await fill(archive, { webpages: 12_000, screenshots: 0 });
  assert.equal((await archive.store.webpages.state(archive.owner)).count, 12_000);
  assert.deepEqual(await Array.fromAsync(archive.store.check.compare(() => undefined)), []);
});

test('a seed is refused a second time, and another seed adds to the same account', async (t) => {
  const archive = await newArchive(t);
  await fill(archive, { screenshots: 0 });
  await assert.rejects(fill(archive, { webpages: 500, screenshots: 0 }), { kind: 'conflict', message: /--seed/ });
  await fill(archive, { seed: '2', screenshots: 0, webpages: 30 });
  assert.equal((await archive.store.webpages.state(archive.owner)).count, 90);
});

test('an interrupted fill leaves an archive that is whole', async (t) => {
  const archive = await newArchive(t);
  const made = await fill(archive, { webpages: 30_000, screenshots: 0 }, AbortSignal.abort());
  assert.ok(made.webpages > 0 && made.webpages < 30_000);
  assert.equal((await archive.store.webpages.state(archive.owner)).count, made.webpages);
  assert.deepEqual(await Array.fromAsync(archive.store.check.compare(() => undefined)), []);
});

test('every picture can be decoded, is of the size that its record says, and differs from every other', async (t) => {
  const archive = await newArchive(t);
  await fill(archive, { screenshots: 120 });
  const pictures = new Map((await screenshotsOf(archive)).map(({ picture }) => [picture.id, picture]));
  assert.ok(pictures.size >= 12);
  assert.equal(new Set([...pictures.values()].map(({ sha256 }) => sha256)).size, pictures.size);
  for (const { contentKey, thumbnailKey, width, height, bytes, contentType } of pictures.values()) {
    const content = await buffer((await archive.images.read(contentKey)).stream);
    const { info } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height, content.length], [width, height, bytes]);
    assert.equal(`image/${(await sharp(content).metadata()).format}`, contentType);
    const thumbnail = await buffer((await archive.images.read(thumbnailKey)).stream);
    const small = await sharp(thumbnail).metadata();
    assert.deepEqual([small.width, small.format], [320, 'webp']);
    assert.equal(small.height, Math.min(Math.round(height / 4), 240));
  }
});

test('no file is left that no record needs', async (t) => {
  const archive = await newArchive(t);
  await fill(archive, { screenshots: 12 });
  const shown = new Set(
    (await screenshotsOf(archive)).flatMap(({ picture }) => [picture.contentKey, picture.thumbnailKey]),
  );
  const due = await archive.store.removals.due(new Date(Date.now() + 48 * 60 * 60 * 1000), 1000);
  for await (const { key } of archive.images.list()) assert.ok(shown.has(key) || due.includes(key));
});

test('webpages are as a person could have entered them, of many sites, with years between them', () => {
  const pages = [...demoWebpages('any', 3000)].map(({ webpage }) => webpage);
  for (const { id, url, keywords, groupName: group, name, createdAt, modifiedAt } of pages) {
    assert.ok(isIdentifier(id));
    assert.equal(readAddress(url), url);
    assert.deepEqual(readKeywords(keywords), keywords);
    assert.equal(groupName(url), group);
    assert.ok(name.length > 0 && name.length <= 300);
    assert.ok(createdAt <= modifiedAt);
    assert.equal(Number.parseInt(id.replace('-', '').slice(0, 12), 16), Date.parse(createdAt));
  }
  assert.equal(new Set(pages.map(({ id }) => id)).size, pages.length);
  const sizes = [...Map.groupBy(pages, ({ groupName: group }) => group).values()].map((some) => some.length);
  assert.ok(sizes.length > 100, 'many sites');
  assert.ok(Math.max(...sizes) > 50 && sizes.filter((size) => size === 1).length > 20, 'large ones and small ones');
  assert.deepEqual(new Set(pages.map(({ createdAt }) => createdAt.slice(0, 4))).size, 8);
});

test('screenshots are spread unevenly over the webpages and add up', () => {
  const counts = [...captureCounts('any', 2000, 10_000)];
  assert.equal(counts.length, 2000);
  assert.equal(
    counts.reduce((sum, count) => sum + count),
    10_000,
  );
  assert.ok(counts.some((count) => count === 0));
  assert.ok(Math.max(...counts) > 100);
  assert.equal(
    counts.every((count) => count >= 0),
    true,
  );
});
