import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { changeSelected } from '../../src/app/change-selected.ts';
import { changeWebpage } from '../../src/app/change-webpage.ts';
import { pauseWebpage, resumeWebpage, trackWebpages } from '../../src/app/track-webpages.ts';
import { deleteCapture, deleteWebpage, eraseExpired, restoreTrashed } from '../../src/app/trash.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { openDatabase } from '../../src/store/open.ts';
import { captureAs } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson, addWebpage, tick } from '../harness/records.ts';
import { SEALING_KEY } from '../harness/sealing-key.ts';
import { useStore, useStores } from '../harness/stores.ts';
import { addTracked } from '../harness/tracked.ts';

const kindsOf = async (store: Store, owner: string) =>
  (await store.events.after(owner, 0, 1000)).map(({ kind }) => kind);

/** Removes everything that is erased. */
async function dismantleAll(store: Store): Promise<void> {
  while (await store.removals.dismantle(100));
}

forEachEngine((engine) => {
  describe('An event is kept for', () => {
    const store = useStore(engine);

    test('every capture: a first one, a change, an unchanged one, and a change that is not announced', async () => {
      const { owner } = await addPerson(store);
      const { id } = await addTracked(store, owner, { readyAt: tick() });
      const first = await captureAs(store, owner, id);
      const second = await captureAs(store, owner, id);
      const third = await captureAs(store, owner, id, { same: true });
      await store.changes.setSettings(owner, id, {
        ignoredSelectors: [],
        ignoredBoxes: [],
        leastShare: 0.5,
        leastArea: 0,
      });
      const fourth = await captureAs(store, owner, id);
      const events = await store.events.after(owner, 0, 100);
      assert.deepEqual(
        events.map(({ kind, screenshotId, share }) => [kind, screenshotId, share]),
        [
          ['added', undefined, undefined],
          ['captured', first, undefined],
          ['changed', second, 0.02],
          ['captured', third, undefined],
          ['captured', fourth, undefined],
        ],
      );
      const [, , changed] = events;
      assert.equal(changed?.screenshot?.id, second);
      assert.deepEqual(changed?.known?.comparison, { beforeId: first, share: 0.02, words: undefined });
      assert.equal(changed?.summary?.leading.length, 1);
      assert.equal(changed?.webpage?.id, id);
      assert.equal(changed?.title, 'A page');
    });

    test('failures: the first, those that follow, and their end', async () => {
      const { owner } = await addPerson(store);
      const { id } = await addTracked(store, owner, { readyAt: tick() });
      await captureAs(store, owner, id, { failing: 'There is no such host.' });
      await captureAs(store, owner, id, { failing: 'The page is blank.', screenshot: { verdict: 'blank' } });
      await captureAs(store, owner, id);
      const events = await store.events.after(owner, 0, 100);
      assert.deepEqual(
        events.map(({ kind }) => kind),
        ['added', 'failed', 'captured', 'still-failing', 'captured', 'recovered'],
      );
      const { details } = events[3] ?? {};
      assert.ok(details && 'failure' in details);
      assert.equal(details.failure.because, 'The page is blank.');
      assert.equal(details.failure.failures, 2);
    });

    test('what a person does with a webpage, once for each act', async () => {
      const { owner } = await addPerson(store);
      const parts = { store, sealingKey: SEALING_KEY, trashDays: 7 };
      const draft = { url: 'https://example.org/', schedule: 'daily' };
      const [webpage] = await trackWebpages(parts, owner, [draft], tick());
      assert.ok(webpage);
      const { id } = webpage;
      const forgetSecrets = false;
      await changeWebpage(parts, owner, webpage, { ...draft, name: 'New', schedule: 'hourly', forgetSecrets }, tick());
      const now = await store.webpages.find(owner, id);
      assert.ok(now);
      await changeWebpage(parts, owner, now, { ...draft, name: 'New', schedule: 'hourly', forgetSecrets }, tick());
      await pauseWebpage(store, owner, id);
      await pauseWebpage(store, owner, id);
      await resumeWebpage(store, owner, id, tick());
      await changeSelected(parts, owner, [id], { kind: 'schedule', schedule: 'weekly' }, tick());
      await deleteWebpage(parts, owner, id, { now: tick() });
      const trashed = await store.trash.find(owner, id);
      assert.ok(trashed);
      await restoreTrashed(store, owner, [trashed], tick());
      const kinds = await kindsOf(store, owner);
      assert.deepEqual(kinds, ['added', 'edited', 'paused', 'resumed', 'edited', 'deleted', 'restored']);
    });

    test('captures that are deleted and restored, one each, with and without a trash', async () => {
      const { owner } = await addPerson(store);
      const { id: webpageId } = await addTracked(store, owner, { readyAt: tick() });
      const [one, two] = [await captureAs(store, owner, webpageId), await captureAs(store, owner, webpageId)];
      await store.transaction(async (tx) => {
        for (const id of [one, two]) await tx.trash.putCapture(owner, { webpageId, id }, tick());
      });
      const trashed = await store.trash.find(owner, one);
      assert.ok(trashed);
      await restoreTrashed(store, owner, [trashed], tick());
      await deleteCapture({ store, trashDays: 0 }, owner, { webpageId, id: one }, tick());
      const events = (await store.events.after(owner, 0, 100)).slice(-4);
      assert.deepEqual(
        events.map(({ kind, screenshotId, webpage }) => [kind, screenshotId, webpage?.id]),
        [
          ['capture-deleted', one, webpageId],
          ['capture-deleted', two, webpageId],
          ['capture-restored', one, webpageId],
          ['capture-deleted', one, webpageId],
        ],
      );
    });

    test('nothing that was rolled back', async () => {
      const { owner } = await addPerson(store);
      const failing = store.transaction(async (tx) => {
        await addWebpage(tx, owner);
        throw new Error('no');
      });
      await assert.rejects(failing, /no/);
      await addWebpage(store, owner);
      assert.deepEqual(await kindsOf(store, owner), ['added']);
    });
  });

  describe('Events', () => {
    const store = useStore(engine);

    test('have increasing numbers in each account, and are found by them', async () => {
      const [ann, bob] = [await addPerson(store), await addPerson(store)];
      for (let n = 0; n < 3; n += 1) for (const { owner } of [ann, bob]) await addWebpage(store, owner);
      const events = await store.events.after(ann.owner, 0, 100);
      const numbers = events.map(({ number }) => number);
      assert.deepEqual(
        numbers,
        [...new Set(numbers)].toSorted((one, other) => one - other),
      );
      assert.equal(numbers.length, 3);
      const [first = 0, second = 0, third = 0] = numbers;
      assert.ok(events.every(({ owner }) => owner === ann.owner));
      assert.equal((await store.events.after(ann.owner, first, 1))[0]?.number, second);
      assert.equal((await store.events.find(ann.owner, second))?.number, second);
      // Numbers begin with the time, so two accounts can have the same one.
      assert.notEqual((await store.events.find(bob.owner, second))?.owner, ann.owner);
      assert.equal(await store.events.last(ann.owner), third);
      assert.equal(await store.events.first(ann.owner), first);
    });

    test('of a deleted webpage have its name and address until it is erased, and then only its id', async () => {
      const { owner } = await addPerson(store);
      const { id, name, url } = await addTracked(store, owner, { readyAt: tick() });
      await captureAs(store, owner, id, { failing: 'There is no such host.' });
      const at = tick();
      await deleteWebpage({ store, trashDays: 7 }, owner, id, { now: at });
      const before = await store.events.after(owner, 0, 100);
      assert.deepEqual(before.at(-1)?.details, { webpage: { name, url } });
      assert.ok(before.every(({ webpage }) => webpage === undefined));
      await eraseExpired(
        { store, trashDays: 7 },
        new Date(at.getTime() + 8 * 86_400_000),
        new AbortController().signal,
      );
      await dismantleAll(store);
      const after = await store.events.after(owner, 0, 100);
      assert.deepEqual(
        after.map(({ kind, webpageId, details }) => [kind, webpageId, details]),
        before.map(({ kind }) => [kind, id, undefined]),
      );
    });

    test('are deleted after their time in small steps, and their numbers are not given again', async () => {
      const { owner } = await addPerson(store);
      for (let n = 0; n < 5; n += 1) await addWebpage(store, owner);
      const last = await store.events.last(owner);
      const later = new Date('2100-01-01T00:00:00.000Z');
      while (await store.events.forget(later, 2));
      assert.deepEqual(await store.events.after(owner, 0, 10), []);
      assert.equal(await store.events.first(owner), undefined);
      await addWebpage(store, owner);
      const [next] = await store.events.after(owner, 0, 10);
      assert.ok(next && next.number > last);
    });

    test('go with their account', async () => {
      const { owner } = await addPerson(store);
      await addPerson(store);
      for (let n = 0; n < 3; n += 1) await addWebpage(store, owner);
      await store.people.setRole(owner, 'member').catch(() => undefined);
      const others = await store.people.list({ after: undefined, limit: 100 });
      const other = others.find(({ id }) => id !== owner);
      assert.ok(other);
      await store.people.setRole(other.id, 'administrator');
      await store.accounts.close(owner, tick());
      while (await store.removals.dismantle(2));
      assert.deepEqual(await store.events.after(owner, 0, 10), []);
    });
  });

  test('the doctor finds and corrects a number that would be given again', async (t) => {
    const place = await engine.makeDatabase();
    t.after(() => place.drop());
    const { openStore } = await import('../../src/store/open.ts');
    const store = await openStore(place.url);
    t.after(() => store.close());
    const { owner } = await addPerson(store);
    await addWebpage(store, owner);
    const last = await store.events.last(owner);
    const database = await openDatabase(place.url);
    t.after(() => database.close());
    await database.run('UPDATE account_use SET last_event = 1');
    const [finding, ...others] = await Array.fromAsync(store.check.compare(() => undefined));
    assert.ok(finding?.kind === 'count' && finding.of === 'newest event of account' && finding.id === owner);
    assert.deepEqual(others, []);
    await store.check.mend(finding);
    assert.equal(await store.events.last(owner), last);
  });

  describe('A reader that follows the numbers', () => {
    const stores = useStores(engine, 3);

    test('misses no event of transactions that run at the same time, and sees each once', async () => {
      const [reader, ...writers] = stores;
      assert.ok(reader);
      const { owner } = await addPerson(reader);
      const added = new Set<string>();
      let writing = true;
      const seen: string[] = [];
      async function follow(): Promise<void> {
        let after = 0;
        for (;;) {
          // Reads of SQLite are synchronous.
          await nextTurn();
          const isLast = !writing;
          const events = (await reader?.events.after(owner, after, 7)) ?? [];
          seen.push(...events.map(({ webpageId }) => webpageId));
          after = events.at(-1)?.number ?? after;
          if (isLast && events.length === 0) return;
        }
      }
      async function write(store: Store): Promise<void> {
        for (let n = 0; n < 12; n += 1) {
          await store.transaction(async (tx) => {
            const { id } = await addWebpage(tx, owner);
            added.add(id);
            if (n % 3 === 0) added.add((await addWebpage(tx, owner)).id);
          });
        }
      }
      const following = follow();
      await Promise.all([...writers, ...writers, ...writers].map(write));
      writing = false;
      await following;
      assert.deepEqual(seen.toSorted(), [...added].toSorted());
    });

    test('meets no deadlock of transactions that change several webpages while others are captured', async () => {
      const [one, other] = stores;
      assert.ok(one && other);
      const { owner } = await addPerson(one);
      const pages: string[] = [];
      for (let n = 0; n < 6; n += 1) pages.push((await addTracked(one, owner, { readyAt: tick() })).id);
      const parts = { store: other, sealingKey: SEALING_KEY, trashDays: 7 };
      await Promise.all([
        ...pages.map((id) => captureAs(one, owner, id)),
        changeSelected(parts, owner, pages, { kind: 'add-keywords', keywords: ['new'] }, tick()),
        changeSelected(parts, owner, pages.toReversed(), { kind: 'add-keywords', keywords: ['other'] }, tick()),
      ]);
      const kinds = Map.groupBy(await one.events.after(owner, 0, 100), ({ kind }) => kind);
      const counts = [...kinds].map(([kind, some]) => [kind, some.length]).toSorted();
      assert.deepEqual(counts, [
        ['added', 6],
        ['captured', 6],
        ['edited', 12],
      ]);
    });
  });
});
