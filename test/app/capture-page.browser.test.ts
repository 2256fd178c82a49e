import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import sharp from 'sharp';
import { reserveKeys } from '../../src/app/image-keys.ts';
import { sweep } from '../../src/app/sweep.ts';
import type { Camera, EncodedImage, EncodePicture } from '../../src/domain/capture.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { Problem } from '../../src/domain/problem.ts';
import { hostOf, type Webpage } from '../../src/domain/webpage.ts';
import { encodePicture } from '../../src/picture/encode.ts';
import { openDatabase } from '../../src/store/open.ts';
import { type Behaviour, html } from '../corpus/server.ts';
import { page, useCapturing, useSite } from '../harness/capturing.ts';
import { forEachEngine } from '../harness/engines.ts';
import { assertShown } from '../harness/expect.ts';
import type { Person } from '../harness/records.ts';
import { claimAt, LEASE_MS } from '../harness/tracked.ts';

const HOUR_MS = 3_600_000;
const site = useSite();
const { signal } = new AbortController();
const isProblem = (kind: Problem['kind']) => (error: unknown) => error instanceof Problem && error.kind === kind;

const errorPage =
  (status: number): Behaviour =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end(`<h1>Error ${status}</h1>`);

forEachEngine((engine) => {
  const { service, clock, track, visit, keptFiles } = useCapturing(engine, site);

  async function shownOf(person: Person, webpage: Webpage) {
    return assertShown(await service.ask(`/webpages/${webpage.id}/screenshots`, { as: person }), service.link);
  }

  async function faceOf(webpage: Webpage): Promise<unknown> {
    const database = await openDatabase(service.databaseUrl);
    const row = await database.get('SELECT face_id FROM webpages WHERE id = $1', [webpage.id]);
    await database.close();
    return row?.face_id;
  }

  const logOf = ({ owner }: Person, { id }: Webpage) =>
    service.store.captures.list(owner, id, { before: '9999', limit: 100 });
  const trackOf = ({ owner }: Person, { id }: Webpage) => service.store.schedules.find(owner, id, clock.now());

  test('the API shows a capture with the dimensions, size and hash of its file', async () => {
    const ann = await service.newPerson();
    const webpage = await track(ann, site.newPage(page('hello')).url);
    const { record, verdict } = await visit(ann, webpage);
    assert.deepEqual([record.outcome, verdict], ['shot', 'fine']);

    const { totalItems, members } = await shownOf(ann, webpage);
    assert.equal(totalItems, 1);
    const [shown] = members;
    assert.equal(shown.identifier, record.screenshotId);
    assert.deepEqual([shown.width, shown.height, shown.encodingFormat], [320, 240, 'image/webp']);
    const served = Buffer.from(await (await fetch(shown.contentUrl)).arrayBuffer());
    assert.equal(shown.contentSize, String(served.length));
    assert.equal(shown.sha256, hash('sha256', served));
    const thumbnail = await fetch(shown.thumbnail.contentUrl);
    assert.equal(thumbnail.headers.get('content-type'), 'image/webp');
    await thumbnail.arrayBuffer();
  });

  test('a picture is encoded before its record is made, with the same pixels in fewer bytes', async () => {
    const ann = await service.newPerson();
    const webpage = await track(ann, site.newPage(page('a little text')).url);
    const made: EncodedImage[] = [];
    const encode: EncodePicture = async (picture) => {
      const given = Buffer.from(picture.bytes);
      made.push({ ...picture, bytes: given }, await encodePicture(picture, 'auto'));
      return made[1] as EncodedImage;
    };
    await visit(ann, webpage, { encode });
    const [chromiums, encoded] = made;
    assert.ok(chromiums && encoded);
    const [shown] = (await shownOf(ann, webpage)).members;
    assert.deepEqual([shown.encodingFormat, shown.sha256], ['image/webp', encoded.sha256]);
    const served = Buffer.from(await (await fetch(shown.contentUrl)).arrayBuffer());
    assert.ok(served.length < chromiums.bytes.length);
    const pixels = (bytes: Uint8Array) => sharp(bytes).removeAlpha().raw().toBuffer();
    assert.ok((await pixels(served)).equals(await pixels(chromiums.bytes)));

    await visit(ann, webpage, { encode });
    assert.equal(made.length, 2, 'an unchanged page is not encoded');
  });

  test('the log of captures records final URL, status, title, viewport and phases', async () => {
    const ann = await service.newPerson();
    const target = site.newPage(page('seen'));
    const moved = site.newPage((_, response) => void response.writeHead(302, { location: target.url }).end());
    const webpage = await track(ann, moved.url);
    const { record } = await visit(ann, webpage);
    const kept = await service.store.captures.ofScreenshot(ann.owner, webpage.id, record.screenshotId ?? '');
    assert.deepEqual(kept, record);
    assert.deepEqual([kept?.finalUrl, kept?.httpStatus, kept?.title], [target.url, 200, 'seen']);
    assert.deepEqual([kept?.viewport?.width, kept?.viewport?.height, kept?.pageHeight], [320, 240, 240]);
    assert.match(kept?.browserVersion ?? '', /^\d+\./);
    const reached = ['queue', 'navigate', 'settle', 'freeze', 'picture', 'thumbnail'];
    assert.deepEqual(Object.keys(kept?.phases ?? {}), reached);
  });

  test('the icon of a site is kept, and looked for once a day', async () => {
    const ann = await service.newPerson();
    const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>';
    const webpage = await track(ann, site.newPage(html(`<link rel="icon" href='${icon}'>text`)).url);
    const asked: unknown[] = [];
    const camera: Pick<Camera, 'capture'> = {
      capture(url, options, watch) {
        asked.push(watch.icon);
        return site.camera.capture(url, options, watch);
      },
    };
    await visit(ann, webpage, { camera });
    assert.ok(await service.store.siteIcons.find(ann.owner, hostOf(webpage.url)));
    await visit(ann, webpage, { camera });
    await visit(ann, webpage, { camera, now: () => clock.in(25 * HOUR_MS) });
    assert.deepEqual(asked, [true, false, true]);
  });

  test('an unchanged page gets a record of its own that shares picture and thumbnail', async () => {
    const ann = await service.newPerson();
    const shown = site.newPage(page('as ever'));
    const webpage = await track(ann, shown.url);
    await visit(ann, webpage);
    const files = await keptFiles();
    assert.equal((await visit(ann, webpage)).verdict, 'unchanged');
    assert.deepEqual(await keptFiles(), files);

    const { totalItems, members } = await shownOf(ann, webpage);
    assert.equal(totalItems, 2);
    const [one, other] = members;
    assert.notEqual(one.identifier, other.identifier);
    assert.notEqual(one.dateCreated, other.dateCreated);
    assert.equal(one.contentUrl, other.contentUrl);
    assert.deepEqual(one.thumbnail, other.thumbnail);
    const newest = one.dateCreated > other.dateCreated ? one : other;
    assert.equal(await faceOf(webpage), newest.identifier);

    shown.show(page('something new'));
    assert.equal((await visit(ann, webpage)).verdict, 'fine');
    assert.equal((await keptFiles()).size, files.size + 2);
  });

  test('shared files are removed with the last record that uses them', async () => {
    const ann = await service.newPerson();
    const before = await keptFiles();
    const webpage = await track(ann, site.newPage(page('twice')).url);
    await visit(ann, webpage);
    await visit(ann, webpage);
    const { store, images } = service;
    await store.webpages.remove(ann.owner, webpage.id);
    const due = async () => (await store.removals.due(clock.now(), 1_000)).length;
    await store.removals.dismantle(1);
    assert.equal(await due(), 0);
    await store.removals.dismantle(1);
    assert.equal(await due(), 2);
    await sweep(store, images, clock.now, signal);
    assert.deepEqual(await keptFiles(), before);
  });

  test('a picture of an error or of a blank page is kept and marked, but never represents the webpage', async () => {
    const ann = await service.newPerson();
    const shown = site.newPage(page('good'));
    const webpage = await track(ann, shown.url);
    const good = await visit(ann, webpage);
    shown.show(errorPage(500));
    assert.equal((await visit(ann, webpage)).verdict, 'http-error');
    assert.equal((await visit(ann, webpage)).verdict, 'http-error', 'an error that looks as before is no good page');
    shown.show(html(''));
    assert.equal((await visit(ann, webpage)).verdict, 'blank');
    assert.equal(await faceOf(webpage), good.record.screenshotId);
    assert.equal((await shownOf(ann, webpage)).totalItems, 4);
    shown.show(page('good again'));
    const again = await visit(ann, webpage);
    assert.equal(again.verdict, 'fine');
    assert.equal(await faceOf(webpage), again.record.screenshotId);
  });

  test('a failing page records since when and why, and is retried less and less often', async () => {
    const ann = await service.newPerson();
    const shown = site.newPage(errorPage(404));
    const webpage = await track(ann, shown.url);
    const waits: number[] = [];
    let since: string | undefined;
    for (let failures = 1; failures <= 3; failures += 1) {
      const { nextAt } = await visit(ann, webpage);
      since ??= clock.now().toISOString();
      waits.push(Date.parse(nextAt) - clock.now().getTime());
      const because = 'The site answered with HTTP status 404.';
      const expected = { kind: 'waiting', nextAt, queued: false, failing: { since, because, failures } };
      assert.deepEqual((await trackOf(ann, webpage))?.state, expected);
    }
    const [first = 0, second = 0, third = 0] = waits;
    assert.deepEqual([Math.round(second / first), Math.round(third / second)], [2, 2]);
    shown.show(page('back'));
    const { nextAt } = await visit(ann, webpage);
    assert.deepEqual((await trackOf(ann, webpage))?.state, {
      kind: 'waiting',
      nextAt,
      queued: false,
      failing: undefined,
    });
  });

  test('the log of captures contains every attempt with its outcome', async () => {
    const ann = await service.newPerson();
    const shown = site.newPage(page('for a while'));
    const webpage = await track(ann, shown.url);
    await visit(ann, webpage);
    shown.show((request) => void request.destroy());
    await visit(ann, webpage);
    shown.show((_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end());
    await visit(ann, webpage);
    shown.show(html('<script>location.href = "http://10.0.0.1/"</script>'));
    await visit(ann, webpage);
    const log = await logOf(ann, webpage);
    assert.deepEqual(
      log.map(({ outcome, reason }) => [outcome, reason]),
      [
        ['refused', 'address'],
        ['refused', 'address'],
        ['failed', 'empty-answer'],
        ['shot', undefined],
      ],
    );
    assert.match(log[0]?.detail ?? '', /10\.0\.0\.1.*CAPTURE_ALLOW=10\.0\.0\.1/);
    assert.equal((await shownOf(ann, webpage)).totalItems, 1);
  });

  test('a page that crashed the process twice is skipped once, and then captured again', async () => {
    const ann = await service.newPerson();
    const webpage = await track(ann, site.newPage(page('deadly')).url);
    const beCutOff = async () => {
      assert.ok(await service.store.schedules.claimOne(ann.owner, webpage.id, claimAt(clock)));
      clock.forward(LEASE_MS);
    };
    await beCutOff();
    await beCutOff();
    const { record, nextAt } = await visit(ann, webpage);
    assert.deepEqual([record.outcome, record.reason], ['failed', 'interrupted']);
    assert.ok(Date.parse(nextAt) > clock.now().getTime());
    const { state } = (await trackOf(ann, webpage)) ?? {};
    assert.partialDeepStrictEqual(state, { kind: 'waiting', failing: { because: record.detail, failures: 1 } });
    assert.equal((await visit(ann, webpage)).record.outcome, 'shot');
  });

  test('a page that crashed the process once is captured again at once', async () => {
    const ann = await service.newPerson();
    const webpage = await track(ann, site.newPage(page('unlucky')).url);
    assert.ok(await service.store.schedules.claimOne(ann.owner, webpage.id, claimAt(clock)));
    clock.forward(LEASE_MS);
    assert.equal((await visit(ann, webpage)).record.outcome, 'shot');
    const outcomes = (await logOf(ann, webpage)).map(({ reason }) => reason);
    assert.deepEqual(outcomes.toSorted(), ['interrupted', undefined]);
  });

  test('a crash between writing the files and their record leaves no file after a sweep', async () => {
    const ann = await service.newPerson();
    const before = await keptFiles();
    const webpage = await track(ann, site.newPage(page('lost')).url);
    const { store, images } = service;
    const finish = () => Promise.reject(new Error('the power went'));
    const dying: Store = { ...store, captures: { ...store.captures, finish } };
    await assert.rejects(visit(ann, webpage, { store: dying }), /the power went/);
    assert.equal((await keptFiles()).size, before.size + 2);
    await sweep(store, images, clock.now, signal);
    assert.equal((await keptFiles()).size, before.size + 2, 'a capture that may still be under way loses no file');
    clock.forward(HOUR_MS);
    await sweep(store, images, clock.now, signal);
    assert.deepEqual(await keptFiles(), before);
    assert.equal((await shownOf(ann, webpage)).totalItems, 0);
    assert.deepEqual(await logOf(ann, webpage), []);
  });

  test('keys that a sweeper with a clock ahead removed before their files existed cost one capture, and leave no file', async () => {
    const ann = await service.newPerson();
    const { store, images } = service;
    const keys = reserveKeys(store.removals);
    const first = await track(ann, site.newPage(page('in time')).url);
    await visit(ann, first, { keys });
    const before = await keptFiles();
    // It sweeps the names that the worker still has in store.
    await sweep(store, images, () => clock.in(30 * HOUR_MS), signal);
    assert.deepEqual(await keptFiles(), before);

    const webpage = await track(ann, site.newPage(page('too late')).url);
    await assert.rejects(visit(ann, webpage, { keys }), isProblem('conflict'));
    await sweep(store, images, clock.now, signal);
    assert.deepEqual(await keptFiles(), before, 'its files are gone');
    clock.forward(HOUR_MS);
    assert.equal((await visit(ann, webpage, { keys })).verdict, 'fine', 'the next one gets names of its own');
  });

  test('a page that is deleted during its capture leaves no file after a sweep', async () => {
    const ann = await service.newPerson();
    const before = await keptFiles();
    const { store, images } = service;
    let webpage: Webpage | undefined;
    const shown = site.newPage(async (request, response, url) => {
      await store.webpages.remove(ann.owner, webpage?.id ?? '');
      page('going, going')(request, response, url);
    });
    webpage = await track(ann, shown.url);
    await assert.rejects(visit(ann, webpage), isProblem('not-found'));
    clock.forward(HOUR_MS);
    await sweep(store, images, clock.now, signal);
    assert.deepEqual(await keptFiles(), before);
    assert.deepEqual(await logOf(ann, webpage), []);
  });
});
