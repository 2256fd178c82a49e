import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { sqlite } from '../harness/engines.ts';
import { useService } from '../harness/service.ts';

describe('the web application', () => {
  const service = useService(sqlite);

  test('the API reference shows every operation, parameter, schema and header of the OpenAPI document, without a session', async () => {
    const { text, status } = await service.askPath('/docs');
    assert.equal(status, 200);
    const api = (await service.ask('/openapi.json')).json();
    const { '/v3': entryPoint, ...others } = api.paths;
    assert.ok(text.includes(`<h2 id="${entryPoint.get.operationId}">`));
    assert.ok(text.includes(`</span> <code>${service.base}</code>`), 'the entry point is shown with its full URL');
    for (const [path, item] of Object.entries<Record<string, Record<string, unknown>>>(others)) {
      assert.ok(text.includes(`<code>${path}</code>`), path);
      for (const method of ['get', 'delete']) {
        const operation = item[method];
        if (!operation) continue;
        assert.ok(text.includes(`<h2 id="${operation.operationId}">${operation.summary}</h2>`));
        for (const { name } of (operation.parameters ?? []) as { name: string }[]) {
          assert.ok(text.includes(`<code>${name}</code>`), name);
        }
      }
    }
    for (const name of Object.keys(api.components.schemas)) assert.ok(text.includes(`<h3 id="${name}">`), name);
    for (const name of Object.keys(api.components.headers)) assert.ok(text.includes(`<code>${name}</code>`), name);
    assert.equal((await service.askPath('/docs')).all('set-cookie').length, 0);
  });

  test('the reference of the management API shows every operation and schema, and is valid HTML', async () => {
    const { text, status } = await service.askPath('/docs/manage');
    assert.equal(status, 200);
    const api = (await service.askPath('/manage/v1/openapi.json')).json();
    for (const item of Object.values<Record<string, { operationId?: string; summary?: string }>>(api.paths)) {
      for (const { operationId, summary } of Object.values(item)) {
        if (operationId) assert.ok(text.includes(`<h2 id="${operationId}">${summary}</h2>`), operationId);
      }
    }
    for (const name of Object.keys(api.components.schemas)) assert.ok(text.includes(`<h3 id="${name}">`), name);
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, 'every id occurs once');
  });

  test('the API reference says that page numbers shift and that images need no token', async () => {
    const { text } = await service.askPath('/docs');
    assert.match(text, /Page numbers shift while records are written/);
    assert.match(text, /URLs of images and thumbnails[^.]* need no token/);
  });

  test('the examples of the API reference show `collection` in a record that is fetched alone, and not in list members', async () => {
    const { text } = await service.askPath('/docs');
    const example = (operation: string) => {
      const section = text.slice(text.indexOf(`<h2 id="${operation}">`));
      const [, json = ''] = /<details>.*?<code>(.*?)<\/code>/s.exec(section) ?? [];
      return JSON.parse(json.replaceAll('&quot;', '"'));
    };
    for (const [list, record] of [
      ['listWebpages', 'getWebpage'],
      ['listScreenshots', 'getScreenshot'],
    ] as const) {
      assert.ok('collection' in example(record), record);
      const [member] = example(list).members;
      assert.ok('identifier' in member && !('collection' in member), list);
    }
  });

  test('the examples of the API reference have a number where a property is one', async () => {
    assert.match((await service.askPath('/docs')).text, /&quot;changeShare&quot;: [\d.]+,/);
  });

  test('an unknown path is answered with a page, or with an Error record by the API', async () => {
    const lost = await service.askPath('/nowhere');
    assert.equal(lost.status, 404);
    assert.match(lost.headers['content-type'] ?? '', /^text\/html/);
    const record = await service.askPath('/v3/nowhere');
    assert.equal(record.headers['content-type'], 'application/json');
    const image = await service.askPath('/images/nothing.png');
    assert.equal(image.headers['content-type'], 'application/json');
  });

  test('a body that is too large or not a form is rejected', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const large = await service.askPath('/sign-in', { method: 'POST', headers, body: 'x'.repeat(32 * 1024 + 1) });
    assert.deepEqual([large.status, /The form is too large/.test(large.text)], [413, true]);
    const json = { 'Content-Type': 'application/json' };
    assert.equal((await service.askPath('/sign-in', { method: 'POST', headers: json, body: '{}' })).status, 400);
  });

  test('a large form of somebody who is not signed in is not read', async () => {
    const head = 'Host: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000000\r\n\r\n';
    const toMembers = await service.askRaw(`POST /add HTTP/1.1\r\nCookie: pagekeep_session=forged\r\n${head}csrf=`);
    assert.equal(toMembers.status, 303);
    assert.match(toMembers.headers.location ?? '', /\/sign-in\?/);
    const toAnyone = await service.askRaw(`POST /sign-in HTTP/1.1\r\n${head}csrf=`);
    assert.equal(toAnyone.status, 413);
  });

  test('maintenance shows the message of the operator', async (t) => {
    await service.store.maintenance.set('Back at noon.');
    t.after(() => service.store.maintenance.set(undefined));
    const answer = await service.askPath('/sign-in');
    assert.equal(answer.status, 503);
    assert.match(answer.text, /Back at noon\./);
    assert.equal(answer.headers['retry-after'], '60');
  });

  test('during maintenance, a page offers only to try again', async (t) => {
    await service.store.maintenance.set('Back at noon.');
    t.after(() => service.store.maintenance.set(undefined));
    for (const [method, path, page] of [
      ['GET', '/?q=news&page=2', '/?q=news&amp;page=2'],
      ['GET', '/docs', '/docs'],
      ['POST', '/account/password', '/account'],
    ] as const) {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const { status, text } = await service.askPath(path, { method, ...(method === 'POST' && { headers, body: '' }) });
      assert.equal(status, 503);
      const body = text.slice(text.indexOf('<body>'));
      const links = [...body.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)/g)].map(([, to, words]) => [words, to]);
      assert.deepEqual(links, [
        ['Skip to content', '#main'],
        ['Try again', page],
      ]);
      const { results } = await new HtmlValidate({
        extends: ['html-validate:recommended'],
        rules: { 'no-trailing-whitespace': 'off' },
      }).validateString(text);
      assert.deepEqual(
        results.flatMap(({ messages }) => messages.map(({ message }) => message)),
        [],
      );
    }
  });

  test('assets are cached for ever, under a URL with their version', async () => {
    const { text } = await service.askPath('/docs');
    const [, style = ''] = /href="(\/assets\/[0-9a-f]{12}\/style\.css)"/.exec(text) ?? [];
    const answer = await service.askPath(style, { headers: { 'Accept-Encoding': 'br' } });
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(answer.headers['content-encoding'], 'br');
    assert.equal((await service.askPath('/assets/x/..%2Fmount.ts')).status, 404);
  });
});

describe('a PUBLIC_URL with a path', () => {
  const service = useService(sqlite, { publicUrl: 'https://example.org/archive' });

  test('is the prefix of every link', async () => {
    const { text } = await service.askPath('/archive/sign-in');
    const links = [...text.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, link]) => link ?? '');
    assert.ok(links.length > 5);
    assert.deepEqual(
      links.filter((link) => !link.startsWith('/archive/')),
      [],
    );
    const [cookie] = (await service.askPath('/archive/sign-in')).all('set-cookie');
    assert.match(cookie ?? '', /Path=\/archive\//);
  });
});
