import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addFeed } from '../../src/app/feeds.ts';
import { UNLIMITED } from '../../src/domain/quota.ts';
import { hashSecret } from '../../src/domain/session.ts';
import { hashToken } from '../../src/domain/token.ts';
import { DEFAULT_FIELDS } from '../../src/web/capture-settings.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addTestWebhook } from '../harness/receiver.ts';
import { addScreenshot, addWebpage } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { join, type Member, PASSWORD, Visitor } from './visitor.ts';

forEachEngine((engine) => {
  describe('the pages of people', () => {
    const service = useService(engine);
    let admin: Member;
    let bob: Member;
    before(async () => {
      admin = await join(service);
      bob = await join(service);
    });

    test('list everybody with their use, and members do not get there', async () => {
      const webpage = await addWebpage(service.store, bob.owner);
      await addScreenshot(service.store, bob.owner, webpage.id);
      const { text } = await admin.visitor.get('/people');
      assert.match(text, /2 accounts · 1 webpage · /);
      assert.ok(text.includes(bob.email));
      assert.match((await admin.visitor.get('/')).text, /href="\/people"/);
      assert.doesNotMatch((await bob.visitor.get('/')).text, /href="\/people"/);
      assert.equal((await bob.visitor.get('/people')).status, 404);
    });

    test('set a quota, refuse a wrong one by name, and the person sees the state on every page', async () => {
      const path = `/people/${bob.owner}`;
      const { id } = await addWebpage(service.store, bob.owner);
      await admin.visitor.get(path);
      const wrong = await admin.visitor.post(`${path}/quota`, { webpages: '', storage: 'ten', captures: '' });
      assert.equal(wrong.status, 400);
      assert.match(wrong.text, /The storage is &quot;ten&quot;, but must be a size such as 500 MB/);
      assert.match(wrong.text, /name="storage"[^>]*value="ten"/);
      const saved = await admin.visitor.post(`${path}/quota`, { webpages: '1', storage: '0.001 kB', captures: '' });
      assert.match(saved.text, /Quota saved\./);
      assert.match(saved.text, /name="storage"[^>]*value="0.001 kB"/);
      assert.match((await bob.visitor.get('/archive')).text, /Over quota: .* of 1 byte are used\. Captures pause/);
      const added = await bob.visitor.post('/add', {
        ...DEFAULT_FIELDS,
        urls: 'https://one.example/\nhttps://two.example/',
      });
      assert.equal(added.status, 422);
      assert.match(added.text, /may have 1 webpage, and would have/);
      assert.match((await bob.visitor.get('/account')).text, /of 1 byte/);
      assert.match((await bob.visitor.get(`/webpages/${id}`)).text, /id="capture-now"[^>]* disabled/);
      const refused = await bob.visitor.post(`/webpages/${id}/capture`);
      assert.match(refused.text, new RegExp(`Over quota.*href="/webpages/${id}">Go back<`, 's'));
      await service.store.people.setQuota(bob.owner, UNLIMITED);
      assert.doesNotMatch((await bob.visitor.get('/archive')).text, /Over quota/);
    });

    test('make and unmake administrators, but not the last one', async () => {
      await admin.visitor.get(`/people/${admin.owner}`);
      const last = await admin.visitor.post(`/people/${admin.owner}/role`, { role: 'member' });
      assert.equal(last.status, 409);
      assert.match(last.text, /only administrator/);
      await admin.visitor.post(`/people/${bob.owner}/role`, { role: 'administrator' });
      assert.equal((await bob.visitor.get('/people')).status, 200);
      await admin.visitor.post(`/people/${bob.owner}/role`, { role: 'member' });
      assert.equal((await bob.visitor.get('/people')).status, 404);
      assert.equal((await admin.visitor.post(`/people/${bob.owner}/role`, { role: 'owner' })).status, 400);
    });

    test('decide who may invite, and revoke invitations of others', async () => {
      await bob.visitor.get('/account');
      await bob.visitor.post('/account/invitations');
      const [invitation] = await service.store.invitations.list(bob.owner, new Date());
      const page = await admin.visitor.get('/people');
      assert.ok(page.text.includes(`/people/invitations/${invitation?.id}/revoke`));
      await admin.visitor.post(`/people/invitations/${invitation?.id}/revoke`);
      assert.deepEqual(await service.store.invitations.list(bob.owner, new Date()), []);
      await admin.visitor.post('/people/inviting', { inviting: 'administrators' });
      assert.doesNotMatch((await bob.visitor.get('/account')).text, /Create invitation link/);
      assert.equal((await bob.visitor.post('/account/invitations')).status, 403);
      assert.match((await admin.visitor.get('/account')).text, /Create invitation link/);
      await admin.visitor.post('/people/inviting', { inviting: 'everybody' });
      assert.match((await bob.visitor.get('/account')).text, /Create invitation link/);
    });

    test('show the activity of an account to its owner, and that of all to administrators', async () => {
      for (let n = 0; n < 60; n += 1) await service.store.audit.record({ action: 'webpage-changed', owner: bob.owner });
      const own = await bob.visitor.get('/account/activity');
      assert.equal(own.text.match(/Webpage changed/g)?.length, 50);
      const [, older = ''] = /rel="next" href="([^"]+)"/.exec(own.text) ?? [];
      const rest = await bob.visitor.get(older);
      assert.equal(rest.text.match(/Webpage changed/g)?.length, 10);
      assert.match(rest.text, /Quota changed: /);
      assert.match(rest.text, /Signed in/);
      assert.ok(!rest.text.includes('Permission to invite'));
      await admin.visitor.get('/people');
      await admin.visitor.post('/people/inviting', { inviting: 'everybody' });
      const all = await admin.visitor.get('/people/activity');
      assert.match(all.text, /Permission to invite changed: <bdi>everybody/);
      assert.match(all.text, new RegExp(`concerns <bdi>${bob.email}`));
      for (const odd of ['x', '_', '2026-01-01T00:00:00.000Z_zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz']) {
        assert.equal((await bob.visitor.get(`/account/activity?after=${odd}`)).status, 200);
      }
    });

    test('name no site, token, feed or webhook of others to administrators', async () => {
      const { owner, visitor } = await join(service);
      const web = service.store.by({ via: 'web', account: owner, address: '192.0.2.7' });
      await addFeed(web, owner, { name: 'private-feed', scope: { kind: 'all' } }, new Date());
      await addTestWebhook(web, owner, 'https://receiver.example/', { name: 'private-webhook' });
      await addWebpage(web, owner, { url: 'https://private-site.example/' });
      const own = (await visitor.get('/account/activity')).text;
      const all = (await admin.visitor.get('/people/activity')).text;
      for (const name of ['private-feed', 'private-webhook', 'private-site']) {
        assert.ok(own.includes(name), name);
        assert.ok(!all.includes(name), name);
      }
    });

    test('do not take the owner for the stranger who guesses a password or asks for a new one', async () => {
      const eve = await join(service);
      const web = service.store.by({ via: 'web', account: undefined, address: '203.0.113.9' });
      for (const action of ['signed-in', 'sign-in-failed', 'password-requested'] as const) {
        await web.audit.record({ action, owner: eve.owner });
      }
      const rows = /Unknown visitor · Web application · 203\.0\.113\.9/g;
      const own = (await eve.visitor.get('/account/activity')).text;
      assert.equal(own.match(rows)?.length, 2);
      assert.match(own, new RegExp(`Signed in</strong>\\s*<small>${eve.email} · `));
      const all = (await admin.visitor.get('/people/activity')).text;
      assert.equal(all.match(rows)?.length, 2);
      assert.match(all, new RegExp(`203\\.0\\.113\\.9 · concerns <bdi>${eve.email}`));
    });

    test('the audit log holds no secret', async () => {
      const { visitor, email, owner } = await join(service);
      await visitor.get('/tokens');
      const { text } = await visitor.post('/tokens', { name: 'report' });
      const [token = ''] = /pagekeep_[0-9a-f]{48}/.exec(text) ?? [];
      await visitor.get('/account');
      const invited = await visitor.post('/account/invitations');
      const [, secret = ''] = /\/join\/([\w-]{43})/.exec(invited.text) ?? [];
      const page = { ...DEFAULT_FIELDS, headers: 'X-Key: secret-header', cookies: 'sid=secret-cookie' };
      await visitor.get('/add');
      await visitor.post('/add', { ...page, urls: 'https://shop.example/secret-path?key=secret-query' });
      await visitor.post('/account/password', { old: PASSWORD, new: 'secret-new-password' });
      await visitor.post('/account/password', { old: 'secret-old-password', new: PASSWORD });
      await new Visitor(service).post('/sign-in', { email: 'secret-as-email', password: 'secret-password' });
      const events = await service.store.audit.list({ owner: undefined, after: undefined, limit: 1000 });
      const own = events.filter((event) => event.owner === owner).map(({ action }) => action);
      for (const action of ['token-created', 'invitation-created', 'webpage-added', 'password-changed', 'signed-in']) {
        assert.ok(own.includes(action as (typeof own)[0]), action);
      }
      const log = JSON.stringify(events);
      assert.ok(log.includes(email) && log.includes('shop.example') && token !== '' && secret !== '');
      const cookies = [...visitor.cookies.values()];
      for (const each of [PASSWORD, 'secret-', token, secret, hashToken(token), hashSecret(secret), ...cookies]) {
        assert.ok(!log.includes(each), each);
      }
    });

    test('remove a person after a confirmation, with all data', async () => {
      const { owner, email, visitor } = await join(service);
      await addWebpage(service.store, owner);
      const asked = await admin.visitor.get(`/people/${owner}/remove`);
      assert.match(asked.text, /permanently deletes <strong>1 webpage<\/strong>/);
      assert.equal((await admin.visitor.post(`/people/${owner}/remove`, { email: 'other@example.org' })).status, 400);
      assert.equal((await visitor.request('GET', '/account')).status, 200);
      const gone = await admin.visitor.post(`/people/${owner}/remove`, { email });
      assert.ok(gone.text.includes(`Account “${email}” and all its data were deleted.`));
      assert.equal((await visitor.request('GET', '/account')).status, 303);
      assert.equal((await admin.visitor.post(`/people/${admin.owner}/remove`, { email: admin.email })).status, 409);
    });
  });
});
