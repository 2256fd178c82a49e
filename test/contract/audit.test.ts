import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, test } from 'node:test';
import { changeSettings } from '../../src/app/change-settings.ts';
import { acceptInvitation, invite } from '../../src/app/join.ts';
import { replacePassword } from '../../src/app/own-account.ts';
import { signIn } from '../../src/app/sign-in.ts';
import { pauseWebpage, resumeWebpage } from '../../src/app/track-webpages.ts';
import type { AuditRecord } from '../../src/domain/audit.ts';
import { NOTHING_IGNORED } from '../../src/domain/change.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { forgetOldEvents } from '../../src/work/audit-retention.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addToken, newWebpage } from '../harness/records.ts';
import { useStore } from '../harness/stores.ts';
import { DAILY } from '../harness/tracked.ts';

const never = new AbortController().signal;
const ALL = { after: undefined, limit: 100 } as const;

async function eventsOf(store: Store, owner: string | undefined): Promise<AuditRecord[]> {
  return store.audit.list({ ...ALL, owner });
}

async function newAccount(store: Store): Promise<{ owner: string; email: string }> {
  const [owner, email] = [randomUUIDv7(), `${randomUUIDv7()}@example.org`];
  await store.accounts.add({ id: owner, email, createdAt: '', webpageCount: 0 }, '');
  return { owner, email };
}

const actionsOf = (events: readonly AuditRecord[]) => events.map(({ action }) => action).reverse();

forEachEngine((engine) => {
  describe('the audit log', () => {
    const store = useStore(engine);

    test('states who changed a webpage, when, from where, and of which site', async () => {
      const { owner, email } = await newAccount(store);
      const webpage = newWebpage({ url: 'https://shop.example/a?key=secret' });
      const before = new Date().toISOString();
      const web = store.by({ via: 'web', account: owner, address: '192.0.2.1' });
      await web.webpages.add(owner, webpage);
      const [event] = await eventsOf(store, owner);
      assert.ok(event && event.at >= before);
      const { id, at, ...rest } = event;
      assert.deepEqual(rest, {
        action: 'webpage-added',
        owner,
        email,
        via: 'web',
        actor: email,
        actorId: owner,
        address: '192.0.2.1',
        subject: webpage.groupName,
        subjectId: webpage.id,
        times: 1,
      });
    });

    test('holds every change of a webpage and of its settings, by all ways', async () => {
      const { owner } = await newAccount(store);
      const webpage = newWebpage();
      const api = store.by({ via: 'api', account: owner, address: '192.0.2.2' });
      const cli = store.by({ via: 'command line', user: 'ann' });
      await cli.webpages.add(owner, webpage);
      await cli.webpages.addMany(owner, [newWebpage(), newWebpage()]);
      const now = new Date();
      await cli.schedules.start(owner, webpage.id, DAILY, { now, readyAt: now });
      await cli.webpages.change(owner, { ...webpage, name: 'Another' });
      await pauseWebpage(cli, owner, webpage.id);
      await resumeWebpage(cli, owner, webpage.id, now);
      await changeSettings({ store: cli }, owner, webpage.id, { ...NOTHING_IGNORED, leastShare: 0.1 });
      await api.webpages.remove(owner, webpage.id);
      const events = (await eventsOf(store, owner)).filter(({ action }) => action !== 'account-created');
      assert.deepEqual(actionsOf(events), [
        'webpage-added',
        'webpages-imported',
        'webpage-changed',
        'captures-paused',
        'captures-resumed',
        'change-settings-changed',
        'webpage-deleted',
      ]);
      assert.deepEqual([events[0]?.via, events[1]?.via, events[1]?.actor], ['api', 'command line', 'ann']);
    });

    test('holds the changes of access, and keeps the address of a removed account', async () => {
      const { owner, email } = await newAccount(store);
      const cli = store.by({ via: 'command line', user: 'ann' });
      await replacePassword(cli, owner, 'correct horse battery', { revokeTokens: false });
      const { tokenId } = await addToken(cli, owner);
      await cli.tokens.revoke(owner, tokenId);
      const secret = await invite(cli, owner, new Date());
      const guest = await acceptInvitation(
        cli,
        secret,
        { email: `${randomUUIDv7()}@example.org`, password: 'correct horse battery' },
        new Date(),
      );
      await cli.accounts.close(owner, new Date());
      assert.deepEqual(actionsOf(await eventsOf(store, owner)), [
        'account-created',
        'password-changed',
        'token-created',
        'token-revoked',
        'invitation-created',
        'invitation-accepted',
        'account-removed',
      ]);
      assert.equal((await eventsOf(store, owner))[0]?.email, email);
      assert.deepEqual(actionsOf(await eventsOf(store, guest)), ['account-created']);
    });

    test('counts failed sign-ins of an hour in few rows, and names no address that nobody has', async () => {
      const { owner, email } = await newAccount(store);
      const attempt = (typed: string, address: string) => {
        const web = store.by({ via: 'web', account: undefined, address });
        return web.audit.record({ action: 'sign-in-failed', owner: typed === email ? owner : undefined });
      };
      for (let n = 0; n < 100; n += 1) await attempt(email, `2001:db8::${n}`);
      const failed = (await eventsOf(store, owner)).filter(({ action }) => action === 'sign-in-failed');
      assert.ok(failed.length <= 64, 'at most 32 rows for each of two hours');
      assert.equal(
        failed.reduce((sum, { times }) => sum + times, 0),
        100,
      );
      const guess = {
        email: 'my password by mistake',
        password: 'x',
        address: '192.0.2.9',
        devices: [],
        userAgent: '',
      };
      await assert.rejects(
        signIn(store.by({ via: 'web', account: undefined, address: guess.address }), guess, new Date()),
      );
      const [unknown] = await eventsOf(store, undefined);
      assert.equal(unknown?.action, 'sign-in-failed');
      assert.ok(!JSON.stringify(unknown).includes('mistake'));
    });

    test('is not kept if the change is not kept', async () => {
      const { owner } = await newAccount(store);
      const change = store.transaction(async (tx) => {
        await tx.webpages.add(owner, newWebpage());
        throw new Error('no');
      });
      await assert.rejects(change, /no/);
      assert.deepEqual(actionsOf(await eventsOf(store, owner)), ['account-created']);
    });

    test('is read page by page, without gaps and repetitions, and never of another account', async () => {
      const { owner } = await newAccount(store);
      await newAccount(store);
      for (let n = 0; n < 7; n += 1) await addToken(store, owner);
      const found: AuditRecord[] = [];
      for (;;) {
        const some = await store.audit.list({ owner, after: found.at(-1), limit: 3 });
        if (some.length === 0) break;
        found.push(...some);
      }
      assert.deepEqual(found, await eventsOf(store, owner));
      assert.equal(found.length, 8);
      assert.ok(found.every((event) => event.owner === owner));
    });

    test('forgets events after the retention time', async () => {
      const { owner } = await newAccount(store);
      const in10Days = () => new Date(Date.now() + 10 * 86_400_000);
      await forgetOldEvents({ store, auditDays: 11, now: in10Days }, never);
      assert.equal((await eventsOf(store, owner)).length, 1);
      await forgetOldEvents({ store, auditDays: 9, now: in10Days }, never);
      assert.deepEqual(await eventsOf(store, undefined), []);
    });
  });
});
