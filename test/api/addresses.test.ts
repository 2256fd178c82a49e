import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { forEachEngine } from '../harness/engines.ts';
import { assertError, assertShown } from '../harness/expect.ts';
import { addScreenshot, addWebpage } from '../harness/records.ts';
import { useService } from '../harness/service.ts';

/** Identifiers, paths and the isolation of accounts. */
forEachEngine((engine) => {
  const service = useService(engine);

  async function archive() {
    const ann = await service.newPerson();
    const webpage = await addWebpage(service.store, ann.owner);
    const screenshot = await addScreenshot(service.store, ann.owner, webpage.id);
    return { ann, webpage, screenshot };
  }

  const MALFORMED = [
    'nope',
    '1',
    '-',
    '.',
    '%20',
    '%2F',
    'a%2Fb',
    '%00',
    'a%00b',
    '%0A',
    '%25',
    '..%2F..%2Fetc%2Fpasswd',
    '%E2%80%AE',
    "'%20OR%201=1--",
    '__proto__',
    'constructor',
    '*',
    ':webpage',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-4fff-bfff-ffffffffffff',
    'x'.repeat(101),
    'x'.repeat(8000),
  ];

  test('an unknown or invalid identifier is 404 for every operation', async () => {
    const { ann, webpage } = await archive();
    const answers = new Set<string>();
    for (const id of [randomUUIDv7(), webpage.id.toUpperCase(), `${webpage.id}%00`, `%20${webpage.id}`, ...MALFORMED]) {
      for (const [method, path] of [
        ['GET', `/webpages/${id}`],
        ['HEAD', `/webpages/${id}`],
        ['DELETE', `/webpages/${id}`],
        ['GET', `/webpages/${id}/screenshots`],
        ['GET', `/webpages/${id}/screenshots/${randomUUIDv7()}`],
        ['GET', `/webpages/${webpage.id}/screenshots/${id}`],
      ] as const) {
        const answer = await service.ask(path, { as: ann, method });
        if (method === 'HEAD') assert.equal(answer.status, 404);
        else answers.add(`${path.split('/').length} ${assertError(answer, service.link, 404)}`);
      }
    }
    assert.ok(answers.size <= 6, `one answer for each kind of record: ${[...answers].join('\n')}`);
    assertShown(await service.ask(`/webpages/${webpage.id}`, { as: ann }), service.link);
  });

  test('an identifier may be percent-encoded', async () => {
    const { ann, webpage } = await archive();
    const encoded = webpage.id.replaceAll('-', '%2d');
    const record = assertShown(await service.ask(`/webpages/${encoded}`, { as: ann }), service.link);
    assert.equal(record.identifier, webpage.id);
    const list = assertShown(await service.ask(`/webpages/${encoded}/screenshots`, { as: ann }), service.link);
    assert.equal(list.id, `${service.base}/webpages/${webpage.id}/screenshots`);
  });

  test('malformed percent-encoding in the path is 400', async () => {
    const { ann, webpage } = await archive();
    for (const bad of ['%zz', '%', '%2', 'a%', '%c0%80', '%ff', '%E0%A4%A', '%u0041']) {
      for (const path of [
        `/webpages/${bad}`,
        `/webpages/${webpage.id}/screenshots/${bad}`,
        `/webpages/${bad}/screenshots?page=2`,
        `/${bad}`,
      ]) {
        for (const method of ['GET', 'DELETE', 'POST']) {
          const description = assertError(await service.ask(path, { as: ann, method }), service.link, 400);
          assert.match(description, /percent-encoding/, path);
        }
      }
    }
  });

  test('malformed percent-encoding without a token is 401', async () => {
    assertError(await service.ask('/webpages/%zz'), service.link, 401);
  });

  test('a path with extra slashes, dot segments, a suffix or another case is 404', async () => {
    const { ann, webpage, screenshot } = await archive();
    const item = `/webpages/${webpage.id}`;
    for (const path of [
      '/',
      '//',
      '/webpages/',
      '//webpages',
      '/webpages//',
      `/webpages//${webpage.id}`,
      `${item}/`,
      `${item}//screenshots`,
      `${item}/screenshots/`,
      `${item}/screenshots//${screenshot.id}`,
      `${item}/screenshots/${screenshot.id}/`,
      `/./webpages`,
      `/webpages/../webpages`,
      `/webpages;x=1`,
      '/Webpages',
      '/WEBPAGES',
      '/contexts/',
      '/vocab/',
      '/webpages.json',
    ]) {
      assertError(await service.ask(path, { as: ann }), service.link, 404);
    }
  });

  test('a path that only resembles one of the API gets the 404 page of the web application', async () => {
    const { ann } = await archive();
    for (const path of ['//v3/webpages', '/V3/webpages', '/v3%2Fwebpages', '/v2/webpages', '/v33', '/webpages']) {
      const answer = await service.askPath(path, { headers: { Authorization: `Bearer ${ann.token}` } });
      assert.equal(answer.status, 404, path);
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8', path);
    }
  });

  test('a path that does not exist is 401 without a token', async () => {
    for (const path of ['/', '/nothing', '/webpages/', '/contexts/', '/webpages/x/y/z']) {
      assertError(await service.ask(path), service.link, 401);
      assertError(await service.ask(path, { method: 'POST' }), service.link, 401);
    }
  });

  test('a request target in absolute form is accepted', async () => {
    const { ann, webpage } = await archive();
    const path = `http://whatever.example/v3/webpages/${webpage.id}`;
    const answer = await service.askPath(path, { headers: { Authorization: `Bearer ${ann.token}` } });
    assert.equal(assertShown(answer, service.link).identifier, webpage.id);
    assertError(await service.askPath('http://whatever.example/v3/webpages/%zz'), service.link, 401);
  });

  test('a screenshot is found only under its own webpage', async () => {
    const { ann, screenshot } = await archive();
    const other = await addWebpage(service.store, ann.owner);
    const wrong = await service.ask(`/webpages/${other.id}/screenshots/${screenshot.id}`, { as: ann });
    const never = await service.ask(`/webpages/${other.id}/screenshots/${randomUUIDv7()}`, { as: ann });
    assert.equal(assertError(wrong, service.link, 404), assertError(never, service.link, 404));
  });

  test('a record of another account gets the same bytes as a record that does not exist', async () => {
    const { ann, webpage, screenshot } = await archive();
    const bob = await service.newPerson();
    const own = await addWebpage(service.store, bob.owner);
    const unknown = randomUUIDv7();
    for (const [method, theirs, nobodys] of [
      ['GET', `/webpages/${webpage.id}`, `/webpages/${unknown}`],
      ['DELETE', `/webpages/${webpage.id}`, `/webpages/${unknown}`],
      ['GET', `/webpages/${webpage.id}/screenshots`, `/webpages/${unknown}/screenshots`],
      ['GET', `/webpages/${webpage.id}/screenshots?page=2`, `/webpages/${unknown}/screenshots?page=2`],
      ['GET', `/webpages/${webpage.id}/screenshots/${screenshot.id}`, `/webpages/${unknown}/screenshots/${unknown}`],
      ['GET', `/webpages/${own.id}/screenshots/${screenshot.id}`, `/webpages/${own.id}/screenshots/${unknown}`],
    ] as const) {
      const [one, two] = [
        await service.ask(theirs, { as: bob, method }),
        await service.ask(nobodys, { as: bob, method }),
      ];
      assertError(one, service.link, 404);
      assert.equal(one.text, two.text);
      assert.deepEqual(Object.keys(one.headers), Object.keys(two.headers));
    }
    assert.equal((await service.ask(`/webpages/${webpage.id}/screenshots`, { as: ann })).json().totalItems, 1);
  });

  test('a list contains and counts only the records of its account', async () => {
    const { ann, webpage } = await archive();
    const bob = await service.newPerson();
    const own = await addWebpage(service.store, bob.owner);
    for (const [person, id] of [
      [ann, webpage.id],
      [bob, own.id],
      [ann, webpage.id],
    ] as const) {
      const { totalItems, members } = assertShown(await service.ask('/webpages', { as: person }), service.link);
      assert.equal(totalItems, 1);
      assert.equal(members[0].identifier, id);
    }
  });

  test('an ETag of one account gives another account no 304', async () => {
    const { ann, webpage } = await archive();
    const bob = await service.newPerson();
    const { headers } = await service.ask(`/webpages/${webpage.id}`, { as: ann });
    const answer = await service.ask(`/webpages/${webpage.id}`, {
      as: bob,
      headers: { 'If-None-Match': String(headers.etag) },
    });
    assertError(answer, service.link, 404);
  });
});
