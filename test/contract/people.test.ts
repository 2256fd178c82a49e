import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, test } from 'node:test';
import { invite } from '../../src/app/join.ts';
import { openSession } from '../../src/app/sign-in.ts';
import { sweep } from '../../src/app/sweep.ts';
import { checkCaptureQuota } from '../../src/app/track-webpages.ts';
import type { Claim, Finish } from '../../src/domain/capture-schedule.ts';
import type { Finding } from '../../src/domain/finding.ts';
import { UNLIMITED } from '../../src/domain/quota.ts';
import { MOST_INVITATIONS } from '../../src/domain/session.ts';
import { MOST_TOKENS } from '../../src/domain/token.ts';
import { openImages } from '../../src/images/open.ts';
import { DIALECTS } from '../../src/store/engine/dialect.ts';
import { initial } from '../../src/store/migrations/0001-initial.ts';
import { openDatabase, openStore } from '../../src/store/open.ts';
import { forEachEngine, temporaryFolder } from '../harness/engines.ts';
import {
  addPerson,
  addScreenshot,
  addToken,
  addWebpage,
  newPicture,
  newScreenshot,
  newWebpage,
} from '../harness/records.ts';
import { useStore } from '../harness/stores.ts';
import { addTracked, Clock, claimAt, failureOf, shotOf } from '../harness/tracked.ts';

