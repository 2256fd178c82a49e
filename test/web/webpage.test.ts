import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { shortUrl } from '../../src/web/format.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addScreenshot, addWebpage } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { banded, captureOnce, shotOf, trackWebpage, UNREACHABLE } from './captures.ts';
import { join, type Member } from './visitor.ts';

forEachEngine((engine) => {
  describe('a webpage', () => {
    const service = useService(engine);
    let member: Member;

    before(async () => {
      member = await join(service);
    });

    test('shows its newest capture with details, and all attempts by time', async () => {
      const { visitor, owner } = member;
      const webpage = await trackWebpage(service, owner, { name: 'Timeline' });
      const one = await captureOnce(service, owner, webpage.id, shotOf(await banded(90, [['#111111', 50]])));
      await captureOnce(service, owner, webpage.id, UNREACHABLE);
      const two = await captureOnce(service, owner, webpage.id, shotOf(await banded(90, [['#eeeeee', 50]])));
      const { text } = await visitor.get(`/webpages/${webpage.id}`);
      const [, points = ''] = /<ol class="points">(.*?)<\/ol>/s.exec(text) ?? [];
      const links = [...points.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
      const path = `/webpages/${webpage.id}/captures`;
      const [two2, failure = '', one1] = links;
      assert.deepEqual([two2, one1], [`${path}/${two.record.screenshotId}`, `${path}/${one.record.screenshotId}`]);
      assert.match(failure, /^#failed-/);
      assert.match(text, new RegExp(`<li id="${failure.slice(1)}".*Domain not found`));
      for (const fact of [/90 × 50/, /News &lt;today&gt;/, /after-redirects/, /1\.2\.3\.4/, /<dd>200<\/dd>/]) {
        assert.match(text, fact);
      }
      const picture = (await service.store.screenshots.find(owner, webpage.id, two.record.screenshotId ?? ''))?.picture;
      assert.ok(text.includes(picture?.sha256 ?? '-'));
      assert.ok(text.includes(`compare?before=${one.record.screenshotId}&amp;after=${two.record.screenshotId}`));
    });

    test('shows failed attempts before its first capture', async () => {
      const { visitor, owner } = member;
      const webpage = await trackWebpage(service, owner, { name: 'Late' });
      await captureOnce(service, owner, webpage.id, UNREACHABLE);
      const first = await captureOnce(service, owner, webpage.id, shotOf(await banded(90, [['#111111', 50]])));
      await captureOnce(service, owner, webpage.id, shotOf(await banded(90, [['#eeeeee', 50]])));
      const { text } = await visitor.get(`/webpages/${webpage.id}`);
      const [, points = ''] = /<ol class="points">(.*?)<\/ol>/s.exec(text) ?? [];
      assert.match(points.slice(points.indexOf(`captures/${first.record.screenshotId}`)), /href="#failed-/);
      assert.match(text, /Domain not found/);
    });

    test('marks captures as favourites and can show only those', async () => {
      const { visitor, owner } = member;
      const webpage = await addWebpage(service.store, owner);
      const captures = [];
      for (let number = 0; number < 5; number += 1) {
        captures.push(await addScreenshot(service.store, owner, webpage.id));
      }
      const chosen = captures[2]?.id ?? '';
      await visitor.get(`/webpages/${webpage.id}/captures/${chosen}`);
      const path = `/webpages/${webpage.id}/captures/${chosen}/favorite`;
      assert.match((await visitor.post(path, { favorite: 'on' })).text, /aria-pressed="true"/);
      const stars = await visitor.get(`/webpages/${webpage.id}?favorites=on`);
      const [, points = ''] = /<ol class="points">(.*?)<\/ol>/s.exec(stars.text) ?? [];
      assert.equal(points.match(/<li/g)?.length, 1);
      assert.match((await visitor.post(path, { favorite: 'off' })).text, /aria-pressed="false"/);
      assert.match((await visitor.get(`/webpages/${webpage.id}?favorites=on`)).text, /No starred captures/);
    });

    test('keeps its view when a favourite changes, and counts the favourites that it shows', async () => {
      const { visitor, owner } = member;
      const webpage = await addWebpage(service.store, owner);
      const [first, second] = [
        await addScreenshot(service.store, owner, webpage.id),
        await addScreenshot(service.store, owner, webpage.id),
      ];
      await addScreenshot(service.store, owner, webpage.id);
      const shown = (id: string) => `/webpages/${webpage.id}/captures/${id}`;
      const press = async (favorite: string) => {
        const { text } = await visitor.get(visitor.path);
        const [, action = ''] = /action="([^"]+\/favorite[^"]*)"/.exec(text) ?? [];
        return (await visitor.post(action.replaceAll('&amp;', '&'), { favorite })).text;
      };
      await visitor.get(`${shown(first.id)}?size=full&month=2026-01`);
      assert.match(await press('on'), /class="viewer full"/);
      assert.equal(visitor.path, `${shown(first.id)}?size=full&month=2026-01#star`);
      await visitor.get(shown(second.id));
      await press('on');
      await visitor.get(`${shown(second.id)}?favorites=on`);
      assert.match((await visitor.get(visitor.path)).text, /<span>2 starred captures<\/span>/);
      assert.match(await press('off'), /<span>1 starred capture<\/span>/);
      assert.equal(visitor.path, `${shown(second.id)}?favorites=on#star`);
      assert.match((await visitor.get(shown(second.id))).text, /<span>3 captures since /);
    });

    test('names the time zone of its calendar and of its cron expression', async () => {
      const { visitor, owner } = member;
      const webpage = await trackWebpage(service, owner, { schedule: '30 6 * * MON-FRI', timeZone: 'Europe/Berlin' });
      await captureOnce(service, owner, webpage.id, shotOf(await banded(90, [['#111111', 50]])));
      const { text } = await visitor.get(`/webpages/${webpage.id}`);
      assert.match(text, /<h2 id="calendar">\w+ 2026 <small>UTC<\/small><\/h2>/);
      assert.match(text, /<span>30 6 \* \* MON-FRI \(Europe\/Berlin\)/);
    });

    test('has a calendar whose days link to their last capture', async () => {
      const { visitor, owner } = member;
      const webpage = await addWebpage(service.store, owner);
      const at = async (createdAt: string) => (await addScreenshot(service.store, owner, webpage.id, { createdAt })).id;
      await at('2026-02-28T23:59:59.999Z');
      await at('2026-03-01T00:00:00.000Z');
      const last = await at('2026-03-01T18:00:00.000Z');
      const newest = await at('2026-03-31T12:00:00.000Z');
      const { text } = await visitor.get(`/webpages/${webpage.id}`);
      const calendar = text.slice(text.indexOf('class="calendar"'));
      const days = [...calendar.matchAll(/captures\/([\w-]+)[^"]*" title="([^"]+)"/g)].map(([, id, told]) => [
        id,
        told,
      ]);
      assert.deepEqual(days, [
        [last, '1 Mar 2026: unchanged, 2 captures'],
        [newest, '31 Mar 2026: unchanged'],
      ]);
      assert.match((await visitor.get(`/webpages/${webpage.id}?month=2026-02`)).text, /28 Feb 2026: unchanged/);
    });

    test('links to the previous and next month that has captures or failed attempts', async () => {
      const { visitor, owner } = member;
      const { id } = await trackWebpage(service, owner);
      await captureOnce(service, owner, id, UNREACHABLE);
      const [attempt] = await service.store.captures.list(owner, id, { before: '9999', limit: 1 });
      const tried = attempt?.startedAt.slice(0, 7) ?? '';
      for (const day of ['2019-11-30', '2021-02-01', '2021-02-28', '2024-01-01']) {
        await addScreenshot(service.store, owner, id, { createdAt: `${day}T23:59:59.999Z` });
      }
      const turns = async (month: string) => {
        const { text } = await visitor.get(`/webpages/${id}?month=${month}`);
        return [...text.matchAll(/href="[^"]*month=([\d-]+)#calendar" aria-label="(Earlier|Later): /g)].map(
          ([, to, way]) => [way, to],
        );
      };
      assert.deepEqual(await turns('2019-11'), [['Later', '2021-02']]);
      assert.deepEqual(await turns('2020-05'), [
        ['Earlier', '2019-11'],
        ['Later', '2021-02'],
      ]);
      assert.deepEqual(await turns('2021-02'), [
        ['Earlier', '2019-11'],
        ['Later', '2024-01'],
      ]);
      assert.deepEqual(await turns('2024-01'), [
        ['Earlier', '2021-02'],
        ['Later', tried],
      ]);
      assert.deepEqual(await turns(tried), [['Earlier', '2024-01']]);
    });

    test('offers the image file for download, with host, path and time as its name', async () => {
      const { visitor, owner } = member;
      const webpage = await trackWebpage(service, owner, { url: 'https://news.example.org:8443/<x>/über' });
      const picture = await banded(90, [['#abcdef', 50]]);
      const { record } = await captureOnce(service, owner, webpage.id, shotOf(picture));
      const answer = await visitor.get(`/webpages/${webpage.id}/captures/${record.screenshotId}/download`);
      assert.deepEqual(answer.body, Buffer.from(picture.bytes));
      assert.match(
        answer.headers['content-disposition'] ?? '',
        /^attachment; filename="news\.example\.org-8443-x-_ber_2026-\d\d-\d\d_\d\d-\d\d\.png"; filename\*=UTF-8''news\.example\.org-8443-x-%C3%BCber_2026-/,
      );
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    });

    test('without a schedule can be captured once, and is then paused', async () => {
      const { visitor, owner } = member;
      const webpage = await addWebpage(service.store, owner, { name: 'Unscheduled' });
      const path = `/webpages/${webpage.id}`;
      assert.match((await visitor.get(path)).text, /No schedule.*Capture now/s);
      const asked = await visitor.post(`${path}/capture`);
      assert.match(asked.text, /Queued/);
      assert.doesNotMatch(asked.text, /id="capture-now"/);
      assert.ok((await service.store.schedules.dueOwners(new Date())).includes(owner));
      await captureOnce(service, owner, webpage.id, shotOf(await banded(90, [['#123456', 50]])));
      const { text } = await visitor.get(path);
      assert.match(text, /90 × 50/);
      assert.match(text, /Paused \(daily\).*Capture now.*Resume/s);
      const [schedule] = (await service.store.schedules.findMany(owner, [webpage.id], new Date())).values();
      assert.equal(schedule?.state.kind, 'paused');
      assert.match((await visitor.post(`${path}/resume`)).text, /Pause/);
    });

    test('keeps its schedule and pause after "Capture now"', async () => {
      const { visitor, owner } = member;
      const webpage = await trackWebpage(service, owner);
      const path = `/webpages/${webpage.id}`;
      await captureOnce(service, owner, webpage.id, UNREACHABLE);
      await visitor.post(`${path}/pause`);
      await visitor.post(`${path}/capture`);
      await captureOnce(service, owner, webpage.id, UNREACHABLE);
      assert.match((await visitor.get(path)).text, /Paused.*Resume/s);
      await visitor.post(`${path}/resume`);
      await visitor.post(`${path}/capture`);
      await captureOnce(service, owner, webpage.id, UNREACHABLE);
      const after = await service.store.schedules.find(owner, webpage.id, new Date(0));
      assert.deepEqual([after?.schedule, after?.state.kind], ['daily', 'waiting']);
    });

    test('shows the address that a capture was taken of after the address of the webpage changed', async () => {
      const { visitor, owner } = member;
      const webpage = await trackWebpage(service, owner);
      const { record } = await captureOnce(service, owner, webpage.id, shotOf(await banded(90, [['#123456', 50]])));
      const path = `/webpages/${webpage.id}/captures/${record.screenshotId}`;
      assert.doesNotMatch((await visitor.get(path)).text, /Captured from/);
      const { headers } = await visitor.get(`${path}/download`);
      await service.store.webpages.change(owner, { ...webpage, url: 'https://moved.example.net/' });
      const { text } = await visitor.get(path);
      assert.ok(text.includes(`Captured from <bdi>${shortUrl(webpage.url)}</bdi>`));
      assert.ok(text.includes(`<dt>Address</dt><dd>${webpage.url}</dd>`));
      const again = await visitor.get(`${path}/download`);
      assert.equal(again.headers['content-disposition'], headers['content-disposition']);
    });

    test('asks before it is deleted, with the number of its captures', async () => {
      const { visitor, owner } = member;
      const webpage = await addWebpage(service.store, owner, { name: 'Doomed' });
      await addScreenshot(service.store, owner, webpage.id);
      await addScreenshot(service.store, owner, webpage.id);
      assert.match(
        (await visitor.get(`/webpages/${webpage.id}/delete`)).text,
        /deletes <strong>2 captures<\/strong>\. You can restore it from the trash for 7 days\./,
      );
      assert.match(
        (await visitor.post(`/webpages/${webpage.id}/delete`)).text,
        /Webpage and its captures moved to the trash/,
      );
      assert.equal((await visitor.get(`/webpages/${webpage.id}`)).status, 404);
    });

    test('escapes names, titles and keywords', async () => {
      const { visitor, owner } = member;
      const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
      const webpage = await trackWebpage(service, owner, { name: evil, keywords: [evil] });
      const shot = shotOf(await banded(90, [['#fedcba', 50]]), { title: evil, finalUrl: `https://x.example/${evil}` });
      await captureOnce(service, owner, webpage.id, shot);
      for (const path of [
        '/',
        `/webpages/${webpage.id}`,
        `/webpages/${webpage.id}/edit`,
        `/?q=${encodeURIComponent(evil)}`,
      ]) {
        const { text } = await visitor.get(path);
        assert.doesNotMatch(text, /<script>|<img src=x/);
        assert.match(text, /&lt;script&gt;/);
      }
    });
  });

  describe('the edit form of a webpage', () => {
    const service = useService(engine);

    test('keeps the first capture due when the schedule changes', async () => {
      const { visitor, owner } = await join(service);
      const { id } = await trackWebpage(service, owner, { name: 'Due' });
      const { store } = service;
      const nextAt = async () => {
        const state = (await store.schedules.find(owner, id, new Date()))?.state;
        return state?.kind === 'waiting' ? state.nextAt : assert.fail('no capture is scheduled');
      };
      const save = async (schedule: string) => {
        await visitor.get(`/webpages/${id}/edit`);
        const fields = { url: 'https://other.example/', name: 'Moved', schedule, viewport: 'phone' };
        assert.equal((await visitor.post(`/webpages/${id}/edit`, fields)).status, 200);
      };
      const due = await nextAt();
      await save('daily');
      await save('weekly');
      assert.equal(await nextAt(), due);
    });

    test('adds a schedule only if one is selected', async () => {
      const { visitor, owner } = await join(service);
      const { store } = service;
      const { id, url } = await addWebpage(store, owner);
      const path = `/webpages/${id}/edit`;
      const scheduleNow = () => store.schedules.find(owner, id, new Date());
      const fields = {
        url,
        name: 'Named',
        schedule: 'manual',
        fullPage: 'on',
        consent: 'on',
        acceptWalls: 'on',
        viewport: 'desktop',
      };
      await visitor.get(path);
      assert.match((await visitor.post(path, fields)).text, /Changes saved\..*Named.*No schedule/s);
      assert.equal(await scheduleNow(), undefined);
      const refused = await visitor.post(path, { ...fields, schedule: 'custom', cron: 'never' });
      assert.match(refused.text, /name="schedule" value="manual"[^>]*>Only on request/);

      await visitor.post(path, { ...fields, viewport: 'phone' });
      assert.partialDeepStrictEqual(await scheduleNow(), { options: { viewport: 'phone' }, state: { kind: 'paused' } });
      await visitor.post(`/webpages/${id}/capture`);
      await visitor.post(path, { ...fields, viewport: 'tablet' });
      assert.partialDeepStrictEqual(await scheduleNow(), { options: { viewport: 'tablet' }, state: { queued: true } });

      const other = await addWebpage(store, owner);
      await visitor.post(`/webpages/${other.id}/edit`, { ...fields, schedule: 'weekly' });
      const chosen = await store.schedules.find(owner, other.id, new Date());
      assert.partialDeepStrictEqual(chosen, { schedule: 'weekly', state: { kind: 'waiting' } });
    });
  });
});
