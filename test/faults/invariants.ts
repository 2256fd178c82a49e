import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { checkImages } from '../../src/app/check-images.ts';
import { compareNext } from '../../src/app/compare-backlog.ts';
import { sweep } from '../../src/app/sweep.ts';
import { eraseExpired } from '../../src/app/trash.ts';
import { describeFinding } from '../../src/cli/describe-finding.ts';
import type { Images } from '../../src/domain/ports/images.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { isGood, type KeptVerdict } from '../../src/domain/screenshot.ts';
import { compareHere } from '../../src/picture/compare/compare-here.ts';
import { isImage } from '../../src/picture/thumbnail.ts';
import type { Database, Row } from '../../src/store/engine/database.ts';
import { openMigrated, storeOn } from '../../src/store/open.ts';

const LATER_MS = 48 * 3_600_000;
const MOST_PIXELS = 50_000_000;

const comparePictures = (before: Uint8Array, after: Uint8Array) => compareHere(before, after, MOST_PIXELS);

export interface Checked {
  readonly webpages: number;
  readonly screenshots: number;
  readonly captures: number;
  readonly findings: number;
  readonly images: number;
}

/**
 * Checks the invariants that hold after any fault, once every process has stopped: every record has its images, no
 * image lacks a record after a sweep, the counts are right, nothing is recorded twice, and the doctor finds no fault.
 */
export async function checkArchive(databaseUrl: string, images: Images): Promise<Checked> {
  const { database } = await openMigrated(databaseUrl);
  try {
    const store = storeOn(database);
    const later = () => new Date(Date.now() + LATER_MS);
    await eraseExpired({ store, trashDays: 0 }, later(), new AbortController().signal);
    await sweep(store, images, later, new AbortController().signal);
    // A worker does this within a minute.
    while (await compareNext({ store, images, comparePictures, now: later }, new AbortController().signal));
    const rows = await readTables(database);
    const kept = await readImages(images);
    checkFiles(rows, kept);
    checkCounts(rows);
    checkCaptures(rows);
    checkChanges(rows);
    await checkWithDoctor(store, images, later());
    const { webpages, screenshots, captures, findings } = rows;
    return {
      webpages: webpages.length,
      screenshots: screenshots.length,
      captures: captures.length,
      findings: findings.length,
      images: kept.size,
    };
  } finally {
    await database.close();
  }
}

const TABLES = [
  'accounts',
  'webpages',
  'screenshots',
  'pictures',
  'captures',
  'capture_schedules',
  'findings',
  'changes',
  'change_days',
  'image_removals',
] as const;
type Rows = Readonly<Record<(typeof TABLES)[number], Row[]>>;

async function readTables(database: Database): Promise<Rows> {
  const read = async (name: string) => [name, await database.all(`SELECT * FROM ${name}`)];
  return Object.fromEntries(await Promise.all(TABLES.map(read)));
}

/** The hash of every file, and the size in pixels of each file that decodes completely. */
async function readImages(images: Images): Promise<Map<string, { sha256: string; pixels: string }>> {
  const found = new Map<string, { sha256: string; pixels: string }>();
  for await (const { key } of images.list()) {
    const bytes = await buffer((await images.read(key)).stream);
    const { info } = await sharp(bytes, { failOn: 'truncated' }).raw().toBuffer({ resolveWithObject: true });
    found.set(key, { sha256: hash('sha256', bytes), pixels: `${info.width}x${info.height}` });
  }
  return found;
}

function checkFiles({ pictures, image_removals }: Rows, kept: Awaited<ReturnType<typeof readImages>>) {
  const wanted = new Set<string>();
  for (const { id, content_key, thumbnail_key, sha256, width, height } of pictures) {
    const content = kept.get(String(content_key));
    assert.equal(content?.sha256, sha256, `the content of picture ${id}, byte for byte`);
    assert.equal(content?.pixels, `${width}x${height}`, `the size of picture ${id}`);
    assert.ok(kept.has(String(thumbnail_key)), `the thumbnail of picture ${id}, whole`);
    wanted.add(String(content_key)).add(String(thumbnail_key));
  }
  const orphans = [...kept.keys()].filter((key) => !wanted.has(key));
  assert.deepEqual(orphans, [], 'no image is left without a record');
  assert.deepEqual(image_removals, [], 'nothing waits for its removal after a sweep');
}

