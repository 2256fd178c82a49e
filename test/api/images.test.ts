import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { Problem } from '../../src/domain/problem.ts';
import { buildServer } from '../../src/server.ts';
import { sqlite } from '../harness/engines.ts';
import { assertError } from '../harness/expect.ts';
import { type Answer, ask } from '../harness/http.ts';
import { addScreenshot, addWebpage, newPicture, storePicture } from '../harness/records.ts';
import { SEALING_KEY } from '../harness/sealing-key.ts';
import { useService } from '../harness/service.ts';

const KEY = 'ab/cd/0123456789abcdef0123456789abcdef0123.png';
const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
const PATH = `/images/${KEY}`;

describe('the image host', () => {
  const service = useService(sqlite);
  const get = async (headers: Record<string, string> = {}, method = 'GET') => {
    await service.images.put(KEY, BYTES);
    return service.askPath(PATH, { headers, method });
  };

  test('contentUrl and thumbnail of a screenshot serve its image files without a token', async () => {
    const ann = await service.newPerson();
    const webpage = await addWebpage(service.store, ann.owner);
    const picture = await storePicture(service.images);
    const { id } = await addScreenshot(service.store, ann.owner, webpage.id, { picture });
    const record = (await service.ask(`/webpages/${webpage.id}/screenshots/${id}`, { as: ann })).json();
    for (const [image, signature] of [
      [record, 'RIFF'],
      [record.thumbnail, '\xff\xd8\xff'],
    ] as const) {
      const answer = await service.askPath(image.contentUrl.replace(service.imageHost, '/images'));
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.all('Content-Type'), [image.encodingFormat]);
      assert.equal(answer.body.subarray(0, signature.length).toString('latin1'), signature);
    }
  });

  test('a damaged image is an Error record with no-store, or breaks off', async () => {
    const ann = await service.newPerson();
    const webpage = await addWebpage(service.store, ann.owner);
    const small = await storePicture(service.images);
    const large = { ...newPicture(), sha256: hash('sha256', 'what was captured') };
    await service.images.put(large.contentKey, randomBytes(500_000));
    for (const picture of [small, large]) await addScreenshot(service.store, ann.owner, webpage.id, { picture });
    await writeFile(join(service.imageFolder, small.thumbnailKey), 'damaged');
    const answer = await service.askPath(`/images/${small.thumbnailKey}`);
    assert.equal(assertError(answer, service.link, 500), 'The image is damaged. It can be restored from a backup.');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers.etag, undefined);
    assert.match(JSON.stringify(service.log.at(-1)), new RegExp(small.thumbnailKey));
    await assert.rejects(service.askPath(`/images/${large.contentKey}`));
    assert.equal((await service.askPath(`/images/${small.contentKey}`)).status, 200);
  });

  test('GET returns the whole image with its type and length, as immutable', async () => {
    const answer = await get();
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, BYTES);
    assert.deepEqual(answer.all('Content-Type'), ['image/png']);
    assert.equal(answer.headers['content-length'], '1000');
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.match(String(answer.headers['content-security-policy']), /default-src 'none'.*sandbox/);
    assert.equal(answer.headers['accept-ranges'], 'bytes');
    assert.match(String(answer.headers.etag), /^"[^"]+"$/);
  });

  test('HEAD has the headers of GET and no body, and ignores Range', async () => {
    const stable = ({ headers }: Answer) => ({ ...headers, date: '' });
    const full = await get();
    const head = await get({}, 'HEAD');
    assert.equal(head.status, 200);
    assert.deepEqual(stable(head), stable(full));
    assert.equal(head.body.length, 0);
    const part = await get({ Range: 'bytes=0-9' }, 'HEAD');
    assert.equal(part.status, 200);
    assert.equal(part.headers['content-length'], '1000');
  });

  test('a matching If-None-Match is 304 without a body, for GET and HEAD, and takes precedence over Range', async () => {
    const { headers } = await get();
    for (const tag of [String(headers.etag), '*', `"x", W/${headers.etag}`]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await get({ 'If-None-Match': tag, Range: 'bytes=0-9' }, method);
        assert.equal(answer.status, 304);
        assert.equal(answer.body.length, 0);
        assert.equal(answer.headers.etag, headers.etag);
        assert.equal(answer.headers['cache-control'], headers['cache-control']);
      }
    }
    assert.equal((await get({ 'If-None-Match': '"other"' })).status, 200);
  });

  const PARTS: [range: string, first: number, last: number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=100-199', 100, 199],
    ['bytes=990-', 990, 999],
    ['bytes=990-5000', 990, 999],
    ['bytes=0-99999999999999999999999', 0, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-300', 700, 999],
    ['bytes=-5000', 0, 999],
    ['Bytes=5-6', 5, 6],
  ];
  for (const [range, first, last] of PARTS) {
    test(`Range ${range} is 206 with bytes ${first} to ${last}`, async () => {
      const answer = await get({ Range: range });
      assert.equal(answer.status, 206);
      assert.equal(answer.headers['content-range'], `bytes ${first}-${last}/1000`);
      assert.equal(answer.headers['content-length'], String(last - first + 1));
      assert.deepEqual(answer.body, BYTES.subarray(first, last + 1));
      assert.deepEqual(answer.all('Content-Type'), ['image/png']);
    });
  }

  for (const range of [
    'bytes=1000-',
    'bytes=1000-2000',
    'bytes=-0',
    'bytes=99999999999999999999-',
    'bytes=5000-6000',
  ]) {
    test(`Range ${range} is 416 with the size`, async () => {
      const answer = await get({ Range: range });
      assertError(answer, service.link, 416);
      assert.equal(answer.headers['content-range'], 'bytes */1000');
      assert.equal(answer.headers['cache-control'], 'no-store');
    });
  }

  for (const range of [
    'bytes=5-2',
    'bytes=-',
    'bytes=a-b',
    'items=0-1',
    'bytes',
    'bytes=0-1,5-6',
    'bytes 0-1',
    '',
    'bytes=1-2-3',
  ]) {
    test(`Range "${range}" is not a single byte range, so the whole image is sent`, async () => {
      const answer = await get({ Range: range });
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, BYTES);
    });
  }

  test('If-Range with the ETag of the image is 206, and with another tag, a weak tag or a date 200', async () => {
    const { headers } = await get();
    const part = await get({ Range: 'bytes=0-9', 'If-Range': String(headers.etag) });
    assert.equal(part.status, 206);
    for (const tag of ['"other"', `W/${headers.etag}`, 'Wed, 21 Oct 2026 07:28:00 GMT', '', '*']) {
      assert.equal((await get({ Range: 'bytes=0-9', 'If-Range': tag })).status, 200, tag);
    }
  });

  test('an absent image is 404 with no-store', async () => {
    const answer = await service.askPath(`/images/ab/cd/${'f'.repeat(36)}.png`);
    assertError(answer, service.link, 404);
    assert.equal(answer.headers['cache-control'], 'no-store');
  });

  test('no path reaches a file outside the folder, or a file in it that is not an image', async (t) => {
    await get();
    await writeFile(join(service.imageFolder, 'secret.txt'), 'secret');
    const outside = `${service.imageFolder}-secret.png`;
    await writeFile(outside, 'secret');
    t.after(() => rm(outside));
    await mkdir(join(service.imageFolder, 'ab/cd/ef'), { recursive: true });
    await symlink('/etc/passwd', join(service.imageFolder, 'ab/cd/passwd.png')).catch(() => undefined);
    for (const rest of [
      '',
      '/',
      '//',
      '/ab',
      '/ab/',
      '/ab/cd',
      '/ab/cd/',
      '/ab/cd/ef',
      '/.unfinished',
      '/.unfinished/x',
      '/secret.txt',
      `/../${basename(outside)}`,
      '/ab/cd/passwd.png',
      '/../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/package.json',
      '/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      '/..%5c..%5cetc%5cpasswd',
      '/....//....//etc/passwd',
      '/%252e%252e%252fetc%252fpasswd',
      '//etc/passwd',
      '/%2Fetc%2Fpasswd',
      `/x/../${KEY}`,
      `/./${KEY}`,
      `//${KEY}`,
      `/${KEY}/`,
      `/${KEY}/..`,
      `/${KEY}%00`,
      `/${KEY}%00.txt`,
      `/${KEY.replace('.png', '%2epng')}`,
      `/${KEY.replaceAll('/', '%2F')}`,
      `/${KEY.toUpperCase()}`,
      `/${KEY.replace('.png', '.txt')}`,
      `/${KEY.replace('.png', '.webp')}`,
      `/${KEY.replace('.png', '.png.webp')}`,
      `/${KEY};x`,
      `/%61${KEY.slice(1)}`,
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await service.askPath(`/images${rest}`, { method });
        assert.equal(answer.status, 404, rest);
        assert.doesNotMatch(answer.text, /secret|root:|0123456789abcdef/);
      }
    }
    for (const bad of ['/images/%', '/images/%zz', '/images/%c0%ae%c0%ae/x']) {
      assertError(await service.askPath(bad), service.link, 400);
    }
  });

  test('a query string is ignored', async () => {
    await get();
    assert.deepEqual((await service.askPath(`${PATH}?v=1&x=/../`)).body, BYTES);
  });

  test('any other method is 405 with Allow, and OPTIONS is 204 with Allow', async () => {
    await get();
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'TRACE']) {
      const answer = await service.askPath(PATH, { method });
      assertError(answer, service.link, 405);
      assert.equal(answer.headers.allow, 'GET, HEAD, OPTIONS');
    }
    const options = await service.askPath(PATH, { method: 'OPTIONS' });
    assert.equal(options.status, 204);
    assert.equal(options.headers.allow, 'GET, HEAD, OPTIONS');
    assert.deepEqual((await get()).body, BYTES);
  });

  test('an unreadable image is an Error record with no-store and without the path of the file', async (t) => {
    const place = `EFAULT: bad address, read '${service.imageFolder}'`;
    for (const [error, status] of [
      [new Problem('not-found', place), 404],
      [new Problem('unavailable', 'The image store cannot be used.', { cause: new Error(place) }), 503],
      [new Error(place), 500],
    ] as const) {
      const app = await buildServer({
        store: service.store,
        images: { ...service.images, size: async () => 1000, read: () => Promise.reject(error) },
        sealingKey: SEALING_KEY,
        publicUrl: 'https://archive.example',
        imageHostUrl: 'https://archive.example/images',
        cacheFolder: service.cacheFolder,
        log: service.app.log,
      });
      t.after(() => app.close());
      await app.listen({ host: '127.0.0.1', port: 0 });
      const address = app.server.address();
      assert.ok(address && typeof address === 'object');
      const answer = await ask(address.port, PATH);
      assertError(answer, service.link, status);
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.equal(answer.headers.etag, undefined);
    }
  });
});