forEachEngine((engine) => {
  describe('people', () => {
    const store = useStore(engine);

    async function findings(): Promise<Finding[]> {
      return Array.fromAsync(store.check.compare(() => undefined));
    }

    test('one of two accounts that are created at once is an administrator', async () => {
      const adding: ReturnType<typeof addPerson>[] = [];
      const first = await store.transaction(async (tx) => {
        const person = await addPerson(tx);
        adding.push(addPerson(store));
        // Gives the other account time, which waits for this transaction.
        for (let reads = 0; reads < 50; reads += 1) await tx.people.find(person.owner);
        return person;
      });
      const [second] = await Promise.all(adding);
      assert.equal((await store.people.find(first.owner)).role, 'administrator');
      assert.equal((await store.people.find(second?.owner ?? '')).role, 'member');
      for (const person of [second, first]) await store.accounts.close(person?.owner ?? '', new Date());
    });

    test('the first account is an administrator, and the last administrator stays one', async () => {
      const first = await addPerson(store);
      assert.equal((await store.people.find(first.owner)).role, 'administrator');
      const last = { kind: 'conflict', message: /only administrator/ };
      await assert.rejects(store.people.setRole(first.owner, 'member'), last);
      const second = await addPerson(store);
      assert.equal((await store.people.find(second.owner)).role, 'member');
      await assert.rejects(store.people.setRole(first.owner, 'member'), last);
      await assert.rejects(store.accounts.close(first.owner, new Date()), last);
      await store.people.setRole(second.owner, 'administrator');
      const leaving = [first, second].map(({ owner }) => store.people.setRole(owner, 'member'));
      const results = await Promise.allSettled(leaving);
      assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    });

    test('an account has a limited number of tokens and of open invitations', async () => {
      const { owner } = await addPerson(store);
      for (let n = 1; n < MOST_TOKENS; n += 1) await addToken(store, owner);
      await assert.rejects(addToken(store, owner), { kind: 'unprocessable', message: /at most 100 tokens/ });
      for (let n = 0; n < MOST_INVITATIONS; n += 1) await invite(store, owner, new Date());
      await assert.rejects(invite(store, owner, new Date()), { kind: 'unprocessable', message: /at most 20 open/ });
      const [{ id = '' } = {}] = await store.people.invitations(new Date());
      await store.people.revokeInvitation(id);
      await invite(store, owner, new Date());
      await assert.rejects(store.people.revokeInvitation(id), { kind: 'not-found' });
    });

    test('a removed account gets no session, token or invitation, and is not removed again', async () => {
      const { owner } = await addPerson(store);
      const [now, gone] = [new Date(), { kind: 'not-found' }];
      await store.accounts.close(owner, now);
      await assert.rejects(addToken(store, owner), gone);
      await assert.rejects(openSession(store, owner, { address: '::1', userAgent: 'test' }, now), gone);
      const times = { createdAt: now.toISOString(), expiresAt: '2100' };
      const invitation = { id: randomUUIDv7(), inviter: owner, ...times, email: undefined };
      await assert.rejects(store.invitations.add(invitation, 'hash'), gone);
      await assert.rejects(store.accounts.close(owner, now), gone);
    });

    test('members may invite unless administrators say otherwise', async () => {
      const { owner } = await addPerson(store);
      await store.people.letMembersInvite(false);
      await assert.rejects(invite(store, owner, new Date()), { kind: 'forbidden', message: /Only administrators/ });
      await store.people.setRole(owner, 'administrator');
      await invite(store, owner, new Date());
      await store.people.letMembersInvite(true);
    });

    test('the number of webpages is limited by the quota, also for several at once', async () => {
      const { owner } = await addPerson(store);
      await store.people.setQuota(owner, { ...UNLIMITED, webpages: 2 });
      const webpage = await addWebpage(store, owner);
      const refused = { kind: 'unprocessable', message: /may have 2 webpages, and would have 3/ };
      await assert.rejects(store.webpages.addMany(owner, [newWebpage(), newWebpage()]), refused);
      await addWebpage(store, owner);
      await assert.rejects(addWebpage(store, owner), refused);
      assert.equal((await store.webpages.state(owner)).count, 2);
      await store.webpages.remove(owner, webpage.id);
      await addWebpage(store, owner);
    });

    test('the size of pictures is counted once for captures that share one, until the files are removed', async () => {
      const { owner } = await addPerson(store);
      const webpage = await addWebpage(store, owner);
      const { picture } = await addScreenshot(store, owner, webpage.id);
      const bytesOf = async () => (await store.people.find(owner)).use.bytes;
      assert.equal(await bytesOf(), picture.bytes);
      const [shared, other] = [newPicture(), newPicture()];
      const shots = [picture, shared, shared, other].map((each) => newScreenshot(webpage.id, { picture: each }));
      await store.screenshots.addMany(owner, shots);
      assert.equal(await bytesOf(), picture.bytes + shared.bytes + other.bytes);
      const { bytes } = await store.people.total();
      assert.ok(bytes >= (await bytesOf()));
      assert.deepEqual(await findings(), []);
      await store.webpages.remove(owner, webpage.id);
      assert.ok((await bytesOf()) > 0);
      const images = await openImages(`file:${await temporaryFolder('people')}`);
      await sweep(store, images, () => new Date(), new AbortController().signal);
      assert.equal(await bytesOf(), 0);
      assert.deepEqual(await findings(), []);
    });

    test('captures pause at the quota of a day until the next one, and at the quota of storage', async () => {
      const { owner } = await addPerson(store);
      const clock = new Clock('2026-03-01T12:00:00.000Z');
      const { id } = await addTracked(store, owner, { readyAt: clock.now() });
      await store.people.setQuota(owner, { ...UNLIMITED, capturesADay: 2 });
      const isDue = async () => (await store.schedules.dueOwners(clock.now())).includes(owner);
      const capture = async (finish: (claim: Claim) => Finish | Promise<Finish>) => {
        const claim = await store.schedules.claim(owner, claimAt(clock));
        if (claim) await store.captures.finish(claim, await finish(claim));
        return claim !== undefined;
      };
      const shot = (claim: Claim) => shotOf(store, claim, clock.now(), clock.now());
      assert.ok(await capture((claim) => failureOf(claim, clock.now(), clock.now())));
      assert.ok(await isDue());
      assert.ok(await capture(shot));
      const paused = { kind: 'unprocessable', message: /2 of 2 captures of today.*pause/ };
      await assert.rejects(checkCaptureQuota(store, owner, clock.now()), paused);
      assert.equal(await capture(shot), false);
      assert.equal(await isDue(), false);
      assert.equal((await store.screenshots.state(owner, id, undefined))?.count, 1, 'reading goes on');
      clock.forward(12 * 3_600_000);
      assert.ok(await isDue());
      assert.ok(await capture(shot));
      const { use } = await store.people.find(owner);
      assert.deepEqual([use.captures, use.day], [1, '2026-03-02']);
      await store.people.setQuota(owner, { ...UNLIMITED, bytes: use.bytes });
      assert.equal(await capture(shot), false);
      await assert.rejects(checkCaptureQuota(store, owner, clock.now()), {
        message: /Captures pause until there is space/,
      });
      await store.people.setQuota(owner, { ...UNLIMITED, bytes: use.bytes + 1 });
      assert.ok(await capture(shot));
    });
  });

  test('the doctor finds and corrects a wrong sum of bytes', async (t) => {
    const place = await engine.makeDatabase();
    t.after(() => place.drop());
    const store = await openStore(place.url);
    t.after(() => store.close());
    const { owner } = await addPerson(store);
    const { picture } = await addScreenshot(store, owner, (await addWebpage(store, owner)).id);
    const database = await openDatabase(place.url);
    t.after(() => database.close());
    for (const damage of ['UPDATE account_use SET bytes = bytes + 5', 'DELETE FROM account_use']) {
      await database.run(damage);
      const all = await Array.fromAsync(store.check.compare(() => undefined));
      const [finding, ...others] = all.filter(
        (each) => !(each.kind === 'count' && each.of === 'newest event of account'),
      );
      assert.ok(finding?.kind === 'count' && finding.of === 'bytes of account' && finding.id === owner);
      assert.deepEqual(others, []);
      await store.check.mend(finding);
      assert.equal((await store.people.find(owner)).use.bytes, picture.bytes);
    }
  });

  test('in an older archive the oldest account becomes the administrator, and its pictures are counted', async (t) => {
    const place = await engine.makeDatabase({ empty: true });
    t.after(() => place.drop());
    const database = await openDatabase(place.url);
    await database.migrate(async (_tx, exec) => {
      await exec(initial(DIALECTS[engine.name]));
      await exec(`CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (1);
        INSERT INTO accounts (id, email, password_hash, created_at) VALUES ('b', 'b@example.org', '', '2026-02-01'), ('a', 'a@example.org', '', '2026-03-01');
        INSERT INTO webpages (id, account_id, name, name_key, search_key, url, keywords, group_name, created_at, modified_at)
          VALUES ('w', 'a', '', '', '', '', '[]', '', '', '');
        INSERT INTO pictures (id, content_key, content_type, thumbnail_key, thumbnail_type, width, height, bytes, sha256, uses)
          VALUES ('p', 'k', '', 't', '', 1, 1, 700, '', 2);
        INSERT INTO screenshots (id, webpage_id, picture_id, is_favorite, created_at, modified_at)
          VALUES ('s', 'w', 'p', 0, '', ''), ('s2', 'w', 'p', 0, '', '')`);
    });
    await database.close();
    const store = await openStore(place.url);
    t.after(() => store.close());
    const people = await store.people.list({ after: undefined, limit: 10 });
    assert.deepEqual(
      people.map(({ id, role, use }) => [id, role, use.bytes]),
      [
        ['b', 'administrator', 0],
        ['a', 'member', 700],
      ],
    );
  });
});