function checkCounts({ accounts, webpages, screenshots, pictures }: Rows): void {
  const shotsOf = Map.groupBy(screenshots, ({ webpage_id }) => webpage_id);
  const usesOf = Map.groupBy(screenshots, ({ picture_id }) => picture_id);
  for (const { id, uses } of pictures) assert.equal(usesOf.get(id)?.length, uses, `the uses of picture ${id}`);
  for (const webpage of webpages) {
    assert.notEqual(webpage.account_id, null, 'what was deleted is gone');
    const own = shotsOf.get(webpage.id) ?? [];
    assert.equal(own.length, webpage.screenshot_count, `the count of webpage ${webpage.id}`);
    assert.equal(own.filter(({ is_favorite }) => is_favorite === 1).length, webpage.favorite_count);
    assert.ok(Number(webpage.revision) >= own.length, 'every screenshot gave its webpage a new revision');
    shotsOf.delete(webpage.id);
  }
  assert.equal(shotsOf.size, 0, 'no screenshot is left without its webpage');
  for (const { id, webpage_count, revision } of accounts) {
    const own = webpages.filter(({ account_id }) => account_id === id);
    assert.equal(own.length, webpage_count, `the count of account ${id}`);
    assert.ok(Number(revision) >= own.length, 'every webpage gave its account a new revision');
  }
}

/** Each screenshot of a captured webpage belongs to exactly one capture. */
function checkCaptures({ captures, screenshots }: Rows): void {
  const captured = new Set(captures.map(({ webpage_id }) => webpage_id));
  const shots = captures.filter(({ outcome }) => outcome === 'shot').map(({ screenshot_id }) => screenshot_id);
  assert.equal(new Set(shots).size, shots.length, 'no screenshot was recorded by two captures');
  const kept = screenshots.filter(({ webpage_id }) => captured.has(webpage_id)).map(({ id }) => id);
  assert.deepEqual(shots.toSorted(), kept.toSorted(), 'one capture for each screenshot');
}

/** Each good capture that does not share its picture has exactly one entry, and each failing page one open series. */
function checkChanges({ webpages, captures, screenshots, capture_schedules, findings, changes, change_days }: Rows) {
  const shots = new Map(screenshots.map((shot) => [shot.id, shot]));
  const pairs = new Set(findings.map(({ before_id, after_id }) => `${before_id} ${after_id}`));
  for (const change of changes.filter(({ kind }) => kind === 'changed')) {
    const [before, after] = [shots.get(change.before_id ?? ''), shots.get(change.id ?? '')];
    assert.ok(before && after, `both screenshots of change ${change.id}`);
    assert.notEqual(before.picture_id, after.picture_id, `change ${change.id} compares two pictures`);
    assert.ok(isGood(before.verdict as KeptVerdict) && isGood(after.verdict as KeptVerdict));
    const isKept = pairs.has(`${before.picture_id} ${after.picture_id}`);
    assert.ok(change.word === null || isKept, `the findings of change ${change.id}`);
  }
  const entries = new Set(changes.map(({ id }) => id));
  const captured = captures
    .map(({ screenshot_id }) => shots.get(screenshot_id ?? ''))
    .filter((shot) => shot !== undefined);
  for (const { id } of webpages) {
    const good = captured.filter((shot) => shot.webpage_id === id && isGood(shot.verdict as KeptVerdict));
    const fresh = changes.filter(({ webpage_id, kind }) => webpage_id === id && kind === 'new');
    assert.equal(fresh.length, good.length > 0 ? 1 : 0, `the first good capture of webpage ${id}`);
    const known = new Set(good.filter((shot) => entries.has(shot.id ?? '')).map(({ picture_id }) => picture_id));
    assert.ok(
      good.every(({ picture_id }) => known.has(picture_id ?? '')),
      `every change of webpage ${id} has its entry`,
    );
  }
  for (const { webpage_id, failures } of capture_schedules) {
    const open = changes.filter((e) => e.webpage_id === webpage_id && e.kind === 'failing' && e.ended_at === null);
    assert.equal(open.length, Number(failures) > 0 ? 1 : 0, `the series of failures of webpage ${webpage_id}`);
  }
  for (const [day, some] of Map.groupBy(captured, ({ created_at }) => String(created_at).slice(0, 10))) {
    const counted = change_days.filter((row) => row.day === day).reduce((sum, row) => sum + Number(row.webpages), 0);
    assert.ok(counted >= new Set(some.map(({ webpage_id }) => webpage_id)).size, `the webpages captured on ${day}`);
  }
}

async function checkWithDoctor(store: Store, images: Images, now: Date): Promise<void> {
  const report = () => undefined;
  const found = [
    ...(await Array.fromAsync(store.check.compare(report))),
    ...(await Array.fromAsync(checkImages({ store, images, isImage, now, report }))),
  ];
  assert.deepEqual(found.map(describeFinding), [], 'the doctor finds nothing');
}

/** No page has two captures at the same time. This holds only while all clocks are right. */
export async function checkNoOverlap(databaseUrl: string): Promise<void> {
  const { database } = await openMigrated(databaseUrl);
  try {
    const rows = await database.all('SELECT * FROM captures ORDER BY webpage_id, started_at, id');
    for (const [index, row] of rows.entries()) {
      const next = rows[index + 1];
      if (next?.webpage_id !== row.webpage_id) continue;
      assert.ok(String(next?.started_at) >= String(row.finished_at), `${row.id} and ${next?.id} at once`);
    }
  } finally {
    await database.close();
  }
}
