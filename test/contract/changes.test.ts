import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, test } from 'node:test';
import { type ChangeEntriesRequest, type ChangeEntry, NOTHING_IGNORED } from '../../src/domain/change.ts';
import { rangeOfDay } from '../../src/domain/day.ts';
import { alteredRegion, type CaptureDraft, captureAs, findingsOf } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson, addScreenshot, addWebpage, newPicture, newScreenshot, newWebpage } from '../harness/records.ts';
import { useStore } from '../harness/stores.ts';
import { addTracked, newSite } from '../harness/tracked.ts';

const ALL: ChangeEntriesRequest = {
  filter: 'all',
  site: undefined,
  keyword: undefined,
  from: undefined,
  order: 'desc',
  limit: 50,
};

forEachEngine((engine) => {
  const store = useStore(engine);
  const START = Date.parse('2026-05-01T00:00:00.000Z');
  const hour = (hours: number) => new Date(START + hours * 3_600_000);

  async function tracked(owner?: string, url = newSite()) {
    const person = owner ?? (await addPerson(store)).owner;
    const webpage = await addTracked(store, person, { url, readyAt: hour(0) });
    const capture = (draft?: CaptureDraft) => captureAs(store, person, webpage.id, draft);
    return { owner: person, webpage, capture };
  }

  const list = (owner: string, request: Partial<ChangeEntriesRequest> = {}) =>
    store.changes.entries(owner, { ...ALL, ...request });
  const kindsOf = async (owner: string, request: Partial<ChangeEntriesRequest> = {}) =>
    (await list(owner, request)).map(({ kind }) => kind);
  const idsOf = (entries: readonly ChangeEntry[]) => entries.map(({ id }) => id);
  const dayOf = async (owner: string, day: string) =>
    (await store.changes.days(owner, { from: day, to: day, timeZone: 'UTC' }))[0];

  describe('entries of the Changes page', () => {
    test('the first good capture is new, a changed one is compared with the last good one', async () => {
      const { owner, webpage, capture } = await tracked();
      const first = await capture({ at: hour(1), title: 'First title' });
      const second = await capture({ at: hour(2), title: '  A\n title\t' });
      const [changed, fresh, ...others] = await list(owner);
      assert.deepEqual(others, []);
      assert.ok(changed?.kind === 'changed' && fresh?.kind === 'new');
      assert.deepEqual([changed.before.id, changed.after.id, fresh.screenshot.id], [first, second, first]);
      assert.deepEqual([changed.at, fresh.at], [hour(2).toISOString(), hour(1).toISOString()]);
      assert.deepEqual([changed.title, changed.webpage, changed.reviewedAt], ['A title', webpage, undefined]);
      assert.deepEqual(changed.summary, {
        word: 'changed',
        share: 0.02,
        added: 0,
        removed: 0,
        altered: 1,
        ignored: 0,
        leading: [alteredRegion(100, 100, 200, 100)],
      });
    });

    test('an unchanged capture adds no entry and no comparison', async () => {
      const { owner, webpage, capture } = await tracked();
      await capture();
      const same = await capture({ same: true });
      assert.deepEqual(await kindsOf(owner), ['new']);
      assert.deepEqual(await store.changes.ofCaptures(owner, webpage.id, [same]), new Map());
    });

    test('a capture is compared with the last good one, never with the picture of an error', async () => {
      const { owner, capture } = await tracked();
      const good = await capture();
      for (const verdict of ['http-error', 'blocked', 'blank'] as const) {
        await capture({ failing: 'It failed.', screenshot: { verdict } });
      }
      await capture();
      const [changed] = await list(owner, { filter: 'changed' });
      assert.ok(changed?.kind === 'changed');
      assert.equal(changed.before.id, good);
    });

    test('a capture whose comparison failed is kept and says so, and is not announced', async () => {
      const { owner, webpage, capture } = await tracked();
      const before = await capture();
      const id = await capture({ change: 'The comparison took longer than 60 seconds.' });
      assert.deepEqual(await kindsOf(owner), ['new']);
      const change = (await store.changes.ofCaptures(owner, webpage.id, [id])).get(id);
      assert.deepEqual(change, {
        screenshotId: id,
        beforeId: before,
        state: 'failed',
        detail: 'The comparison took longer than 60 seconds.',
      });
    });

    test('a capture that is dated before the one it was compared with waits for another comparison', async () => {
      const { owner, webpage, capture } = await tracked();
      const first = await capture({ at: hour(1) });
      const late = await capture({ at: hour(29) });
      assert.equal((await dayOf(owner, '2026-05-02'))?.changed, 1);
      // The clock was set back.
      const early = await capture({ at: hour(3) });
      assert.equal((await dayOf(owner, '2026-05-02'))?.changed, 0);
      for await (const finding of store.check.compare(() => undefined)) {
        assert.ok(!('id' in finding) || finding.id !== webpage.id, JSON.stringify(finding));
      }
      assert.deepEqual((await store.changes.ofCaptures(owner, webpage.id, [early])).get(early), {
        screenshotId: early,
        beforeId: first,
        state: 'waiting',
      });
      await store.trash.putCapture(owner, { webpageId: webpage.id, id: late }, hour(30));
      for await (const finding of store.check.compare(() => undefined)) {
        assert.ok(!('id' in finding) || finding.id !== early, JSON.stringify(finding));
      }
    });

    for (const same of [false, true])
      test(`captures give way to earlier ones in the comparisons, the first ${same ? 'with the same' : 'with another'} picture`, async () => {
        const { owner, capture } = await tracked();
        const late = await capture({ at: hour(5) });
        // The clock was set back.
        const second = await capture({ at: hour(3) });
        const first = await capture({ at: hour(1), same });
        for (;;) {
          const pair = await store.comparisonBacklog.take({ now: hour(6), until: hour(7) });
          if (pair === undefined) break;
          if (pair === 'passed') continue;
          const findings = findingsOf(alteredRegion(100, 100, 200, 100));
          const change = { kind: 'compared', before: pair.before, findings, words: undefined } as const;
          await store.comparisonBacklog.finish(pair, change, hour(6));
        }
        assert.deepEqual(
          (await list(owner, { order: 'asc' })).map((entry) => [
            entry.id,
            entry.kind === 'changed' ? entry.before.id : entry.kind,
          ]),
          [
            [first, 'new'],
            [second, first],
            [late, second],
          ],
        );
      });

    test('a series of failures is one entry, until a capture succeeds again', async () => {
      const { owner, capture } = await tracked();
      await capture({ at: hour(1) });
      await capture({ at: hour(2), failing: 'No such host.' });
      const picture = await capture({ at: hour(3), failing: 'Status 500.', screenshot: { verdict: 'http-error' } });
      await capture({ at: hour(4), failing: 'Timeout.' });
      const [failing, ...others] = await list(owner, { filter: 'failing' });
      assert.ok(failing?.kind === 'failing');
      assert.deepEqual(others, []);
      assert.deepEqual(
        [failing.at, failing.because, failing.failures, failing.until, failing.screenshot?.id],
        [hour(2).toISOString(), 'Timeout.', 3, undefined, picture],
      );
      await capture({ at: hour(5), same: true });
      assert.deepEqual(await list(owner, { filter: 'failing' }), []);
      const [ended] = await list(owner);
      assert.ok(ended?.kind === 'failing');
      assert.equal(ended.until, hour(5).toISOString());
      await capture({ at: hour(6), failing: 'Again.' });
      assert.deepEqual(await kindsOf(owner), ['failing', 'failing', 'new']);
    });

    test('pages of entries continue at a position, in both orders', async () => {
      const { owner, capture } = await tracked();
      const ids: string[] = [];
      for (let n = 0; n < 7; n += 1) ids.push(await capture({ at: hour(n) }));
      for (const order of ['asc', 'desc'] as const) {
        const read: string[] = [];
        let from: ChangeEntriesRequest['from'];
        for (;;) {
          const page = await list(owner, { order, from, limit: 3 });
          const last = page.at(-1);
          if (!last) break;
          read.push(...idsOf(page));
          from = { at: last.at, id: last.id };
        }
        assert.deepEqual(read, order === 'asc' ? ids : ids.toReversed());
      }
    });

    test('site and keyword are found among thousands of other entries', async () => {
      const { owner } = await addPerson(store);
      const many = await addWebpage(store, owner);
      const shots = Array.from({ length: 2_301 }, (_, n) =>
        newScreenshot(many.id, { createdAt: hour(100 + n).toISOString() }),
      );
      await store.screenshots.addMany(owner, shots);
      const [before, ...others] = shots;
      assert.ok(before);
      const findings = findingsOf(alteredRegion(0, 0, 9, 9));
      const changes = others.map((after) => ({ after, before, findings, reviewedAt: undefined }));
      await store.changes.addMany(owner, changes);
      const { webpage, capture } = await tracked(owner, 'https://rare.example.net/');
      await store.webpages.change(owner, { ...webpage, keywords: ['Näturschutz'] });
      const ids = [await capture({ at: hour(1) }), await capture({ at: hour(3_000) })];
      assert.deepEqual(idsOf(await list(owner, { site: 'example.net' })), ids.toReversed());
      assert.deepEqual(idsOf(await list(owner, { keyword: 'näturschutz', order: 'asc' })), ids);
      assert.deepEqual(await list(owner, { site: 'nowhere.example' }), []);
      assert.deepEqual(await list(owner, { keyword: 'a\0b' }), []);
      assert.equal((await list(owner, { limit: 100 })).length, 100);
      assert.equal((await store.changes.counts(owner)).changed, 1_000);
    });

    test('filters that pass few webpages, many or none find the same entries', async () => {
      const { owner } = await addPerson(store);
      const pages = Array.from({ length: 600 }, (_, index) =>
        newWebpage({ url: `https://many.example/${index}`, keywords: index % 100 === 0 ? ['all', 'few'] : ['all'] }),
      );
      await store.webpages.addMany(owner, pages);
      await store.webpages.settle(owner);
      const some = pages.filter((_, index) => index % 50 === 0);
      const findings = findingsOf(alteredRegion(1, 2, 3, 4));
      const pairs = some.map(({ id }, index) => {
        const shotAt = (hours: number) => newScreenshot(id, { createdAt: hour(hours).toISOString() });
        const [before, after] = [shotAt(2 * index), shotAt(2 * index + 1)];
        return { before, after, findings, reviewedAt: undefined };
      });
      await store.screenshots.addMany(
        owner,
        pairs.flatMap(({ before, after }) => [before, after]),
      );
      await store.changes.addMany(owner, pairs);
      const ids = pairs.map(({ after }) => after.id);
      const ofFew = ids.filter((_, index) => index % 2 === 0);
      assert.deepEqual(idsOf(await list(owner, { site: 'many.example', order: 'asc' })), ids);
      assert.deepEqual(idsOf(await list(owner, { keyword: 'all', order: 'asc' })), ids);
      assert.deepEqual(idsOf(await list(owner, { keyword: 'few', order: 'asc' })), ofFew);
      assert.deepEqual(idsOf(await list(owner, { keyword: 'few', site: 'many.example' })), ofFew.toReversed());
      assert.deepEqual(idsOf(await list(owner, { keyword: 'few', filter: 'reviewed' })), []);
      assert.deepEqual(idsOf(await list(owner, { keyword: 'none' })), []);
      const other = await addPerson(store);
      assert.deepEqual(await list(other.owner, { keyword: 'few' }), []);
    });

    test('entries of a deleted webpage disappear at once', async () => {
      const { owner, webpage, capture } = await tracked();
      await capture({ at: hour(1) });
      await capture({ at: hour(2) });
      await capture({ at: hour(3), failing: 'No.' });
      assert.deepEqual(await dayOf(owner, '2026-05-01'), {
        ...{ day: '2026-05-01', changed: 1, failing: 0, fresh: 0, unchanged: 0 },
      });
      await store.webpages.remove(owner, webpage.id);
      assert.deepEqual(await list(owner), []);
      assert.deepEqual(await list(owner, { filter: 'failing' }), []);
      assert.deepEqual(await store.changes.counts(owner), { changed: 0, failing: 0, new: 0, reviewed: 0 });
      assert.equal((await dayOf(owner, '2026-05-01'))?.changed, 0);
    });

    test('another owner reads and reviews nothing', async () => {
      const { owner, webpage, capture } = await tracked();
      await capture();
      const id = await capture({ elements: [{ selector: '#a', boxes: [] }] });
      const { owner: other } = await addPerson(store);
      assert.deepEqual(await list(other), []);
      assert.deepEqual(await store.changes.ofCaptures(other, webpage.id, [id]), new Map());
      assert.deepEqual(await store.changes.newest(other, [webpage.id]), new Map());
      assert.deepEqual(await store.changes.elements(other, webpage.id, id), []);
      assert.deepEqual(await store.changes.elements(owner, randomUUIDv7(), id), []);
      await store.changes.review(other, [id], hour(1));
      await store.changes.reviewIn(other, rangeOfDay('2026-05-01', 'UTC'), hour(1));
      assert.deepEqual((await list(owner, { filter: 'reviewed' })).length, 0);
      const settings = { ...NOTHING_IGNORED, leastArea: 5 };
      await assert.rejects(store.changes.setSettings(other, webpage.id, settings), { kind: 'not-found' });
      await assert.rejects(store.changes.evaluate(other, webpage.id, 10), { kind: 'not-found' });
      assert.deepEqual(await store.changes.settings(owner, webpage.id), NOTHING_IGNORED);
    });
  });

  describe('reviewed state', () => {
    test('is set and cleared by id, and changes the counts', async () => {
      const { owner, capture } = await tracked();
      await capture({ at: hour(1) });
      const [one, two] = [await capture({ at: hour(2) }), await capture({ at: hour(3) })];
      assert.deepEqual(await store.changes.counts(owner), { changed: 2, failing: 0, new: 1, reviewed: 0 });
      await store.changes.review(owner, [one, randomUUIDv7()], hour(9));
      assert.deepEqual(await store.changes.counts(owner), { changed: 1, failing: 0, new: 1, reviewed: 1 });
      const [reviewed, ...others] = await list(owner, { filter: 'reviewed' });
      assert.deepEqual([reviewed?.id, reviewed?.reviewedAt, others], [one, hour(9).toISOString(), []]);
      assert.deepEqual(idsOf(await list(owner, { filter: 'changed' })), [two, one]);
      await store.changes.review(owner, [one], undefined);
      assert.deepEqual(await store.changes.counts(owner), { changed: 2, failing: 0, new: 1, reviewed: 0 });
    });

    test('is set for all entries of a day', async () => {
      const { owner, capture } = await tracked();
      await capture({ at: hour(1) });
      await capture({ at: hour(23) });
      await capture({ at: hour(24) });
      await store.changes.reviewIn(owner, rangeOfDay('2026-05-01', 'UTC'), hour(30));
      assert.deepEqual(await store.changes.counts(owner), { changed: 1, failing: 0, new: 0, reviewed: 2 });
    });
  });

  describe('days', () => {
    test('count each webpage once, for the first of changed, failing, new and unchanged', async () => {
      const { owner } = await addPerson(store);
      const [a, b, c, d] = [await tracked(owner), await tracked(owner), await tracked(owner), await tracked(owner)];
      await a.capture({ at: hour(1) });
      await a.capture({ at: hour(2) });
      await a.capture({ at: hour(3) });
      await b.capture({ at: hour(1) });
      await b.capture({ at: hour(2), failing: 'No.' });
      await c.capture({ at: hour(1) });
      await c.capture({ at: hour(2), same: true });
      await d.capture({ at: hour(1), failing: 'No.' });
      const first = { day: '2026-05-01', changed: 1, failing: 2, fresh: 1, unchanged: 0 };
      assert.deepEqual(await dayOf(owner, '2026-05-01'), first);
      await a.capture({ at: hour(25), same: true });
      await a.capture({ at: hour(26), same: true });
      await b.capture({ at: hour(25), failing: 'Still.' });
      await d.capture({ at: hour(25) });
      await c.capture({ at: hour(49) });
      const range = { from: '2026-04-01', to: '2026-05-31', timeZone: 'UTC' };
      assert.deepEqual(await store.changes.days(owner, range), [
        { day: '2026-05-03', changed: 1, failing: 1, fresh: 0, unchanged: 0 },
        { day: '2026-05-02', changed: 0, failing: 2, fresh: 0, unchanged: 1 },
        first,
      ]);
    });

    test('a day of another time zone has other captures, and its unchanged webpages can be found', async () => {
      const { owner, webpage, capture } = await tracked();
      const other = await tracked(owner);
      const late = await tracked(owner);
      await capture({ at: hour(1) });
      await capture({ at: hour(30), same: true });
      await other.capture({ at: hour(1) });
      await other.capture({ at: hour(20) });
      await other.capture({ at: hour(23), same: true });
      await late.capture({ at: hour(20), failing: 'No.' });
      await late.capture({ at: hour(26) });
      const days = (timeZone: string) => store.changes.days(owner, { from: '2026-04-01', to: '2026-05-31', timeZone });
      assert.deepEqual(await days('America/New_York'), [
        { day: '2026-05-02', changed: 0, failing: 0, fresh: 0, unchanged: 1 },
        { day: '2026-05-01', changed: 1, failing: 1, fresh: 0, unchanged: 0 },
        { day: '2026-04-30', changed: 0, failing: 0, fresh: 2, unchanged: 0 },
      ]);
      assert.deepEqual(
        (await days('UTC')).map(({ day, unchanged }) => [day, unchanged]),
        [
          ['2026-05-02', 1],
          ['2026-05-01', 0],
        ],
      );
      const unchangedOn = async (day: string, timeZone: string) => {
        const none = { words: [], site: undefined, keyword: undefined, status: undefined };
        const filter = { ...none, unchangedIn: rangeOfDay(day, timeZone) };
        const request = { filter, sort: 'name', changedSince: '', page: 1, limit: 10 } as const;
        const { webpages } = await store.gallery.find(owner, await store.webpages.state(owner), request);
        return webpages.map(({ id }) => id);
      };
      assert.deepEqual(await unchangedOn('2026-05-02', 'America/New_York'), [webpage.id]);
      assert.deepEqual(await unchangedOn('2026-05-01', 'America/New_York'), []);
      assert.deepEqual(await unchangedOn('2026-05-01', 'UTC'), []);
    });
  });

  describe('a webpage', () => {
    test('has the title of its newest good capture, which a search finds', async () => {
      const { owner, webpage, capture } = await tracked();
      await capture({ title: 'Alte Brücke' });
      await capture({ title: 'Not found', failing: 'Status 404.', screenshot: { verdict: 'http-error' } });
      const search = async (word: string) => {
        const state = await store.webpages.state(owner);
        const filter = { words: [word], site: undefined, keyword: undefined, status: undefined };
        const request = { filter, sort: 'name', changedSince: '', page: 1, limit: 10 } as const;
        return (await store.gallery.find(owner, state, request)).webpages.length;
      };
      assert.deepEqual([await search('brücke'), await search('404')], [1, 0]);
      await store.webpages.change(owner, { ...webpage, name: 'Own name' });
      assert.deepEqual([await search('brücke'), await search('own')], [1, 1]);
      await capture({ title: 'Neue Straße' });
      assert.deepEqual([await search('brücke'), await search('strasse')], [0, 1]);
    });

    test('knows its newest announced change', async () => {
      const { owner, webpage, capture } = await tracked();
      await capture({ at: hour(1) });
      assert.deepEqual(await store.changes.newest(owner, [webpage.id]), new Map());
      const id = await capture({ at: hour(2) });
      await capture({ at: hour(3), change: findingsOf() });
      const newest = await store.changes.newest(owner, [webpage.id, randomUUIDv7()]);
      assert.deepEqual(newest, new Map([[webpage.id, { at: hour(2).toISOString(), share: 0.02, id }]]));
    });

    test('keeps the measured elements of its pictures, up to a limit', async () => {
      const { owner, webpage, capture } = await tracked();
      const box = { x: 1, y: 2, width: 3, height: 4 };
      const id = await capture({ elements: [{ selector: '#ad \u0000 "', boxes: [box] }] });
      assert.deepEqual(await store.changes.elements(owner, webpage.id, id), [
        { selector: '#ad \u0000 "', boxes: [box] },
      ]);
      const many = Array.from({ length: 5_000 }, (_, n) => ({ selector: `#element-${n}`, boxes: [box] }));
      const other = await capture({ elements: many });
      const kept = await store.changes.elements(owner, webpage.id, other);
      assert.ok(kept.length > 500 && kept.length < 2_000);
      assert.deepEqual(kept, many.slice(0, kept.length));
    });
  });

  describe('findings', () => {
    test('are kept once for each pair of pictures, in its order', async () => {
      const { owner } = await addPerson(store);
      const { id } = await addWebpage(store, owner);
      const [one, other] = [newPicture(), newPicture()];
      for (const picture of [one, other]) await addScreenshot(store, owner, id, { picture });
      const pair = { before: one.id, after: other.id };
      assert.equal(await store.findings.find(pair), undefined);
      const findings = findingsOf(alteredRegion(1, 2, 3, 4));
      await store.findings.keep(pair, findings);
      await store.findings.keep(pair, findingsOf());
      assert.deepEqual(await store.findings.find(pair), findings);
      assert.equal(await store.findings.find({ before: other.id, after: one.id }), undefined);
      await assert.rejects(store.findings.keep({ before: one.id, after: randomUUIDv7() }, findings), {
        kind: 'not-found',
      });
    });
  });
});
