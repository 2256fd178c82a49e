import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { CaptureSettings } from '../../src/app/track-webpages.ts';
import { type CaptureOptions, defaultCaptureOptions } from '../../src/domain/capture-options.ts';
import { sqlite } from '../harness/engines.ts';
import { addScreenshot, addWebpage, storePicture } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { banded, captureOnce, shotOf, trackWebpage } from './captures.ts';
import { openContext } from './chromium.ts';
import { join, type Member } from './visitor.ts';

/** Every option, each with another value than its default. */
const OPTIONS: CaptureOptions = {
  viewport: { width: 1000, height: 700, scale: 1.25, mobile: false },
  fullPage: false,
  element: '#main > p',
  darkMode: true,
  locale: 'ja-JP',
  timeZone: 'Asia/Tokyo',
  waitForSelector: 'main > [data-ready="yes"]',
  delay: 1234,
  hideSelectors: ['.ad', '#banner > p'],
  extraCss: '\n\np { color: red }\n\tq::after { content: "<&\\"" }\n ',
  cookies: [{ name: 'session', value: 's3cr3t', domain: '.example.org', path: '/members' }],
  headers: { 'X-Key': 'h1dd3n' },
  secrets: { password: 'h1dd3n too' },
  steps: [
    { click: '#more > "a"' },
    { type: 'name {{password}}', into: 'input[name=q]' },
    { type: ' into ', into: '#a' },
    { waitFor: '.list' },
    { scrollTo: 'footer' },
    { press: 'Enter' },
  ],
  consent: false,
  acceptWalls: false,
  blockAds: true,
  acceptInvalidCertificate: true,
  proxy: 'socks5://[2001:db8::1]:1081',
  proxyLogin: { username: 'ann', password: 'h1dd3n: 3' },
  geolocation: { latitude: -33.8688, longitude: 151.2093, accuracy: 12.5 },
};

const SETTINGS: Record<string, CaptureSettings> = {
  'no option at its default': { schedule: '30 6 * * MON-FRI', timeZone: 'Europe/Berlin', options: OPTIONS },
  'all options at their defaults': {},
  'only a browser time zone': { options: { timeZone: 'Asia/Tokyo' } },
  'UTC as browser time zone': { timeZone: 'Europe/Berlin', options: { timeZone: 'UTC' } },
  'only a schedule time zone': { timeZone: 'Europe/Berlin' },
  'a device and secrets': { schedule: 'weekly', options: { viewport: 'phone-small', headers: OPTIONS.headers } },
};

