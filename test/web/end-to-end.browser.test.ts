import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { invite } from '../../src/app/join.ts';
import { sweep } from '../../src/app/sweep.ts';
import { sqlite } from '../harness/engines.ts';
import { useService } from '../harness/service.ts';
import { mailAboutChanges } from '../harness/smtp.ts';
import { startWorker, useSite } from './capture-worker.ts';
import { openContext } from './chromium.ts';
import { PASSWORD } from './visitor.ts';

for (const javaScriptEnabled of [true, false]) {
  describe(`a new user ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    const service = useService(sqlite, { reachable: true, mail: true });
    const site = useSite();

    /** The page refreshes itself: with JavaScript by live.js, without by a meta element. */
    async function waitForRefresh(page: Page, selector: string): Promise<void> {
      await page.waitForSelector(selector);
    }

    test('sets up the archive, captures a page twice, compares, reads by token, and deletes everything', async (t) => {
      t.after(await startWorker(service));
      const context = await openContext({ javaScriptEnabled, viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('console', (message) => {
        // The form with an invalid line is expected to get 422.
        if (message.type() === 'error' && !message.text().includes('422')) faults.push(message.text());
      });
      page.on('pageerror', (error) => faults.push(String(error)));
      const root = `http://127.0.0.1:${service.port}`;

      // Create the account with the set-up link.
      await page.goto(`${root}/join/${await invite(service.store, undefined, new Date())}`);
      await page.getByLabel('E-mail address').fill('new@example.org');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('link', { name: 'Add your first webpage' }).click();

      // Add a webpage and wait for its first capture.
      await page.locator('#urls').fill(`${site.url}\nnot an address`);
      await page.getByText('Name and keywords').click();
      await page.getByLabel('Keywords').fill('walk, test');
      await page.getByRole('button', { name: 'Add and capture' }).click();
      assert.match(await page.getByRole('alert').innerText(), /1 webpage added\. 1 line could not be added/);
      assert.equal(await page.locator('#urls').inputValue(), 'not an address');
      await page.getByRole('link', { name: 'Archive', exact: true }).click();
      await page.locator('.card h2 a').click();
      await waitForRefresh(page, '.viewer img');
      await page.getByText('Technical details').click();
      assert.match(await page.locator('.known').innerText(), /HTTP status\s+200/);
      assert.match(await page.locator('.known').innerText(), /1280 × 800/);

      // Mark the capture as a favourite.
      await page.getByRole('button', { name: 'Star' }).click();
      await page.locator('.points .starred').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Star' }).getAttribute('aria-pressed'), 'true');

      // Choose mail, change the page and capture it again.
      const webpageUrl = page.url();
      await page.goto(`${root}/notifications`);
      await page.getByLabel('Changes', { exact: true }).selectOption('At once');
      await page.locator('#mail').getByRole('button', { name: 'Save' }).click();
      assert.match(await page.locator('.notice').innerText(), /Mail settings saved/);
      await page.goto(webpageUrl);
      site.colour = '#cc3366';
      await page.getByRole('button', { name: 'Capture now' }).click();
      await waitForRefresh(page, '.points > li:nth-child(2)');
      await page.goto(page.url().replace(/\/captures\/.*/, ''));
      await page.getByRole('link', { name: 'See the change' }).click();
      assert.match(await page.locator('.share').innerText(), /^\d+\s%$/);
      assert.equal(await page.locator('.sheet img').count(), 2);
      assert.ok(await page.locator('.mk.altered').first().isVisible());

      if (javaScriptEnabled) {
        await page.getByText('Slider', { exact: true }).click();
        await page.getByRole('slider').focus();
        const cut = () => page.locator('.aligned').evaluate((pictures) => pictures.style.getPropertyValue('--cut'));
        await page.keyboard.press('ArrowLeft');
        assert.equal(await cut(), '48%');
        await page.getByRole('link', { name: '127.0.0.1' }).first().click();
        const newest = await page.locator('.points .here a').getAttribute('href');
        // A key that is pressed before the script of the page runs does nothing.
        await page.waitForLoadState();
        await page.keyboard.press('ArrowLeft');
        await page.waitForURL((url) => url.pathname !== newest && url.pathname.includes('/captures/'));
        assert.equal(await page.getByRole('button', { name: 'Star' }).getAttribute('aria-pressed'), 'true');
      }

      // Read the mail with its pictures, follow its link to the comparison, and end it without being asked to sign in.
      const mail = await mailAboutChanges(service);
      assert.equal(mail.subject, "Changed: The test's page");
      const sizes = await Promise.all(
        mail.attachments.map(async ({ content }) => sharp(content as ArrayBuffer).metadata()),
      );
      assert.deepEqual(
        sizes.map(({ format, width }) => [format, width]),
        [
          ['jpeg', 640],
          ['jpeg', 640],
        ],
      );
      const linkOf = (text: string) => new RegExp(`^${text}: (\\S+)$`, 'm').exec(mail.text ?? '')?.[1] ?? '';
      const archive = page.url();
      await page.goto(linkOf('Compare'));
      assert.match(await page.locator('.share').innerText(), /^\d+\s%$/);
      const stranger = await (await openContext({ javaScriptEnabled })).newPage();
      await stranger.goto(linkOf('No more mail about webpages'));
      await stranger.getByRole('button', { name: 'Stop these mails' }).click();
      assert.match(await stranger.locator('main').innerText(), /You get no more mail about webpages/);
      await stranger.context().close();
      await page.goto(`${root}/notifications`);
      assert.match(await page.locator('#mail').innerText(), /You unsubscribed/);
      await page.goto(archive);

      // Create a token, and read both captures with the curl command on the page.
      await page.getByLabel('Account and more').click();
      await page.getByRole('link', { name: 'Tokens' }).click();
      await page.getByLabel('Name').fill('End to end');
      await page.getByRole('button', { name: 'Create token' }).click();
      const line = await page.locator('pre').nth(1).innerText();
      const [, token, url] = /^curl -H "Authorization: (Bearer \S+)" (\S+)$/.exec(line) ?? [];
      const read = async (address: string) =>
        (await fetch(address, { headers: { Authorization: token ?? '' } })).json() as Promise<{
          totalItems: number;
          members: { subjectOf: { id: string }; isFavorite: boolean }[];
        }>;
      const webpages = await read(url ?? '');
      assert.equal(webpages.totalItems, 1);
      const captures = await read(webpages.members[0]?.subjectOf.id ?? '');
      assert.deepEqual(
        captures.members.map(({ isFavorite }) => isFavorite),
        [false, true],
      );

      // Delete the webpage and empty the trash; the sweep deletes its images.
      await page.getByRole('link', { name: 'Archive', exact: true }).click();
      await page.locator('.card h2 a').click();
      await page.getByLabel('More', { exact: true }).click();
      await page.getByRole('link', { name: 'Delete webpage' }).click();
      assert.match(await page.locator('main').innerText(), /deletes 2 captures/);
      await page.getByRole('button', { name: 'Delete webpage' }).click();
      assert.match(await page.locator('main').innerText(), /Your archive is empty/);
      await page.getByLabel('Account and more').click();
      await page.getByRole('link', { name: 'Trash' }).click();
      await page.getByRole('link', { name: 'Empty trash…' }).click();
      await page.getByRole('button', { name: 'Empty trash' }).click();
      assert.match(await page.locator('main').innerText(), /The trash is empty/);
      await page.getByLabel('Account and more').click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await sweep(service.store, service.images, () => new Date('2100-01-01'), new AbortController().signal);
      const files = await readdir(service.imageFolder, { recursive: true, withFileTypes: true });
      assert.deepEqual(
        files.filter((entry) => entry.isFile()).map(({ name }) => name),
        [],
      );
      assert.deepEqual(faults, []);
      await context.close();
    });
  });
}
