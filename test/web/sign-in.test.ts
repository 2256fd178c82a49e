import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { invite, signUp } from '../../src/app/join.ts';
import { passwordQueue } from '../../src/app/password-queue.ts';
import { signUpCounters, strangerCounters } from '../../src/app/sign-in-attempts.ts';
import { hashSecret } from '../../src/domain/session.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addScreenshot, addWebpage } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { join, PASSWORD, Visitor } from './visitor.ts';

/** Look like paths, but browsers read them as another host, directly or after resolving dots. */
const DISGUISED = [
  '/.//evil.example/phish',
  '/./\\evil.example',
  '/.\\\\evil.example',
  '/%2e//evil.example',
  '/%2E//evil.example',
  '/x/..//evil.example',
  '/x/%2e%2E//evil.example',
  '/kept/..//evil.example',
  '/kept/%2e%2e//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.\r\n//evil.example',
  '\t//evil.example',
  ' //evil.example',
  './/evil.example',
  './/../..//evil.example',
  'http:/.//evil.example',
  '//here.invalid//evil.example',
];

forEachEngine((engine) => {
  describe('joining and signing in', () => {
    const service = useService(engine);

    test('the set-up link creates the first account, and only that', async () => {
      const secret = await invite(service.store, undefined, new Date());
      const visitor = new Visitor(service);
      assert.match((await visitor.get(`/join/${secret}`)).text, /Set up your archive/);
      const home = await visitor.post(`/join/${secret}`, { email: 'First@Example.org', password: PASSWORD });
      assert.match(home.text, /Your archive is empty/);
      assert.equal((await new Visitor(service).get(`/join/${secret}`)).status, 404);
      const late = await invite(service.store, undefined, new Date());
      const stranger = new Visitor(service);
      assert.match((await stranger.get(`/join/${late}`)).text, /This archive is already set up/);
      await stranger.get('/sign-in');
      assert.equal((await stranger.post(`/join/${late}`, { email: 'x@example.org', password: PASSWORD })).status, 404);
      assert.equal((await service.store.accounts.list()).length, 1);
    });

    test('a new set-up link replaces the old one', async () => {
      const old = await invite(service.store, undefined, new Date());
      await invite(service.store, undefined, new Date());
      assert.equal((await new Visitor(service).get(`/join/${old}`)).status, 404);
    });

    test('a weak password and an address in use are rejected, and the link stays valid', async () => {
      const { email, owner } = await join(service);
      const secret = await invite(service.store, owner, new Date());
      const visitor = new Visitor(service);
      await visitor.get(`/join/${secret}`);
      const weak = await visitor.post(`/join/${secret}`, { email: 'weak@example.org', password: 'short' });
      assert.equal(weak.status, 400);
      assert.match(weak.text, /at least 10 characters/);
      assert.match(weak.text, /value="weak@example\.org"/);
      const common = await visitor.post(`/join/${secret}`, { email: 'weak@example.org', password: 'password123456' });
      assert.equal(common.status, 400);
      assert.match(common.text, /too easy to guess/);
      assert.equal((await visitor.post(`/join/${secret}`, { email, password: PASSWORD })).status, 409);
      assert.match(
        (await visitor.post(`/join/${secret}`, { email: 'ok@example.org', password: PASSWORD })).text,
        /empty/,
      );
    });

    test('signing in redirects to the requested page, but never to another site', async () => {
      const { email } = await join(service);
      const asked = await new Visitor(service).request('GET', '/tokens?x=1');
      assert.equal(asked.status, 303);
      assert.equal(asked.headers.location, '/sign-in?next=%2Ftokens%3Fx%3D1');
      for (const [next, expected] of [
        ['/tokens', '/tokens'],
        ['//evil.example/', '/'],
        ['https://evil.example/', '/'],
        ['/\\evil.example', '/'],
        ['javascript:alert(1)', '/'],
        ['', '/'],
        ['/.//evil.example/phish', '/'],
      ] as const) {
        const visitor = new Visitor(service);
        await visitor.get('/sign-in');
        const answer = await visitor.request('POST', '/sign-in', {
          csrf: visitor.csrf,
          email,
          password: PASSWORD,
          next,
        });
        assert.equal(answer.status, 303, next);
        assert.equal(answer.headers.location, expected, next);
      }
    });

    test('the sign-in page never redirects a signed-in visitor to another site', async () => {
      const { visitor } = await join(service);
      for (const next of DISGUISED) {
        const answer = await visitor.request('GET', `/sign-in?next=${encodeURIComponent(next)}`);
        assert.equal(answer.status, 303, next);
        assert.equal(answer.headers.location, '/', next);
      }
    });

    test('the session cookie is HttpOnly, SameSite and Secure, and stored as a hash', async () => {
      const { email } = await join(service);
      const visitor = new Visitor(service);
      await visitor.get('/sign-in');
      const answer = await visitor.request('POST', '/sign-in', { csrf: visitor.csrf, email, password: PASSWORD });
      const [cookie = ''] = answer.all('set-cookie');
      assert.match(
        cookie,
        /^__Host-pagekeep_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
      );
      const device = answer.all('set-cookie')[1] ?? '';
      assert.match(
        device,
        /^__Host-pagekeep_device=[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
      );
      const secret = visitor.cookies.get('__Host-pagekeep_session') ?? '';
      assert.ok((await service.store.sessions.enter(hashSecret(secret), new Date(0))).member);
      assert.equal((await service.store.sessions.enter(secret, new Date(0))).member, undefined);
    });

    test('an unknown address and a wrong password get the same answer', async () => {
      const { email } = await join(service);
      const visitor = new Visitor(service);
      await visitor.get('/sign-in');
      const wrong = await visitor.post('/sign-in', { email, password: 'not the password' });
      assert.equal(wrong.status, 401);
      for (const nobody of ['nobody@example.org', 'a\0b@example.org', '\0', 'no address']) {
        const unknown = await visitor.post('/sign-in', { email: nobody, password: 'not the password' });
        assert.equal(unknown.status, 401, nobody);
        // Pages hold no control characters.
        const shown = nobody.replaceAll('\0', '');
        assert.equal(wrong.text.replace(email, ''), unknown.text.replace(shown, ''));
      }
    });

    test('signing out ends the session', async () => {
      const { visitor } = await join(service);
      const secret = visitor.cookies.get('__Host-pagekeep_session') ?? '';
      assert.match((await visitor.post('/sign-out')).text, /You have signed out/);
      visitor.cookies.set('__Host-pagekeep_session', secret);
      assert.equal((await visitor.request('GET', '/')).status, 303);
    });

    test('ending the current session signs out', async () => {
      const { visitor, owner } = await join(service);
      const [session] = await service.store.sessions.list(owner, new Date(0));
      await visitor.get('/account');
      const answer = await visitor.post(`/account/sessions/${session?.id}/end`);
      assert.match(answer.text, /You have signed out\./);
      assert.equal(visitor.path, '/sign-in');
      assert.equal(visitor.cookies.has('__Host-pagekeep_session'), false);
    });

    test('a form without a session leads to the sign-in page, which says that nothing was saved, and back', async () => {
      const { visitor, owner } = await join(service);
      const { id } = await addWebpage(service.store, owner);
      const { id: capture } = await addScreenshot(service.store, owner, id);
      const ids = `/webpages/${id}`;
      for (const [form, page] of [
        ['/add', '/add'],
        [`${ids}/edit`, `${ids}/edit`],
        [`${ids}/delete`, `${ids}/delete`],
        [`${ids}/capture`, ids],
        [`${ids}/captures/${capture}/favorite?size=full`, `${ids}/captures/${capture}?size=full`],
        [`/account/sessions/${id}/end`, '/account'],
        ['/account/password', '/account'],
        ['/sign-out', '/'],
      ] as const) {
        const guest = new Visitor(service);
        const { text } = await guest.post(form, { csrf: visitor.csrf });
        assert.match(
          text,
          /class="callout" role="status">.*?You were signed out, and your changes were not saved\./,
          form,
        );
        assert.doesNotMatch((await guest.get(guest.path)).text, /were not saved/, 'only once');
        assert.doesNotMatch((await new Visitor(service).get('/sign-in?lost=1')).text, /were not saved/);
        assert.ok(text.includes(`name="next" value="${page}"`), form);
        assert.equal((await visitor.get(guest.path)).status, 200, form);
        assert.equal(visitor.path, page, form);
      }
    });

    test('an invitation opened while signed in warns that it signs the visitor out, and does so', async () => {
      const { visitor, email, owner } = await join(service);
      const secret = await invite(service.store, owner, new Date());
      assert.doesNotMatch((await new Visitor(service).get(`/join/${secret}`)).text, /You are signed in as/);
      const { text } = await visitor.get(`/join/${secret}`);
      assert.ok(text.includes(`You are signed in as ${email}. Creating another account signs you out of`));
      const session = visitor.cookies.get('__Host-pagekeep_session') ?? '';
      const taken = await visitor.post(`/join/${secret}`, { email, password: PASSWORD });
      assert.equal(taken.status, 409);
      assert.match(taken.text, /You are signed in as/);
      await visitor.post(`/join/${secret}`, { email: 'second@example.org', password: PASSWORD });
      assert.match((await visitor.get('/account')).text, /second@example\.org · 0 webpages/);
      visitor.cookies.set('__Host-pagekeep_session', session);
      assert.equal((await visitor.request('GET', '/account')).status, 303);
    });

    test('sign-up needs an invitation by default', async () => {
      assert.equal((await new Visitor(service).get('/sign-up')).status, 404);
    });
  });

  describe('signing in with a path in PUBLIC_URL', () => {
    const service = useService(engine, { publicUrl: 'https://archive.example/kept' });

    test('redirects only to pages below that path', async () => {
      const email = 'ann@example.org';
      await signUp(service.store, { email, password: PASSWORD }, new Date());
      const visitor = new Visitor(service);
      await visitor.get('/kept/sign-in');
      await visitor.post('/kept/sign-in', { email, password: PASSWORD });
      for (const [next, expected] of [
        ['/kept/tokens?x=1', '/kept/tokens?x=1'],
        ['/kept//evil.example', '/kept//evil.example'],
        ...['/', '/tokens', '/kept', '/keptnot/', ...DISGUISED].map((other) => [other, '/kept/'] as const),
      ] as const) {
        const answer = await visitor.request('GET', `/kept/sign-in?next=${encodeURIComponent(next)}`);
        assert.equal(answer.headers.location, expected, next);
      }
    });
  });

  describe('failed sign-in attempts', () => {
    const service = useService(engine);

    test('after five of them a new browser at the same address must wait, and a known one and other accounts need not', async () => {
      const { email, visitor: known } = await join(service);
      const other = await join(service);
      const visitor = new Visitor(service);
      await visitor.get('/sign-in');
      for (let tries = 1; tries <= 5; tries += 1) {
        assert.equal((await visitor.post('/sign-in', { email, password: `wrong password ${tries}` })).status, 401);
      }
      // The first delay is a second, less than a slow machine may need for the next attempt.
      const [, { key } = { key: '' }] = strangerCounters(email, '127.0.0.1');
      assert.equal((await service.store.signInAttempts.hold(key)).count, 5);
      for (let tries = 0; tries < 10; tries += 1) await service.store.signInAttempts.add(key, new Date());
      const slowed = await visitor.post('/sign-in', { email, password: PASSWORD });
      assert.equal(slowed.status, 429);
      assert.match(slowed.text, /Try again in/);
      assert.match(slowed.headers['retry-after'] ?? '', /^\d+$/);
      await known.post('/sign-out');
      assert.match((await known.post('/sign-in', { email, password: PASSWORD })).text, /empty/);
      assert.match((await visitor.post('/sign-in', { email: other.email, password: PASSWORD })).text, /empty/);
    });

    test('are all counted if they are concurrent', async () => {
      const { email } = await join(service);
      const visitor = new Visitor(service);
      await visitor.get('/sign-in');
      const fields = { csrf: visitor.csrf, email, password: 'wrong password' };
      const answers = await Promise.all(Array.from({ length: 12 }, () => visitor.request('POST', '/sign-in', fields)));
      assert.equal(answers.filter(({ status }) => status === 401).length, 5);
    });
  });

  describe('open sign-up', () => {
    const service = useService(engine, { signUp: true });

    test('does not create the first account, which is an administrator', async () => {
      const visitor = new Visitor(service);
      assert.match((await visitor.get('/sign-in')).text, /This archive has no account yet/);
      const refused = await visitor.get('/sign-up');
      assert.equal(refused.status, 403);
      assert.match(refused.text, /Only its operator can create the first one/);
      const sent = await visitor.post('/sign-up', { email: 'first@example.org', password: PASSWORD });
      assert.equal(sent.status, 403);
      assert.deepEqual(await service.store.accounts.list(), []);
      await join(service);
      assert.doesNotMatch((await visitor.get('/sign-in')).text, /no account yet/);
    });

    test('hashes no password for an address in use, and refuses new accounts while too many people sign in', async () => {
      const { email } = await join(service);
      const visitor = new Visitor(service);
      await visitor.get('/sign-up');
      const held = Promise.withResolvers<void>();
      const all = Array.from({ length: 17 }, () => passwordQueue.run('stranger', () => held.promise));
      try {
        assert.equal((await visitor.post('/sign-up', { email, password: PASSWORD })).status, 409);
        const fields = { email: 'late@example.org', password: PASSWORD };
        for (const path of ['/sign-up', '/sign-in']) {
          const refused = await visitor.post(path, fields);
          assert.equal(refused.status, 503);
          assert.equal(refused.headers['retry-after'], '5');
          assert.match(refused.text, /Too many people are signing in at the moment\. Try again in 5 seconds\./);
          assert.match(refused.text, /value="late@example\.org"/);
        }
      } finally {
        held.resolve();
        await Promise.all(all);
      }
    });

    test('lets anyone create an account, and tells one network of few addresses that they are in use', async () => {
      const visitor = new Visitor(service);
      assert.match((await visitor.get('/sign-in')).text, /Create one/);
      await visitor.get('/sign-up');
      const email = 'new@example.org';
      assert.match((await visitor.post('/sign-up', { email, password: PASSWORD })).text, /empty/);
      const stranger = new Visitor(service);
      await stranger.get('/sign-up');
      const statuses = [];
      for (let tries = 0; tries < 22; tries += 1) {
        const { status } = await stranger.post('/sign-up', { email, password: 'short' });
        statuses.push(status);
      }
      assert.deepEqual(new Set(statuses), new Set([400]), 'other mistakes do not count');
      const [{ key } = { key: '' }] = signUpCounters('127.0.0.1');
      const { count } = await service.store.signInAttempts.hold(key);
      assert.equal((await stranger.post('/sign-up', { email, password: PASSWORD })).status, 409);
      assert.equal((await service.store.signInAttempts.hold(key)).count, count + 1);
      for (let tries = 0; tries < 30; tries += 1) await service.store.signInAttempts.add(key, new Date());
      assert.equal((await stranger.post('/sign-up', { email, password: PASSWORD })).status, 429);
    });
  });
});
