import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, test } from 'node:test';
import { makeAuthenticate } from '../../src/api/authenticate.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { hashToken } from '../../src/domain/token.ts';
import { openStore } from '../../src/store/open.ts';
import { forEachEngine } from '../harness/engines.ts';
import { assertError, assertShown } from '../harness/expect.ts';
import { addToken, addWebpage } from '../harness/records.ts';
import { useService } from '../harness/service.ts';

/** The contract, §5: authentication. */
forEachEngine((engine) => {
  const service = useService(engine);
  const asking = (authorization: string | string[]) => ({ headers: { Authorization: authorization } });

  test('every resource except the public documents needs a token', async () => {
    for (const path of ['', '/webpages', '/webpages/x', '/webpages/x/screenshots', '/webpages/x/screenshots/y', '/z']) {
      assertError(await service.ask(path), service.link, 401);
    }
    for (const path of ['/contexts', '/vocab', '/openapi.json']) assert.equal((await service.ask(path)).status, 200);
  });

  test('the public documents ignore the Authorization header', async () => {
    for (const path of ['/contexts', '/vocab']) {
      assert.equal((await service.ask(path, asking('Bearer nonsense'))).status, 200);
    }
  });

  test('both forms are accepted, with the scheme in any case and with one or more spaces', async () => {
    const { token } = await service.newPerson();
    for (const form of [
      'Bearer: ',
      'Bearer ',
      'bearer ',
      'BEARER ',
      'bEaReR: ',
      'Bearer    ',
      'Bearer:     ',
      'bearer:  ',
    ]) {
      assertShown(await service.ask('/webpages', asking(form + token)), service.link);
    }
    assertShown(await service.ask('/webpages', asking(`Bearer ${token}   `)), service.link);
  });

  test('any other Authorization header is 401, which takes precedence over 400, 404, 405 and 415', async () => {
    const { token } = await service.newPerson();
    const malformed = [
      '',
      ' ',
      'Bearer',
      'Bearer ',
      'Bearer: ',
      `Bearer${token}`,
      `Bearer:${token}`,
      `Bearer : ${token}`,
      `Bearer\t${token}`,
      `Bearer ${token} x`,
      `Bearer ${token},${token}`,
      `Bearer "${token}"`,
      `Basic ${Buffer.from(`user:${token}`).toString('base64')}`,
      `Token ${token}`,
      token,
      `Bearer ${token.toUpperCase()}`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token}0`,
      `Bearer ${'x'.repeat(5000)}`,
      `Bearer ${hashToken(token)}`,
      "Bearer ' OR 1=1 --",
      'Bearer \u00e9\u00ff',
    ];
    for (const authorization of malformed) {
      for (const [method, path] of [
        ['GET', '/webpages?page=0'],
        ['GET', '/nothing'],
        ['PUT', '/webpages'],
        ['DELETE', '/webpages/%zz'],
      ] as const) {
        assertError(await service.ask(path, { method, ...asking(authorization), body: 'x' }), service.link, 401);
      }
    }
  });

  test('a token in the query string is ignored', async () => {
    const { token } = await service.newPerson();
    for (const name of ['access_token', 'token', 'bearer', 'Authorization', 'api_key']) {
      assertError(await service.ask(`/webpages?${name}=${token}`), service.link, 401);
    }
  });

  test('a token in another header or a cookie is ignored', async () => {
    const { token } = await service.newPerson();
    const headers = { 'X-Api-Key': token, Cookie: `token=${token}`, 'Proxy-Authorization': `Bearer ${token}` };
    assertError(await service.ask('/webpages', { headers }), service.link, 401);
  });

  test('401 challenges with Bearer, and contains invalid_token only if the request has a token', async () => {
    const challenge = async (headers: Record<string, string>) => {
      const answer = await service.ask('/webpages', { headers });
      assert.equal(answer.headers['cache-control'], 'no-store');
      return answer.headers['www-authenticate'];
    };
    assert.equal(await challenge({}), 'Bearer realm="Pagekeep"');
    assert.equal(await challenge({ Authorization: 'Basic eDp5' }), 'Bearer realm="Pagekeep"');
    assert.equal(await challenge({ Authorization: 'Bearer' }), 'Bearer realm="Pagekeep"');
    assert.equal(await challenge({ Authorization: 'Bearer: wrong' }), 'Bearer realm="Pagekeep", error="invalid_token"');
  });

  test('the description says that the token is missing, malformed or invalid, and does not contain it', async () => {
    assert.match(assertError(await service.ask('/webpages'), service.link, 401), /missing/);
    assert.match(assertError(await service.ask('/webpages', asking('Basic c2VjcmV0')), service.link, 401), /form/);
    const answer = await service.ask('/webpages', asking('Bearer pagekeep_secret'));
    assert.match(assertError(answer, service.link, 401), /The Bearer token is invalid/);
    assert.doesNotMatch(answer.text, /secret/);
  });

  describe('revocation', () => {
    test('a revoked token is refused from the next request on', async () => {
      const ann = await service.newPerson();
      assertShown(await service.ask('/webpages', { as: ann }), service.link);
      await service.store.tokens.revoke(ann.owner, ann.tokenId);
      assertError(await service.ask('/webpages', { as: ann }), service.link, 401);
    });

    test('a token that another process revoked is refused from the next request on', async () => {
      const ann = await service.newPerson();
      const other = await openStore(service.databaseUrl);
      try {
        for (let round = 0; round < 5; round += 1) {
          const { token, tokenId } = await addToken(other, ann.owner);
          assertShown(await service.ask('/webpages', asking(`Bearer ${token}`)), service.link);
          await other.tokens.revoke(ann.owner, tokenId);
          assertError(await service.ask('/webpages', asking(`Bearer ${token}`)), service.link, 401);
        }
      } finally {
        await other.close();
      }
    });

    test('the other tokens of the account stay valid', async () => {
      const ann = await service.newPerson();
      const second = await addToken(service.store, ann.owner);
      await service.store.tokens.revoke(ann.owner, second.tokenId);
      assertShown(await service.ask('/webpages', { as: ann }), service.link);
    });

    test('an account cannot revoke the token of another account', async () => {
      const ann = await service.newPerson();
      const bob = await service.newPerson();
      await assert.rejects(service.store.tokens.revoke(bob.owner, ann.tokenId), { kind: 'not-found' });
      assertShown(await service.ask('/webpages', { as: ann }), service.link);
    });
  });

  test('two tokens of one account see the same records', async () => {
    const ann = await service.newPerson();
    await addWebpage(service.store, ann.owner);
    const { token } = await addToken(service.store, ann.owner);
    const one = await service.ask('/webpages', { as: ann });
    const two = await service.ask('/webpages', asking(`Bearer ${token}`));
    assert.equal(one.text, two.text);
    assert.equal(one.headers.etag, two.headers.etag);
  });

  describe('the time of last use', () => {
    /** Authentication with the real store, a clock that the test sets and a count of writes. */
    async function useAuthentication() {
      const ann = await service.newPerson();
      const clock = { now: Date.parse('2026-06-01T12:00:00.000Z') };
      const writes: Promise<void>[] = [];
      const { tokens } = service.store;
      const touch: Store['tokens']['touch'] = (...use) => {
        const written = tokens.touch(...use);
        writes.push(written);
        return written;
      };
      const store = { ...service.store, tokens: { ...tokens, touch } };
      const authenticate = makeAuthenticate(
        store,
        () => new Date(clock.now),
        (error) => assert.fail(String(error)),
      );
      return {
        clock,
        writes,
        enter: () => authenticate(`Bearer ${ann.token}`),
        lastUse: async () => (await tokens.list(ann.owner))[0]?.lastUsedAt,
      };
    }

    test('is recorded at the first use, and again only after a minute', async () => {
      const { clock, writes, enter, lastUse } = await useAuthentication();
      assert.equal(await lastUse(), undefined);
      for (const [seconds, expected, written] of [
        [0, '2026-06-01T12:00:00.000Z', 1],
        [1, '2026-06-01T12:00:00.000Z', 1],
        [58, '2026-06-01T12:00:00.000Z', 1],
        [1, '2026-06-01T12:01:00.000Z', 2],
        [59, '2026-06-01T12:01:00.000Z', 2],
        [3600, '2026-06-01T13:01:59.000Z', 3],
      ] as const) {
        clock.now += seconds * 1000;
        await enter();
        await Promise.all(writes);
        assert.equal(await lastUse(), expected);
        assert.equal(writes.length, written);
      }
    });

    test('is recorded once for many concurrent requests', async () => {
      const { writes, enter } = await useAuthentication();
      await Promise.all(Array.from({ length: 100 }, enter));
      await Promise.all(writes);
      await Promise.all(Array.from({ length: 100 }, enter));
      assert.equal(writes.length, 1);
    });

    test('is recorded by a running server', async () => {
      const ann = await service.newPerson();
      await service.ask('/webpages', { as: ann });
      // The server answers before it has recorded the time.
      let noted: string | undefined;
      while (!noted) {
        await service.ask('/webpages', { as: ann });
        noted = (await service.store.tokens.list(ann.owner))[0]?.lastUsedAt;
      }
      assert.ok(Math.abs(Date.parse(noted) - Date.now()) < 600_000);
    });
  });

  test('a webpage is read together with the token of its owner, and with no other token', async () => {
    const [ann, bob] = [await service.newPerson(), await service.newPerson()];
    const webpage = await addWebpage(service.store, ann.owner);
    const read = async ({ token }: { token: string }, id: string) =>
      (await service.store.tokens.enter(hashToken(token), id)).caller?.webpage;
    assert.deepEqual(await read(ann, webpage.id), webpage);
    assert.equal(await read(bob, webpage.id), undefined);
    assert.equal(await read(ann, randomUUIDv7()), undefined);
  });

  test('the database contains the SHA-256 of a token, and not the token', async () => {
    const ann = await service.newPerson();
    const { caller } = await service.store.tokens.enter(hashToken(ann.token));
    assert.equal(caller?.owner, ann.owner);
    assert.equal((await service.store.tokens.enter(ann.token)).caller, undefined);
    assert.match(ann.token, /^pagekeep_[0-9a-f]{48}$/);
  });
});