describe('a webpage in a browser', () => {
  const service = useService(sqlite, { reachable: true });

  async function open({ visitor }: Member, path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const root = `http://127.0.0.1:${service.port}`;
    const context = await openContext({ baseURL: root, ...options });
    await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: root })));
    const page = await context.newPage();
    await page.goto(path);
    return page;
  }

  for (const javaScriptEnabled of [true, false]) {
    test(`shows captures within one minute with seconds, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
      const member = await join(service);
      const { id } = await addWebpage(service.store, member.owner);
      const at = async (createdAt: string) => {
        const picture = await storePicture(service.images);
        return (await addScreenshot(service.store, member.owner, id, { createdAt, picture })).id;
      };
      const one = await at('2026-03-01T12:42:07.000Z');
      const two = await at('2026-03-01T12:42:53.000Z');
      const hour = javaScriptEnabled ? 13 : 12;
      const options = { javaScriptEnabled, locale: 'en-GB', timezoneId: 'Europe/Berlin' };
      const page = await open(member, `/webpages/${id}/compare?before=${one}&after=${two}`, options);
      const heads = await page.locator('.heads').innerText();
      for (const second of ['07', '53']) assert.ok(heads.includes(`${hour}:42:${second}`), heads);
      for (const [capture, second] of [
        [one, '07'],
        [two, '53'],
      ]) {
        await page.goto(`/webpages/${id}/captures/${capture}`);
        const words = await page.locator('.viewer h2').innerText();
        assert.ok(words.includes(`${hour}:42:${second}`), words);
      }
      await page.context().close();
    });
  }

  test('a star is set by one request, without leaving the page or losing the focus', async () => {
    const member = await join(service);
    const { id } = await addWebpage(service.store, member.owner);
    await addScreenshot(service.store, member.owner, id, { picture: await storePicture(service.images) });
    const page = await open(member, `/webpages/${id}`);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    const address = page.url();
    await page.getByRole('button', { name: 'Star' }).click();
    await page.locator('.star[aria-pressed="true"]').waitFor();
    assert.equal(await page.evaluate('document.activeElement.id'), 'star');
    assert.equal(sent.length, 1);
    assert.equal(page.url(), address);
    await page.context().close();
  });

  for (const [locale, javaScriptEnabled, end] of [
    ['en-US', true, 'PM'],
    ['ko-KR', true, '오후'],
    ['en-US', false, 'UTC'],
  ] as const) {
    test(`keeps “${end}” on one line with the time, also on narrow screens`, async () => {
      const member = await join(service);
      const { id } = await addWebpage(service.store, member.owner);
      const picture = await storePicture(service.images);
      await addScreenshot(service.store, member.owner, id, { createdAt: '2026-09-30T22:42:07.000Z', picture });
      const viewport = { width: 320, height: 700 };
      const page = await open(member, `/webpages/${id}`, { javaScriptEnabled, locale, timezoneId: 'UTC', viewport });
      const topOf = (words: string) =>
        page.evaluate(`{
          const text = document.querySelector('.viewer h2 small time').firstChild;
          const range = document.createRange();
          range.setStart(text, text.data.indexOf('${words}'));
          range.setEnd(text, text.data.indexOf('${words}') + ${words.length});
          range.getBoundingClientRect().top;
        }`);
      assert.equal(await topOf(end), await topOf(':42:07'));
      const tooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      assert.equal(tooWide, false, 'the page does not scroll sideways');
      await page.context().close();
    });
  }

  test('shows the timeline in the time zone of the browser', async () => {
    const member = await join(service);
    const { id } = await addWebpage(service.store, member.owner);
    const picture = await storePicture(service.images);
    await addScreenshot(service.store, member.owner, id, { createdAt: '2026-03-01T23:42:07.000Z', picture });
    const page = await open(member, `/webpages/${id}`, { locale: 'en-GB', timezoneId: 'Europe/Berlin' });
    await page.locator('.points .flag', { hasText: '2 Mar 2026' }).waitFor();
    assert.match((await page.locator('.points .here a').getAttribute('data-tip')) ?? '', /^2 Mar 2026, 00:42: /);
    await page.context().close();
  });

  test('keeps focus and scroll position when a capture arrives', async () => {
    const member = await join(service);
    const { id } = await trackWebpage(service, member.owner);
    const tall = shotOf(await banded(90, [['#111111', 4000]]));
    const { record } = await captureOnce(service, member.owner, id, tall);
    await service.store.schedules.request(member.owner, id, new Date());
    const page = await open(member, `/webpages/${id}/captures/${record.screenshotId}?size=full`);
    await page.getByText('Queued').waitFor();
    await page.getByRole('link', { name: 'Download' }).focus();
    await page.evaluate('document.querySelector(".glass .scroll").scrollTop = 1500');
    await captureOnce(service, member.owner, id, shotOf(await banded(90, [['#eeeeee', 50]])));
    await page.getByText('2 captures').waitFor();
    await service.store.schedules.pause(member.owner, id);
    await page.getByText('Paused').waitFor();
    assert.equal(await page.evaluate('document.querySelector(".glass .scroll").scrollTop'), 1500);
    assert.equal(await page.evaluate('document.activeElement.title'), 'Download');
    await page.context().close();
  });

  test('is up to date after the back button, also if it was deleted', async () => {
    const member = await join(service);
    const { id } = await trackWebpage(service, member.owner);
    await captureOnce(service, member.owner, id, shotOf(await banded(90, [['#111111', 50]])));
    const page = await open(member, `/webpages/${id}`);
    const openMenu = () => page.locator('.about summary').click();
    await openMenu();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused. There are no').waitFor();
    await page.goBack();
    await page.getByText('Paused (daily)').waitFor();
    await openMenu();
    await page.getByRole('link', { name: 'Delete webpage' }).click();
    await page.getByRole('button', { name: 'Delete webpage' }).click();
    await page.getByText('Webpage and its captures moved to the trash.').waitFor();
    for (const path of [`/webpages/${id}/delete`, `/webpages/${id}`]) {
      await page.goBack();
      // The restored page reloads itself. Going back again before that would cancel one of both navigations.
      await page.getByText('The webpage does not exist.').waitFor();
      assert.equal(new URL(page.url()).pathname, path);
    }
    await page.context().close();
  });

  test('is requested once by the back button if it was deleted and the browser has no copy of it', async () => {
    const member = await join(service);
    const { id } = await addWebpage(service.store, member.owner);
    const page = await open(member, `/webpages/${id}`);
    await page.goto('/add');
    await service.store.webpages.remove(member.owner, id);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.goBack();
    await page.getByText('The webpage does not exist.').waitFor();
    await page.waitForLoadState('networkidle');
    assert.deepEqual(
      requested.filter((path) => path === `/webpages/${id}`),
      [`/webpages/${id}`],
    );
    await page.context().close();
  });

  test('is edited in these tests with every option, none at its default', () => {
    for (const [name, value] of Object.entries(defaultCaptureOptions)) {
      assert.notDeepEqual(OPTIONS[name as keyof CaptureOptions], value, name);
    }
  });

  for (const [name, settings] of [...Object.entries(SETTINGS), ['no schedule', undefined] as const]) {
    test(`does not change if its edit form is saved as opened, with ${name}`, async () => {
      const member = await join(service);
      const { owner } = member;
      const draft = { name: 'Kept', keywords: ['one', 'two words'] };
      const { id } = settings
        ? await trackWebpage(service, owner, { ...draft, ...settings })
        : await addWebpage(service.store, owner, draft);
      const { store } = service;
      const kept = async () => {
        const webpage = (await store.webpages.find(owner, id)) ?? assert.fail('the webpage was deleted');
        const schedule = await store.schedules.find(owner, id, new Date());
        return { webpage, schedule, secrets: await store.schedules.secrets(owner, id) };
      };
      const before = await kept();
      const page = await open(member, `/webpages/${id}/edit`);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Changes saved.').waitFor();
      await page.context().close();
      assert.deepEqual(await kept(), before);
    });
  }
});
