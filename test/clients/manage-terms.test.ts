import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import untyped from 'jsonld';
import type { TSchema } from 'typebox';
import { contextDocument } from '../../src/api/context.ts';
import { makeLinks } from '../../src/api/links.ts';
import { vocabDocument } from '../../src/api/vocab.ts';
import { COMPONENTS } from '../../src/manage/schemas/components.ts';
import { captureAs } from '../harness/changes.ts';
import { sqlite } from '../harness/engines.ts';
import { tick } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { addTracked } from '../harness/tracked.ts';
import { pageText } from '../harness/words.ts';
import { type Manager, manager } from '../manage/manager.ts';

type Node = Record<string, unknown>;

/** The published types lack the option format. */
const jsonld = untyped as unknown as {
  toRDF(document: object, options: { format: string }): Promise<string>;
  expand(document: object): Promise<Node[]>;
};

const links = makeLinks('https://archive.example', 'https://pictures.example');
const context = contextDocument(links);
const terms = context['@context'] as Record<string, unknown>;
const SVC = 'https://archive.example/v3/vocab#';
const AS = 'https://www.w3.org/ns/activitystreams#';
const SCHEMA = 'https://schema.org/';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const TYPE = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';

/** Bodies of requests are no JSON-LD. */
const isRequest = (name: string) => /Draft$|Patch$|Review$/.test(name);

function* propertiesOf(schema: TSchema, place: string): Generator<[place: string, name: string]> {
  const {
    properties = {},
    items,
    anyOf = [],
  } = schema as {
    properties?: Record<string, TSchema>;
    items?: TSchema;
    anyOf?: TSchema[];
  };
  for (const [name, property] of Object.entries(properties)) {
    yield [place, name];
    if (name !== 'steps') yield* propertiesOf(property, `${place}.${name}`);
  }
  for (const each of [...(items ? [items] : []), ...anyOf]) yield* propertiesOf(each, place);
}

