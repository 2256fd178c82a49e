import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import sharp from 'sharp';
import { compactNext } from '../../src/app/compact-pictures.ts';
import { sweep } from '../../src/app/sweep.ts';
import type { Webpage } from '../../src/domain/webpage.ts';
import { compactPicture } from '../../src/picture/encode.ts';
import { html } from '../corpus/server.ts';
import { useCapturing, useSite } from '../harness/capturing.ts';
import { forEachEngine } from '../harness/engines.ts';
import { assertShown } from '../harness/expect.ts';
import type { Person } from '../harness/records.ts';

const HOUR_MS = 3_600_000;
const site = useSite();
const words = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' ');
const article = html(`<!doctype html><title>text</title><p>${words}`);
const ROOMY = { viewport: { width: 800, height: 600 } };
const { signal } = new AbortController();

forEachEngine((engine) => {
  const { service, clock, track, visit, keptFiles } = useCapturing(engine, site);

  const compactAll = async () => {
    const { store, images } = service;
    const parts = {
      store,
      images,
      compact: (image: Parameters<typeof compactPicture>[0]) => compactPicture(image, 'auto'),
    };
    while (await compactNext(parts, clock.now));
  };

  async function newestOf(person: Person, webpage: Webpage) {
    const answer = await service.ask(`/webpages/${webpage.id}/screenshots`, { as: person });
    return assertShown(answer, service.link).members[0];
  }

  const fetched = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
  const pixelsOf = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer();

  async function oneArticle() {
    const ann = await service.newPerson();
    const webpage = await track(ann, site.newPage(article).url, ROOMY);
    await visit(ann, webpage);
    return { ann, webpage, first: await newestOf(ann, webpage) };
  }

  test('a picture of text becomes a smaller WebP with the very same pixels, and the API shows it', async () => {
    const { ann, webpage, first } = await oneArticle();
    const original = await fetched(first.contentUrl);
    clock.forward(1);
    await compactAll();

    const shown = await newestOf(ann, webpage);
    assert.deepEqual([first.encodingFormat, shown.encodingFormat], ['image/png', 'image/webp']);
    assert.notEqual(shown.contentUrl, first.contentUrl);
    assert.equal(shown.dateModified, clock.now().toISOString());
    assert.equal(shown.dateCreated, first.dateCreated);
    assert.deepEqual(shown.thumbnail, first.thumbnail);
    const compact = await fetched(shown.contentUrl);
    assert.ok(compact.length < original.length);
    assert.deepEqual([shown.contentSize, shown.sha256], [String(compact.length), hash('sha256', compact)]);
    assert.ok((await pixelsOf(compact)).equals(await pixelsOf(original)));
  });

  test('the old file stays for an hour for whoever has its address, and goes then', async () => {
    const { first } = await oneArticle();
    await compactAll();
    const { store, images } = service;
    await sweep(store, images, clock.now, signal);
    assert.equal((await fetch(first.contentUrl)).status, 200);
    clock.forward(HOUR_MS);
    await sweep(store, images, clock.now, signal);
    assert.equal((await fetch(first.contentUrl)).status, 404);
  });

  test('the next capture still knows that the page is unchanged, and shares the new file', async () => {
    const { ann, webpage } = await oneArticle();
    await compactAll();
    const files = await keptFiles();
    const compact = await newestOf(ann, webpage);
    assert.equal((await visit(ann, webpage)).verdict, 'unchanged');
    assert.equal((await newestOf(ann, webpage)).contentUrl, compact.contentUrl);
    assert.deepEqual(await keptFiles(), files);
    const { store } = service;
    assert.equal(await store.captures.nextToEncode(), undefined);
  });

  test('a picture that cannot be made smaller is left as it is', async () => {
    const { ann, webpage, first } = await oneArticle();
    const { store, images } = service;
    await compactNext({ store, images, compact: async (image) => image }, clock.now);
    assert.equal((await newestOf(ann, webpage)).contentUrl, first.contentUrl);
    assert.equal(await store.captures.nextToEncode(), undefined);
  });

  test('a picture that cannot be read does not keep the others from being made smaller', async () => {
    const { first } = await oneArticle();
    const broken = () => Promise.reject(new Error('not an image'));
    const { store, images } = service;
    await assert.rejects(compactNext({ store, images, compact: broken }, clock.now), {
      cause: new Error('not an image'),
    });
    assert.equal(await store.captures.nextToEncode(), undefined);
    assert.equal((await fetch(first.contentUrl)).status, 200);
  });

  test('a webpage that is deleted meanwhile leaves no file', async () => {
    const { store, images } = service;
    clock.forward(HOUR_MS);
    await sweep(store, images, clock.now, signal);
    const before = await keptFiles();
    const { ann, webpage } = await oneArticle();
    const compact: typeof compactPicture = async (image, choice) => {
      await store.webpages.remove(ann.owner, webpage.id);
      await sweep(store, images, clock.now, signal);
      return compactPicture(image, choice);
    };
    await compactNext({ store, images, compact: (image) => compact(image, 'auto') }, clock.now);
    clock.forward(HOUR_MS);
    await sweep(store, images, clock.now, signal);
    assert.deepEqual(await keptFiles(), before);
  });
});
