import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { alteredRegion, captureAs, findingsOf } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { newPicture } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { trackWebpage } from './captures.ts';
import { join, type Member, Visitor } from './visitor.ts';

const DAY_MS = 86_400_000;

/** Noon (UTC) of the day this many days ago, and some minutes. */
function noon(daysAgo: number, minutes = 0): Date {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return new Date(today - daysAgo * DAY_MS + DAY_MS / 2 + minutes * 60_000);
}

/** The names in the rows of changes, in the order of the page. */
function rowsOf(text: string): string[] {
  return [...text.matchAll(/<li class="change(?: done)?" id=.*?<h3><a href="[^"]+">([^<]*)</gs)].map(
    ([, name]) => name ?? '',
  );
}

forEachEngine((engine) => {
  describe('the Changes page', () => {
    const service = useService(engine);
    let member: Member;
    const ids: Record<string, string> = {};
    const pageOf = async (query = '') => (await member.visitor.get(`/${query}`)).text;

    before(async () => {
      member = await join(service);
      const { owner } = member;
      const { store } = service;
      const track = async (name: string, more: { url?: string; keywords?: string[] } = {}) =>
        (await trackWebpage(service, owner, { name, ...more })).id;
      const shop = await track('Tents <b>', { url: 'https://halden.example/tents', keywords: ['prices'] });
      await captureAs(store, owner, shop, { at: noon(9) });
      ids.shop = await captureAs(store, owner, shop, { at: noon(3, 1) });
      const ferry = await track('Departures', { url: 'https://ferry.example/departures' });
      const large = () => ({ picture: { ...newPicture(), width: 1000, height: 1000 } });
      await captureAs(store, owner, ferry, { at: noon(9), screenshot: large() });
      const banner = { x: 0, y: 40, width: 1000, height: 60 };
      const regions = [
        { kind: 'added' as const, before: { ...banner, height: 0 }, after: banner, area: 60_000 },
        ...[300, 400, 500, 600].map((y) => alteredRegion(100, y, 80, 20)),
      ];
      ids.ferry = await captureAs(store, owner, ferry, {
        at: noon(1),
        screenshot: large(),
        change: findingsOf(...regions),
      });
      const library = await track('Library');
      await captureAs(store, owner, library, { at: noon(1, 2), failing: 'The page answered 503.' });
      ids.library = library;
      const quiet = await track('Quiet');
      await captureAs(store, owner, quiet, { at: noon(3) });
      await captureAs(store, owner, quiet, { at: noon(2), same: true });
      await captureAs(store, owner, quiet, { at: noon(1), same: true });
    });

    test('shows the days newest first, each with its changes, failures and first captures', async () => {
      const text = await pageOf();
      assert.deepEqual(rowsOf(text), ['Departures', 'Tents &lt;b&gt;']);
      assert.match(text, /<h2 id="h-[\d-]+">Yesterday <small>/);
      assert.match(text, /1 began to fail.*Library.*The page answered 503\..*1 attempt, <time/s);
      assert.match(text, /1 new<\/h3>.*Quiet/s);
      assert.match(text, /<li class="changed"><b>1<\/b>changed<\/li><li class="failing"><b>1<\/b>failing<\/li>/);
    });

    test('says that nothing changed on a day with captures but without changes', async () => {
      assert.match(await pageOf(), /class="day nothing".*?Nothing changed\.<small>1 page was captured;/s);
    });

    test('lists the webpages that were captured on a day without a change', async () => {
      const day = noon(2).toISOString().slice(0, 10);
      assert.ok((await pageOf()).includes(`<a href="/archive?unchanged=${day}">Show it</a>`));
      const { text } = await member.visitor.get(`/archive?unchanged=${day}`);
      assert.match(text, /1 webpage found.*>Quiet</s);
      assert.match(text, /Unchanged on \d+ \w+/);
      assert.equal((await member.visitor.get('/archive?unchanged=2026-02-30')).status, 400);
    });

    test('divides the list into days of the time zone that the browser tells', async () => {
      const day = noon(0).toISOString().slice(0, 10);
      assert.ok(!(await pageOf()).includes(`id="d-${day}"`));
      const { text } = await member.visitor.get('/', { 'Time-Zone': 'Pacific/Kiritimati' });
      assert.match(text, new RegExp(`id="d-${day}".*Departures`, 's'));
      assert.match(await pageOf(), /data-zone="Pacific\/Kiritimati"/);
      await member.visitor.get('/', { 'Time-Zone': 'Nowhere' });
      assert.match(await pageOf(), /data-zone="UTC"/);
    });

    test('crops both pictures to the largest region, and offers the others', async () => {
      const text = await pageOf();
      const row = text.slice(text.indexOf(`id="e-${ids.ferry}"`));
      assert.match(row, /class="pair wide".*\/iiif\/0,\d+,1000,\d+\/1000,\/0\/default\.webp/s);
      assert.match(row, /<g class="mk added seat">.*<g class="mk added"><rect class="tint"/s);
      assert.match(row, /1 <span>added<\/span>.*4 <span>altered<\/span>/s);
      assert.match(row, /class="others">(<a [^>]*title="altered".*?){3}<a class="more"[^>]*>\+1</s);
      assert.match(row, /6\.6.%<\/b> of the page/);
    });

    test('filters by kind, site and keyword', async () => {
      for (const [query, found] of [
        ['?filter=changed', ['Departures', 'Tents &lt;b&gt;']],
        ['?filter=failing', []],
        ['?filter=reviewed', []],
        ['?site=halden.example', ['Tents &lt;b&gt;']],
        ['?site=HALDEN.example', ['Tents &lt;b&gt;']],
        ['?keyword=prices', ['Tents &lt;b&gt;']],
        ['?keyword=none', []],
        ['?site=%00', []],
      ] as const) {
        assert.deepEqual(rowsOf(await pageOf(query)), found, query);
      }
      assert.match(await pageOf('?filter=failing'), /Library/);
      assert.match(await pageOf('?filter=reviewed'), /Nothing matches these filters/);
    });

    test('marks a change as reviewed and undoes it, and returns to its row', async () => {
      await pageOf('?filter=changed');
      assert.match(await pageOf(), /<span class="count" title="2 not reviewed">2</);
      assert.match(await pageOf('nowhere'), /<span class="count" title="2 not reviewed">2<.*Page not found/s);
      const reviewed = await member.visitor.post('/changes/reviewed', {
        entry: ids.shop ?? '',
        back: 'filter=changed',
      });
      assert.equal(member.visitor.path, `/?filter=changed#e-${ids.shop}`);
      assert.match(reviewed.text, new RegExp(`<li class="change done" id="e-${ids.shop}">`));
      assert.match(reviewed.text, /<span class="count" title="1 not reviewed">1</);
      assert.deepEqual(rowsOf(await pageOf('?filter=reviewed')), ['Tents &lt;b&gt;']);
      const undone = await member.visitor.post('/changes/undo', { entry: ids.shop ?? '' });
      assert.doesNotMatch(undone.text, /change done/);
    });

    test('marks a whole day as reviewed', async () => {
      await pageOf();
      const day = noon(1).toISOString().slice(0, 10);
      const { text } = await member.visitor.post('/changes/reviewed-day', { day });
      assert.equal(member.visitor.path, `/#d-${day}`);
      assert.equal(text.match(/change done/g)?.length, 1);
      await member.visitor.post('/changes/undo', { entry: ids.ferry ?? '' });
    });

    test('stars the newer capture', async () => {
      const [, address = ''] =
        new RegExp(`formaction="(/changes/star[^"]+capture=${ids.shop}[^"]+)"`).exec(await pageOf()) ?? [];
      const starred = await member.visitor.post(address.replaceAll('&amp;', '&'), { entry: ids.shop ?? '' });
      assert.match(starred.text, /class="quiet only star" aria-pressed="true"/);
      assert.match(starred.text, new RegExp(`capture=${ids.shop}&amp;favorite=off`));
    });

    test('captures a failing page again', async () => {
      await pageOf();
      const { text } = await member.visitor.post('/changes/capture', { webpage: ids.library ?? '' });
      assert.match(text, /Library.*<span class="busy" data-pending>Queued/s);
    });

    test('pages by position: older and newer entries, without gaps or repetitions', async () => {
      const many = await join(service);
      const { id } = await trackWebpage(service, many.owner, { name: 'Often' });
      for (let index = 0; index < 61; index += 1) {
        await captureAs(service.store, many.owner, id, { at: noon(40 - Math.floor(index / 2), index % 2) });
      }
      const seen: string[] = [];
      const entriesOn = (text: string) => [...text.matchAll(/ id="(e-[\w-]+)"/g)].map(([, entry]) => entry ?? '');
      const link = (text: string, rel: string) =>
        new RegExp(`href="([^"]+)" rel="${rel}"`).exec(text)?.[1]?.replaceAll('&amp;', '&');
      let text = (await many.visitor.get('/')).text;
      assert.equal(link(text, 'prev'), undefined);
      const pages = [text];
      for (let next = link(text, 'next'); next; next = link(text, 'next')) {
        text = (await many.visitor.get(next)).text;
        pages.push(text);
      }
      for (const page of pages) seen.push(...entriesOn(page));
      assert.deepEqual([pages.length, seen.length, new Set(seen).size], [3, 61, 61]);
      const back = (await many.visitor.get(link(text, 'prev') ?? '')).text;
      assert.deepEqual(entriesOn(back), entriesOn(pages[1] ?? ''));
      assert.deepEqual(entriesOn((await many.visitor.get(link(back, 'prev') ?? '')).text), entriesOn(pages[0] ?? ''));
      assert.equal(many.visitor.path, '/');
      const day = noon(20).toISOString().slice(0, 10);
      assert.match((await many.visitor.get(`/?day=${day}`)).text, new RegExp(`<section class="day" id="d-${day}"`));
    });

    test('refuses places and days that cannot exist, and forms without a change', async () => {
      for (const query of ['?from=x', '?from=2026-01-01T00:00:00.000Z_x', '?to=%00', '?day=2026-02-30', '?day=x']) {
        assert.equal((await member.visitor.get(`/${query}`)).status, 400, query);
      }
      await pageOf();
      for (const [path, fields] of [
        ['/changes/reviewed', {}],
        ['/changes/reviewed', { entry: 'x' }],
        ['/changes/reviewed-day', { day: '2026-13-01' }],
      ] as const) {
        assert.equal((await member.visitor.post(path, fields)).status, 400, path);
      }
      assert.equal(
        (await member.visitor.post('/changes/star?webpage=x&capture=y', { entry: ids.shop ?? '' })).status,
        404,
      );
      assert.equal((await member.visitor.post('/changes/capture', { webpage: 'x' })).status, 404);
    });

    test('shows nothing of other accounts, and accepts no action on it', async () => {
      const other = await join(service);
      const { text } = await other.visitor.get('/');
      assert.match(text, /Your archive is empty/);
      await other.visitor.post('/changes/reviewed', { entry: ids.ferry ?? '' });
      assert.equal((await other.visitor.post('/changes/capture', { webpage: ids.library ?? '' })).status, 404);
      assert.doesNotMatch(await pageOf(), new RegExp(`change done" id="e-${ids.ferry}"`));
      assert.equal((await new Visitor(service).request('GET', '/')).status, 303);
    });

    test('leads back to the Changes page only', async () => {
      await pageOf();
      await member.visitor.post('/changes/undo', { entry: ids.shop ?? '', back: '//evil.example/?x=1' });
      assert.ok(member.visitor.path.startsWith('/?'), member.visitor.path);
    });

    test('says so if nothing has changed yet', async () => {
      const quiet = await join(service);
      await trackWebpage(service, quiet.owner);
      assert.match((await quiet.visitor.get('/')).text, /Nothing has changed yet.*watches 1 webpage/s);
    });
  });
});
