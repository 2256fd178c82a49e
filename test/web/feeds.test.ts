import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { XMLParser } from 'fast-xml-parser';
import { RelaxNGValidator, XmlDocument } from 'libxml2-wasm';
import { addFeed } from '../../src/app/feeds.ts';
import type { Scope } from '../../src/domain/scope.ts';
import { captureAs } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { tick } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { addTracked } from '../harness/tracked.ts';
import { join, type Member } from './visitor.ts';

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const fixture = (name: string) => readFileSync(fileURLToPath(import.meta.resolve(`./${name}`)));

/** Throws the first error. */
const atom = RelaxNGValidator.fromDoc(XmlDocument.fromBuffer(fixture('atom.rng')));

const ajv = new Ajv2020({ strict: false });
ajvFormats.default(ajv);
const checkSchema = ajv.compile(JSON.parse(fixture('json-feed.schema.json').toString()));
const checkJsonFeed = (feed: unknown) => assert.ok(checkSchema(feed), ajv.errorsText(checkSchema.errors));

/** The schema of RFC 4287, and the rules of the W3C's validator that it does not have. */
function checkAtom(text: string): { id: string; title: string; content: string }[] {
  using document = XmlDocument.fromString(text);
  atom.validate(document);
  const { feed } = new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => ['entry', 'link'].includes(name),
  }).parse(text);
  assert.equal(feed['@_xmlns'], 'http://www.w3.org/2005/Atom');
  const entries = feed.entry ?? [];
  for (const part of [feed, ...entries]) {
    assert.match(part.id, /^urn:uuid:[0-9a-f-]{36}$/);
    assert.ok(part.title);
    assert.match(part.updated, DATE);
  }
  assert.ok(feed.author.name);
  const [self] = feed.link.filter((link: Record<string, string>) => link['@_rel'] === 'self');
  assert.ok(self['@_href'].startsWith('https://archive.example/feeds/'));
  for (const entry of entries) {
    assert.match(entry.published, DATE);
    assert.ok(URL.canParse(entry.link[0]['@_href']));
    assert.equal(entry.content['@_type'], 'html');
  }
  const ids = entries.map(({ id }: { id: string }) => id);
  assert.equal(new Set(ids).size, ids.length);
  return entries.map((entry: { id: string; title: string; content: Record<string, string> }) => ({
    id: entry.id,
    title: String(entry.title),
    content: String(entry.content['#text']),
  }));
}

