import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { knownDevice, rememberDevice } from '../../src/app/known-devices.ts';
import { replacePassword } from '../../src/app/own-account.ts';
import { sweep } from '../../src/app/sweep.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addScreenshot, addToken, addWebpage, storePicture } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { join, PASSWORD, Visitor } from './visitor.ts';

forEachEngine((engine) => {
  describe('an account', () => {
    const service = useService(engine);

    async function signIn(email: string, password = PASSWORD): Promise<Visitor> {
      const visitor = new Visitor(service);
      await visitor.get('/sign-in');
      await visitor.post('/sign-in', { email, password });
      return visitor;
    }

    test('changes its password, which ends all other sessions', async () => {
      const { visitor, email, owner } = await join(service);
      await addToken(service.store, owner);
      await addToken(service.store, (await join(service)).owner);
      const other = await signIn(email);
      const now = new Date();
      const secrets = await rememberDevice(service.store, owner, [], now);
      assert.equal((await other.request('GET', '/account')).status, 200);
      await visitor.get('/account');
      const wrong = await visitor.post('/account/password', { old: 'a wrong password', new: 'seven orange penguins' });
      assert.equal(wrong.status, 400);
      const changed = await visitor.post('/account/password', { old: PASSWORD, new: 'seven orange penguins' });
      assert.match(changed.text, /Password changed\./);
      assert.equal((await other.request('GET', '/account')).status, 303);
      assert.equal(await knownDevice(service.store, owner, secrets, now), undefined, 'no browser is known any more');
      assert.equal((await visitor.request('GET', '/account')).status, 200);
      assert.equal((await service.store.tokens.list(owner)).length, 1, 'tokens stay valid');
      const weak = await visitor.post('/account/password', {
        old: 'seven orange penguins',
        new: 'password123456',
        'revoke-tokens': 'on',
      });
      assert.equal(weak.status, 400);
      assert.match(weak.text, /name="revoke-tokens" checked/, 'the choice is kept');
      assert.match(weak.text, /too easy to guess/);
      const next = { old: 'seven orange penguins', new: 'nine purple walruses', 'revoke-tokens': 'on' };
      assert.match((await visitor.post('/account/password', next)).text, /all API tokens revoked/);
      assert.equal((await service.store.tokens.list(owner)).length, 0);
      assert.equal((await (await signIn(email, 'nine purple walruses')).request('GET', '/account')).status, 200);
    });

    test('gets a new password from the operator, which ends all sessions', async () => {
      const { visitor, email, owner } = await join(service);
      await addToken(service.store, owner);
      const [other, { visitor: bystander }] = [await signIn(email), await join(service)];
      await replacePassword(service.store, owner, 'seven orange penguins', { revokeTokens: true });
      assert.equal((await visitor.request('GET', '/account')).status, 303);
      assert.equal((await service.store.tokens.list(owner)).length, 0);
      assert.equal((await other.request('GET', '/account')).status, 303);
      assert.equal((await bystander.request('GET', '/account')).status, 200);
      assert.equal((await (await signIn(email, 'seven orange penguins')).request('GET', '/account')).status, 200);
    });

    test('lists its sessions, and ends one of them or all others', async () => {
      const { visitor, email, owner } = await join(service);
      const [second, third] = [await signIn(email), await signIn(email)];
      const page = await visitor.get('/account');
      assert.equal(page.text.match(/Signed in <time/g)?.length, 3);
      const [newest] = await service.store.sessions.list(owner, new Date(0));
      await visitor.post(`/account/sessions/${newest?.id}/end`);
      const open = async (each: Visitor) => (await each.request('GET', '/account')).status === 200;
      assert.equal([await open(second), await open(third)].filter(Boolean).length, 1);
      await visitor.post('/account/sessions/end');
      assert.deepEqual([await open(visitor), await open(second), await open(third)], [true, false, false]);
    });

    test('a session expires after thirty days without use', async () => {
      const { visitor, owner } = await join(service);
      const [session] = await service.store.sessions.list(owner, new Date(0));
      await service.store.sessions.touch(owner, session?.id ?? '', '2026-01-01T00:00:00.000Z');
      assert.equal((await visitor.request('GET', '/')).status, 303);
    });

    test('creates and revokes an invitation link', async () => {
      const { visitor, owner } = await join(service);
      await visitor.get('/account');
      const made = await visitor.post('/account/invitations');
      const [, link = ''] = /<code>https:\/\/archive\.example(\/join\/[\w-]+)<\/code>/.exec(made.text) ?? [];
      assert.match((await new Visitor(service).get(link)).text, /You are invited/);
      assert.equal(made.headers['cache-control'], 'no-store');
      const [invitation] = await service.store.invitations.list(owner, new Date());
      assert.match(
        (await visitor.post(`/account/invitations/${invitation?.id}/withdraw`)).text,
        /Invitation revoked\./,
      );
      assert.equal((await new Visitor(service).get(link)).status, 404);
    });

    test('is deleted only with its e-mail address and password, with all its data and images', async () => {
      const { visitor, email, owner } = await join(service);
      const { store, images } = service;
      const webpage = await addWebpage(store, owner);
      const picture = await storePicture(images);
      await addScreenshot(store, owner, webpage.id, { picture });
      await addWebpage(store, owner);
      const { visitor: bystander, owner: bystandersId } = await join(service);
      const kept = await addWebpage(store, bystandersId);

      await visitor.get('/account/delete');
      for (const typed of [
        { email: 'other@example.org', password: PASSWORD },
        { email, password: 'a wrong password' },
      ]) {
        assert.equal((await visitor.post('/account/delete', typed)).status, 400);
      }
      assert.match((await visitor.post('/account/delete', { email, password: PASSWORD })).text, /were deleted/);
      assert.equal((await visitor.request('GET', '/')).status, 303);
      assert.equal(await store.accounts.credentials(email), undefined);

      await sweep(store, images, () => new Date('2030-01-01'), new AbortController().signal);
      await assert.rejects(images.size(picture.contentKey), { kind: 'not-found' });
      await assert.rejects(images.size(picture.thumbnailKey), { kind: 'not-found' });
      assert.equal(await store.webpages.find(owner, webpage.id), undefined);
      assert.equal((await bystander.get(`/webpages/${kept.id}`)).status, 200);

      const { visitor: again } = await join(service);
      assert.equal((await again.request('GET', '/')).status, 200, 'the archive accepts new accounts');
    });

    test('shows a token once, accepts it at once, and rejects it as soon as it is revoked', async () => {
      const { visitor, owner } = await join(service);
      await visitor.get('/tokens');
      const made = await visitor.post('/tokens', { name: 'A script <b>' });
      const [, token = ''] = /<code>(pagekeep_[0-9a-f]{48})<\/code>/.exec(made.text) ?? [];
      assert.match(made.text, /A script &lt;b&gt;/);
      assert.ok(
        made.text.includes(`curl -H &quot;Authorization: Bearer ${token}&quot; https://archive.example/v3/webpages`) ||
          made.text.includes(`curl -H "Authorization: Bearer ${token}" https://archive.example/v3/webpages`),
      );
      const use = async () =>
        (await service.askPath('/v3/webpages', { headers: { Authorization: `Bearer ${token}` } })).status;
      assert.equal(await use(), 200);
      const list = await visitor.get('/tokens');
      assert.ok(!list.text.includes(token));
      const [record] = await service.store.tokens.list(owner);
      assert.match((await visitor.post(`/tokens/${record?.id}/revoke`)).text, /Token “A script &lt;b&gt;” revoked/);
      assert.equal(await use(), 401);
    });

    test('gives a token the chosen scopes, end and addresses, and keeps the form after a refusal', async () => {
      const { visitor, owner } = await join(service);
      const form = { name: 'Limited', scope: 'manage', expires: '30', networks: '192.0.2.0/24 ::1' };
      const refused = await visitor.post('/tokens', { ...form, networks: 'intranet' });
      assert.equal(refused.status, 400);
      assert.match(refused.text, /is not an address or a range/);
      assert.match(
        refused.text,
        /value="Limited".*<option value="30" selected>.*value="manage" checked.*value="intranet"/s,
      );
      assert.equal((await visitor.post('/tokens', { ...form, expires: '31' })).status, 400);
      const made = await visitor.post('/tokens', form);
      assert.match(made.text, /May read and manage · expires .* · only from 192\.0\.2\.0\/24, ::1/);
      const [record] = await service.store.tokens.list(owner);
      assert.deepEqual(record?.scopes, ['read', 'manage']);
      assert.deepEqual(record?.networks, ['192.0.2.0/24', '::1']);
      assert.ok(record?.expiresAt);
    });

    test('asks before it revokes a token; question and notice name the token', async () => {
      const { visitor, owner } = await join(service);
      await visitor.get('/tokens');
      await visitor.post('/tokens', { name: 'Report <b> & $& …' });
      await visitor.post('/tokens', { name: 'Another' });
      const [record] = await service.store.tokens.list(owner);
      const path = `/tokens/${record?.id}/revoke`;
      const list = (await visitor.get('/tokens')).text;
      assert.ok(list.includes(`<a class="button small danger" href="${path}">`));
      assert.ok(!list.includes(`action="${path}"`));
      const question = await visitor.get(path);
      assert.match(question.text, /Revoke this token\?.*Report &lt;b&gt; &amp; \$&amp; ….*never used/s);
      assert.equal((await service.store.tokens.list(owner)).length, 2);
      const done = await visitor.post(path);
      assert.match(done.text, /role="status">.*Token “Report &lt;b&gt; &amp; \$&amp; …” revoked/);
      assert.equal((await visitor.request('GET', path)).status, 404);
    });
  });
});
