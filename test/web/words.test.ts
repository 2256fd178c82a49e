import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { captureAs } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { useService } from '../harness/service.ts';
import { addTracked } from '../harness/tracked.ts';
import { pageText } from '../harness/words.ts';
import { join, type Member } from './visitor.ts';

forEachEngine((engine) => {
  const service = useService(engine);
  let member: Member;
  let webpageId = '';
  const AT = (hour: number) => new Date(Date.parse('2026-05-03T00:00:00.000Z') + hour * 3_600_000);

  before(async () => {
    member = await join(service);
    const { id } = await addTracked(service.store, member.owner, { url: 'https://news.example/', readyAt: AT(0) });
    webpageId = id;
    const capture = (hour: number, ...paragraphs: string[]) =>
      captureAs(service.store, member.owner, id, { at: AT(hour), text: pageText(...paragraphs), title: '＝1+1' });
    await capture(1, 'Nothing yet');
    await capture(2, 'The <b>merger</b> is announced', 'Price: € 129.50');
    await capture(3, 'The <b>merger</b> is announced', 'Price: € 124.50');
    await capture(4, 'Nothing any more');
  });

  const get = (path: string) => member.visitor.get(path);

  test('a search shows the webpage, the marked words and the time', async () => {
    const { text } = await get('/search?q=merger&in=all');
    assert.match(text, /The &lt;b&gt;<mark>merger<\/mark>&lt;\/b&gt; is announced/);
    assert.match(text, /Visible from <time datetime="2026-05-03T02:00:00.000Z"/);
    assert.match(text, new RegExp(`/webpages/${webpageId}/captures/[0-9a-f-]+\\?words=merger`));
    assert.match((await get('/search?q=merger')).text, /Search all time/);
  });

  test('a long passage is cut between words around the first match', async () => {
    const long = `${'word '.repeat(100)}needle${' word'.repeat(100)}`;
    const { id } = await addTracked(service.store, member.owner, { url: 'https://long.example/', readyAt: AT(0) });
    await captureAs(service.store, member.owner, id, { at: AT(1), text: pageText(long) });
    const { text } = await get('/search?q=needle');
    assert.match(text, />… (word )+<mark>needle<\/mark>( word)+ …</);
  });

  test('a bad query gets a clear error with status 400', async () => {
    for (const [query, message] of [
      ['"merger', 'has no closing quotation mark'],
      ['-merger', 'Add a word or a phrase to look for'],
      ['...', 'has neither letters nor digits'],
      ['merger from:yesterday', 'is not a day, such as 2026-01-31'],
      ['merger site:a site:b', 'site: is given twice'],
      ['x'.repeat(10_000), 'at most 1000 are allowed'],
    ] as const) {
      const { status, text } = await get(`/search?${new URLSearchParams({ q: query })}`);
      assert.equal(status, 400, query.slice(0, 40));
      assert.ok(text.includes(message), query.slice(0, 40));
    }
  });

  test('a capture opened from a search has the words outlined', async () => {
    const { text } = await get('/search?q=%22price+124%22&in=all');
    assert.match(text, /No results|<mark>/);
    const found = (await get('/search?q=price&in=all')).text;
    const href = /href="([^"]*words=price[^"]*)"/.exec(found)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const capture = (await get(new URL(href, 'http://x').pathname + new URL(href, 'http://x').search)).text;
    assert.match(capture, /1 place with <bdi>price<\/bdi> is outlined/);
    assert.match(capture, /<g class="mk added">/);
  });

  test('a phrase through time tells between which captures it appeared and went', async () => {
    const { text } = await get('/phrase?q=merger');
    const plain = text.replace(/<[^>]+>/g, '');
    assert.match(
      plain,
      /Appeared between 3 May 2026, 01:00.UTC \(last capture without it\) and 3 May 2026, 02:00.UTC \(first with it\)/,
    );
    assert.match(
      plain,
      /Went between 3 May 2026, 03:00.UTC \(last capture with it\) and 3 May 2026, 04:00.UTC \(first without it\)/,
    );
    const csv = (await get('/phrase/export?q=merger&format=csv')).text;
    assert.match(csv, /"'＝1\+1"/);
    assert.match(
      csv,
      /"2026-05-03T01:00:00.000Z","2026-05-03T02:00:00.000Z","2026-05-03T03:00:00.000Z","2026-05-03T04:00:00.000Z",""/,
    );
    const [row] = JSON.parse((await get('/phrase/export?q=merger&format=json')).text);
    assert.equal(row.spans[0].first.at, AT(2).toISOString());
  });

  test('the archive finds webpages by their current words', async () => {
    assert.match((await get('/archive?q=any+more')).text, /1 webpage found/);
    assert.match((await get('/archive?q=merger')).text, /No results/);
  });

  test('the next results follow positions of 16 digits, as passages have from September 2027', async () => {
    const { owner, visitor } = await join(service);
    for (let number = 0; number < 21; number += 1) {
      const url = `https://future-${number}.example/`;
      const { id } = await addTracked(service.store, owner, { url, readyAt: AT(0) });
      const at = new Date(Date.parse('2027-09-26T17:00:00.000Z') + number * 3_600_000);
      await captureAs(service.store, owner, id, { at, text: pageText('Tomorrow') });
    }
    for (const [path, last] of [
      ['/search?q=tomorrow', 0],
      ['/phrase?q=tomorrow', 10],
    ] as const) {
      const first = (await visitor.get(path)).text;
      const next = /rel="next" href="([^"]*)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const second = (await visitor.get(next)).text;
      const sites = (text: string) => new Set([...text.matchAll(/future-(\d+)\.example/g)].map(([, n]) => Number(n)));
      assert.deepEqual(
        [Math.max(...sites(first)), Math.min(...sites(first).difference(sites(second)))],
        [20, last + 1],
      );
      assert.equal(Math.max(...sites(second)), last);
    }
  });

  test('an exact search stays exact in its links, and marks only what is written so', async () => {
    const { owner, visitor } = await join(service);
    const { id } = await addTracked(service.store, owner, { url: 'https://fruit.example/', readyAt: AT(0) });
    await captureAs(service.store, owner, id, { at: AT(1), text: pageText('An apple, and Ap\u00adple and Apples') });
    const found = (await visitor.get('/search?q=Apple&exact=on&in=all')).text;
    assert.match(found, /An apple, and <mark>Ap\u00adple<\/mark> and Apples/);
    assert.match(found, /href="\/phrase\?q=Apple&amp;exact=on"/);
    const { text } = await visitor.get('/search?q=APPLE&exact=on&after=5');
    assert.match(
      (await visitor.get('/search?q=APPLE&exact=on')).text,
      /href="\/search\?q=APPLE&amp;exact=on&amp;in=all"/,
    );
    assert.doesNotMatch(text, /fruit\.example/);
  });

  test('another account finds nothing', async () => {
    const stranger = await join(service);
    assert.doesNotMatch((await stranger.visitor.get('/search?q=merger&in=all')).text, /news\.example/);
    assert.equal((await stranger.visitor.get('/phrase/export?q=merger&format=json')).text, '[]\n');
  });
});
