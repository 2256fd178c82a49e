import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CaptureParts, capturePage } from '../../src/app/capture-page.ts';
import { changeSettings } from '../../src/app/change-settings.ts';
import { makeCompare } from '../../src/app/compare-captures.ts';
import { NOTHING_IGNORED } from '../../src/domain/change.ts';
import { Problem } from '../../src/domain/problem.ts';
import type { Webpage } from '../../src/domain/webpage.ts';
import { html } from '../corpus/server.ts';
import { page, useCapturing, useSite } from '../harness/capturing.ts';
import { comparePictures } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import type { Person } from '../harness/records.ts';
import { claimAt } from '../harness/tracked.ts';

const site = useSite();
const ALL = { filter: 'all', site: undefined, keyword: undefined, from: undefined, order: 'asc', limit: 50 } as const;

/** A page with a coloured box at the top, and another one below it. */
const boxes = (top: string, below: string) =>
  html(`<!doctype html><title>Boxes</title><body style="margin:0">
<div id="advert" style="height:60px;margin:20px;background:${top}"></div>
<div style="height:40px;margin:20px;background:${below}"></div></body>`);

forEachEngine((engine) => {
  const { service, clock, parts, track, visit, keptFiles } = useCapturing(engine, site);
  const entriesOf = ({ owner }: Person) => service.store.changes.entries(owner, ALL);

  async function changeOf({ owner }: Person, { id }: Webpage, screenshotId = '') {
    return (await service.store.changes.ofCaptures(owner, id, [screenshotId])).get(screenshotId);
  }

  test('a capture is compared with the one before: a changed box is one region', async () => {
    const ann = await service.newPerson();
    const shown = site.newPage(boxes('#fff', '#c00'));
    const webpage = await track(ann, shown.url);
    const first = await visit(ann, webpage);
    shown.show(boxes('#fff', '#00c'));
    const second = await visit(ann, webpage);
    await visit(ann, webpage);

    const [fresh, changed, ...others] = await entriesOf(ann);
    assert.deepEqual(others, [], 'the unchanged capture adds nothing');
    assert.ok(fresh?.kind === 'new' && changed?.kind === 'changed');
    assert.equal(fresh.screenshot.id, first.record.screenshotId);
    assert.deepEqual(
      [changed.before.id, changed.after.id, changed.title],
      [first.record.screenshotId, second.record.screenshotId, 'Boxes'],
    );
    const { word, altered, added, removed, share, leading } = changed.summary;
    assert.deepEqual([word, altered, added, removed], ['changed', 1, 0, 0]);
    assert.ok(Math.abs(share - (280 * 40) / (320 * 240)) < 0.02, `the share is ${share}`);
    const { x, y, width, height } = leading[0]?.after ?? assert.fail('there is no region');
    assert.ok(
      Math.abs(x - 20) <= 4 && Math.abs(y - 100) <= 4 && Math.abs(width - 280) <= 8 && Math.abs(height - 40) <= 8,
    );
    assert.deepEqual(second.compareError, undefined);
  });

  test('a page that looks as before an error is unchanged, and shares the picture of the last good capture', async () => {
    const ann = await service.newPerson();
    const shown = site.newPage(boxes('#fff', '#c00'));
    const webpage = await track(ann, shown.url);
    await visit(ann, webpage);
    const files = await keptFiles();
    shown.show((_, response) => void response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Error</h1>'));
    assert.equal((await visit(ann, webpage)).verdict, 'http-error');
    assert.equal((await keptFiles()).size, files.size + 2);
    shown.show(boxes('#fff', '#c00'));
    const { verdict, record } = await visit(ann, webpage);
    assert.equal(verdict, 'unchanged');
    assert.equal((await keptFiles()).size, files.size + 2);
    assert.equal(await changeOf(ann, webpage, record.screenshotId), undefined);
    assert.deepEqual(
      (await entriesOf(ann)).map(({ kind }) => kind),
      ['new', 'failing'],
    );
  });

  test('elements of ignored selectors are measured, and changes inside them are not announced', async () => {
    const ann = await service.newPerson();
    const shown = site.newPage(boxes('#0c0', '#c00'));
    const webpage = await track(ann, shown.url);
    await visit(ann, webpage);
    const ignored = { ...NOTHING_IGNORED, ignoredSelectors: ['div#advert'] };
    await changeSettings(service, ann.owner, webpage.id, ignored);
    shown.show(boxes('#cc0', '#c00'));
    const { record } = await visit(ann, webpage);
    const elements = await service.store.changes.elements(ann.owner, webpage.id, record.screenshotId ?? '');
    assert.deepEqual(elements[0], { selector: 'div#advert', boxes: [{ x: 20, y: 20, width: 280, height: 60 }] });
    const change = await changeOf(ann, webpage, record.screenshotId);
    assert.ok(change?.state === 'compared');
    assert.deepEqual([change.summary.word, change.summary.ignored, change.announced], ['same', 1, false]);
    shown.show(boxes('#0cc', '#00c'));
    const next = await changeOf(ann, webpage, (await visit(ann, webpage)).record.screenshotId);
    assert.ok(next?.state === 'compared');
    assert.deepEqual([next.summary.altered, next.summary.ignored, next.announced], [1, 1, true]);
  });

  test('a comparison that fails does not cost the capture', async () => {
    const ann = await service.newPerson();
    const shown = site.newPage(page('one'));
    const webpage = await track(ann, shown.url);
    const first = await visit(ann, webpage);
    const failures: [Partial<CaptureParts>, RegExp][] = [
      [
        { comparePictures: () => Promise.reject(new Problem('unavailable', 'It took too long.')) },
        /^It took too long\.$/,
      ],
      [
        { comparePictures: () => Promise.reject(new Error('a bug')) },
        /^The comparison with the capture before failed\.$/,
      ],
    ];
    for (const [index, [changed, detail]] of failures.entries()) {
      shown.show(page(`version ${index}`));
      const { record, verdict, compareError } = await visit(ann, webpage, changed);
      assert.deepEqual([record.outcome, verdict], ['shot', 'fine']);
      assert.ok(compareError instanceof Error);
      const change = await changeOf(ann, webpage, record.screenshotId);
      assert.ok(change?.state === 'failed');
      assert.match(change.detail, detail);
    }
    const good = await service.store.screenshots.find(ann.owner, webpage.id, first.record.screenshotId ?? '');
    assert.ok(good);
  });

  test('a capture whose last good picture is missing says so', async () => {
    const ann = await service.newPerson();
    const shown = site.newPage(page('one'));
    const webpage = await track(ann, shown.url);
    const first = await visit(ann, webpage);
    const good = await service.store.screenshots.find(ann.owner, webpage.id, first.record.screenshotId ?? '');
    await service.images.remove(good?.picture.contentKey ?? '');
    shown.show(page('two'));
    const change = await changeOf(ann, webpage, (await visit(ann, webpage)).record.screenshotId);
    assert.ok(change?.state === 'failed');
    assert.equal(change.detail, 'The image of one of the captures is missing.');
  });

  test('a capture that is stopped during its comparison is not kept, and leaves nothing behind', async () => {
    const ann = await service.newPerson();
    const shown = site.newPage(page('one'));
    const webpage = await track(ann, shown.url);
    await visit(ann, webpage);
    shown.show(page('two'));
    clock.forward(60_000);
    const claim = await service.store.schedules.claimOne(ann.owner, webpage.id, claimAt(clock));
    assert.ok(claim);
    const stop = new AbortController();
    const comparing = () => {
      stop.abort();
      return new Promise<never>(() => undefined);
    };
    const capturing = capturePage({ ...parts(), comparePictures: comparing }, claim, { signal: stop.signal });
    await assert.rejects(capturing, { name: 'AbortError' });
    assert.equal((await service.store.screenshots.state(ann.owner, webpage.id, undefined))?.count, 1);
  });

  test('any two captures are compared on demand, once, and evaluated with the current settings', async () => {
    const ann = await service.newPerson();
    const shown = site.newPage(boxes('#0c0', '#c00'));
    const webpage = await track(ann, shown.url);
    const ids: string[] = [];
    for (const colour of ['#0c0', '#cc0', '#00c']) {
      shown.show(boxes(colour, colour));
      ids.push((await visit(ann, webpage)).record.screenshotId ?? '');
    }
    const { store, images } = service;
    const [first, , third] = await Promise.all(ids.map((id) => store.screenshots.find(ann.owner, webpage.id, id)));
    assert.ok(first && third);
    let runs = 0;
    const compare = makeCompare({
      store,
      images,
      comparePictures: (before, after) => {
        runs += 1;
        return comparePictures(before, after);
      },
    });
    const [one, other] = await Promise.all([compare(ann.owner, first, third), compare(ann.owner, first, third)]);
    assert.deepEqual([runs, one], [1, other]);
    assert.deepEqual([one.summary.altered, one.announced, one.findings.regions.length], [2, true, 2]);
    const ignored = { ...NOTHING_IGNORED, ignoredBoxes: [{ x: 0, y: 0, width: 320, height: 90 }] };
    await changeSettings(service, ann.owner, webpage.id, ignored);
    assert.equal((await compare(ann.owner, first, third)).summary.ignored, 1);
    assert.equal(runs, 1);
    await images.remove(first.picture.contentKey);
    await assert.rejects(compare(ann.owner, third, first), {
      kind: 'not-found',
      message: 'The image of one of the captures is missing.',
    });
    assert.equal((await compare(ann.owner, first, third)).summary.ignored, 1, 'a failure does not block the next one');
  });
});
