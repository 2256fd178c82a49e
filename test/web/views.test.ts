import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { forEachEngine } from '../harness/engines.ts';
import { addScreenshot } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { join, type Member } from './visitor.ts';

const URL_ADDED = 'https://one.example/page';
const DEFAULTS = { schedule: 'daily', fullPage: 'on', timeZone: 'UTC', urls: URL_ADDED };

function formOf(fields: Record<string, string>, views: readonly string[]): URLSearchParams {
  const form = new URLSearchParams({ ...DEFAULTS, ...fields });
  for (const view of views) form.append('view', view);
  return form;
}

forEachEngine((engine) => {
  describe('several views of one page', () => {
    const service = useService(engine);
    const at = (second: number) => `2026-03-01T10:00:${String(second).padStart(2, '0')}.000Z`;

    async function add({ visitor, owner }: Member, views: readonly string[], fields: Record<string, string> = {}) {
      await visitor.get('/add');
      const answer = await visitor.post('/add', formOf(fields, views));
      return { answer, webpages: await service.store.webpages.findByUrl(owner, URL_ADDED) };
    }

    test('each chosen view becomes a webpage with its own name and options', async () => {
      const member = await join(service);
      const { answer, webpages } = await add(member, ['desktop', 'phone:dark'], { sizes: '1000x700' });
      assert.match(member.visitor.path, /^\/webpages\//);
      assert.match(answer.text, /Added https:\/\/one\.example\/page in 3 views/);
      assert.deepEqual(
        webpages.map(({ name }) => name),
        ['one.example/page', 'one.example/page (Phone, dark)', 'one.example/page (1000 × 700)'],
      );
      const ids = webpages.map(({ id }) => id);
      const schedules = await service.store.schedules.findMany(member.owner, ids, new Date());
      assert.partialDeepStrictEqual(schedules.get(ids[1] ?? '')?.options, { viewport: 'phone', darkMode: true });
    });

    test('views that are tracked are refused with their names, and the others added', async () => {
      const member = await join(service);
      await add(member, ['desktop', 'phone:dark']);
      const { answer, webpages } = await add(member, ['desktop', 'tablet', 'phone:dark']);
      assert.equal(answer.status, 422);
      assert.match(answer.text, /already tracked as “Desktop” and “Phone, dark”\. The other views were added\./);
      assert.equal(webpages.length, 3);
      const all = await add(member, ['desktop', 'tablet']);
      assert.match(all.answer.text, /already tracked as “Desktop” and “Tablet”\.</);
      assert.equal((await add(member, ['tablet'], { allowDuplicates: 'on' })).webpages.length, 4);
    });

    test('the page of a view links to the others, at the same time for an older capture', async () => {
      const member = await join(service);
      const { visitor, owner } = member;
      const { webpages } = await add(member, ['desktop', 'phone']);
      const [desktop, phone] = webpages.map(({ id }) => id) as [string, string];
      const shot = async (id: string, second: number) =>
        (await addScreenshot(service.store, owner, id, { createdAt: at(second) })).id;
      const [early, late] = [await shot(desktop, 1), await shot(desktop, 40)];
      const [earlyPhone, latePhone] = [await shot(phone, 3), await shot(phone, 42)];

      const newest = (await visitor.get(`/webpages/${desktop}`)).text;
      assert.match(newest, /<nav class="views"[^>]*><a class="chip" [^>]*aria-current="true">Desktop<\/a>/);
      assert.ok(newest.includes(`<a class="chip" href="/webpages/${phone}">Phone</a>`));
      const older = (await visitor.get(`/webpages/${desktop}/captures/${early}`)).text;
      const link = /href="(\/webpages\/[^"]*)">Phone</.exec(older)?.[1]?.replaceAll('&amp;', '&') ?? '';
      await visitor.get(link);
      assert.equal(visitor.path, `/webpages/${phone}/captures/${earlyPhone}`);
      await visitor.get(`/webpages/${phone}?at=${encodeURIComponent(at(30))}`);
      assert.equal(visitor.path, `/webpages/${phone}/captures/${latePhone}`);

      const compared = (await visitor.get(`/webpages/${desktop}/compare?before=${early}&after=${late}`)).text;
      const across =
        /href="(\/webpages\/[^"]*compare[^"]*)">Phone</.exec(compared)?.[1]?.replaceAll('&amp;', '&') ?? '';
      await visitor.get(across);
      assert.equal(visitor.path, `/webpages/${phone}/compare?before=${earlyPhone}&after=${latePhone}`);
    });

    test('the archive shows the views of a page together, each with its label', async () => {
      const member = await join(service);
      const { visitor } = member;
      await add(member, ['desktop']);
      assert.doesNotMatch((await visitor.get('/archive')).text, /viewtag/, 'a single view needs no label');
      await visitor.post('/add', formOf({ urls: 'https://two.example/' }, ['desktop']));
      await add(member, ['phone:dark']);
      const { text } = await visitor.get('/archive?sort=added');
      const shown = [...text.matchAll(/class="(?:where|viewtag)"[^>]*>(?:<svg.*?<\/svg>)?([^<]*)/gs)].map(
        ([, word]) => word,
      );
      assert.deepEqual(
        shown.filter((word) => word !== ''),
        ['Phone, dark', 'Desktop'],
      );
      const cards = [...text.matchAll(/<h2>.*?href="\/webpages\/([^"]*)"/gs)].map(([, id]) => id);
      const urls = await Promise.all(
        cards.map(async (id = '') => (await service.store.webpages.find(member.owner, id))?.url),
      );
      assert.deepEqual(urls, [URL_ADDED, URL_ADDED, 'https://two.example/']);
    });

    test('deleting a view leaves the others, and says so', async () => {
      const member = await join(service);
      const { visitor, owner } = member;
      const { webpages } = await add(member, ['desktop', 'phone']);
      const path = `/webpages/${webpages[1]?.id}/delete`;
      assert.match((await visitor.get(path)).text, /Phone.*The other views of this page stay/s);
      await visitor.post(path);
      const left = await service.store.webpages.findByUrl(owner, URL_ADDED);
      assert.deepEqual(left, [webpages[0]]);
      assert.doesNotMatch((await visitor.get(`/webpages/${webpages[0]?.id}`)).text, /class="views"/);
      assert.match((await visitor.get('/trash')).text, /class="viewtag"[^>]*><svg.*?<\/svg>Phone</s);
      assert.match((await visitor.get(`/trash/${webpages[1]?.id}/erase`)).text, /class="viewtag".*Phone</s);
      await visitor.post(`/trash/${webpages[1]?.id}/restore`);
      assert.match((await visitor.get(`/webpages/${webpages[0]?.id}`)).text, /class="views".*Phone</s);
    });

    test('a further view takes over the settings, but no secrets', async () => {
      const member = await join(service);
      const { visitor } = member;
      const fields = { steps: 'click #more', cookies: 'a=s3cr3t', keywords: 'red', name: 'Mine' };
      const { webpages } = await add(member, ['phone'], fields);
      const { text } = await visitor.get(`/add?like=${webpages[0]?.id}`);
      assert.match(text, />\nclick #more<\/textarea>/);
      assert.match(text, /value="red"/);
      assert.match(text, /value="Mine"/);
      assert.match(text, new RegExp(`>${URL_ADDED}</textarea>`));
      assert.doesNotMatch(text, /s3cr3t|name="view"[^>]* checked/);
      const stranger = await join(service);
      assert.doesNotMatch((await stranger.visitor.get(`/add?like=${webpages[0]?.id}`)).text, /click #more<|Mine/);
    });

    test('each view counts for the quota, and none is added beyond it', async () => {
      const member = await join(service);
      await service.store.people.setQuota(member.owner, { webpages: 2, bytes: undefined, capturesADay: undefined });
      const { answer, webpages } = await add(member, ['desktop', 'phone', 'tablet']);
      assert.match(answer.text, /3 webpages|at most 2|2 webpages/);
      assert.equal(webpages.length, 0);
      assert.equal((await add(member, ['desktop', 'phone'])).webpages.length, 2);
    });

    test('the name of a view follows its screen, unless it was given', async () => {
      const member = await join(service);
      const { visitor, owner } = member;
      const { webpages } = await add(member, ['phone']);
      const id = webpages[0]?.id ?? '';
      await visitor.get(`/webpages/${id}/edit`);
      const fields = { url: URL_ADDED, name: '', schedule: 'daily', viewport: 'tablet', darkMode: 'on' };
      await visitor.post(`/webpages/${id}/edit`, fields);
      assert.equal((await service.store.webpages.find(owner, id))?.name, 'one.example/page (Tablet, dark)');
      await visitor.post(`/webpages/${id}/edit`, { ...fields, name: 'Mine', viewport: 'phone' });
      assert.equal((await service.store.webpages.find(owner, id))?.name, 'Mine');
    });
  });
});