forEachEngine((engine) => {
  describe('A feed', () => {
    const service = useService(engine);
    let ann: Member;
    let webpage: string;
    let other: string;

    before(async () => {
      ann = await join(service);
      const { owner } = ann;
      const add = async (url: string) => (await addTracked(service.store, owner, { readyAt: tick(), url })).id;
      webpage = await add('https://www.example.org/?a=1&b=2');
      other = await add('https://other.example.net/');
      for (const id of [webpage, other]) {
        const title = '<script>alert(1)</script> & "quotes" \u0001';
        await captureAs(service.store, owner, id, { title });
        const words = { added: 0, removed: 0, altered: 1, sentence: '<script> 12 & 15' };
        await captureAs(service.store, owner, id, { title, words });
      }
      await captureAs(service.store, owner, other, { failing: 'There is no <host>.' });
    });

    const made = (scope: Scope) => addFeed(service.store, ann.owner, { name: 'A & B', scope }, new Date());
    const read = (secret: string, format: string, headers = {}) =>
      service.askPath(`/feeds/${secret}/${format}`, { headers });

    test('is valid Atom with pictures, and without markup of the pages', async () => {
      const { secret } = await made({ kind: 'all' });
      const answer = await read(secret, 'atom.xml');
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.all('content-type'), ['application/atom+xml; charset=utf-8']);
      const entries = checkAtom(answer.text);
      assert.equal(entries.length, 5);
      assert.ok(!answer.text.includes('<script'));
      const changed = entries.find(({ title }) => title.includes('changed'));
      assert.match(changed?.content ?? '', /src=.*pictures\.example/);
      assert.match(changed?.content ?? '', /&lt;script&gt; 12 &amp; 15/, 'the words are escaped in the HTML, too');
      const again = checkAtom((await read(secret, 'atom.xml')).text);
      assert.deepEqual(
        again.map(({ id }) => id),
        entries.map(({ id }) => id),
      );
    });

    test('is a JSON Feed 1.1 with the same entries', async () => {
      const { secret } = await made({ kind: 'all' });
      const feed = (await read(secret, 'feed.json')).json();
      checkJsonFeed(feed);
      assert.equal(feed.version, 'https://jsonfeed.org/version/1.1');
      assert.equal(feed.feed_url, `https://archive.example/feeds/${secret}/feed.json`);
      const atom = checkAtom((await read(secret, 'atom.xml')).text);
      assert.deepEqual(
        feed.items.map(({ id }: { id: string }) => id),
        atom.map(({ id }) => id),
      );
      for (const item of feed.items) {
        assert.ok(URL.canParse(item.url) && item.content_html !== '');
        assert.match(item.date_published, DATE);
        assert.ok(!item.content_html.includes('<script'));
      }
    });

    test('is about a site, or a single webpage', async () => {
      const site = await made({ kind: 'site', site: 'example.org' });
      const page = await made({ kind: 'webpage', webpageId: other });
      const of = async (secret: string) =>
        (await read(secret, 'feed.json')).json().items.map((item: { url: string }) => item.url);
      const [siteUrls, pageUrls] = [await of(site.secret), await of(page.secret)];
      assert.ok(siteUrls.length === 2 && siteUrls.every((url: string) => url.includes(webpage)));
      assert.ok(pageUrls.length === 3 && pageUrls.every((url: string) => url.includes(other)));
    });

    test('is not sent again to a reader that has it', async () => {
      const { secret } = await made({ kind: 'all' });
      const etag = String((await read(secret, 'atom.xml')).all('etag')[0]);
      const again = await read(secret, 'atom.xml', { 'If-None-Match': etag });
      assert.deepEqual([again.status, again.body.length], [304, 0]);
      const json = String((await read(secret, 'feed.json')).all('etag')[0]);
      assert.equal((await read(secret, 'feed.json', { 'If-None-Match': `"other", ${json}` })).status, 304);
      assert.equal((await read(secret, 'feed.json', { 'If-None-Match': etag })).status, 200);
      await captureAs(service.store, ann.owner, webpage);
      assert.equal((await read(secret, 'atom.xml', { 'If-None-Match': etag })).status, 200);
    });

    test('is valid without entries, and with names and titles that are markup or no XML', async () => {
      const { owner } = await service.newPerson();
      const hostile = '</title>]]><entry/>&amp;&#0;<![CDATA[ \u0001\ufffe\ud800 “ü” 😀 -->';
      const add = (name: string) => addFeed(service.store, owner, { name, scope: { kind: 'all' } }, new Date());
      const { secret } = await add('</title>]]>&amp;<![CDATA[ 😀');
      assert.deepEqual(checkAtom((await read(secret, 'atom.xml')).text), []);
      const url = "https://odd.example/?q=%3Cb%3E&x='%22";
      const { id } = await addTracked(service.store, owner, { readyAt: tick(), url });
      await captureAs(service.store, owner, id, { title: hostile });
      await captureAs(service.store, owner, id, { title: hostile });
      await captureAs(service.store, owner, id, { failing: hostile });
      const entries = checkAtom((await read(secret, 'atom.xml')).text);
      assert.equal(entries.length, 3);
      for (const { content } of entries) assert.doesNotMatch(content, /<(?!\/?(?:p|a|img)\b)/);
      const feed = (await read(secret, 'feed.json')).json();
      checkJsonFeed(feed);
      assert.equal(feed.items.length, 3);
    });

    test('cannot be read with another address, or after it was revoked', async () => {
      const { secret, feed } = await made({ kind: 'all' });
      assert.equal((await read('guessed', 'atom.xml')).status, 404);
      assert.equal((await read(secret, 'feed.exe')).status, 404);
      await assert.rejects(service.store.feeds.revoke((await service.newPerson()).owner, feed.id), {
        kind: 'not-found',
      });
      await ann.visitor.get('/notifications');
      await ann.visitor.post(`/notifications/feeds/${feed.id}/revoke`);
      assert.equal((await read(secret, 'atom.xml')).status, 404);
    });

    test('has an address that is shown once', async () => {
      await ann.visitor.get('/notifications');
      const shown = await ann.visitor.post('/notifications/feeds', { name: 'Reader', about: 'all', 'about-value': '' });
      const [, path = ''] = /archive\.example(\/feeds\/[\w-]{43}\/atom\.xml)/.exec(shown.text) ?? [];
      assert.equal((await service.askPath(path)).status, 200);
      assert.ok(!(await ann.visitor.get('/notifications')).text.includes('/atom.xml'));
    });
  });
});
