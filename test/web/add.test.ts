import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openSecrets } from '../../src/app/page-secrets.ts';
import { forEachEngine } from '../harness/engines.ts';
import { SEALING_KEY } from '../harness/sealing-key.ts';
import { useService } from '../harness/service.ts';
import { banded, captureOnce, shotOf } from './captures.ts';
import { join } from './visitor.ts';

const DEFAULTS = { schedule: 'daily', view: 'desktop', fullPage: 'on', timeZone: 'UTC' };

forEachEngine((engine) => {
  describe('adding webpages', () => {
    const service = useService(engine);

    test('adds the valid lines of a list, and shows the other lines again with the reasons', async () => {
      const { visitor, owner } = await join(service);
      await visitor.get('/add');
      const urls = ['https://one.example/', '', 'two.example/path', 'ftp://three.example/', 'nonsense', 'one.example'];
      const answer = await visitor.post('/add', { ...DEFAULTS, urls: urls.join('\r\n'), keywords: 'a, b c' });
      assert.equal(answer.status, 422);
      assert.match(answer.text, /2 webpages added\. 3 lines could not be added/);
      assert.match(
        answer.text,
        /<textarea id="urls"[^>]*>ftp:\/\/three\.example\/\nnonsense\none\.example<\/textarea>/,
      );
      assert.match(answer.text, /only http: and https: can be captured/);
      assert.match(answer.text, /more than once in the list/);
      const state = await service.store.webpages.state(owner);
      const request = { page: 1, limit: 10, sort: 'url', order: 'asc' } as const;
      const { records: kept } = await service.store.webpages.page(owner, state, request);
      assert.deepEqual(
        kept.map(({ url, keywords }) => [url, keywords]),
        [
          ['https://one.example/', ['a', 'b c']],
          ['https://two.example/path', ['a', 'b c']],
        ],
      );
      const again = await visitor.post('/add', { ...DEFAULTS, urls: 'https://one.example/' });
      assert.match(again.text, /already tracked/);
      await visitor.post('/add', {
        ...DEFAULTS,
        urls: 'https://one.example/',
        allowDuplicates: 'on',
      });
      assert.equal((await service.store.webpages.state(owner)).count, 3);
    });

    test('redirects to a single new webpage, whose first capture is due at once', async () => {
      const { visitor, owner } = await join(service);
      await visitor.get('/add');
      const answer = await visitor.post('/add', {
        ...DEFAULTS,
        urls: 'https://one.example/',
        name: 'One & only',
        schedule: 'custom',
        cron: '30 6 * * MON-FRI',
        timeZone: 'Europe/Paris',
        pageTimeZone: 'Asia/Tokyo',
        view: '',
        sizes: '1000x700@2',
        hideSelectors: '.ad\n#banner',
        delay: '1.5',
        cookies: 'session=s3cr3t',
        headers: 'X-Key: h1dd3n',
        secrets: 'word=unt0ld',
        steps: 'type {{word}} into #a\r\npress Enter',
      });
      assert.match(visitor.path, /^\/webpages\//);
      assert.match(answer.text, /Waiting for the first capture/);
      assert.match(answer.text, /<noscript><meta http-equiv="refresh" content="4"><\/noscript>/);
      const id = visitor.path.split('/')[2] ?? '';
      const schedule = await service.store.schedules.find(owner, id, new Date());
      assert.equal(schedule?.schedule, '30 6 * * MON-FRI');
      assert.equal(schedule?.timeZone, 'Europe/Paris');
      assert.equal(schedule?.options.timeZone, 'Asia/Tokyo');
      assert.deepEqual(schedule?.options.viewport, { width: 1000, height: 700, scale: 2, mobile: false });
      assert.deepEqual(schedule?.options.hideSelectors, ['.ad', '#banner']);
      assert.equal(schedule?.options.delay, 1500);
      assert.equal(schedule?.hasSecrets, true);
      const edit = await visitor.get(`/webpages/${id}/edit`);
      assert.doesNotMatch(edit.text, /s3cr3t|h1dd3n|unt0ld/, 'secrets are never shown again');
      assert.match(edit.text, />\ntype \{\{word\}\} into #a\npress Enter<\/textarea>/);
      assert.match(edit.text, /Delete the saved cookies, headers and secrets/);
      const same = { ...DEFAULTS, viewport: 'desktop', url: 'https://one.example/', name: 'One' };
      await visitor.post(`/webpages/${id}/edit`, same);
      const saved = await service.store.schedules.find(owner, id, new Date());
      assert.equal(saved?.hasSecrets, true);
      assert.deepEqual(saved?.state, schedule?.state, 'the first capture is still due');
      const typing = { ...same, steps: 'type {{word}} into #b', headers: 'X-Key: another' };
      await visitor.post(`/webpages/${id}/edit`, typing);
      const sealed = await service.store.schedules.secrets(owner, id);
      assert.deepEqual(openSecrets(SEALING_KEY, id, sealed), {
        cookies: [{ name: 'session', value: 's3cr3t' }],
        headers: { 'X-Key': 'another' },
        secrets: { word: 'unt0ld' },
        proxyLogin: null,
      });
      const refused = await visitor.post(`/webpages/${id}/edit`, { ...typing, forget: 'on' });
      assert.match(refused.text, /step 1: there is no secret with the name &quot;word&quot;/);
      await visitor.post(`/webpages/${id}/edit`, { ...same, forget: 'on' });
      assert.equal((await service.store.schedules.find(owner, id, new Date()))?.hasSecrets, false);
    });

    test('completes an address without a scheme and says what it understood', async () => {
      const { visitor, owner } = await join(service);
      for (const [typed, understood] of [
        ['localhost:9310/x', 'http://localhost:9310/x'],
        ['example.org/a', 'https://example.org/a'],
      ] as const) {
        await visitor.get('/add');
        const answer = await visitor.post('/add', { ...DEFAULTS, urls: typed });
        assert.match(visitor.path, /^\/webpages\//);
        assert.ok(answer.text.includes(`Added ${understood}. The first capture starts now.`));
        assert.equal((await service.store.webpages.findByUrl(owner, understood)).length, 1);
      }
    });

    test('shows the added webpages of a list with the state of their captures', async () => {
      const { visitor } = await join(service);
      assert.doesNotMatch((await visitor.get('/add')).text, /Just added/);
      const answer = await visitor.post('/add', { ...DEFAULTS, urls: 'one.example\ntwo.example' });
      assert.equal(visitor.path, '/add');
      assert.match(answer.text, /Added 2 webpages\./);
      assert.match(answer.text, /Just added.*>two\.example<\/a>.*Capturing….*>one\.example<\/a>.*Capturing…/s);
    });

    test('captures a webpage only once, if that is chosen', async () => {
      const { visitor, owner } = await join(service);
      await visitor.get('/add');
      await visitor.post('/add', { ...DEFAULTS, urls: 'once.example', schedule: 'once' });
      const [webpage] = await service.store.webpages.findByUrl(owner, 'https://once.example/');
      const state = async () =>
        (await service.store.schedules.find(owner, webpage?.id ?? '', new Date(Date.now() + 1000)))?.state;
      assert.partialDeepStrictEqual(await state(), { kind: 'waiting', queued: true });
      await captureOnce(service, owner, webpage?.id ?? '', shotOf(await banded(80, [['#123456', 60]])));
      assert.partialDeepStrictEqual(await state(), { kind: 'paused' });
    });

    test('captures at a time of day in a time zone, if they are chosen, and shows them in the edit form', async () => {
      const { visitor, owner } = await join(service);
      await visitor.get('/add');
      const fields = { ...DEFAULTS, urls: 'daily.example', time: '06:30', timeZone: 'Europe/Paris' };
      await visitor.post('/add', fields);
      const [webpage] = await service.store.webpages.findByUrl(owner, 'https://daily.example/');
      const schedule = await service.store.schedules.find(owner, webpage?.id ?? '', new Date());
      assert.partialDeepStrictEqual(schedule, { schedule: '30 6 * * *', timeZone: 'Europe/Paris' });
      const edit = (await visitor.get(`/webpages/${webpage?.id}/edit`)).text;
      assert.match(edit, />Daily, at 06:30, Europe\/Paris</);
      assert.match(edit, /name="time"[^>]* value="06:30"/);
    });

    test('keeps which changes count, and the edit form says so', async () => {
      const { visitor, owner } = await join(service);
      await visitor.get('/add');
      await visitor.post('/add', { ...DEFAULTS, urls: 'counts.example', share: '1', selectors: '.ad\r\n#clock' });
      const [webpage] = await service.store.webpages.findByUrl(owner, 'https://counts.example/');
      assert.partialDeepStrictEqual(await service.store.changes.settings(owner, webpage?.id ?? ''), {
        ignoredSelectors: ['.ad', '#clock'],
        leastShare: 0.01,
      });
      const edit = (await visitor.get(`/webpages/${webpage?.id}/edit`)).text;
      assert.match(edit, /What counts<\/b><span>Changes of at least 1[^,]*, ignores 2 selectors</);
    });

    test('links to the webpage that has the address already', async () => {
      const { visitor, owner } = await join(service);
      await visitor.get('/add');
      await visitor.post('/add', { ...DEFAULTS, urls: 'known.example' });
      const [webpage] = await service.store.webpages.findByUrl(owner, 'https://known.example/');
      await visitor.get('/add');
      const { text } = await visitor.post('/add', { ...DEFAULTS, urls: 'https://known.example/' });
      assert.ok(text.includes(`<a href="/webpages/${webpage?.id}">This address is already tracked as “Desktop”.</a>`));
    });

    test('adds nothing if a shared setting is invalid, and keeps the typed values', async () => {
      const { visitor, owner } = await join(service);
      await visitor.get('/add');
      for (const [invalid, message] of [
        [{ schedule: 'custom', cron: 'never' }, /never/],
        [{ sizes: 'huge' }, /huge/],
        [{ sizes: '1280x800' }, /The view 1280 × 800 was given twice/],
        [{ view: '' }, /Choose at least one view/],
        [{ timeZone: 'Mars/Base' }, /Mars\/Base/],
        [{ pageTimeZone: 'Mars/Crater' }, /timeZone &quot;Mars\/Crater&quot; is not valid/],
        [{ delay: '900' }, /delay/],
        [{ cookies: 'no equals sign' }, /cookies/],
        [{ time: '25:61' }, /25:61/],
        [{ share: 'much' }, /The share &quot;much&quot; is not a percentage/],
        [{ selectors: '.a { }' }, /ignoredSelectors/],
        [{ urls: ' ' }, /at least one address/],
      ] as const) {
        const answer = await visitor.post('/add', {
          ...DEFAULTS,
          urls: 'https://one.example/',
          name: 'Kept',
          ...invalid,
        });
        assert.equal(answer.status, 400, JSON.stringify(invalid));
        assert.match(answer.text, message);
        assert.match(answer.text, /value="Kept"/);
      }
      assert.equal((await service.store.webpages.state(owner)).count, 0);
    });

    test('refuses large settings for so many webpages that they would fill the database', async () => {
      const { visitor, owner } = await join(service);
      await visitor.get('/add');
      const urls = Array.from({ length: 1100 }, (_, index) => `https://one.example/${index}`).join('\n');
      const answer = await visitor.post('/add', { ...DEFAULTS, urls, extraCss: 'a {}'.repeat(5000) });
      assert.equal(answer.status, 400);
      assert.match(answer.text, /The settings have 2\d{4} characters, .* At most 9\d\d webpages can be added/);
      assert.equal((await service.store.webpages.state(owner)).count, 0);
    });

    test('keeps the typed cookies and headers while another field is invalid', async () => {
      const { visitor, owner } = await join(service);
      const typed = { cookies: 'one=1\ntwo=<2>', headers: 'X-Key: h1dd3n' };
      const kept = /<details open>.*>\none=1\ntwo=&lt;2&gt;<\/textarea>.*>\nX-Key: h1dd3n<\/textarea>/s;
      await visitor.get('/add');
      const some = await visitor.post('/add', { ...DEFAULTS, ...typed, urls: 'https://one.example/\nnonsense' });
      assert.match(some.text, kept);

      const [added] = await service.store.webpages.findByUrl(owner, 'https://one.example/');
      const wrong = { ...DEFAULTS, viewport: 'desktop', ...typed, url: 'nonsense', name: 'One', forget: 'on' };
      const refused = await visitor.post(`/webpages/${added?.id}/edit`, wrong);
      assert.equal(refused.status, 400);
      assert.match(refused.text, kept);
      assert.match(refused.text, /name="forget" value="on" data-says="[^"]*" checked/);
    });
  });
});
