import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { forEachEngine } from '../harness/engines.ts';
import { addWebpage, newWebpage } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { banded, captureOnce, shotOf, trackWebpage, UNREACHABLE } from './captures.ts';
import { join, type Member } from './visitor.ts';

const namesOn = (text: string) =>
  [...text.matchAll(/<h[23]><a href="[^"]*\/webpages\/[^"]+">([^<]*)</g)].map(([, name]) => name);

forEachEngine((engine) => {
  describe('the gallery', () => {
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

    test('is grouped by site, or sorted in another order of the API', async () => {
      const { text } = await member.visitor.get('/archive');
      const sites = [...text.matchAll(/<h2><a href="[^"]*\?site=[^"]+">([^<]*)</g)].map(([, site]) => site);
      assert.deepEqual(sites, ['example.org', 'fruit.example']);
      assert.match(text, /4 webpages/);
      assert.deepEqual(await shown('?sort=name'), ['100 % true_story', 'apple', 'Zebra', 'Äpfel']);
      assert.deepEqual(await shown('?sort=dateCreated&order=desc'), ['apple', '100 % true_story', 'Äpfel', 'Zebra']);
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
      assert.deepEqual(await shown('?site=fruit.example&sort=name&order=desc'), ['Äpfel', 'apple']);
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

    test('shows the status of each webpage', async () => {
      const { visitor, owner } = await join(service);
      const fine = await trackWebpage(service, owner, { name: 'fine' });
      await captureOnce(service, owner, fine.id, shotOf(await banded(80, [['#123456', 60]])));
      const failing = await trackWebpage(service, owner, { name: 'failing' });
      await captureOnce(service, owner, failing.id, UNREACHABLE);
      const paused = await trackWebpage(service, owner, { name: 'paused' });
      await visitor.get(`/webpages/${paused.id}`);
      assert.match((await visitor.post(`/webpages/${paused.id}/pause`)).text, />Paused</);
      await trackWebpage(service, owner, { name: 'queued' });
      await addWebpage(service.store, owner, { name: 'unscheduled' });
      // tick() returns times in the past, so scheduled captures are due.
      const cards = (await visitor.get('/archive?sort=name')).text.split('<li class="card">').slice(1);
      const card = (name: string) => cards.find((text) => text.includes(`>${name}</a>`)) ?? '';
      assert.match(card('fine'), /<img src="https:\/\/pictures\.example\/kept\//);
      assert.match(
        card('failing'),
        /Failing since <time[^>]*>[^<]*<\/time>: The name news\.example\.org cannot be found/,
      );
      assert.match(card('paused'), />Paused</);
      assert.match(card('queued'), /Queued/);
      assert.match(card('unscheduled'), /No schedule/);
      assert.match((await visitor.post(`/webpages/${paused.id}/resume`)).text, /Captures continue on schedule/);
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
      assert.doesNotMatch(gallery, />Active<|Next <time/);
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

    test('is not shown as active before its first capture', async () => {
      const { visitor, owner } = await join(service);
      const webpage = await trackWebpage(service, owner, { name: 'New' });
      await service.store.schedules.pause(owner, webpage.id);
      await service.store.schedules.resume(owner, webpage.id, new Date(Date.now() + 86_400_000));
      for (const path of ['/', `/webpages/${webpage.id}`]) {
        const { text } = await visitor.get(path);
        assert.match(text, />Never captured</, path);
        assert.doesNotMatch(text, />Active</, path);
      }
    });
  });

  describe('a large gallery', () => {
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
      for (let path: string | undefined = `/${query}`; path; ) {
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
      assert.deepEqual(await walk('?sort=name&order=desc&keyword=even'), even.toReversed());
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
      const answer = await member.visitor.get('/archive?sort=name&page=9999');
      assert.equal(answer.status, 200);
      assert.deepEqual(namesOn(answer.text).at(-1), `Page ${String(COUNT - 1).padStart(5, '0')}`);
    });
  });
});
