import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { forEachEngine } from '../harness/engines.ts';
import type { Answer } from '../harness/http.ts';
import { addScreenshot, addWebpage, type Person } from '../harness/records.ts';
import { useService } from '../harness/service.ts';

/** A plain GET is read without Node's HTTP parser, and one for a record without the router; nobody may notice. */
forEachEngine((engine) => {
  describe('a request that takes the short cut', () => {
    const service = useService(engine);
    let ann: Person;
    let webpage: string;
    let screenshot: string;
    before(async () => {
      ann = await service.newPerson();
      webpage = (await addWebpage(service.store, ann.owner, { name: 'Grüße, 世界' })).id;
      screenshot = (await addScreenshot(service.store, ann.owner, webpage)).id;
    });

    const bearer = () => `Authorization: Bearer ${ann.token}\r\n`;
    const asks: Record<string, () => [path: string, headers: string]> = {
      'a list': () => ['/webpages', bearer()],
      'a page of a list': () => ['/webpages?page=2&limit=1&sort=url', bearer()],
      'a webpage': () => [`/webpages/${webpage}`, bearer()],
      'the list of its screenshots': () => [`/webpages/${webpage}/screenshots?isFavorite=false`, bearer()],
      'a screenshot': () => [`/webpages/${webpage}/screenshots/${screenshot}`, bearer()],
      'a list that is compressed': () => ['/webpages', `${bearer()}Accept-Encoding: gzip\r\n`],
      'a bad parameter': () => ['/webpages?page=0', bearer()],
      'a webpage that does not exist': () => [`/webpages/${screenshot}`, bearer()],
      'a path that does not exist': () => [`/webpages/${webpage}/screenshot`, bearer()],
      'a malformed escape': () => [`/webpages/${webpage.slice(0, -2)}%x`, bearer()],
      'no token': () => ['/webpages', ''],
      'a wrong token': () => ['/webpages', 'Authorization: Bearer wrong\r\n'],
    };

    // With this a request is not plain any more, and means the same.
    const askBothWays = async (path: string, headers: string): Promise<[short: Answer, long: Answer]> => {
      const request = (more: string) =>
        service.askRaw(`GET /v3${path} HTTP/1.1\r\nHost: archive.example\r\n${headers}${more}\r\n`);
      return [await request(''), await request('TE: trailers\r\n')];
    };

    const assertSame = (short: Answer, long: Answer) => {
      assert.equal(short.status, long.status);
      assert.equal(short.reason, long.reason);
      const [{ date, ...one }, { date: _, ...other }] = [short.headers, long.headers];
      assert.ok(Math.abs(Date.now() - Date.parse(date ?? '')) < 60_000);
      assert.deepEqual(one, other);
      assert.deepEqual(short.body, long.body);
    };

    for (const [name, ask] of Object.entries(asks)) {
      test(`is answered as one that does not: ${name}`, async () => {
        assertSame(...(await askBothWays(...ask())));
      });
    }

    test('is answered as one that does not: nothing has changed since', async () => {
      for (const path of ['/webpages', `/webpages/${webpage}`]) {
        const [{ headers }] = await askBothWays(path, bearer());
        const [short, long] = await askBothWays(path, `${bearer()}If-None-Match: ${headers.etag}\r\n`);
        assert.equal(short.status, 304);
        assertSame(short, long);
      }
    });
  });
});
