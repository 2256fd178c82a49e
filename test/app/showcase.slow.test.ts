import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { fillShowcase } from '../../src/app/demo/showcase.ts';
import { demoStories } from '../../src/app/demo/stories.ts';
import type { Story } from '../../src/app/demo/story.ts';
import { sealingKey } from '../../src/app/seal.ts';
import type { ChangeFilter } from '../../src/domain/change.ts';
import { groupName } from '../../src/domain/group.ts';
import type { Images } from '../../src/domain/ports/images.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { hostOf } from '../../src/domain/webpage.ts';
import { openImages } from '../../src/images/open.ts';
import { openComparer } from '../../src/picture/compare/compare-pictures.ts';
import { openStore } from '../../src/store/open.ts';
import { type Engine, forEachEngine, sqlite, temporaryFolder } from '../harness/engines.ts';

interface Archive {
  readonly store: Store;
  readonly images: Images;
  readonly owner: string;
}

const EMAIL = 'demo@example.org';
const NOW = new Date('2026-11-17T09:30:00Z');
const DAY_MS = 86_400_000;

async function newArchive(t: TestContext, engine: Engine = sqlite): Promise<Archive> {
  const database = await engine.makeDatabase();
  const store = await openStore(database.url);
  const folder = await temporaryFolder('showcase');
  t.after(async () => {
    await store.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const owner = randomUUIDv7();
  await store.accounts.add({ id: owner, email: EMAIL, createdAt: NOW.toISOString(), webpageCount: 0 }, 'no password');
  return { store, images: await openImages(`file:${folder}/images`), owner };
}

function storiesAt(...paths: string[]): Story[] {
  return demoStories(NOW).filter(({ url }) => paths.some((path) => url === `https://${path}`));
}

async function fill(
  archive: Archive,
  stories: readonly Story[],
  { seed = '1', signal = new AbortController().signal, report = () => {} } = {},
) {
  const { compare, close } = openComparer();
  const secret = sealingKey('a secret of the tests, long enough for everyone');
  const parts = { ...archive, comparePictures: compare, sealingKey: secret, now: NOW, report, signal };
  try {
    return await fillShowcase(parts, archive.owner, { email: EMAIL, seed }, stories);
  } finally {
    await close();
  }
}

const entriesOf = ({ store, owner }: Archive, filter: ChangeFilter = 'all') =>
  store.changes.entries(owner, {
    filter,
    site: undefined,
    keyword: undefined,
    from: undefined,
    order: 'asc',
    limit: 500,
  });

async function capturesOf({ store, owner }: Archive, url: string) {
  const state = await store.webpages.state(owner);
  const { records } = await store.webpages.page(owner, state, { page: 1, limit: 50, sort: 'url', order: 'asc' });
  const webpage = records.find((each) => each.url === url);
  assert.ok(webpage);
  return store.captures.list(owner, webpage.id, { before: '9', limit: 500 });
}

forEachEngine((engine) => {
  test('every edit of a story becomes a change, and only those since yesterday are not reviewed', async (t) => {
    const archive = await newArchive(t, engine);
    const stories = storiesAt('status.quartz.example/', 'tidewater.example/jobs', 'fjellheim.example/avalanches');
    await fill(archive, stories);
    for (const { url, versions } of stories) {
      const changed = (await entriesOf(archive)).filter((each) => each.kind === 'changed' && each.webpage.url === url);
      assert.equal(changed.length, versions.length - 1, url);
      for (const { at, reviewedAt } of changed) {
        assert.equal(reviewedAt === undefined, at >= '2026-11-16', `${url} ${at}`);
      }
    }
    const titles = new Set((await entriesOf(archive)).map(({ title }) => title));
    assert.ok(titles.has('Quartz Data status'));
    const hosts = stories.map(({ url }) => hostOf(url));
    assert.deepEqual([...(await archive.store.siteIcons.versions(archive.owner, hosts)).keys()].sort(), hosts.sort());
    assert.deepEqual(await Array.fromAsync(archive.store.check.compare(() => undefined)), []);
  });
});

test('failures are recorded with their pictures, also those that last', async (t) => {
  const archive = await newArchive(t);
  await fill(archive, storiesAt('kaufhalle.example/offers', 'library.ravensby.example/hours'));
  const failing = await entriesOf(archive, 'failing');
  assert.deepEqual(
    failing.map((each) => each.kind === 'failing' && [each.webpage.groupName, each.because, each.until]),
    [
      ['kaufhalle.example', 'The site shows a bot wall in place of the page.', undefined],
      ['ravensby.example', 'The site answered with HTTP status 503.', undefined],
    ],
  );
  for (const each of failing) assert.ok(each.kind === 'failing' && each.screenshot);
});

test('a page is captured on its schedule from the day on which it was added until now', async (t) => {
  const archive = await newArchive(t);
  const url = 'https://fjellheim.example/avalanches';
  const stories = storiesAt('fjellheim.example/avalanches');
  const { screenshots } = await fill(archive, stories);
  const captures = await capturesOf(archive, url);
  assert.equal(captures.length, screenshots);
  const times = captures.map(({ startedAt }) => Date.parse(startedAt));
  assert.ok(Math.max(...times) > NOW.getTime() - DAY_MS && Math.max(...times) <= NOW.getTime());
  assert.equal(Math.min(...times), NOW.getTime() - (stories[0]?.since ?? 0) * DAY_MS);
  assert.ok(captures.length >= 17 && captures.length <= 19);
});

test('a service that starts afterwards captures none of the pages, and shows all but one as active', async (t) => {
  const archive = await newArchive(t);
  const { store, owner } = archive;
  await fill(archive, storiesAt('aurum.example/collection/leaves', 'halden.example/light/nordlys-lantern'));
  const later = new Date(NOW.getTime() + 300 * DAY_MS);
  assert.deepEqual(await store.schedules.dueOwners(later), []);
  const state = await store.webpages.state(owner);
  const { records } = await store.webpages.page(owner, state, { page: 1, limit: 50, sort: 'url', order: 'asc' });
  const schedules = await store.schedules.findMany(
    owner,
    records.map(({ id }) => id),
    NOW,
  );
  assert.deepEqual(
    records.map(({ id }) => schedules.get(id)?.state.kind),
    ['paused', 'waiting'],
  );
});

test('the same seed at the same time gives the same captures and changes', async (t) => {
  const [one, two] = [await newArchive(t), await newArchive(t)];
  const stories = storiesAt('fjellheim.example/avalanches', 'docs.loomis.example/backups');
  for (const archive of [one, two]) await fill(archive, stories);
  const told = async (archive: Archive) => ({
    captures: (await capturesOf(archive, 'https://fjellheim.example/avalanches')).map(
      ({ startedAt, title, pageHeight, outcome }) => [startedAt, title, pageHeight, outcome],
    ),
    entries: (await entriesOf(archive)).map((each) => [
      each.kind,
      each.at,
      each.webpage,
      each.kind === 'changed' && [each.summary, each.before.picture.sha256, each.after.picture.sha256],
    ]),
  });
  assert.deepEqual(await told(one), await told(two));
});

test('a seed is refused a second time, and another seed adds to the same account', async (t) => {
  const archive = await newArchive(t);
  const stories = storiesAt('halden.example/light/nordlys-lantern');
  await fill(archive, stories);
  await assert.rejects(fill(archive, stories), { kind: 'conflict', message: /--seed/ });
  assert.deepEqual(await fill(archive, stories, { seed: '2' }), { webpages: 1, screenshots: 1 });
});

test('an interrupted fill leaves an archive that is whole, whose pages are not captured', async (t) => {
  const archive = await newArchive(t);
  const stop = new AbortController();
  const stories = storiesAt('fjellheim.example/today', 'fjellheim.example/avalanches', 'status.quartz.example/');
  const made = await fill(archive, stories, { signal: stop.signal, report: () => stop.abort() });
  assert.ok(made.screenshots > 0 && made.screenshots < 10);
  assert.deepEqual(await Array.fromAsync(archive.store.check.compare(() => undefined)), []);
  assert.deepEqual(await archive.store.schedules.dueOwners(new Date('2126-01-01')), []);
});

test('the stories are of a dozen sites of four months, and each version looks different from the one before', () => {
  const stories = demoStories(NOW);
  assert.ok(new Set(stories.map(({ url }) => groupName(url))).size >= 12);
  assert.ok(stories.some(({ since }) => since > 110));
  for (const { url, since, versions } of stories) {
    const drawings = versions.map(({ age, draw }) => draw(new Date(NOW.getTime() - age * DAY_MS)));
    for (const [index, { svg, height, elements }] of drawings.entries()) {
      assert.notEqual(svg, drawings[index - 1]?.svg, url);
      for (const { selector, box } of elements) {
        assert.ok(box.x >= 0 && box.x + box.width <= 1280, `${url} ${selector}`);
        assert.ok(box.y >= 0 && box.y + box.height <= height, `${url} ${selector}`);
      }
    }
    const ages = versions.map(({ age }) => age);
    assert.deepEqual(
      ages,
      ages.toSorted((a, b) => b - a),
      url,
    );
    assert.equal(ages[0], since);
  }
});

test('the drawings contain only characters that the fonts of the program have', () => {
  for (const { versions } of demoStories(NOW)) {
    for (const { draw } of versions) {
      const words = [...draw(NOW).svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text).join('');
      assert.match(words, /^[\x20-\x7e¡-ÿ€–’−]*$/);
    }
  }
});
