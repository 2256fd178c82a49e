import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { openStore } from '../../src/store/open.ts';
import { forEachEngine } from '../harness/engines.ts';
import { assertContractHeaders, assertError } from '../harness/expect.ts';
import { addScreenshot, addWebpage, newWebpage } from '../harness/records.ts';
import { useService } from '../harness/service.ts';

/** ETags, Cache-Control, CORS and compression. */
forEachEngine((engine) => {
  const service = useService(engine);

  async function archive(count = 20) {
    const ann = await service.newPerson();
    const webpages = Array.from({ length: count }, () => newWebpage());
    await service.store.webpages.addMany(ann.owner, webpages);
    const [webpage] = webpages;
    assert.ok(webpage);
    const screenshot = await addScreenshot(service.store, ann.owner, webpage.id);
    const item = `/webpages/${webpage.id}`;
    const data = ['/webpages', item, `${item}/screenshots`, `${item}/screenshots/${screenshot.id}`];
    return { ann, item, webpage, data, everything: ['', ...data, '/contexts', '/vocab', '/openapi.json'] };
  }

  describe('validators', () => {
    test('every response has a strong ETag, which stays the same until the records change', async () => {
      const { ann, everything } = await archive();
      for (const path of everything) {
        const one = await service.ask(path, { as: ann });
        const two = await service.ask(path, { as: ann });
        assert.match(String(one.headers.etag), /^"[\x21\x23-\x7e]+"$/);
        assert.equal(one.headers.etag, two.headers.etag);
      }
    });

    test('repeated requests get identical bytes in every encoding', async () => {
      const { ann, everything } = await archive(60);
      for (const path of everything) {
        const { body } = await service.ask(path, { as: ann });
        for (const encoding of ['identity', 'gzip', 'identity', 'gzip', 'identity', 'br', 'identity']) {
          const again = await service.ask(path, { as: ann, headers: { 'Accept-Encoding': encoding } });
          assert.equal(again.headers['content-length'], String(again.body.length));
          const plain = decode(again.body, again.headers['content-encoding']);
          assert.deepEqual(plain, body, `${path} in ${encoding}`);
        }
      }
    });

    test('different bodies have different ETags', async () => {
      const { ann, everything } = await archive();
      const tags = new Set<string | undefined>();
      for (const path of [...everything, '/webpages?limit=1', '/webpages?limit=2', '/webpages?order=desc']) {
        tags.add((await service.ask(path, { as: ann })).headers.etag);
      }
      assert.equal(tags.size, everything.length + 3);
    });

    test('the ETag of a list changes with every change of its records', async () => {
      const { ann, item, webpage } = await archive();
      const list = `${item}/screenshots`;
      const seen = new Set<string | undefined>();
      const look = async (path: string) => seen.add((await service.ask(path, { as: ann })).headers.etag);
      await look(list);
      const shot = await addScreenshot(service.store, ann.owner, webpage.id);
      await look(list);
      const mark = { webpageId: webpage.id, id: shot.id, isFavorite: true, now: new Date() };
      await service.store.screenshots.setFavorite(ann.owner, mark);
      await look(list);
      assert.equal(seen.size, 3);
      await look('/webpages');
      await addWebpage(service.store, ann.owner);
      await look('/webpages');
      await service.ask(item, { as: ann, method: 'DELETE' });
      await look('/webpages');
      assert.equal(seen.size, 6);
    });

    test('a cached list is replaced after every change, also by another process', async () => {
      const { ann } = await archive();
      const other = await openStore(service.databaseUrl);
      try {
        for (let count = 21; count < 30; count += 1) {
          await addWebpage(count % 2 === 0 ? service.store : other, ann.owner);
          const answers = await Promise.all(
            [1, 2, 1, 2].map((page) => service.ask(`/webpages?page=${page}`, { as: ann })),
          );
          for (const answer of answers) assert.equal(answer.json().totalItems, count);
          assert.equal(answers[0]?.json().members.length, count);
        }
      } finally {
        await other.close();
      }
    });

    const NOT_MODIFIED: [what: string, header: (etag: string) => string][] = [
      ['the tag itself', (etag) => etag],
      ['a star', () => '*'],
      ['a star with spaces', () => ' * '],
      ['the weak form of the tag', (etag) => `W/${etag}`],
      ['a list that holds it', (etag) => `"other", ${etag}`],
      ['a list without spaces', (etag) => `"a","b",${etag},"c"`],
      ['a list that holds its weak form', (etag) => `W/"a",   W/${etag}`],
    ];
    for (const [what, header] of NOT_MODIFIED) {
      test(`If-None-Match with ${what} is 304, with the headers of 200 and no body`, async () => {
        const { ann, data } = await archive();
        for (const path of data) {
          const full = await service.ask(path, { as: ann });
          const answer = await service.ask(path, {
            as: ann,
            headers: { 'If-None-Match': header(String(full.headers.etag)) },
          });
          assertContractHeaders(answer, service.link, 304);
          assert.equal(answer.body.length, 0);
          for (const name of ['etag', 'cache-control', 'vary']) assert.equal(answer.headers[name], full.headers[name]);
          assert.equal(answer.headers['content-type'], undefined);
          assert.equal(answer.headers['content-encoding'], undefined);
        }
      });
    }

    test('If-None-Match with other tags, or with a malformed tag, is 200', async () => {
      const { ann, data } = await archive();
      const { headers } = await service.ask(data[1] ?? '', { as: ann });
      const bare = String(headers.etag).replaceAll('"', '');
      for (const tag of ['"other"', bare, `"${bare}x"`, `'${bare}'`, '', ',', '"a", "b"', '**', `"${bare}`]) {
        const answer = await service.ask(data[1] ?? '', { as: ann, headers: { 'If-None-Match': tag } });
        assert.equal(answer.status, 200, tag);
      }
    });

    test('an error is never 304', async () => {
      const { ann } = await archive();
      const headers = { 'If-None-Match': '*' };
      assertError(await service.ask('/webpages/x', { as: ann, headers }), service.link, 404);
      assertError(await service.ask('/webpages?page=0', { as: ann, headers }), service.link, 400);
      assertError(await service.ask('/webpages', { headers }), service.link, 401);
    });
  });

  describe('Cache-Control and CORS', () => {
    test('data is private and no-cache, and varies by Authorization', async () => {
      const { ann, data } = await archive();
      for (const path of ['', ...data]) {
        const { headers } = await service.ask(path, { as: ann });
        assert.equal(headers['cache-control'], 'private, no-cache');
        assert.deepEqual(headers.vary?.split(', ').toSorted(), ['Accept-Encoding', 'Authorization']);
      }
    });

    test('/contexts and /vocab are public for an hour', async () => {
      for (const path of ['/contexts', '/vocab']) {
        const { headers } = await service.ask(path);
        assert.equal(headers['cache-control'], 'public, max-age=3600');
        assert.equal(headers.vary, 'Accept-Encoding');
      }
    });

    test('errors are no-store', async () => {
      const { ann } = await archive();
      for (const answer of [
        await service.ask('/webpages'),
        await service.ask('/webpages/x', { as: ann }),
        await service.ask('/webpages?page=x', { as: ann }),
        await service.ask('/webpages', { as: ann, method: 'PUT' }),
      ]) {
        assert.equal(answer.headers['cache-control'], 'no-store');
      }
    });

    test('other origins may read only /contexts and /vocab', async () => {
      const { ann, data } = await archive();
      const headers = { Origin: 'https://elsewhere.example' };
      for (const path of ['/contexts', '/vocab']) {
        assert.equal((await service.ask(path, { headers })).headers['access-control-allow-origin'], '*');
      }
      for (const path of ['', ...data]) {
        for (const method of ['GET', 'OPTIONS']) {
          const answer = await service.ask(path, {
            as: ann,
            method,
            headers: { ...headers, 'Access-Control-Request-Method': 'GET' },
          });
          const cors = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'));
          assert.deepEqual(cors, [], `${method} ${path}`);
        }
      }
    });

    test('other origins may read a 304 of /contexts', async () => {
      const answer = await service.ask('/contexts', { headers: { 'If-None-Match': '*' } });
      assert.equal(answer.status, 304);
      assert.equal(answer.headers['access-control-allow-origin'], '*');
    });
  });

  describe('compression', () => {
    const CHOICES: [accept: string | undefined, encoding: string | undefined][] = [
      [undefined, undefined],
      ['', undefined],
      ['identity', undefined],
      ['gzip', 'gzip'],
      ['br', 'br'],
      ['GZIP', 'gzip'],
      ['gzip, br', 'br'],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip;q=1.0, br;q=0.5', 'gzip'],
      ['gzip;q=0.5, br;q=0.8', 'br'],
      ['br;q=0, gzip', 'gzip'],
      ['br;q=0.000, gzip;q=0', undefined],
      ['*', 'br'],
      ['*;q=0', undefined],
      ['br;q=0, *', 'gzip'],
      ['gzip;q=0, br;q=0, *', undefined],
      ['identity;q=1, gzip;q=0.5', undefined],
      ['identity;q=0.5, gzip;q=1', 'gzip'],
      ['deflate', undefined],
      ['gzip;q=nonsense', undefined],
      [' gzip ; q=0.3 ', 'gzip'],
      [';;,,;q=', undefined],
    ];
    for (const [accept, encoding] of CHOICES) {
      test(`Accept-Encoding ${accept === undefined ? 'absent' : `"${accept}"`} gives ${encoding ?? 'no encoding'}`, async () => {
        const { ann } = await archive();
        const plain = await service.ask('/webpages', { as: ann });
        const answer = await service.ask('/webpages', {
          as: ann,
          headers: accept === undefined ? {} : { 'Accept-Encoding': accept },
        });
        assertContractHeaders(answer, service.link, 200);
        assert.equal(answer.headers['content-encoding'], encoding);
        assert.equal(answer.headers['content-length'], String(answer.body.length));
        assert.deepEqual(answer.all('Content-Type'), ['application/json']);
        assert.deepEqual(decode(answer.body, encoding), plain.body);
        if (encoding) assert.ok(answer.body.length < plain.body.length / 2);
      });
    }

    test('each encoding has its own ETag, which gives 304 only in that encoding', async () => {
      const { ann } = await archive();
      const tags = new Map<string, string>();
      for (const encoding of ['identity', 'gzip', 'br']) {
        const { headers } = await service.ask('/webpages', { as: ann, headers: { 'Accept-Encoding': encoding } });
        tags.set(encoding, String(headers.etag));
      }
      assert.equal(new Set(tags.values()).size, 3);
      for (const [encoding, tag] of tags) {
        for (const wanted of tags.keys()) {
          const headers = { 'Accept-Encoding': wanted, 'If-None-Match': tag };
          const { status } = await service.ask('/webpages', { as: ann, headers });
          assert.equal(status, wanted === encoding ? 304 : 200);
        }
      }
    });

    test('a small response is not compressed', async () => {
      const { ann } = await archive();
      const { headers } = await service.ask('', { as: ann, headers: { 'Accept-Encoding': 'gzip, br' } });
      assert.equal(headers['content-encoding'], undefined);
      assert.match(String(headers.vary), /Accept-Encoding/);
    });

    test('the public documents are compressed', async () => {
      for (const path of ['/contexts', '/vocab', '/openapi.json']) {
        const plain = await service.ask(path);
        const packed = await service.ask(path, { headers: { 'Accept-Encoding': 'gzip' } });
        assert.deepEqual(gunzipSync(packed.body), plain.body);
        assert.equal(packed.headers['content-type'], plain.headers['content-type']);
      }
    });
  });
});

function decode(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(body);
  return encoding === 'br' ? brotliDecompressSync(body) : body;
}
