import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alteredRegion, captureAs, findingsOf } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson, newScreenshot } from '../harness/records.ts';
import { useStore } from '../harness/stores.ts';
import { addTracked } from '../harness/tracked.ts';

const at = (day: number) => new Date(Date.UTC(2026, 4, day, 12));

forEachEngine((engine) => {
  const store = useStore(engine);

  /** A moment on each of these days of May 2026: first capture, unchanged, 10 % changed, failed, error page, only moved, failed comparison. */
  async function history() {
    const { owner } = await addPerson(store);
    const { id } = await addTracked(store, owner, { readyAt: at(1) });
    const capture = (day: number, draft: Parameters<typeof captureAs>[3]) =>
      captureAs(store, owner, id, { at: at(day), ...draft });
    const first = await capture(1, {});
    const same = await capture(2, { same: true });
    const changed = await capture(3, { change: findingsOf(alteredRegion(0, 0, 1000, 100)) });
    await capture(4, { failing: 'No route.' });
    const error = await capture(5, { failing: 'HTTP 500.', screenshot: { verdict: 'http-error' } });
    const moved = await capture(6, { change: { ...findingsOf(), word: 'moved' } });
    const failed = await capture(7, { change: 'Too large to compare.', title: 'The newest title' });
    return { owner, id, first, same, changed, error, moved, failed };
  }

  test('the span of a timeline has captures with their share of change, and failures, the newest first', async () => {
    const { owner, id, first, same, changed, error, moved, failed } = await history();
    const { moments, earlier, later } = await store.timeline.span(owner, id, { around: undefined, favorites: false });
    assert.deepEqual([earlier, later], [false, false]);
    assert.deepEqual(
      moments.map((moment) =>
        moment.kind === 'capture' ? [moment.id, moment.verdict, moment.share] : [moment.at, moment.detail],
      ),
      [
        [failed, 'fine', undefined],
        [moved, 'fine', 0],
        [error, 'http-error', undefined],
        [at(4).toISOString(), 'No route.'],
        [changed, 'fine', 0.1],
        [same, 'unchanged', undefined],
        [first, 'fine', undefined],
      ],
    );
    const middle = await store.timeline.span(owner, id, { around: at(3).toISOString(), favorites: false });
    assert.deepEqual(middle.moments, moments);
  });

  test('the nearest changes are found over captures without a change', async () => {
    const { owner, id, changed } = await history();
    const beside = (day: number, way: 'earlier' | 'later') =>
      store.timeline.changeBeside(owner, id, { at: at(day).toISOString(), way });
    assert.equal(await beside(7, 'earlier'), changed);
    assert.equal(await beside(1, 'later'), changed);
    assert.equal(await beside(3, 'earlier'), undefined);
    assert.equal(await beside(3, 'later'), undefined);
  });

  test('the calendar has the share of change and the failures of each day', async () => {
    const { owner, id, changed, error } = await history();
    const days = await store.timeline.days(owner, id, { month: '2026-05', favorites: false });
    const byDay = new Map(days.map((day) => [day.day, day]));
    assert.equal(byDay.size, 7);
    assert.deepEqual(byDay.get('2026-05-03'), {
      day: '2026-05-03',
      captures: 1,
      failures: 0,
      share: 0.1,
      latest: changed,
    });
    assert.partialDeepStrictEqual(byDay.get('2026-05-04'), { captures: 0, failures: 1, latest: undefined });
    assert.partialDeepStrictEqual(byDay.get('2026-05-05'), { captures: 1, share: 0, latest: error });
  });

  test('the favourites filter applies to span, calendar and months', async () => {
    const { owner, id, changed } = await history();
    const now = at(20);
    await store.screenshots.setFavorite(owner, { webpageId: id, id: changed, isFavorite: true, now });
    await captureAs(store, owner, id, { at: new Date('2026-06-05T12:00:00.000Z') });
    await captureAs(store, owner, id, { at: new Date('2026-04-05T12:00:00.000Z') });
    const favorites = true;
    const { moments } = await store.timeline.span(owner, id, { around: undefined, favorites });
    assert.deepEqual(
      moments.map((moment) => moment.id),
      [changed],
    );
    const days = await store.timeline.days(owner, id, { month: '2026-05', favorites });
    assert.deepEqual(
      days.map(({ day, failures }) => [day, failures]),
      [['2026-05-03', 0]],
    );
    const months = (only: boolean, month = '2026-05') =>
      store.timeline.monthsAround(owner, id, { month, favorites: only });
    assert.deepEqual(await months(false), { before: '2026-04', after: '2026-06' });
    assert.deepEqual(await months(true), { before: undefined, after: undefined });
    assert.deepEqual(await months(true, '2026-06'), { before: '2026-05', after: undefined });
  });

  test('title, first capture and number of changes are known without reading the captures', async () => {
    const { owner, id } = await history();
    assert.deepEqual(await store.timeline.facts(owner, id), {
      title: 'The newest title',
      since: at(1).toISOString(),
      changes: 1,
    });
    const { owner: other } = await addPerson(store);
    assert.deepEqual(await store.timeline.facts(other, id), { title: undefined, since: undefined, changes: 0 });
  });

  test('a span of thousands of captures is bounded, and continues in both directions', async () => {
    const { owner } = await addPerson(store);
    const { id } = await addTracked(store, owner, { readyAt: at(1) });
    const time = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
    const shots = Array.from({ length: 3000 }, (_, minute) => newScreenshot(id, { createdAt: time(minute) }));
    await store.screenshots.addMany(owner, shots);
    await store.screenshots.settle(owner, id);
    const span = (around: string | undefined) => store.timeline.span(owner, id, { around, favorites: false });
    const newest = await span(undefined);
    assert.deepEqual([newest.moments.length, newest.later, newest.earlier], [1000, false, true]);
    assert.equal(newest.moments[0]?.at, time(2999));
    const middle = await span(time(1500));
    assert.deepEqual([middle.moments.length, middle.later, middle.earlier], [2000, true, true]);
    assert.deepEqual([middle.moments[0]?.at, middle.moments.at(-1)?.at], [time(2500), time(501)]);
    const oldest = await span(time(100));
    assert.deepEqual([oldest.moments.length, oldest.later, oldest.earlier], [1101, true, false]);
  });

  test('a timeline is empty for another account', async () => {
    const { id } = await history();
    const { owner } = await addPerson(store);
    const span = await store.timeline.span(owner, id, { around: at(3).toISOString(), favorites: false });
    assert.deepEqual(span, { moments: [], earlier: false, later: false });
    assert.deepEqual(await store.timeline.days(owner, id, { month: '2026-05', favorites: false }), []);
    const before = { at: at(9).toISOString(), way: 'earlier' } as const;
    assert.equal(await store.timeline.changeBeside(owner, id, before), undefined);
  });
});
