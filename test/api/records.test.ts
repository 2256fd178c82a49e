import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine } from '../harness/engines.ts';
import { assertShown } from '../harness/expect.ts';
import { addScreenshot, addWebpage, storePicture } from '../harness/records.ts';
import { useService } from '../harness/service.ts';

const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The contract, §2.1, §2.2, §4.2 and §4.5: the fields of single records. */
forEachEngine((engine) => {
  const service = useService(engine);

  async function oneWebpage() {
    const ann = await service.newPerson();
    const webpage = await addWebpage(service.store, ann.owner, {
      url: 'https://www.blog.example.co.uk/a%20page?q=1#top',
      name: 'Ann’s “blog” <b>&</b> 日本 🗻',
      keywords: ['news', 'Zürich', 'news'],
    });
    return { ann, webpage };
  }

  async function oneScreenshot() {
    const { ann, webpage } = await oneWebpage();
    const picture = await storePicture(service.images);
    const screenshot = await addScreenshot(service.store, ann.owner, webpage.id, { picture, isFavorite: true });
    return { ann, webpage, screenshot };
  }

  test('a webpage record has exactly the fields of the contract, in the order of the contract', async () => {
    const { ann, webpage } = await oneWebpage();
    const record = assertShown(await service.ask(`/webpages/${webpage.id}`, { as: ann }), service.link);
    assert.deepEqual(Object.keys(record), [
      'type',
      'id',
      'identifier',
      'name',
      'url',
      'keywords',
      'dateCreated',
      'dateModified',
      'subjectOf',
      'isPartOf',
      'collection',
    ]);
  });

  test('a webpage record has the stored values', async () => {
    const { ann, webpage } = await oneWebpage();
    const record = assertShown(await service.ask(`/webpages/${webpage.id}`, { as: ann }), service.link);
    assert.deepEqual(record, {
      type: 'WebPage',
      id: `${service.base}/webpages/${webpage.id}`,
      identifier: webpage.id,
      name: 'Ann’s “blog” <b>&</b> 日本 🗻',
      url: 'https://www.blog.example.co.uk/a%20page?q=1#top',
      keywords: ['news', 'Zürich'],
      dateCreated: webpage.createdAt,
      dateModified: webpage.modifiedAt,
      subjectOf: { type: 'Collection', id: `${service.base}/webpages/${webpage.id}/screenshots` },
      isPartOf: { type: 'WebPageGroup', name: 'example.co.uk' },
      collection: `${service.base}/webpages`,
    });
  });

  test('a webpage without keywords has an empty list of keywords', async () => {
    const ann = await service.newPerson();
    const { id } = await addWebpage(service.store, ann.owner);
    assert.deepEqual(assertShown(await service.ask(`/webpages/${id}`, { as: ann }), service.link).keywords, []);
  });

  test('the group has a type and a name, but no id and no endpoint', async () => {
    const { ann, webpage } = await oneWebpage();
    const { isPartOf } = assertShown(await service.ask(`/webpages/${webpage.id}`, { as: ann }), service.link);
    assert.deepEqual(Object.keys(isPartOf), ['type', 'name']);
  });

  const GROUPS: [url: string, name: string][] = [
    ['https://www.blog.example.co.uk/x', 'example.co.uk'],
    ['https://example.com/', 'example.com'],
    ['https://ann.github.io/notes', 'ann.github.io'],
    ['http://localhost:3000/', 'localhost'],
    ['http://127.0.0.1:8080/', '127.0.0.1'],
    ['http://[::1]:8080/', '[::1]'],
    ['http://intranet/wiki', 'intranet'],
    ['https://co.uk/', 'co.uk'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
  ];
  for (const [url, name] of GROUPS) {
    test(`the group of ${url} is ${name}`, async () => {
      const ann = await service.newPerson();
      const { id } = await addWebpage(service.store, ann.owner, { url });
      const record = assertShown(await service.ask(`/webpages/${id}`, { as: ann }), service.link);
      assert.equal(record.isPartOf.name, name);
    });
  }

  test('dates are UTC with milliseconds and a Z', async () => {
    const { ann, webpage, screenshot } = await oneScreenshot();
    const page = assertShown(await service.ask(`/webpages/${webpage.id}`, { as: ann }), service.link);
    const shot = assertShown(
      await service.ask(`/webpages/${webpage.id}/screenshots/${screenshot.id}`, { as: ann }),
      service.link,
    );
    for (const date of [page.dateCreated, page.dateModified, shot.dateCreated, shot.dateModified]) {
      assert.match(date, ISO_UTC);
    }
  });

  test('a screenshot record has the fields of the contract in its order, and additional fields', async () => {
    const { ann, webpage, screenshot } = await oneScreenshot();
    const answer = await service.ask(`/webpages/${webpage.id}/screenshots/${screenshot.id}`, { as: ann });
    const ours = ['width', 'height', 'contentSize', 'sha256', 'verdict', 'capturedUrl'];
    const names = Object.keys(assertShown(answer, service.link));
    assert.deepEqual(
      names.filter((name) => !ours.includes(name)),
      [
        'type',
        'id',
        'identifier',
        'isFavorite',
        'dateCreated',
        'dateModified',
        'contentUrl',
        'encodingFormat',
        'thumbnail',
        'about',
        'collection',
      ],
    );
    assert.deepEqual(
      names.filter((name) => ours.includes(name)),
      ours,
    );
  });

  test('a screenshot record has the stored values', async () => {
    const { ann, webpage, screenshot } = await oneScreenshot();
    const { picture } = screenshot;
    const answer = await service.ask(`/webpages/${webpage.id}/screenshots/${screenshot.id}`, { as: ann });
    assert.deepEqual(assertShown(answer, service.link), {
      type: 'ImageObject',
      id: `${service.base}/webpages/${webpage.id}/screenshots/${screenshot.id}`,
      identifier: screenshot.id,
      isFavorite: true,
      dateCreated: screenshot.createdAt,
      dateModified: screenshot.modifiedAt,
      contentUrl: `${service.imageHost}/${picture.contentKey}`,
      encodingFormat: 'image/webp',
      width: 4,
      height: 3,
      contentSize: String(picture.bytes),
      sha256: picture.sha256,
      thumbnail: {
        type: 'ImageObject',
        contentUrl: `${service.imageHost}/${picture.thumbnailKey}`,
        encodingFormat: 'image/jpeg',
      },
      about: { type: 'WebPage', id: `${service.base}/webpages/${webpage.id}` },
      verdict: 'fine',
      capturedUrl: screenshot.url,
      collection: `${service.base}/webpages/${webpage.id}/screenshots`,
    });
  });

  test('isFavorite is true or false as a boolean', async () => {
    const { ann, webpage, screenshot } = await oneScreenshot();
    const path = `/webpages/${webpage.id}/screenshots/${screenshot.id}`;
    assert.equal((await service.ask(path, { as: ann })).json().isFavorite, true);
    const mark = { webpageId: webpage.id, id: screenshot.id, isFavorite: false, now: new Date() };
    await service.store.screenshots.setFavorite(ann.owner, mark);
    const after = (await service.ask(path, { as: ann })).json();
    assert.equal(after.isFavorite, false);
    assert.equal(after.dateModified, mark.now.toISOString());
  });

  test('members of a list are the single records without "collection"', async () => {
    const { ann, webpage, screenshot } = await oneScreenshot();
    const pairs = [
      ['/webpages', `/webpages/${webpage.id}`],
      [`/webpages/${webpage.id}/screenshots`, `/webpages/${webpage.id}/screenshots/${screenshot.id}`],
    ] as const;
    for (const [list, item] of pairs) {
      const [member] = (await service.ask(list, { as: ann })).json().members;
      const { collection, ...single } = (await service.ask(item, { as: ann })).json();
      assert.equal(collection, `${service.base}${list}`);
      assert.deepEqual(Object.entries(member), Object.entries(single));
    }
  });

  test('every URL begins with the configured address, independent of the Host header', async () => {
    const { ann, webpage, screenshot } = await oneScreenshot();
    const headers = { Host: 'evil.example:666', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' };
    for (const path of [
      '',
      '/webpages',
      `/webpages/${webpage.id}`,
      `/webpages/${webpage.id}/screenshots`,
      `/webpages/${webpage.id}/screenshots/${screenshot.id}`,
      '/contexts',
      '/vocab',
      '/openapi.json',
      '/nothing',
    ]) {
      const answer = await service.ask(path, { as: ann, headers });
      assert.doesNotMatch(answer.text + answer.rawHeaders.join('\n'), /evil/, path);
    }
  });
});
