import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MANAGE_CONTEXT } from '../../src/api/manage-terms.ts';
import { readConfig } from '../../src/config.ts';
import { forEachEngine } from '../harness/engines.ts';
import { assertContractHeaders } from '../harness/expect.ts';
import { addWebpage } from '../harness/records.ts';
import { startService, useService } from '../harness/service.ts';

const reference = (id: string) => ({ '@id': id, '@type': '@id' });
const dateTime = (id: string) => ({ '@id': id, '@type': 'xsd:dateTime' });

/** The terms of the contract (§4.6). */
const contractTerms = (base: string) => ({
  type: '@type',
  id: '@id',
  as: 'https://www.w3.org/ns/activitystreams#',
  hydra: 'http://www.w3.org/ns/hydra/core#',
  schema: 'https://schema.org/',
  svc: `${base}/vocab#`,
  ImageObject: 'schema:ImageObject',
  WebPage: 'schema:WebPage',
  WebPageGroup: 'svc:WebPageGroup',
  IpAddress: 'svc:IpAddress',
  Collection: 'hydra:Collection',
  PartialCollectionView: 'hydra:PartialCollectionView',
  Error: 'hydra:Error',
  Create: 'as:Create',
  Reject: 'as:Reject',
  summary: 'as:summary',
  actor: reference('as:actor'),
  object: 'as:object',
  published: dateTime('as:published'),
  title: 'hydra:title',
  description: 'hydra:description',
  collection: reference('hydra:collection'),
  totalItems: 'hydra:totalItems',
  members: 'hydra:member',
  view: reference('hydra:view'),
  first: reference('hydra:first'),
  previous: reference('hydra:previous'),
  next: reference('hydra:next'),
  last: reference('hydra:last'),
  dateCreated: dateTime('schema:dateCreated'),
  dateModified: dateTime('schema:dateModified'),
  datePublished: dateTime('schema:datePublished'),
  identifier: 'schema:identifier',
  isFavorite: 'svc:isFavorite',
  name: 'schema:name',
  about: 'schema:about',
  subjectOf: 'schema:subjectOf',
  isPartOf: 'schema:isPartOf',
  contentUrl: reference('schema:contentUrl'),
  encodingFormat: 'schema:encodingFormat',
  url: reference('schema:url'),
  thumbnail: 'schema:thumbnail',
  isBasedOn: reference('schema:isBasedOn'),
});

/** The terms of additional properties, and those that the table of the contract refers to. */
const OUR_TERMS = {
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  keywords: { '@id': 'schema:keywords', '@container': '@set' },
  EntryPoint: 'svc:EntryPoint',
  width: 'schema:width',
  height: 'schema:height',
  contentSize: 'schema:contentSize',
  sha256: 'schema:sha256',
  verdict: 'svc:verdict',
  capturedUrl: reference('svc:capturedUrl'),
  finalUrl: reference('svc:finalUrl'),
  httpStatus: 'svc:httpStatus',
  changeShare: { '@id': 'svc:changeShare', '@type': 'xsd:double' },
  textChange: 'svc:textChange',
  Accept: 'as:Accept',
  Update: 'as:Update',
  Delete: 'as:Delete',
  Pause: 'svc:Pause',
  Resume: 'svc:Resume',
  Restore: 'svc:Restore',
  eventKind: 'svc:eventKind',
  failures: 'svc:failures',
  failingSince: { '@id': 'svc:failingSince', '@type': 'xsd:dateTime' },
  Region: 'svc:Region',
  regions: 'svc:regions',
  regionKind: 'svc:regionKind',
  left: 'svc:left',
  top: 'svc:top',
  ...MANAGE_CONTEXT,
};

type Node = Record<string, unknown> & { '@id': string };

