import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import untyped from 'jsonld';
import { contextDocument } from '../../src/api/context.ts';
import { makeLinks } from '../../src/api/links.ts';
import { presentEvent } from '../../src/api/present-event.ts';
import { vocabDocument } from '../../src/api/vocab.ts';
import { deleteWebpage } from '../../src/app/trash.ts';
import type { ArchiveEvent, EventKind } from '../../src/domain/event.ts';
import { captureAs } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson, tick } from '../harness/records.ts';
import { useStore } from '../harness/stores.ts';
import { addTracked } from '../harness/tracked.ts';

/** The published types lack toRDF() with the option format. */
const jsonld = untyped as unknown as { toRDF(document: object, options: { format: string }): Promise<string> };

const links = makeLinks('https://archive.example', 'https://pictures.example');
const AS = 'https://www.w3.org/ns/activitystreams#';
const SVC = 'https://archive.example/v3/vocab#';
const SCHEMA = 'https://schema.org/';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const TYPE = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';

async function triplesOf(event: ArchiveEvent): Promise<string[]> {
  const document = { ...contextDocument(links), ...presentEvent(links, event) };
  return (await jsonld.toRDF(document, { format: 'application/n-quads' })).trim().split('\n');
}

forEachEngine((engine) => {
  describe('jsonld.js reads an event', () => {
    const store = useStore(engine);

    async function eventOf(kind: EventKind): Promise<ArchiveEvent> {
      const { owner } = await addPerson(store);
      const { id } = await addTracked(store, owner, { readyAt: tick(), url: 'https://example.org/' });
      const first = await captureAs(store, owner, id);
      await captureAs(store, owner, id);
      await captureAs(store, owner, id, { failing: 'There is no such host.' });
      await captureAs(store, owner, id, { failing: 'There is no such host.' });
      await captureAs(store, owner, id);
      await store.schedules.pause(owner, id);
      await store.schedules.resume(owner, id, tick());
      const webpage = await store.webpages.find(owner, id);
      assert.ok(webpage);
      await store.webpages.change(owner, { ...webpage, name: 'A name', modifiedAt: tick().toISOString() });
      if (kind === 'deleted' || kind === 'restored') {
        await deleteWebpage({ store, trashDays: 7 }, owner, id, { now: tick() });
      }
      if (kind === 'restored') await store.trash.restoreWebpage(owner, id, () => tick());
      if (kind === 'capture-deleted' || kind === 'capture-restored') {
        await store.trash.putCapture(owner, { webpageId: id, id: first }, tick());
        if (kind === 'capture-restored') await store.trash.restoreCapture(owner, first);
      }
      const found = (await store.events.after(owner, 0, 100)).find((event) => event.kind === kind);
      assert.ok(found, kind);
      return found;
    }

    test('that a page changed', async () => {
      const event = await eventOf('changed');
      const { owner, number, webpageId, screenshotId } = event;
      const id = `<https://archive.example/manage/v1/events/${owner}-${number}>`;
      const shots = `https://archive.example/v3/webpages/${webpageId}/screenshots`;
      const lines = await triplesOf(event);
      const about = lines.filter((line) => line.startsWith(id));
      const region = about.find((line) => line.includes('#regions>'))?.split(' ')[2] ?? '';
      assert.deepEqual(
        about,
        [
          `${id} <${SCHEMA}identifier> "${number}" .`,
          `${id} <${SCHEMA}isBasedOn> <${shots}/${event.known?.comparison?.beforeId}> .`,
          `${id} <${SVC}changeShare> "2.0E-2"^^<${XSD}double> .`,
          `${id} <${SVC}eventKind> "changed" .`,
          `${id} <${SVC}regions> ${region} .`,
          `${id} ${TYPE} <${AS}Create> .`,
          `${id} <${AS}actor> <https://archive.example/v3> .`,
          `${id} <${AS}object> <${shots}/${screenshotId}> .`,
          `${id} <${AS}published> "${event.at}"^^<${XSD}dateTime> .`,
          `${id} <${AS}summary> "2 % of A name changed." .`,
        ].toSorted(),
      );
      assert.deepEqual(
        lines.filter((line) => line.startsWith(`${region} `)),
        [
          `${region} <${SCHEMA}height> "100"^^<${XSD}integer> .`,
          `${region} <${SCHEMA}width> "200"^^<${XSD}integer> .`,
          `${region} <${SVC}left> "100"^^<${XSD}integer> .`,
          `${region} <${SVC}regionKind> "altered" .`,
          `${region} <${SVC}top> "100"^^<${XSD}integer> .`,
          `${region} ${TYPE} <${SVC}Region> .`,
        ].toSorted(),
      );
      assert.ok(lines.includes(`<${shots}/${screenshotId}> ${TYPE} <${SCHEMA}ImageObject> .`));
    });

    test('that captures fail', async () => {
      const event = await eventOf('still-failing');
      const { owner, number, webpageId } = event;
      const id = `<https://archive.example/manage/v1/events/${owner}-${number}>`;
      const webpage = `<https://archive.example/v3/webpages/${webpageId}>`;
      const since = event.details && 'failure' in event.details ? event.details.failure.since : '';
      const lines = await triplesOf(event);
      assert.deepEqual(
        lines.filter((line) => line.startsWith(id)),
        [
          `${id} <${SCHEMA}identifier> "${number}" .`,
          `${id} <${SVC}eventKind> "still-failing" .`,
          `${id} <${SVC}failingSince> "${since}"^^<${XSD}dateTime> .`,
          `${id} <${SVC}failures> "2"^^<${XSD}integer> .`,
          `${id} ${TYPE} <${AS}Reject> .`,
          `${id} <${AS}actor> <https://archive.example/v3> .`,
          `${id} <${AS}object> ${webpage} .`,
          `${id} <${AS}published> "${event.at}"^^<${XSD}dateTime> .`,
          `${id} <${AS}summary> "There is no such host." .`,
        ].toSorted(),
      );
      assert.ok(lines.includes(`${webpage} <${SCHEMA}name> "A name" .`));
    });

    for (const [kind, type] of [
      ['captured', `${AS}Create`],
      ['failed', `${AS}Reject`],
      ['recovered', `${AS}Accept`],
      ['added', `${AS}Create`],
      ['edited', `${AS}Update`],
      ['paused', `${SVC}Pause`],
      ['resumed', `${SVC}Resume`],
      ['deleted', `${AS}Delete`],
      ['restored', `${SVC}Restore`],
      ['capture-deleted', `${AS}Delete`],
      ['capture-restored', `${SVC}Restore`],
    ] as const) {
      test(`of the kind ${kind}, with a type and every term in RDF`, async () => {
        const event = await eventOf(kind);
        const lines = await triplesOf(event);
        const id = `<https://archive.example/manage/v1/events/${event.owner}-${event.number}>`;
        assert.ok(lines.includes(`${id} ${TYPE} <${type}> .`), lines.join('\n'));
        const object = lines.find((line) => line.startsWith(`${id} <${AS}object>`))?.split(' ')[2] ?? '';
        assert.ok(lines.some((line) => line.startsWith(`${object} ${TYPE} <${SCHEMA}`)));
        const { object: _, type: __, id: ___, ...others } = presentEvent(links, event);
        assert.equal(lines.filter((line) => line.startsWith(`${id} `)).length, Object.keys(others).length + 2);
      });
    }
  });
});

