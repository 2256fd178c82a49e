import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { CaptureOutcome } from '../../src/domain/capture.ts';
import { openDatabase } from '../../src/store/open.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addWebpage, newWebpage } from '../harness/records.ts';
import { type TestService, useService } from '../harness/service.ts';
import { banded, captureOnce, shotOf, trackWebpage, UNREACHABLE } from './captures.ts';
import { join, type Member, type Visitor } from './visitor.ts';

const namesOn = (text: string) =>
  [...text.matchAll(/<h2><svg.*?<\/svg><a href="[^"]*\/webpages\/[^"]+" dir="auto">([^<]*)</g)].map(([, name]) => name);

const cardsOn = (text: string) => text.split('<li class="card">').slice(1);

const names = async (visitor: Visitor, query: string) => namesOn((await visitor.get(`/archive${query}`)).text);

async function setDueTimes(service: TestService, owner: string): Promise<void> {
  const database = await openDatabase(service.databaseUrl);
  await database.run(
    `UPDATE capture_schedules SET ready_at = $2 WHERE account_id = $1 AND paused = 0 AND webpage_id IN
       (SELECT webpage_id FROM captures)`,
    [owner, new Date(Date.now() + 86_400_000).toISOString()],
  );
  await database.close();
}

async function setChange(service: TestService, webpageId: string, at: Date, share: number): Promise<void> {
  const database = await openDatabase(service.databaseUrl);
  const change = [webpageId, at.toISOString(), share];
  await database.run('UPDATE webpages SET changed_at = $2, changed_share = $3 WHERE id = $1', change);
  await database.close();
}