describe('JSON-LD of the management API', () => {
  const service = useService(sqlite);
  let ann: Manager;
  let webpage: string;
  let changed: string;
  let first: string;

  before(async () => {
    ann = await manager(service);
    webpage = (await addTracked(service.store, ann.owner, { readyAt: tick(), url: 'https://example.org/' })).id;
    first = await captureAs(service.store, ann.owner, webpage);
    changed = await captureAs(service.store, ann.owner, webpage);
    const { id } = await addTracked(service.store, ann.owner, { readyAt: tick() });
    for (const text of ['Not yet', 'Words found']) {
      await captureAs(service.store, ann.owner, id, { text: pageText(text), change: 'not compared' });
    }
    const json = {
      captureOptions: { geolocation: { latitude: 1, longitude: 2 }, steps: [{ click: '#a' }], delay: 5 },
      changeSettings: { watchWords: ['appears x'], ignoredBoxes: [{ x: 1, y: 2, width: 3, height: 4 }] },
    };
    assert.equal((await ann.ask('PATCH', `/webpages/${webpage}`, { json })).status, 200);
  });

  const read = async (path: string): Promise<Node> => (await ann.ask('GET', path)).json() as Node;
  const triplesOf = async (record: Node) =>
    (await jsonld.toRDF({ ...context, ...record }, { format: 'application/n-quads' })).trim().split('\n');

  test('has a term for every property of every record, and a description of each of our own', () => {
    const missing = Object.entries(COMPONENTS)
      .filter(([name]) => !isRequest(name))
      .flatMap(([name, schema]) => [...propertiesOf(schema, name)])
      .filter(([, name]) => !(name in terms));
    assert.deepEqual(missing, []);
    const described = new Set((vocabDocument(links)['@graph'] ?? []).map((node) => (node as Node)['@id']));
    const own = Object.values(terms).map((term) => (typeof term === 'object' ? (term as Node | null)?.['@id'] : term));
    assert.deepEqual(
      own.filter((id) => String(id).startsWith('svc:') && !described.has(id)),
      [],
    );
  });

  test('a webhook has exactly these triples', async () => {
    const json = {
      name: 'Bot',
      url: 'https://r.example/x',
      eventKinds: ['changed'],
      scope: { kind: 'site', site: 'example.org' },
    };
    const { key: _, ...webhook } = (await ann.ask('POST', '/webhooks', { json })).json() as Node;
    const id = `<${webhook.id}>`;
    const lines = await triplesOf(webhook);
    const scope = lines.find((line) => line.includes(`<${SVC}scope>`))?.split(' ')[2] ?? '';
    assert.deepEqual(
      lines.toSorted(),
      [
        `${id} ${TYPE} <${SVC}Webhook> .`,
        `${id} <${SCHEMA}identifier> "${webhook.identifier}" .`,
        `${id} <${SCHEMA}name> "Bot" .`,
        `${id} <${SCHEMA}url> <https://r.example/x> .`,
        `${id} <${SCHEMA}dateCreated> "${webhook.dateCreated}"^^<${XSD}dateTime> .`,
        `${id} <${SVC}host> "r.example" .`,
        `${id} <${SVC}format> "json" .`,
        `${id} <${SVC}eventKinds> "changed" .`,
        `${id} <${SVC}leastShare> "0.0E0"^^<${XSD}double> .`,
        `${id} <${SVC}signing> "hmac" .`,
        `${id} <${SVC}state> "on" .`,
        `${id} <${SVC}scope> ${scope} .`,
        `${scope} <${SVC}kind> "site" .`,
        `${scope} <${SVC}site> "example.org" .`,
      ].toSorted(),
    );
  });

  test('a change names its webpage, its screenshots and its regions', async () => {
    const [change] = (await read('/changes')).members as Node[];
    const lines = await triplesOf({ ...change, id: 'https://archive.example/change' });
    const id = '<https://archive.example/change>';
    const page = `https://archive.example/v3/webpages/${webpage}`;
    const regions = lines.find((line) => line.startsWith(`${id} <${SVC}regions>`))?.split(' ')[2];
    for (const line of [
      `${id} ${TYPE} <${SVC}Change> .`,
      `${id} <${SVC}kind> "changed" .`,
      `${id} <${SCHEMA}about> <${page}> .`,
      `${id} <${AS}object> <${page}/screenshots/${changed}> .`,
      `${id} <${SCHEMA}isBasedOn> <${page}/screenshots/${first}> .`,
      `${id} <${AS}published> "${change?.published}"^^<${XSD}dateTime> .`,
      `${regions} <${SVC}altered> "1"^^<${XSD}integer> .`,
    ]) {
      assert.ok(lines.includes(line), `${line}\nis not among\n${lines.join('\n')}`);
    }
  });

  test('no property of any record is lost, except for steps', async () => {
    const token = (await ann.ask('POST', '/tokens', { json: { name: 'x', expiresAt: '2126-01-01T00:00:00Z' } })).json();
    const hook = (
      await ann.ask('POST', '/webhooks', { json: { name: 'x', url: 'https://r.example/' } })
    ).json() as Node;
    const test = (await ann.ask('POST', `/webhooks/${hook.identifier}/test`)).json() as Node;
    const feed = (await ann.ask('POST', '/feeds', { json: { name: 'x' } })).json() as Node;
    const asked = (await ann.ask('POST', `/webpages/${webpage}/captures`)).json() as Node;
    const results = (
      await ann.ask('POST', '/webpages', { json: [{ url: 'https://n.example/' }, { url: 'x' }] })
    ).json();
    const records: Node[] = [token as Node, hook, test, feed, asked, results as Node];
    for (const path of [
      `/webpages/${webpage}`,
      `/webpages/${webpage}/captures`,
      '/usage',
      '/changes',
      '/activity',
      '/phrase?q=found',
    ]) {
      records.push(await read(path));
    }
    await ann.ask('DELETE', `/webpages/${webpage}`);
    records.push(await read('/trash'));
    for (const record of records) {
      const [node] = await jsonld.expand({ ...context, ...record });
      compareKeys(record, node ?? {}, String(record.type));
    }
  });
});

/** Each property of the record is in the expanded node, at all depths. */
function compareKeys(sent: Node, node: Node, place: string): void {
  for (const [name, value] of Object.entries(sent)) {
    if (value === null || name === 'steps' || (Array.isArray(value) && value.length === 0)) continue;
    const found = node[iriOf(name)];
    assert.ok(found !== undefined, `${place}.${name} is lost`);
    if (typeof value !== 'object') continue;
    const values = (Array.isArray(value) ? value : [value]) as Node[];
    const nodes = found as Node[];
    for (const [index, each] of values.entries()) {
      if (typeof each === 'object') compareKeys(each, nodes[index] ?? {}, `${place}.${name}`);
    }
  }
}

function iriOf(name: string): string {
  const term = terms[name];
  const id = String(typeof term === 'object' && term !== null ? (term as Node)['@id'] : term);
  if (id.startsWith('@')) return id;
  const [prefix = '', rest = ''] = id.split(/:(.*)/s);
  return `${terms[prefix]}${rest}`;
}
