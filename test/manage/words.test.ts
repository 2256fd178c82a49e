import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { allResults, csvRows, presentResult } from '../../src/app/word-history.ts';
import { remoteAudit } from '../../src/cli/remote/audit.ts';
import { remotePhrase, remoteSearch, shownWords } from '../../src/cli/remote/search.ts';
import { connect, type FoundWords } from '../../src/client/client.ts';
import { captureAs } from '../harness/changes.ts';
import { sqlite } from '../harness/engines.ts';
import { useService } from '../harness/service.ts';
import { addTracked } from '../harness/tracked.ts';
import { pageText, wordQuery } from '../harness/words.ts';
import { type Manager, manager } from './manager.ts';

const AT = (hour: number) => new Date(Date.parse('2026-05-03T00:00:00.000Z') + hour * 3_600_000);

interface Page {
  readonly members: FoundWords[];
  readonly view: { readonly next?: string };
}

describe('words in the management API', () => {
  const service = useService(sqlite);
  let ann: Manager;
  const pages: string[] = [];
  let captures: string[];

  before(async () => {
    ann = await manager(service);
    for (const number of [0, 1, 2]) {
      const url = `https://news-${number}.example/`;
      const { id } = await addTracked(service.store, ann.owner, { url, readyAt: AT(0) });
      const texts = ['Before', 'The Merger is announced', 'Merger rumour', undefined, 'merger done'];
      const made: string[] = [];
      for (const [hour, text] of texts.slice(0, number === 2 ? 3 : 5).entries()) {
        const at = AT(number * 10 + hour);
        made.push(
          await captureAs(service.store, ann.owner, id, { at, text: text === undefined ? undefined : pageText(text) }),
        );
      }
      pages.unshift(id);
      captures = made;
    }
  });

  const page = async (path: string): Promise<Page> => {
    const answer = await ann.ask('GET', path.replace('https://archive.example/manage/v1', ''));
    assert.equal(answer.status, 200, answer.text);
    return answer.json();
  };

  test('search gives webpages with the passage, the spans and the captures beside them', async () => {
    const { members } = await page('/search?q=rumour%20-done&in=all');
    const [found] = members;
    assert.ok(found);
    const shot = (index: number) => {
      const id = captures[index] ?? '';
      const url = `https://archive.example/v3/webpages/${pages[0]}/screenshots/${id}`;
      return { type: 'ImageObject', id: url, identifier: id, dateCreated: AT(20 + index).toISOString() };
    };
    assert.deepEqual(found, {
      type: 'WordMatch',
      about: {
        type: 'WebPage',
        id: `https://archive.example/v3/webpages/${pages[0]}`,
        identifier: pages[0],
        name: found.about.name,
        url: 'https://news-2.example/',
      },
      passages: ['Merger rumour'],
      spanCount: 1,
      spans: [
        {
          type: 'WordSpan',
          screenshotBefore: { ...shot(1), wordsKnown: true },
          firstScreenshot: shot(2),
          lastScreenshot: shot(2),
        },
      ],
    });
    assert.equal(members.length, 3);
    assert.deepEqual((await page('/search?q=rumour')).members, [found]);
    assert.equal((await page('/search?q=merger%20site:news-1.example&in=all')).members.length, 1);
    assert.equal((await page('/search?q=merger%20to:2026-05-03&in=all')).members.length, 3);
    assert.equal((await page('/search?q=Merger&exact=true')).members.length, 1);
    const shown = await service.askPath(
      found.spans[0]?.firstScreenshot.id.replace('https://archive.example', '') ?? '',
      {
        headers: { Authorization: `Bearer ${ann.token}` },
      },
    );
    assert.equal(shown.status, 200);
  });

  test('phrase gives all spans and says where words are not known', async () => {
    const [, found] = (await page('/phrase?q=%22merger%22')).members;
    assert.equal(found?.spanCount, 2);
    const [newest, oldest] = found.spans;
    assert.equal(newest?.screenshotAfter, undefined);
    assert.equal(newest?.screenshotBefore?.wordsKnown, false);
    assert.deepEqual(oldest?.screenshotAfter, newest.screenshotBefore);
    assert.deepEqual(
      [oldest?.screenshotBefore, oldest?.firstScreenshot, oldest?.lastScreenshot].map((each) => each?.dateCreated),
      [10, 11, 12].map((hour) => AT(hour).toISOString()),
    );
    assert.equal((await page('/phrase?q=merger&spans=1')).members[1]?.spans.length, 1);
  });

  test('lists are read by cursor, which belongs to the query', async () => {
    for (const path of ['/search?in=all&q=merger', '/phrase?q=merger']) {
      const found: string[] = [];
      let next: string | undefined = `${path}&limit=1`;
      for (; next !== undefined; ) {
        const { members, view }: Page = await page(next);
        assert.ok(members.length <= 1);
        found.push(...members.map(({ about }) => about.identifier));
        next = view.next;
      }
      assert.deepEqual(found, pages);
      const cursor = new URL((await page(`${path}&limit=1`)).view.next ?? '').searchParams.get('cursor');
      assert.equal((await ann.ask('GET', `${path}x&limit=1&cursor=${cursor}`)).status, 400);
      const [version, mark] = JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString());
      for (const position of ['x', '1e3', '-1', '', '9'.repeat(16), '9'.repeat(30)]) {
        const forged = Buffer.from(JSON.stringify([version, mark, position, ''])).toString('base64url');
        assert.equal((await ann.ask('GET', `${path}&limit=1&cursor=${forged}`)).status, 400, position);
      }
    }
  });

  test('a list continues after positions of 16 digits, as passages have from September 2027', async () => {
    const { owner, ask } = await manager(service, { scopes: ['read'] });
    const webpages: string[] = [];
    for (const [number, at] of ['2027-09-26T17:00:00.000Z', '2061-01-01T00:00:00.000Z'].entries()) {
      const url = `https://future-${number}.example/`;
      const { id } = await addTracked(service.store, owner, { url, readyAt: AT(0) });
      await captureAs(service.store, owner, id, { at: new Date(at), text: pageText('Tomorrow') });
      webpages.unshift(id);
    }
    for (const path of ['/search?q=tomorrow', '/phrase?q=tomorrow']) {
      const first: Page = (await ask('GET', `${path}&limit=1`)).json();
      const second: Page = (
        await ask('GET', (first.view.next ?? '').replace('https://archive.example/manage/v1', ''))
      ).json();
      assert.deepEqual(
        [...first.members, ...second.members].map(({ about }) => about.identifier),
        webpages,
      );
    }
  });

  test('a query that cannot be searched for is 400 with the reason', async () => {
    for (const [path, reason] of [
      ['/search', /"q" is missing/],
      ['/phrase?query=x', /"q" is missing/],
      ['/search?q=%20', /Enter a word/],
      ['/search?q=-x', /Add a word or a phrase/],
      ['/search?q=%22x', /no closing quotation mark/],
      ['/search?q=x%00', /"q"/],
      ['/search?q=x&in=old', /"in"/],
      [`/search?q=${'x'.repeat(1001)}`, /"q"/],
      ['/search?q=from:2026-13-01%20x', /not a day/],
      ['/phrase?q=!!!', /neither letters nor digits/],
      ['/phrase?q=x&spans=5001', /"spans"/],
    ] as const) {
      const answer = await ann.ask('GET', path);
      assert.equal(answer.status, 400, path);
      assert.match(answer.json().description, reason);
    }
  });

  test('another account finds nothing', async () => {
    const bob = await manager(service, { scopes: ['read'] });
    for (const path of ['/search?q=merger&in=all', '/phrase?q=merger']) {
      assert.deepEqual((await bob.ask('GET', path)).json().members, []);
    }
  });

  test('commands with --remote have what the commands on the archive itself have', async () => {
    const client = connect({ url: `http://127.0.0.1:${service.port}`, token: ann.token });
    const expected = await Array.fromAsync(allResults(service.store.words, ann.owner, wordQuery('merger')));
    const spans = 5000;
    const found = await Array.fromAsync(shownWords(client.search('merger', { in: 'all', spans })));
    assert.deepEqual(found.map(presentResult), expected.map(presentResult));
    assert.deepEqual(found.flatMap(csvRows), expected.flatMap(csvRows));
    const phrase = await Array.fromAsync(shownWords(client.phrase('merger', { spans })));
    assert.deepEqual(phrase, found);
    for (const words of [
      ['merger', '--all', '--json'],
      ['merger', '--limit', '1'],
    ]) {
      await remoteSearch(() => client).parseAsync(words, { from: 'user' });
    }
    await remotePhrase(() => client).parseAsync(['merger', '--csv'], { from: 'user' });
    await remoteAudit(() => client).parseAsync(['--since', '1h'], { from: 'user' });
    await assert.rejects(remotePhrase(() => client).parseAsync(['!'], { from: 'user' }), {
      kind: 'invalid',
      message: /neither letters nor digits/,
    });
  });
});