forEachEngine((engine) => {
  describe('the archive', () => {
    const service = useService(engine);
    let member: Member;
    const shown = async (query: string) => namesOn((await member.visitor.get(`/archive${query}`)).text);

    before(async () => {
      member = await join(service);
      const add = (name: string, url: string, keywords: string[] = []) =>
        addWebpage(service.store, member.owner, { name, url, keywords });
      await add('Zebra', 'https://www.example.org/Zoo', ['Animals', 'long words']);
      await add('Äpfel', 'https://fruit.example/', ['food']);
      await add('100 % true_story', 'https://blog.example.org/true', ['Food for thought']);
      await add('apple', 'https://fruit.example/apple?x=1', ['animal']);
    });

    test('is sorted by the last change or the date added, by name, or by site', async () => {
      assert.deepEqual(await shown(''), ['apple', '100 % true_story', 'Äpfel', 'Zebra']);
      assert.deepEqual(await shown('?sort=added'), ['apple', '100 % true_story', 'Äpfel', 'Zebra']);
      assert.deepEqual(await shown('?sort=name'), ['100 % true_story', 'apple', 'Zebra', 'Äpfel']);
      assert.deepEqual(await shown('?sort=site'), ['Zebra', '100 % true_story', 'Äpfel', 'apple']);
      assert.deepEqual(await shown('?sort=nonsense'), await shown(''));
    });

    test('finds all words in name, URL or keywords, ignoring case', async () => {
      for (const [query, found] of [
        ['?q=ZOO', ['Zebra']],
        ['?q=%C3%A4pf', ['Äpfel']],
        ['?q=fruit+apple', ['apple']],
        ['?q=food&sort=name', ['100 % true_story', 'Äpfel']],
        ['?q=%25', ['100 % true_story']],
        ['?q=_', ['100 % true_story']],
        ['?q=%5C', []],
        ["?q='+OR+1%3D1", []],
        ['?q=+++', ['Zebra', '100 % true_story', 'Äpfel', 'apple']],
      ] as const) {
        assert.deepEqual((await shown(query)).sort(), [...found].sort(), query);
      }
    });

    test('finds nothing by characters that no name, URL or keyword can contain', async () => {
      for (const query of ['q=%00', 'q=zebra+a%00b', 'q=%01', 'site=%00', 'site=fruit.example%00', 'keyword=a%00']) {
        const { status, text } = await member.visitor.get(`/archive?${query}`);
        assert.equal(status, 200, query);
        assert.match(text, /No results/, query);
      }
    });

    test('shows alerts for the operator until they are cleared', async () => {
      const message = 'Captures pause: the disk is nearly full.';
      await service.store.alerts.raise({ source: 'disk', message, since: new Date().toISOString() });
      assert.ok((await member.visitor.get('/archive')).text.includes(message));
      await service.store.alerts.clear('disk');
      assert.ok(!(await member.visitor.get('/archive')).text.includes(message));
    });

    test('filters by site and by whole keyword', async () => {
      assert.deepEqual(await shown('?site=fruit.example&sort=name'), ['apple', 'Äpfel']);
      assert.deepEqual(await shown('?site=fruit'), []);
      assert.deepEqual(await shown('?keyword=animals'), ['Zebra']);
      assert.deepEqual(await shown('?keyword=food'), ['Äpfel']);
      assert.deepEqual(await shown('?keyword=long+words&q=zebra&site=example.org'), ['Zebra']);
      assert.match((await member.visitor.get('/archive?q=nothing')).text, /No results/);
    });

    test('finds a record under its new name at once after it was changed', async () => {
      const { visitor, owner } = await join(service);
      const webpage = await trackWebpage(service, owner, { name: 'Before' });
      assert.equal(namesOn((await visitor.get('/archive?q=before')).text).length, 1);
      const edit = await visitor.get(`/webpages/${webpage.id}/edit`);
      assert.match(edit.text, /value="Before"/);
      await visitor.post(`/webpages/${webpage.id}/edit`, {
        url: 'https://other.example/',
        name: 'After',
        keywords: 'new',
        schedule: 'weekly',
        viewport: 'phone',
      });
      assert.deepEqual(namesOn((await visitor.get('/archive?q=before')).text), []);
      assert.deepEqual(namesOn((await visitor.get('/archive?q=after&keyword=new&site=other.example')).text), ['After']);
      const changed = await service.store.schedules.find(owner, webpage.id, new Date());
      assert.equal(changed?.schedule, 'weekly');
      assert.equal(changed?.options.viewport, 'phone');
      assert.equal(changed?.options.fullPage, false);
    });

    test('shows the status of each webpage in words about its changes', async () => {
      const { visitor, owner } = await join(service);
      const capture = (id: string, outcome: CaptureOutcome) => captureOnce(service, owner, id, outcome);
      const track = (name: string) => trackWebpage(service, owner, { name });
      const picture = await banded(80, [['#123456', 60]]);
      await capture((await track('old')).id, shotOf(picture));
      const failing = await track('failing');
      await capture(failing.id, shotOf(picture));
      await capture(
        failing.id,
        shotOf(await banded(80, [['#654321', 60]]), { verdict: 'http-error', httpStatus: 503 }),
      );
      await capture((await track('unreachable')).id, UNREACHABLE);
      const paused = await track('paused');
      await service.store.schedules.pause(owner, paused.id);
      await track('queued');
      await addWebpage(service.store, owner, { name: 'unscheduled' });
      // tick() returns times in the past, so that scheduled captures would be due.
      await setDueTimes(service, owner);
      const cards = cardsOn((await visitor.get('/archive?sort=name')).text);
      const card = (name: string) => cards.find((text) => text.includes(`>${name}</a>`)) ?? '';
      assert.match(card('old'), /<img src="https:\/\/pictures\.example\/kept\//);
      assert.match(card('old'), /Unchanged for \d+ days/);
      assert.match(card('failing'), /Failing<\/span>.*The site answered with HTTP status 503\. Since <time/s);
      const newest = (await service.store.gallery.looks(owner, [failing.id])).get(failing.id)?.newest?.thumbnailKey;
      assert.ok(card('failing').includes(newest ?? 'no picture'), 'the picture of the error is shown');
      assert.match(card('unreachable'), /The name news\.example\.org cannot be found\. Since <time/);
      assert.match(card('paused'), /Paused<\/span>.*Never captured.*<p class="sched">Paused</s);
      assert.match(card('queued'), /Queued/);
      assert.match(card('unscheduled'), /Never captured.*No schedule/s);
      assert.deepEqual(await names(visitor, '?status=failing&sort=name'), ['failing', 'unreachable']);
      assert.deepEqual(await names(visitor, '?status=paused'), ['paused']);
      assert.deepEqual(await names(visitor, '?status=changed'), []);
    });

    test('shows a change of the last week with its share, and lists it first', async () => {
      const { visitor, owner } = await join(service);
      const webpage = await trackWebpage(service, owner, { name: 'Shop' });
      await trackWebpage(service, owner, { name: 'Other' });
      await setChange(service, webpage.id, new Date(), 0.0412);
      const { text } = await visitor.get('/archive');
      assert.deepEqual(namesOn(text), ['Shop', 'Other']);
      assert.match(text, /Changed this week <b>1<\/b>/);
      assert.deepEqual(await names(visitor, '?status=changed'), ['Shop']);
    });

    test('names a webpage after the title of the page, unless it was given a name', async () => {
      const { visitor, owner } = await join(service);
      const shot = shotOf(await banded(80, [['#123456', 60]]), { title: 'Title & <more>' });
      const unnamed = await trackWebpage(service, owner, { url: 'https://news.example.org/a/b' });
      const named = await trackWebpage(service, owner, { name: 'Given' });
      assert.deepEqual(await names(visitor, '?sort=name'), ['Given', 'news.example.org/a/b']);
      await captureOnce(service, owner, unnamed.id, shot);
      await captureOnce(service, owner, named.id, shot);
      assert.deepEqual(await names(visitor, '?sort=name'), ['Given', 'Title &amp; &lt;more&gt;']);
      assert.deepEqual((await names(visitor, '?q=more')).length, 2);
      const edit = (await visitor.get(`/webpages/${unnamed.id}/edit`)).text;
      assert.match(edit, /name="name"[^>]* placeholder="Title &amp; &lt;more&gt;" value=""/);
      await visitor.post(`/webpages/${unnamed.id}/edit`, {
        url: unnamed.url,
        name: 'Mine',
        schedule: 'daily',
        viewport: 'desktop',
      });
      assert.deepEqual(await names(visitor, '?q=mine'), ['Mine']);
      await visitor.post(`/webpages/${unnamed.id}/edit`, {
        url: unnamed.url,
        name: '',
        schedule: 'daily',
        viewport: 'desktop',
      });
      assert.deepEqual(await names(visitor, '?sort=name'), ['Given', 'Title &amp; &lt;more&gt;']);
    });

    test('offers the sites and keywords of the account as filters', async () => {
      const { text } = await member.visitor.get('/archive');
      assert.match(text, /<a href="\/archive\?site=fruit\.example"><bdi>fruit\.example</);
      assert.match(text, /<a href="\/archive\?keyword=long\+words"><bdi>long words</);
      const filtered = (await member.visitor.get('/archive?site=fruit.example&sort=name')).text;
      assert.match(filtered, /href="\/archive\?sort=name" aria-current="true">Site: <bdi>fruit\.example</);
      const { visitor } = await join(service);
      assert.doesNotMatch((await visitor.get('/archive')).text, /fruit\.example/);
    });
  });

  describe('a webpage of a busy site', () => {
    const service = useService(engine);

    /** Claims everything that a worker may claim now within the politeness limits. */
    async function claimAll(owner: string): Promise<void> {
      const now = new Date();
      const leaseUntil = new Date(now.getTime() + 60_000);
      const politeness = { atOnce: 1, pauseMs: 10_000 };
      while ((await service.store.schedules.dueOwners(now)).includes(owner)) {
        await service.store.schedules.claim(owner, { attempt: randomUUIDv7(), now, leaseUntil, politeness });
      }
    }

    test('is shown as queued until its turn, and its page refreshes itself', async () => {
      const { visitor, owner } = await join(service);
      const pages = [];
      for (let number = 0; number < 12; number += 1) pages.push(await trackWebpage(service, owner));
      await claimAll(owner);
      const gallery = (await visitor.get('/archive')).text;
      assert.equal(gallery.match(/>Capturing</g)?.length, 1);
      assert.equal(gallery.match(/Queued/g)?.length, 11);
      for (const { id } of pages) {
        const { text } = await visitor.get(`/webpages/${id}`);
        assert.match(text, /id="webpage"[^>]* data-live/);
        assert.match(text, /Waiting for the first capture/);
        assert.doesNotMatch(text, /next capture <time/);
      }
    });

    test('stays queued after "Capture now" until its turn', async () => {
      const { visitor, owner } = await join(service);
      const webpage = await trackWebpage(service, owner);
      await captureOnce(service, owner, webpage.id, shotOf(await banded(80, [['#123456', 60]])));
      await trackWebpage(service, owner);
      await claimAll(owner);
      await visitor.get(`/webpages/${webpage.id}`);
      await visitor.post(`/webpages/${webpage.id}/capture`);
      await claimAll(owner);
      assert.match((await visitor.get(`/webpages/${webpage.id}`)).text, /data-live.*Queued/s);
    });
  });

  describe('a large archive', () => {
    const service = useService(engine);
    let member: Member;
    const COUNT = 2300;

    before(async () => {
      member = await join(service);
      const webpages = Array.from({ length: COUNT }, (_, index) =>
        newWebpage({
          name: `Page ${String(index).padStart(5, '0')}`,
          url: `https://site-${index % 7}.example/${index}`,
          keywords: index % 2 ? ['odd'] : ['even'],
        }),
      );
      await service.store.webpages.addMany(member.owner, webpages);
      await service.store.webpages.settle(member.owner);
    });

    async function walk(query: string): Promise<(string | undefined)[]> {
      const found = [];
      for (let path: string | undefined = `/archive${query}`; path; ) {
        const { text }: { text: string } = await member.visitor.get(path);
        found.push(...namesOn(text));
        path = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
      }
      return found;
    }

    test('has pages without gaps or repetitions, with and without filters', async () => {
      const all = await walk('?sort=name');
      assert.equal(new Set(all).size, COUNT);
      assert.deepEqual(all, all.toSorted());
      const even = all.filter((_, index) => index % 2 === 0);
      assert.deepEqual(await walk('?sort=name&keyword=even'), even);
      assert.deepEqual((await walk('?sort=added')).length, COUNT);
      assert.deepEqual(
        await walk('?sort=name&q=page+site-3'),
        all.filter((_, index) => index % 7 === 3),
      );
      assert.deepEqual(
        await walk('?sort=name&site=site-3.example'),
        all.filter((_, index) => index % 7 === 3),
      );
    });

    test('redirects from a page number that is too high to the last page', async () => {
      const answer = await member.visitor.get('/archive?sort=name&q=page&page=9999');
      assert.equal(answer.status, 200);
      assert.deepEqual(namesOn(answer.text).at(-1), `Page ${String(COUNT - 1).padStart(5, '0')}`);
    });

    test('can be read from its end, and from a position that is gone or invalid', async () => {
      const last = await member.visitor.get('/archive?sort=name&before=end');
      assert.equal(namesOn(last.text).at(-1), `Page ${String(COUNT - 1).padStart(5, '0')}`);
      assert.doesNotMatch(last.text, /rel="next"/);
      const first = namesOn((await member.visitor.get('/archive?sort=name')).text);
      const beyond = `zzz~${randomUUIDv7()}`;
      for (const place of [
        `after=${beyond}`,
        'after=nonsense',
        'before=nonsense',
        'after=%00~x',
        'before=',
        `before=~${randomUUIDv7()}`,
      ]) {
        const { status, text } = await member.visitor.get(`/archive?sort=name&${place}`);
        assert.equal(status, 200, place);
        assert.deepEqual(namesOn(text), first, place);
      }
    });
  });
});
