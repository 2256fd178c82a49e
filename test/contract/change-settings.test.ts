import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeSettings, evaluatePending } from '../../src/app/change-settings.ts';
import { type ChangeSettings, NOTHING_IGNORED } from '../../src/domain/change.ts';
import type { PageElement } from '../../src/domain/page-element.ts';
import { alteredRegion, captureAs, findingsOf } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson } from '../harness/records.ts';
import { useStore } from '../harness/stores.ts';
import { addTracked, Clock } from '../harness/tracked.ts';

const never = new AbortController().signal;
const ALL = { filter: 'all', site: undefined, keyword: undefined, from: undefined, order: 'desc', limit: 50 } as const;
const IGNORED = { ...NOTHING_IGNORED, ignoredBoxes: [{ x: 0, y: 0, width: 1000, height: 500 }] };

forEachEngine((engine) => {
  const store = useStore(engine);

  /** A webpage with a change at the top of the page, and one at its end. */
  async function changedTwice() {
    const { owner } = await addPerson(store);
    const clock = new Clock();
    const { id } = await addTracked(store, owner, { readyAt: clock.now() });
    const ids: string[] = [];
    for (const y of [0, 100, 800]) {
      clock.forward(3_600_000);
      ids.push(await captureAs(store, owner, id, { at: clock.now(), change: findingsOf(alteredRegion(0, y, 50, 50)) }));
    }
    const [, top = '', end = ''] = ids;
    const announced = async () => (await store.changes.entries(owner, { ...ALL, filter: 'changed' })).map((e) => e.id);
    const apply = (settings: Partial<ChangeSettings>) =>
      changeSettings({ store }, owner, id, { ...NOTHING_IGNORED, ...settings });
    const capture = (more: object) => {
      clock.forward(3_600_000);
      return captureAs(store, owner, id, { at: clock.now(), ...more });
    };
    return { owner, id, top, end, announced, apply, capture };
  }

  test('settings apply to stored findings: entries disappear, and come back with their reviewed state', async () => {
    const { owner, id, top, end, announced, apply } = await changedTwice();
    await store.changes.review(owner, [top], new Date());
    assert.deepEqual(await announced(), [end, top]);
    await apply(IGNORED);
    assert.deepEqual(await store.changes.settings(owner, id), IGNORED);
    assert.deepEqual(await announced(), [end]);
    assert.deepEqual(await store.changes.counts(owner), { changed: 1, failing: 0, new: 1, reviewed: 0 });
    const change = (await store.changes.ofCaptures(owner, id, [top])).get(top);
    assert.ok(change?.state === 'compared');
    assert.deepEqual([change.summary.word, change.summary.ignored, change.announced], ['same', 1, false]);
    await apply({ leastShare: 0.5 });
    assert.deepEqual(await announced(), []);
    assert.deepEqual(await store.changes.newest(owner, [id]), new Map());
    await apply({});
    assert.deepEqual(await announced(), [end, top]);
    assert.equal((await store.changes.counts(owner)).reviewed, 1);
    assert.equal((await store.changes.newest(owner, [id])).get(id)?.id, end);
  });

  test('settings apply to later captures, with the elements of both pictures', async () => {
    const { owner, id, announced, apply, capture } = await changedTwice();
    await apply({ ignoredSelectors: ['#ad'] });
    const ad = (y: number): PageElement[] => [{ selector: '#ad', boxes: [{ x: 0, y, width: 100, height: 100 }] }];
    await capture({ elements: ad(0), change: findingsOf(alteredRegion(500, 500, 50, 50)) });
    const count = (await announced()).length;
    await capture({ elements: ad(300), change: findingsOf(alteredRegion(20, 320, 50, 50)) });
    assert.equal((await announced()).length, count);
    const box = { x: 20, y: 320, width: 50, height: 50 };
    const gone = { kind: 'removed', before: box, after: { ...box, height: 0 }, area: 2_500 } as const;
    await capture({ elements: ad(700), change: findingsOf(gone) });
    assert.equal((await announced()).length, count);
    await capture({ elements: ad(700), change: findingsOf(alteredRegion(20, 320, 50, 50)) });
    assert.equal((await announced()).length, count + 1);
    assert.equal((await store.changes.settings(owner, id)).ignoredSelectors[0], '#ad');
  });

  test('an evaluation that was interrupted is completed later', async () => {
    const { owner, id, end, announced } = await changedTwice();
    await store.changes.setSettings(owner, id, IGNORED);
    assert.equal(await store.changes.evaluate(owner, id, 1), true);
    assert.deepEqual(await store.changes.unevaluated(), { owner, webpageId: id });
    await evaluatePending(store, never);
    assert.deepEqual(await announced(), [end]);
    assert.equal(await store.changes.unevaluated(), undefined);
  });

  test('settings of a webpage that is deleted meanwhile do not block the others', async () => {
    const [one, other] = [await changedTwice(), await changedTwice()];
    for (const { owner, id } of [one, other]) await store.changes.setSettings(owner, id, IGNORED);
    await store.webpages.remove(one.owner, one.id);
    await evaluatePending(store, never);
    assert.deepEqual(await other.announced(), [other.end]);
    await assert.rejects(one.apply(IGNORED), { kind: 'not-found' });
  });

  test('a claim names the ignored selectors', async () => {
    const { owner, id, apply } = await changedTwice();
    await apply({ ignoredSelectors: [' .ad\n  img ', '.ad img'] });
    const now = new Date('2027-01-01');
    const request = { attempt: id, now, leaseUntil: now, politeness: { atOnce: 9, pauseMs: 0 } };
    assert.deepEqual((await store.schedules.claimOne(owner, id, request))?.ignoredSelectors, ['.ad img']);
  });

  test('invalid settings are refused with the invalid value', async () => {
    const { apply } = await changedTwice();
    const box = { x: 0, y: 0, width: 10, height: 10 };
    const refused: [Partial<ChangeSettings>, RegExp][] = [
      [{ ignoredSelectors: ['a { b'] }, /ignoredSelectors \["a { b"\] is not valid/],
      [{ ignoredSelectors: Array.from({ length: 51 }, (_, n) => `#a${n}`) }, /a list of at most 50/],
      [{ ignoredBoxes: Array.from({ length: 51 }, () => box) }, /51 rectangles were given; at most 50/],
      [{ ignoredBoxes: [{ ...box, width: 0 }] }, /The rectangle 0, 0, 0 × 10 is not valid/],
      [{ ignoredBoxes: [{ ...box, x: 1.5 }] }, /The rectangle 1.5/],
      [{ ignoredBoxes: [{ ...box, height: Number.NaN }] }, /NaN/],
      [{ leastShare: 1.2 }, /The smallest share is 120 %/],
      [{ leastShare: Number.NaN }, /The smallest share is NaN %/],
      [{ leastArea: -1 }, /The smallest area is -1/],
    ];
    for (const [settings, message] of refused) await assert.rejects(apply(settings), { kind: 'invalid', message });
  });
});
