import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { sqlite } from '../harness/engines.ts';
import { useService } from '../harness/service.ts';
import { violationsAtWidths } from './accessibility.ts';
import { banded, captureOnce, shotOf, trackWebpage, UNREACHABLE } from './captures.ts';
import { type ContextOptions, openContext } from './chromium.ts';
import { join, type Member } from './visitor.ts';

const LONG = 'a very long keyword that somebody once typed into the form and that must not be cut';

describe('the archive, in a browser', () => {
  const service = useService(sqlite, { reachable: true });
  let member: Member;
  const ids: string[] = [];

  before(async () => {
    member = await join(service);
    const { owner } = member;
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) {
      ids.push((await trackWebpage(service, owner, { name, keywords: [LONG, name] })).id);
    }
    const [one = '', two = '', three = ''] = ids;
    await captureOnce(service, owner, one, shotOf(await banded(80, [['#123456', 60]]), { title: 'עמוד הבית' }));
    await captureOnce(service, owner, two, UNREACHABLE);
    await service.store.schedules.pause(owner, three);
  });

  async function open(path: string, options: ContextOptions = {}): Promise<{ page: Page; context: BrowserContext }> {
    const url = `http://127.0.0.1:${service.port}`;
    const context = await openContext(options);
    await context.addCookies([...member.visitor.cookies].map(([name, value]) => ({ name, value, url })));
    const page = await context.newPage();
    await page.goto(`${url}${path}`);
    return { page, context };
  }

  const bulk = (page: Page) => page.getByRole('region', { name: 'Selected webpages' });

  test('shows actions for a selection and carries them out without JavaScript', async () => {
    const { page, context } = await open('/archive?sort=name', { javaScriptEnabled: false });
    assert.equal(await bulk(page).isVisible(), false);
    await page.getByRole('checkbox', { name: 'Select five' }).check();
    await page.getByRole('checkbox', { name: 'Select six' }).check();
    assert.equal(await bulk(page).isVisible(), true);
    await bulk(page).locator('summary', { hasText: 'Keyword' }).click();
    await bulk(page).getByLabel('Keywords').fill('chosen');
    await bulk(page).getByRole('button', { name: 'Add' }).click();
    await page.getByText('Keywords added: 2 webpages.').waitFor();
    await page.locator('.shelf summary', { hasText: 'Keyword' }).click();
    await page.getByRole('link', { name: 'chosen' }).click();
    assert.deepEqual(await page.locator('.card h2 a').allInnerTexts(), ['five', 'six']);
    await page.getByRole('checkbox', { name: 'Select six' }).check();
    await bulk(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete 1 webpage' }).click();
    await page.getByText('Moved to the trash with all captures: 1 webpage.').waitFor();
    assert.deepEqual(await page.locator('.card h2 a').allInnerTexts(), ['five']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Restored: six.').waitFor();
    await context.close();
  });

  test('keeps the selection while captures arrive', async () => {
    const { page, context } = await open('/archive');
    await page.getByRole('checkbox', { name: 'Select four' }).check();
    await page.getByRole('checkbox', { name: 'Select two' }).check();
    // Comes first and moves all others.
    await trackWebpage(service, member.owner, { name: 'seven' });
    await captureOnce(service, member.owner, ids[3] ?? '', shotOf(await banded(80, [['#654321', 60]])));
    await page.locator('.card', { hasText: 'seven' }).waitFor();
    await page.locator('.card', { hasText: 'four' }).locator('.face img').waitFor();
    assert.equal(await page.getByRole('checkbox', { name: 'Select four' }).isChecked(), true);
    assert.equal(await page.getByRole('checkbox', { name: 'Select two' }).isChecked(), true);
    assert.equal(await page.locator('.pick :checked').count(), 2);
    await context.close();
  });

  test('shows long keywords in full', async () => {
    const { page, context } = await open(`/archive?keyword=${encodeURIComponent(LONG)}`, {
      viewport: { width: 390, height: 844 },
    });
    const chip = page.getByRole('link', { name: LONG });
    const cut = await chip.evaluate((element) => element.scrollWidth > element.clientWidth);
    assert.equal(cut, false);
    await context.close();
  });

  test('a long keyword leaves the rest of the page in its place, and a low picture has a low box', async () => {
    const { page, context } = await open('/', { viewport: { width: 1024, height: 900 } });
    const heightOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.height ?? 0;
    const topOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? 0;
    assert.equal(await topOf('.filters select[name=site]'), await topOf('.filters select[name=keyword]'));

    const root = page.url();
    await page.goto(`${root}webpages/${ids[0]}`);
    assert.ok((await topOf('.about > :last-child')) < (await topOf('.facts')), 'the buttons are beside the title');
    assert.ok((await heightOf('.glass')) < 700, 'a low picture has a low box');
    await context.close();
  });

  test('the add form takes the time zone of the browser, and its rows follow what is chosen', async () => {
    const { page, context } = await open('/add', { timezoneId: 'America/New_York' });
    const row = (title: string) => page.locator('.settings details', { hasText: title });
    const says = (title: string) => row(title).locator('summary span').innerText();
    assert.equal(await says('Schedule'), 'Daily, America/New_York');
    await row('Schedule').locator('summary').click();
    await page.getByText('Weekly').click();
    await page.getByLabel('Time of day').fill('07:15');
    assert.equal(await says('Schedule'), 'Weekly, at 07:15, America/New_York');
    await page.getByText('Own rule').click();
    assert.equal(await page.getByLabel('Time of day').isVisible(), false);
    await page.getByLabel('Rule', { exact: true }).fill('0 5 * * *');
    assert.equal(await says('Schedule'), '0 5 * * *, America/New_York');
    await row('Before capture').locator('summary').click();
    await page.getByText('Answer cookie consent banners').click();
    await page.getByText('Accept banners that cannot be rejected').click();
    assert.equal(await says('Before capture'), 'Captures the page as it is');
    await page.getByLabel('Addresses, one per line').fill('zone.example');
    await page.getByRole('button', { name: 'Add and capture' }).click();
    await page.getByText('Added https://zone.example/').waitFor();
    await context.close();
    const [webpage] = await service.store.webpages.findByUrl(member.owner, 'https://zone.example/');
    const schedule = await service.store.schedules.find(member.owner, webpage?.id ?? '', new Date());
    assert.partialDeepStrictEqual(schedule, {
      schedule: '0 5 * * *',
      timeZone: 'America/New_York',
      options: { consent: false },
    });
  });

  test('the add form works without JavaScript, with UTC', async () => {
    const { page, context } = await open('/add', { javaScriptEnabled: false, timezoneId: 'America/New_York' });
    await page.getByLabel('Addresses, one per line').fill('plain.example/a');
    await page.getByRole('button', { name: 'Add and capture' }).click();
    await page.getByText('Added https://plain.example/a').waitFor();
    await context.close();
    const [webpage] = await service.store.webpages.findByUrl(member.owner, 'https://plain.example/a');
    const schedule = await service.store.schedules.find(member.owner, webpage?.id ?? '', new Date());
    assert.partialDeepStrictEqual(schedule, { schedule: 'daily', timeZone: 'UTC', options: { consent: true } });
  });

  const OPENED: Record<string, { path: string; prepare(page: Page): Promise<void> }> = {
    'with a selection': {
      path: '/archive',
      prepare: (page) => page.getByRole('checkbox', { name: 'Select two' }).dispatchEvent('click'),
    },
    'with the keyword form': {
      path: '/archive?as=list',
      async prepare(page) {
        await page.getByRole('checkbox', { name: 'Select two' }).dispatchEvent('click');
        await bulk(page).locator('summary', { hasText: 'Keyword' }).click();
      },
    },
    'with a menu': { path: '/archive', prepare: (page) => page.locator('.shelf summary', { hasText: 'Site' }).click() },
    'with all settings of the add form': {
      path: '/add',
      async prepare(page) {
        for (const summary of await page.locator('.settings summary').all()) await summary.click();
      },
    },
    'with refused lines': {
      path: '/add',
      async prepare(page) {
        await page.getByLabel('Addresses, one per line').fill('nonsense\nhttps://zone.example/');
        await page.getByRole('button', { name: 'Add and capture' }).click();
        await page.getByRole('alert').waitFor();
      },
    },
  };

  for (const [state, { path, prepare }] of Object.entries(OPENED)) {
    test(`has no violation that axe finds ${state}, in light and dark, 1440, 1024 and 390 pixels wide`, async () => {
      const { page, context } = await open(path, { axe: true });
      await prepare(page);
      assert.deepEqual(await violationsAtWidths(page, [1440, 1024, 390]), []);
      await context.close();
    });
  }
});
