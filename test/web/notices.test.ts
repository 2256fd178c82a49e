import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sqlite } from '../harness/engines.ts';
import { useService } from '../harness/service.ts';
import { trackWebpage } from './captures.ts';
import { join, Visitor } from './visitor.ts';

describe('what a page shows once', () => {
  const service = useService(sqlite);

  test('a notice is on the next page only, and not in its address', async () => {
    const { visitor, owner } = await join(service);
    const { id } = await trackWebpage(service, owner);
    await visitor.get(`/webpages/${id}`);
    const paused = await visitor.post(`/webpages/${id}/pause`);
    assert.match(paused.text, /class="notice" role="status">.*?Paused\. There are no scheduled captures/s);
    assert.equal(paused.headers['cache-control'], 'no-store');
    assert.equal(visitor.path, `/webpages/${id}`);
    assert.doesNotMatch((await visitor.get(visitor.path)).text, /class="notice"/);
  });

  test('a reload after creating a token or an invitation neither shows it again nor creates another one', async () => {
    const { visitor, owner } = await join(service);
    await visitor.get('/tokens');
    const made = await visitor.post('/tokens', { name: 'Report <b>' });
    assert.match(made.text, /Token “Report &lt;b&gt;” created.*<pre tabindex="0" id="token"><code>\w+/s);
    const reloaded = await visitor.get('/tokens');
    assert.doesNotMatch(reloaded.text, /id="token"/);
    assert.equal((await service.store.tokens.list(owner)).length, 1);

    assert.match((await visitor.post('/account/invitations')).text, /id="invitation"><code>[^<]+\/join\/[\w-]+</);
    assert.doesNotMatch((await visitor.get('/account')).text, /id="invitation"/);
    assert.equal((await service.store.invitations.list(owner, new Date())).length, 1);
  });

  test('a notice in the address shows nothing', async () => {
    const { visitor } = await join(service);
    for (const query of ['notice=paused', 'notice=Call+0900-1234', 'flash=eyJub3RpY2UiOiJwYXVzZWQifQ']) {
      assert.doesNotMatch((await visitor.get(`/account?${query}`)).text, /class="notice"|0900/);
    }
  });

  test('a forged cookie shows nothing', async () => {
    for (const cookie of ['x', Buffer.from('{"notice":"toString"}').toString('base64url'), 'A'.repeat(5000)]) {
      const visitor = new Visitor(service);
      visitor.cookies.set('__Host-pagekeep_flash', cookie);
      const { status, text } = await visitor.get('/sign-in');
      assert.equal(status, 200);
      assert.doesNotMatch(text, /class="notice"/);
    }
  });
});
