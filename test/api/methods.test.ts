import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { describe, test } from 'node:test';
import { forEachEngine } from '../harness/engines.ts';
import { assertContractHeaders, assertError, assertShown } from '../harness/expect.ts';
import type { Answer } from '../harness/http.ts';
import { addScreenshot, addWebpage } from '../harness/records.ts';
import { useService } from '../harness/service.ts';

/** Methods, the Accept header and request bodies. */
forEachEngine((engine) => {
  const service = useService(engine);

  async function archive() {
    const ann = await service.newPerson();
    const webpage = await addWebpage(service.store, ann.owner);
    const screenshot = await addScreenshot(service.store, ann.owner, webpage.id);
    const item = `/webpages/${webpage.id}`;
    const paths = ['', '/webpages', item, `${item}/screenshots`, `${item}/screenshots/${screenshot.id}`];
    return { ann, item, paths, everything: [...paths, '/contexts', '/vocab', '/openapi.json'] };
  }
  const allowOf = (path: string) =>
    /^\/webpages\/[^/]+$/.test(path) ? 'GET, HEAD, DELETE, OPTIONS' : 'GET, HEAD, OPTIONS';

  test('every unsupported method is 405 with Allow, on every resource', async () => {
    const { ann, everything } = await archive();
    for (const path of everything) {
      const allow = allowOf(path);
      for (const method of METHODS.filter((each) => each !== 'CONNECT' && !allow.includes(each))) {
        const answer = await service.ask(path, { as: ann, method });
        assertError(answer, service.link, 405);
        assert.deepEqual(answer.all('Allow'), [allow]);
      }
    }
  });

  test('401 takes precedence over 405', async () => {
    const { paths } = await archive();
    for (const path of paths) assertError(await service.ask(path, { method: 'PUT' }), service.link, 401);
  });

  test('405 takes precedence over errors of the body', async () => {
    const { ann, item } = await archive();
    for (const type of ['application/json', 'text/plain', 'nonsense', '']) {
      const answer = await service.ask(item, {
        as: ann,
        method: 'PUT',
        headers: { 'Content-Type': type },
        body: '{"name":"x"}',
      });
      assertError(answer, service.link, 405);
    }
  });

  test('OPTIONS is 204 with Allow and no body', async () => {
    const { ann, everything } = await archive();
    for (const path of everything) {
      const answer = await service.ask(path, { as: ann, method: 'OPTIONS' });
      assertContractHeaders(answer, service.link, 204);
      assert.deepEqual(answer.all('Allow'), [allowOf(path)]);
      assert.equal(answer.body.length, 0);
    }
  });

  test('HEAD has the headers of GET, including Content-Length, and no body', async () => {
    const { ann, everything } = await archive();
    const stable = ({ headers }: Answer) => ({ ...headers, date: '' });
    for (const path of [...everything, '/nothing', '/webpages?page=0', '/webpages/x', '/webpages/%zz']) {
      for (const headers of [
        {},
        { 'Accept-Encoding': 'gzip' },
        { 'If-None-Match': '*' },
        { Authorization: 'Bearer x' },
      ]) {
        const get = await service.ask(path, { as: ann, headers });
        const head = await service.ask(path, { as: ann, headers, method: 'HEAD' });
        assert.equal(head.status, get.status, path);
        assert.deepEqual(stable(head), stable(get), path);
        assert.equal(head.body.length, 0);
        if (get.status !== 304) assert.equal(get.headers['content-length'], String(get.body.length));
      }
    }
  });

  test('Accept is ignored: the response is always JSON, never 406', async () => {
    const { ann, paths } = await archive();
    for (const path of paths) {
      const plain = await service.ask(path, { as: ann });
      for (const accept of [
        'application/json',
        'text/html',
        'application/ld+json',
        'image/*;q=0',
        '*/*;q=0',
        ';;',
        '',
      ]) {
        const answer = await service.ask(path, { as: ann, headers: { Accept: accept } });
        assert.deepEqual(answer.all('Content-Type'), ['application/json']);
        assert.equal(answer.text, plain.text);
      }
    }
  });

  describe('request bodies', () => {
    const TYPES = [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'nonsense',
      'a/b; charset',
      '',
    ];

    test('an empty body of any type is accepted, with a length or in chunks', async () => {
      const { ann, everything } = await archive();
      for (const path of everything) {
        for (const type of TYPES) {
          for (const way of [{}, { body: '' }, { chunked: true }]) {
            for (const method of ['GET', 'HEAD', 'OPTIONS']) {
              const answer = await service.ask(path, { as: ann, method, headers: { 'Content-Type': type }, ...way });
              const what = `${method} ${path} ${type} ${JSON.stringify(way)}: ${answer.status}`;
              assert.equal(answer.status, method === 'OPTIONS' ? 204 : 200, what);
            }
          }
        }
      }
    });

    test('a DELETE with an empty body of any type deletes', async () => {
      const ann = await service.newPerson();
      for (const type of [...TYPES, 'application/ld+json', 'multipart/form-data']) {
        for (const way of [{}, { body: '' }, { chunked: true }]) {
          const { id } = await addWebpage(service.store, ann.owner);
          const headers = { 'Content-Type': type };
          const answer = await service.ask(`/webpages/${id}`, { as: ann, method: 'DELETE', headers, ...way });
          assertContractHeaders(answer, service.link, 204);
        }
      }
    });

    test('a JSON body is 400, a body of another type is 415, and nothing is deleted', async () => {
      const { ann, item, everything } = await archive();
      const cases = [
        ...everything.flatMap((path) => ['GET', 'OPTIONS'].map((method) => [method, path] as const)),
        ['DELETE', item] as const,
      ];
      for (const [method, path] of cases) {
        for (const [type, status] of [
          ['application/json', 400],
          ['Application/JSON; charset=utf-8', 400],
          ['application/ld+json', 400],
          ['text/plain', 415],
          ['application/xml', 415],
          ['nonsense', 415],
          ['', 415],
          [undefined, 415],
        ] as const) {
          for (const chunked of [false, true]) {
            for (const body of ['{}', '{ broken', ' ']) {
              const headers = type === undefined ? {} : { 'Content-Type': type };
              const answer = await service.ask(path, { as: ann, method, headers, body, chunked });
              assert.match(assertError(answer, service.link, status), /body/);
            }
          }
        }
      }
      assertShown(await service.ask(item, { as: ann }), service.link);
    });

    test('a large body is refused like a small one', async () => {
      const { ann, item } = await archive();
      for (const chunked of [false, true]) {
        const body = `"${'x'.repeat(3 * 1024 * 1024)}"`;
        const headers = { 'Content-Type': 'application/json' };
        const answer = await service.ask(item, { as: ann, method: 'DELETE', headers, body, chunked });
        assertError(answer, service.link, 400);
      }
    });

    test('a request with a body and without a token is 401', async () => {
      const { item } = await archive();
      for (const chunked of [false, true]) {
        const answer = await service.ask(item, { method: 'DELETE', body: '{}', chunked });
        assertError(answer, service.link, 401);
      }
    });

    test('no header or parameter overrides the method', async () => {
      const { ann, item } = await archive();
      const headers = { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'DELETE' };
      assertShown(await service.ask(`${item}?_method=DELETE`, { as: ann, headers }), service.link);
      assertShown(await service.ask(item, { as: ann }), service.link);
    });
  });
});