forEachEngine((engine) => {
  const service = useService(engine);

  test('/contexts is exactly the table of the contract plus our terms, and needs no token', async () => {
    const answer = await service.ask('/contexts', { headers: { Accept: 'application/json' } });
    assertContractHeaders(answer, service.link, 200);
    assert.deepEqual(answer.all('Content-Type'), ['application/ld+json']);
    assert.deepEqual(Object.keys(answer.json()), ['@context']);
    assert.deepEqual(answer.json()['@context'], { ...contractTerms(service.base), ...OUR_TERMS });
  });

  test('/contexts is JSON-LD 1.0: no @version, no @protected, no nested contexts', async () => {
    assert.doesNotMatch((await service.ask('/contexts')).text, /@version|@protected|@nest|@propagate|@import/);
  });

  test('/vocab is a Hydra ApiDocumentation, in JSON-LD, without a token', async () => {
    const answer = await service.ask('/vocab');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.status, '200 OK');
    assert.deepEqual(answer.all('Content-Type'), ['application/ld+json']);
    const [documentation] = answer.json()['@graph'];
    assert.equal(documentation['@id'], `${service.base}/vocab`);
    assert.equal(documentation['@type'], 'hydra:ApiDocumentation');
    assert.equal(documentation['hydra:entrypoint'], service.base);
    assert.ok(documentation['hydra:title']);
  });

  test('/vocab lists every class with its properties and operations', async () => {
    const [documentation] = (await service.ask('/vocab')).json()['@graph'];
    const classes = documentation['hydra:supportedClass'] as Node[];
    const shape = classes.map((each) => {
      const operations = ((each['hydra:supportedOperation'] as Node[] | undefined) ?? []).map(
        (op) => op['hydra:method'],
      );
      const properties = (each['hydra:supportedProperty'] as Node[]).map((property) => property['hydra:title']);
      return [each['@id'], operations, properties];
    });
    assert.deepEqual(shape, [
      ['svc:EntryPoint', ['GET'], ['collection']],
      ['hydra:Collection', ['GET'], ['totalItems', 'members', 'view']],
      [
        'schema:WebPage',
        ['GET', 'DELETE'],
        ['identifier', 'name', 'url', 'keywords', 'dateCreated', 'dateModified', 'subjectOf', 'isPartOf', 'collection'],
      ],
      ['svc:WebPageGroup', [], ['name']],
      [
        'schema:ImageObject',
        ['GET'],
        [
          'identifier',
          'isFavorite',
          'dateCreated',
          'dateModified',
          'contentUrl',
          'encodingFormat',
          'width',
          'height',
          'contentSize',
          'sha256',
          'thumbnail',
          'about',
          'verdict',
          'capturedUrl',
          'title',
          'finalUrl',
          'httpStatus',
          'changeShare',
          'textChange',
          'isBasedOn',
          'collection',
        ],
      ],
      ['hydra:Error', [], ['title', 'description']],
    ]);
  });

  test('/vocab defines every term of Pagekeep', async () => {
    const graph = (await service.ask('/vocab')).json()['@graph'] as Node[];
    const context = (await service.ask('/contexts')).json()['@context'] as Record<string, unknown>;
    // test/clients/manage-terms.test.ts compares those of the management API.
    const ours = Object.entries(context)
      .filter(([name]) => !(name in MANAGE_CONTEXT))
      .map(([, value]) => (typeof value === 'string' ? value : (value as Node)['@id']))
      .filter((id) => id.startsWith('svc:'));
    assert.deepEqual(ours.toSorted(), [
      'svc:EntryPoint',
      'svc:IpAddress',
      'svc:Pause',
      'svc:Region',
      'svc:Restore',
      'svc:Resume',
      'svc:WebPageGroup',
      'svc:capturedUrl',
      'svc:changeShare',
      'svc:eventKind',
      'svc:failingSince',
      'svc:failures',
      'svc:finalUrl',
      'svc:httpStatus',
      'svc:isFavorite',
      'svc:left',
      'svc:regionKind',
      'svc:regions',
      'svc:textChange',
      'svc:top',
      'svc:verdict',
    ]);
    for (const term of ours) {
      const definition = graph.find((node) => node['@id'] === term);
      assert.ok(
        definition?.['rdfs:label'] && definition['rdfs:comment'] && definition['rdfs:isDefinedBy'],
        String(term),
      );
    }
  });

  test('the entry point links to the webpages, and needs a token', async () => {
    const ann = await service.newPerson();
    const answer = await service.ask('', { as: ann });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.all('Content-Type'), ['application/json']);
    const { type, id, collection } = answer.json();
    assert.deepEqual(
      { type, id, collection },
      { type: 'EntryPoint', id: service.base, collection: `${service.base}/webpages` },
    );
    assert.equal((await service.ask('')).status, 401);
  });

  test('the entry point and /vocab name the documentation and the context in one Link header', async () => {
    const ann = await service.newPerson();
    const advertised = `${service.link}, <${service.base}/vocab>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`;
    for (const path of ['', '/vocab']) {
      assert.deepEqual((await service.ask(path, { as: ann })).all('Link'), [advertised]);
      const unchanged = await service.ask(path, { as: ann, headers: { 'If-None-Match': '*' } });
      assert.deepEqual(unchanged.all('Link'), [advertised]);
    }
    for (const path of ['/webpages', '/contexts', '/openapi.json']) {
      assert.deepEqual((await service.ask(path, { as: ann })).all('Link'), [service.link]);
    }
  });

  test('URLs in responses and routes contain the path of the public address', async (t) => {
    const behind = await startService(engine, { publicUrl: 'https://example.org/some/archive' });
    t.after(() => behind.stop());
    assert.equal(behind.base, 'https://example.org/some/archive/v3');
    const ann = await behind.newPerson();
    const answer = await behind.ask('/webpages?limit=3', { as: ann });
    assertContractHeaders(answer, behind.link, 200);
    assert.equal(answer.json().view.id, 'https://example.org/some/archive/v3/webpages?limit=3');
    assert.equal((await behind.askPath('/v3/webpages')).status, 404);
  });

  test('a public address may have any valid path', async (t) => {
    const { publicUrl } = readConfig({ PUBLIC_URL: 'https://example.org/Some.of_my~things-1/a/' });
    const behind = await startService(engine, { publicUrl });
    t.after(() => behind.stop());
    const as = await behind.newPerson();
    const { id } = await addWebpage(behind.store, as.owner);
    for (const path of ['', '/contexts', '/webpages', `/webpages/${id}`]) {
      assert.equal((await behind.ask(path, { as })).status, 200, path);
    }
    for (const path of ['/healthz', '/docs', '/sign-in']) {
      assert.equal((await behind.askPath(`/Some.of_my~things-1/a${path}`)).status, 200, path);
    }
  });
});
