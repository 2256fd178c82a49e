import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeAuthenticate } from '../../src/api/authenticate.ts';
import { addToken as createToken } from '../../src/app/add-token.ts';
import type { TokenLimits } from '../../src/domain/token.ts';
import { forEachEngine, sqlite } from '../harness/engines.ts';
import { assertError, assertShown } from '../harness/expect.ts';
import { addToken, addWebpage } from '../harness/records.ts';
import { startService, useService } from '../harness/service.ts';

forEachEngine((engine) => {
  const service = useService(engine);

  async function useToken(limits: Partial<TokenLimits>) {
    const ann = await service.newPerson();
    return { ...ann, ...(await addToken(service.store, ann.owner, limits)) };
  }

  test('a token that may only read gets 403 for DELETE, and deletes nothing', async () => {
    const ann = await useToken({ scopes: ['read'] });
    const { id } = await addWebpage(service.store, ann.owner);
    const answer = await service.ask(`/webpages/${id}`, { method: 'DELETE', as: ann });
    assert.match(assertError(answer, service.link, 403), /scope "delete"/);
    assert.equal(
      answer.headers['www-authenticate'],
      'Bearer realm="Pagekeep", error="insufficient_scope", scope="delete"',
    );
    assertShown(await service.ask(`/webpages/${id}`, { as: ann }), service.link);
    assertError(await service.ask('/webpages/unknown', { method: 'DELETE', as: ann }), service.link, 403);
  });

  test('the scope "manage" does not include "delete"', async () => {
    const ann = await useToken({ scopes: ['read', 'manage'] });
    const { id } = await addWebpage(service.store, ann.owner);
    assertError(await service.ask(`/webpages/${id}`, { method: 'DELETE', as: ann }), service.link, 403);
  });

  describe('expiry', () => {
    test('an expired token is 401, and the description says when it expired', async () => {
      const ann = await useToken({ expiresAt: '2026-01-31T00:00:00.000Z' });
      const answer = await service.ask('/webpages', { as: ann });
      assert.match(assertError(answer, service.link, 401), /expired 2026-01-31/);
      assert.equal(answer.headers['www-authenticate'], 'Bearer realm="Pagekeep", error="invalid_token"');
    });

    test('a token is valid up to its last millisecond', async () => {
      const { token } = await useToken({ expiresAt: '2026-06-01T12:00:00.000Z' });
      const enterAt = (time: string) =>
        makeAuthenticate(
          service.store,
          () => new Date(time),
          (error) => assert.fail(String(error)),
        )(`Bearer ${token}`);
      await enterAt('2026-06-01T11:59:59.999Z');
      await assert.rejects(enterAt('2026-06-01T12:00:00.000Z'), { kind: 'unauthorized' });
    });
  });

  describe('address ranges', () => {
    test('a token is refused from other addresses', async () => {
      const ann = await useToken({ networks: ['192.0.2.0/24', '2001:db8::/32'] });
      assert.match(assertError(await service.ask('/webpages', { as: ann }), service.link, 401), /from this address/);
    });

    test('a token is accepted from its addresses', async () => {
      const ann = await useToken({ networks: ['192.0.2.0/24', '127.0.0.0/8'] });
      assertShown(await service.ask('/webpages', { as: ann }), service.link);
    });
  });

  describe('a token that another token creates', () => {
    const now = new Date('2026-06-01T12:00:00.000Z');
    const creator: TokenLimits = {
      scopes: ['read', 'manage'],
      expiresAt: '2026-07-01T00:00:00.000Z',
      networks: ['192.0.2.0/24'],
    };
    const create = async (draft: Partial<Parameters<typeof createToken>[2]>) => {
      const { owner } = await service.newPerson();
      return createToken(service.store, owner, { name: 'made', scopes: ['read'], ...draft }, now, creator);
    };

    test('has the end and the networks of its creator', async () => {
      const { record } = await create({});
      assert.equal(record.expiresAt, creator.expiresAt);
      assert.deepEqual(record.networks, creator.networks);
    });

    test('may be limited further', async () => {
      const { record } = await create({ expiresAt: new Date('2026-06-02T00:00:00Z'), networks: ['192.0.2.128/25'] });
      assert.equal(record.expiresAt, '2026-06-02T00:00:00.000Z');
      assert.deepEqual(record.networks, ['192.0.2.128/25']);
    });

    test('gets no scope, time or network that its creator does not have', async () => {
      await assert.rejects(create({ scopes: ['read', 'delete'] }), { kind: 'forbidden', message: /scopes.*delete/ });
      await assert.rejects(create({ expiresAt: new Date('2027-01-01') }), { kind: 'forbidden', message: /outlive/ });
      for (const network of ['192.0.0.0/16', '198.51.100.7', '0.0.0.0/0', '2001:db8::/32']) {
        await assert.rejects(create({ networks: [network] }), { kind: 'forbidden', message: /addresses/ });
      }
    });
  });

  test('the limits of a token are stored', async () => {
    const limits = {
      scopes: ['read', 'manage'],
      expiresAt: '2030-01-01T00:00:00.000Z',
      networks: ['10.0.0.0/8'],
    } as const;
    const { owner, tokenId } = await useToken(limits);
    const record = (await service.store.tokens.list(owner)).find(({ id }) => id === tokenId);
    assert.deepEqual(
      { ...limits },
      { scopes: record?.scopes, expiresAt: record?.expiresAt, networks: record?.networks },
    );
  });
});

test('behind a trusted proxy, only the address that the proxy saw counts', async () => {
  const service = await startService(sqlite, { trustedProxies: ['loopback'] });
  try {
    const ann = await service.newPerson();
    const { token } = await addToken(service.store, ann.owner, { networks: ['192.0.2.0/24'] });
    const Authorization = `Bearer ${token}`;
    for (const [forwarded, status] of [
      ['192.0.2.7', 200],
      ['203.0.113.9, 192.0.2.7', 200],
      ['::ffff:192.0.2.7', 200],
      // Addresses from the client stand before the address that the proxy added.
      ['192.0.2.7, 203.0.113.9', 401],
      ['192.0.2.7, unknown', 401],
      ['192.0.2.7,, 203.0.113.9', 401],
      ['192.0.2.7:80', 401],
      ['192.0.2.7/24', 401],
      ['0300.0.2.7', 401],
      ['3221225991', 401],
      ['', 401],
      [undefined, 401],
    ] as const) {
      const headers = { Authorization, ...(forwarded !== undefined && { 'X-Forwarded-For': forwarded }) };
      for (const path of ['/v3/webpages', '/manage/v1/webpages']) {
        assert.equal((await service.askPath(path, { headers })).status, status, `${path} ${forwarded}`);
      }
      const tool = { method: 'tools/call', params: { name: 'search_webpages', arguments: {} } };
      const answer = await service.askPath('/mcp', {
        method: 'POST',
        headers: {
          ...headers,
          Host: 'archive.example',
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...tool }),
      });
      assert.equal(answer.status, status, `/mcp ${forwarded}: ${answer.text}`);
      if (status === 200) assert.doesNotMatch(answer.text, /isError/);
    }
  } finally {
    await service.stop();
  }
});
