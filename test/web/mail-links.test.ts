import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { rotateKey } from '../../src/app/rotate-key.ts';
import { sealingKey } from '../../src/app/seal.ts';
import { forEachEngine } from '../harness/engines.ts';
import { until } from '../harness/receiver.ts';
import { SEALING_KEY } from '../harness/sealing-key.ts';
import { useService } from '../harness/service.ts';
import { mailsOf, openSmtp, type TestSmtp } from '../harness/smtp.ts';
import { Clock } from '../harness/tracked.ts';
import { join, type Member, PASSWORD, Visitor } from './visitor.ts';

const NEW_PASSWORD = 'seven orange penguins dancing';
const linkIn = (text = '') => new URL(/https:\/\/archive\.example\/\S+/.exec(text)?.[0] ?? 'missing:').pathname;

forEachEngine((engine) => {
  describe('By mail,', () => {
    const service = useService(engine, { mail: true });
    let smtp: TestSmtp;
    before(async () => {
      smtp = await openSmtp();
    });
    after(() => smtp[Symbol.asyncDispose]());

    async function ask(email: string): Promise<{ visitor: Visitor; text: string; status: number }> {
      const visitor = new Visitor(service);
      await visitor.get('/sign-in/forgotten');
      const { text, status } = await visitor.post('/sign-in/forgotten', { email });
      return { visitor, text, status };
    }

    /** Sends what waits, until the mails to these addresses have arrived. */
    async function deliver(...addresses: readonly string[]) {
      const running = mailsOf(service.store, smtp, { clock: new Clock(new Date(Date.now() + 1000).toISOString()) });
      await until(() => addresses.every((address) => smtp.to(address).length > 0));
      await until(async () => (await service.store.mails.countWaiting()) === 0);
      await running.stop();
      assert.deepEqual(running.failures, []);
      return addresses.map((address) => smtp.to(address).at(-1) ?? assert.fail());
    }

    const actions = async ({ owner }: Member) =>
      (await service.store.audit.list({ owner, after: undefined, limit: 20 })).map(({ action }) => action);

    test('an owner sets a new password once, which ends all sessions', async () => {
      const ann = await join(service);
      const asked = await ask(ann.email.toUpperCase());
      assert.match(asked.text, /a mail with a link was sent/);
      const [mail = assert.fail()] = await deliver(ann.email);
      assert.equal(mail.email.subject, 'New password for archive.example');
      const path = linkIn(mail.email.text);
      assert.match(path, /^\/password\/[\w-]{43}$/);
      assert.ok(mail.email.html?.includes(`href="https://archive.example${path}"`));

      const visitor = new Visitor(service);
      // Programs that check mail open the link, too.
      for (const _ of [1, 2]) assert.match((await visitor.get(path)).text, /Choose a new password/);
      assert.match((await visitor.post(path, { password: 'password1234' })).text, /password/i);
      const changed = await visitor.post(path, { password: NEW_PASSWORD });
      assert.match(changed.text, /Sign in with the new password/);
      assert.equal((await ann.visitor.request('GET', '/account')).status, 303, 'the old session has ended');
      assert.equal((await visitor.request('GET', '/account')).status, 303, 'the link signs nobody in');
      assert.equal((await visitor.get(path)).status, 404);
      await visitor.get('/sign-in');
      assert.equal((await visitor.request('POST', path, { csrf: visitor.csrf, password: NEW_PASSWORD })).status, 404);
      await visitor.get('/sign-in');
      assert.match((await visitor.post('/sign-in', { email: ann.email, password: PASSWORD })).text, /Incorrect/);
      const entered = await visitor.post('/sign-in', { email: ann.email, password: NEW_PASSWORD });
      assert.equal(entered.status, 200);
      assert.equal(visitor.path, '/');
      const [told = assert.fail()] = await deliver(ann.email);
      assert.match(told.email.subject ?? '', /password for archive\.example was changed/);
      const done = await actions(ann);
      assert.ok(
        ['password-requested', 'password-changed', 'sessions-ended'].every((each) => done.includes(each as never)),
      );
    });

    test('the answer is the same for an address without an account, and nothing is sent', async () => {
      const ann = await join(service);
      const [known, unknown] = [await ask(ann.email), await ask('nobody-here@example.org')];
      const plain = ({ text }: { text: string }) => text.replace(/value="[\w-]{43}"/g, '');
      assert.equal(plain(unknown), plain(known));
      assert.equal(unknown.status, known.status);
      await deliver(ann.email);
      assert.deepEqual(smtp.to('nobody-here@example.org'), []);
    });

    test('links are limited for each address, with or without an account', async () => {
      const ann = await join(service);
      for (const email of [ann.email, 'never-seen@example.org']) {
        const statuses = [];
        for (const _ of [1, 2, 3, 4]) statuses.push((await ask(email)).status);
        assert.deepEqual(statuses, [200, 200, 200, 429]);
      }
    });

    test('the link does not work an hour later, nor after another change of the password', async () => {
      const ann = await join(service);
      await ask(ann.email);
      const [mail = assert.fail()] = await deliver(ann.email);
      const path = linkIn(mail.email.text);
      await ann.visitor.get('/account');
      await ann.visitor.post('/account/password', { old: PASSWORD, new: NEW_PASSWORD });
      assert.equal((await new Visitor(service).get(path)).status, 404);

      const bob = await join(service);
      await ask(bob.email);
      const late = mailsOf(service.store, smtp, { clock: new Clock(new Date(Date.now() + 3_700_000).toISOString()) });
      await until(async () => (await service.store.mails.countWaiting()) === 0);
      await late.stop();
      assert.deepEqual(smtp.to(bob.email), []);
    });

    test('an account with two-step sign-in still needs its code', async () => {
      const ann = await join(service);
      await service.store.twoStep.enable(ann.owner, { secret: 'v1.00000000.x', step: 1, codeHashes: [] }, new Date());
      await ask(ann.email);
      const [mail = assert.fail()] = await deliver(ann.email);
      const visitor = new Visitor(service);
      await visitor.get(linkIn(mail.email.text));
      await visitor.post(linkIn(mail.email.text), { password: NEW_PASSWORD });
      const entered = await visitor.post('/sign-in', { email: ann.email, password: NEW_PASSWORD });
      assert.match(entered.text, /Enter your code/);
    });

    test('an invitation reaches its address, and creates an account', async () => {
      const ann = await join(service);
      await ann.visitor.get('/account');
      const sent = await ann.visitor.post('/account/invitations', { email: 'Guest@example.net' });
      assert.match(sent.text, /The invitation “guest@example\.net” was sent/);
      const [mail = assert.fail()] = await deliver('guest@example.net');
      assert.match(mail.email.text ?? '', new RegExp(`${ann.email} invites you`));
      assert.match((await ann.visitor.get('/account')).text, /<bdi>guest@example\.net<\/bdi><\/strong><small>Sent/);
      const guest = new Visitor(service);
      const shown = await guest.get(linkIn(mail.email.text));
      assert.match(shown.text, /value="guest@example\.net"/);
      await guest.post(linkIn(mail.email.text), { email: 'guest@example.net', password: NEW_PASSWORD });
      assert.equal(guest.path, '/');
    });

    test('a revoked invitation is not sent, and one to a wrong address says so', async () => {
      const ann = await join(service);
      await ann.visitor.get('/account');
      await ann.visitor.post('/account/invitations', { email: 'revoked@example.net' });
      const [invitation = assert.fail()] = await service.store.invitations.list(ann.owner, new Date());
      await ann.visitor.post(`/account/invitations/${invitation.id}/withdraw`);
      smtp.reply = { rcpt: (address) => (address === 'gone@example.net' ? { code: 550, text: 'Unknown' } : undefined) };
      await ann.visitor.post('/account/invitations', { email: 'gone@example.net' });
      await deliver();
      smtp.reply = {};
      assert.deepEqual(smtp.to('revoked@example.net'), []);
      assert.match(
        (await ann.visitor.get('/account')).text,
        /Not sent<\/strong>: The server refused the recipient: 550/,
      );
      assert.match((await ann.visitor.post('/account/invitations', { email: 'a,b@x' })).text, /Mail cannot be sent to/);
    });

    test('secrets that wait are encrypted, and a new key encrypts them again', async () => {
      const ann = await join(service);
      await ann.visitor.get('/account');
      await ann.visitor.post('/account/invitations', { email: 'rotated@example.net' });
      const to = sealingKey('another key of the tests, long enough');
      await rotateKey(service.store, { from: SEALING_KEY, to, report: () => undefined });
      const running = mailsOf(service.store, smtp, {
        sealingKey: to,
        clock: new Clock(new Date(Date.now() + 1000).toISOString()),
      });
      await until(() => smtp.to('rotated@example.net').length > 0);
      await running.stop();
    });
  });

  describe('Without mail,', () => {
    const service = useService(engine);

    test('the sign-in page names the operator, and the form does not exist', async () => {
      await join(service);
      const guest = new Visitor(service);
      assert.match((await guest.get('/sign-in')).text, /Ask the operator of this archive/);
      assert.equal((await guest.get('/sign-in/forgotten')).status, 404);
      const ann = await join(service);
      assert.doesNotMatch((await ann.visitor.get('/account')).text, /Send invitation/);
    });
  });
});
