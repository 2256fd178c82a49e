import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import untyped from 'jsonld';
import { captureAs } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addScreenshot, addWebpage, type Person } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { trackWebpage } from '../web/captures.ts';

type Node = Record<string, unknown>;
type Loader = (url: string) => Promise<unknown>;
interface Options {
  readonly documentLoader: Loader;
  readonly expandContext?: string;
  readonly format?: string;
}

/** The part of jsonld.js that the tests use. Its published types lack loaders and documents given by URL. */
const jsonld = untyped as unknown as {
  readonly documentLoaders: { node(options?: { headers: Record<string, string> }): Loader };
  expand(document: string | object, options: Options): Promise<Node[]>;
  toRDF(document: string, options: Options): Promise<unknown>;
};

/** jsonld.js with its own HTTP loader, which interprets the Link header. */
forEachEngine((engine) => {
  const service = useService(engine, { reachable: true });
  let ann: Person;
  let webpage: Awaited<ReturnType<typeof addWebpage>>;
  let screenshot: Awaited<ReturnType<typeof addScreenshot>>;

  before(async () => {
    ann = await service.newPerson();
    webpage = await addWebpage(service.store, ann.owner, {
      url: 'https://www.example.org/a',
      name: 'A page',
      keywords: ['one', 'two'],
    });
    screenshot = await addScreenshot(service.store, ann.owner, webpage.id, { isFavorite: true });
    await addScreenshot(service.store, ann.owner, webpage.id);
    await addWebpage(service.store, ann.owner, { keywords: ['single'] });
    await addWebpage(service.store, ann.owner);
  });

  const options = () => ({ documentLoader: jsonld.documentLoaders.node({ headers: headers() }) });
  const headers = () => ({ Authorization: `Bearer ${ann.token}` });
  const expand = (path: string) => jsonld.expand(`${service.base}${path}`, options());
  const triples = async (path: string) =>
    String(await jsonld.toRDF(`${service.base}${path}`, { ...options(), format: 'application/n-quads' }))
      .trim()
      .split('\n');

  const SCHEMA = 'https://schema.org/';
  const HYDRA = 'http://www.w3.org/ns/hydra/core#';
  const XSD = 'http://www.w3.org/2001/XMLSchema#';

  test('the Link header of a record leads to the context, which defines every term', async () => {
    const seen: string[] = [];
    const load = jsonld.documentLoaders.node({ headers: headers() });
    const documentLoader = async (url: string) => {
      seen.push(url);
      return load(url);
    };
    const [node] = await jsonld.expand(`${service.base}/webpages/${webpage.id}`, { documentLoader });
    assert.deepEqual(seen, [`${service.base}/webpages/${webpage.id}`, `${service.base}/contexts`]);
    assert.deepEqual(Object.keys(node ?? {}).toSorted(), [
      '@id',
      '@type',
      `${HYDRA}collection`,
      `${SCHEMA}dateCreated`,
      `${SCHEMA}dateModified`,
      `${SCHEMA}identifier`,
      `${SCHEMA}isPartOf`,
      `${SCHEMA}keywords`,
      `${SCHEMA}name`,
      `${SCHEMA}subjectOf`,
      `${SCHEMA}url`,
    ]);
  });

  test('a webpage in RDF has the right datatypes, keywords and references', async () => {
    const subject = `<${service.base}/webpages/${webpage.id}>`;
    const lines = await triples(`/webpages/${webpage.id}`);
    for (const expected of [
      `${subject} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${SCHEMA}WebPage> .`,
      `${subject} <${SCHEMA}name> "A page" .`,
      `${subject} <${SCHEMA}identifier> "${webpage.id}" .`,
      `${subject} <${SCHEMA}url> <https://www.example.org/a> .`,
      `${subject} <${SCHEMA}keywords> "one" .`,
      `${subject} <${SCHEMA}keywords> "two" .`,
      `${subject} <${SCHEMA}dateCreated> "${webpage.createdAt}"^^<${XSD}dateTime> .`,
      `${subject} <${SCHEMA}dateModified> "${webpage.modifiedAt}"^^<${XSD}dateTime> .`,
      `${subject} <${SCHEMA}subjectOf> <${service.base}/webpages/${webpage.id}/screenshots> .`,
      `${subject} <${HYDRA}collection> <${service.base}/webpages> .`,
    ]) {
      assert.ok(lines.includes(expected), `${expected}\nis not among\n${lines.join('\n')}`);
    }
    assert.ok(lines.some((line) => line.includes(`<${SCHEMA}name> "example.org"`)));
    assert.ok(lines.some((line) => line.includes(`<${service.base}/vocab#WebPageGroup>`)));
  });

  test('a screenshot in RDF has booleans, integers and references to its images', async () => {
    const subject = `<${service.base}/webpages/${webpage.id}/screenshots/${screenshot.id}>`;
    const lines = await triples(`/webpages/${webpage.id}/screenshots/${screenshot.id}`);
    for (const expected of [
      `${subject} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${SCHEMA}ImageObject> .`,
      `${subject} <${service.base}/vocab#isFavorite> "true"^^<${XSD}boolean> .`,
      `${subject} <${SCHEMA}width> "4"^^<${XSD}integer> .`,
      `${subject} <${SCHEMA}height> "3"^^<${XSD}integer> .`,
      `${subject} <${SCHEMA}contentSize> "44" .`,
      `${subject} <${SCHEMA}sha256> "${screenshot.picture.sha256}" .`,
      `${subject} <${SCHEMA}contentUrl> <${service.imageHost}/${screenshot.picture.contentKey}> .`,
      `${subject} <${SCHEMA}encodingFormat> "image/webp" .`,
      `${subject} <${SCHEMA}dateCreated> "${screenshot.createdAt}"^^<${XSD}dateTime> .`,
      `${subject} <${SCHEMA}about> <${service.base}/webpages/${webpage.id}> .`,
    ]) {
      assert.ok(lines.includes(expected), `${expected}\nis not among\n${lines.join('\n')}`);
    }
  });

  test('a list in RDF has its total, its members and its page links', async () => {
    const page = `${service.base}/webpages?limit=2`;
    const lines = await triples('/webpages?limit=2');
    const list = `<${service.base}/webpages>`;
    assert.ok(lines.includes(`${list} <${HYDRA}totalItems> "3"^^<${XSD}integer> .`));
    assert.ok(lines.includes(`${list} <${HYDRA}view> <${page}> .`));
    assert.ok(lines.includes(`<${page}> <${HYDRA}next> <${page}&page=2> .`));
    assert.equal(lines.filter((line) => line.startsWith(`${list} <${HYDRA}member>`)).length, 2);
  });

  test('no property of any resource is lost in the conversion to RDF', async () => {
    for (const path of [
      '',
      '/webpages',
      `/webpages/${webpage.id}`,
      `/webpages/${webpage.id}/screenshots`,
      `/webpages/${webpage.id}/screenshots/${screenshot.id}`,
    ]) {
      const [node] = await expand(path);
      const sent = (await service.ask(path, { as: ann })).json();
      const kept = Object.keys(node ?? {}).length;
      assert.equal(kept, Object.keys(sent).length, `${path}: ${Object.keys(node ?? {})}`);
    }
  });

  test('/contexts and /vocab can be read as documents without a cycle', async () => {
    const plain = { documentLoader: jsonld.documentLoaders.node() };
    assert.deepEqual(await jsonld.expand(`${service.base}/contexts`, plain), []);
    const [vocab] = await jsonld.expand(`${service.base}/vocab`, plain);
    assert.deepEqual(vocab?.['@type'], [`${HYDRA}ApiDocumentation`]);
    assert.deepEqual(vocab?.[`${HYDRA}entrypoint`], [{ '@id': service.base }]);
  });

  test('an Error record can be read as JSON-LD', async () => {
    const { text } = await service.ask('/webpages/none', { as: ann });
    const [node] = await jsonld.expand(JSON.parse(text), {
      ...options(),
      expandContext: `${service.base}/contexts`,
    });
    assert.deepEqual(node?.['@type'], [`${HYDRA}Error`]);
    assert.deepEqual(node?.[`${HYDRA}title`], [{ '@value': 'Not Found' }]);
  });

  test('a captured screenshot in RDF has its verdict, title, status, final URL and comparison', async () => {
    const tracked = await trackWebpage(service, ann.owner, { url: 'https://www.example.org/tracked' });
    const first = await captureAs(service.store, ann.owner, tracked.id);
    const second = await captureAs(service.store, ann.owner, tracked.id, { title: 'Now “new”' });
    const list = `${service.base}/webpages/${tracked.id}/screenshots`;
    const lines = await triples(`/webpages/${tracked.id}/screenshots/${second}`);
    for (const expected of [
      `<${list}/${second}> <${service.base}/vocab#verdict> "fine" .`,
      `<${list}/${second}> <${HYDRA}title> "Now “new”" .`,
      `<${list}/${second}> <${service.base}/vocab#finalUrl> <https://www.example.org/tracked> .`,
      `<${list}/${second}> <${service.base}/vocab#httpStatus> "200"^^<${XSD}integer> .`,
      `<${list}/${second}> <${service.base}/vocab#changeShare> "2.0E-2"^^<${XSD}double> .`,
      `<${list}/${second}> <${SCHEMA}isBasedOn> <${list}/${first}> .`,
    ]) {
      assert.ok(lines.includes(expected), `${expected}\nis not among\n${lines.join('\n')}`);
    }
    const path = `/webpages/${tracked.id}/screenshots/${second}`;
    const [node] = await expand(path);
    const sent = (await service.ask(path, { as: ann })).json();
    assert.equal(Object.keys(node ?? {}).length, Object.keys(sent).length, 'every property has a term');
  });
});