test('an event stays below 20 kB, whatever the webpage and the page itself contain', () => {
  const long = (length: number) => '☃'.repeat(length);
  const url = `https://example.org/${'a'.repeat(2028)}`;
  const event: ArchiveEvent = {
    owner: '0192f0c1-2345-7890-abcd-ef0123456789',
    number: 1_700_000_000_000,
    kind: 'changed',
    at: '2026-01-01T00:00:00.000Z',
    webpageId: '0192f0c1-2345-7890-abcd-ef0123456789',
    webpage: {
      id: 'w',
      name: long(300),
      url,
      keywords: Array.from({ length: 20 }, () => long(100)),
      groupName: 'example.org',
      createdAt: '',
      modifiedAt: '',
    },
    title: long(300),
    screenshotId: 's',
    screenshot: {
      id: 's',
      webpageId: 'w',
      isFavorite: false,
      verdict: 'fine',
      url,
      createdAt: '',
      modifiedAt: '',
      picture: {
        id: 'p',
        contentKey: 'k'.repeat(40),
        contentType: 'image/webp',
        thumbnailKey: 't'.repeat(40),
        thumbnailType: 'image/webp',
        width: 200_000,
        height: 200_000,
        bytes: 100_000_000,
        sha256: 'f'.repeat(64),
        thumbnailSha256: undefined,
      },
    },
    known: {
      title: long(100_000),
      finalUrl: `https://example.org/${long(100_000)}`,
      httpStatus: 200,
      comparison: undefined,
    },
    share: 1,
    summary: undefined,
    details: { failure: { because: long(100_000), since: '', failures: 3 } },
  };
  for (const kind of ['changed', 'failed', 'added'] as const) {
    const bytes = Buffer.byteLength(JSON.stringify(presentEvent(links, { ...event, kind })));
    assert.ok(bytes < 20_000, `${kind}: ${bytes}`);
  }
});

test('each term of ours that events use is in the vocabulary', () => {
  const defined = new Set(vocabDocument(links)['@graph'].map((node) => node['@id']));
  for (const term of Object.values(contextDocument(links)['@context'])) {
    const id = typeof term === 'string' ? term : term?.['@id'];
    if (id?.startsWith('svc:')) assert.ok(defined.has(id), id);
  }
});
