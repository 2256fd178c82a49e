import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { captureAs } from '../harness/changes.ts';
import { sqlite } from '../harness/engines.ts';
import { useService } from '../harness/service.ts';
import { banded, captureOnce, shotOf, trackWebpage } from './captures.ts';
import { openContext } from './chromium.ts';
import { join, type Member } from './visitor.ts';

const TALL = 50_000;

describe('the viewer of a webpage', () => {
  const service = useService(sqlite, { reachable: true });
  let member: Member;
  let tall: string;
  let root: string;

  before(async () => {
    member = await join(service);
    root = `http://127.0.0.1:${service.port}`;
    tall = (await trackWebpage(service, member.owner)).id;
    const picture = await banded(1280, [
      ['#204060', TALL / 2],
      ['#d0a020', TALL / 2],
    ]);
    await captureOnce(service, member.owner, tall, shotOf(picture));
  });

  /** Opens a page and notes errors and violations of the security policy. */
  async function open(path: string, options: BrowserContextOptions = {}) {
    const context = await openContext({ viewport: { width: 1440, height: 900 }, ...options });
    await context.addCookies([...member.visitor.cookies].map(([name, value]) => ({ name, value, url: root })));
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    const parts: string[] = [];
    page.on('response', (response) => response.url().includes('/iiif/') && parts.push(response.url()));
    await page.goto(`${root}${path}`);
    return { page, errors, parts, close: () => context.close() };
  }

  const fullScreen = (page: Page) => page.getByRole('link', { name: 'Full screen' });

  test('loads the slices of a tall picture as they are scrolled into view', async () => {
    const { page, errors, parts, close } = await open(`/webpages/${tall}`);
    const slices = () => parts.filter((url) => /\/0,\d+,1280,\d+\//.test(url)).length;
    const all = await page.locator('.glass .scroll img').count();
    assert.equal(all, Math.ceil(TALL / 2048));
    assert.ok(slices() < all / 2, `${slices()} of ${all} slices are loaded`);
    const last = page.locator('.glass .scroll img').last();
    await page.locator('.glass .scroll').evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight));
    await last.evaluate((image: { decode(): Promise<void> }) => image.decode());
    const view = page.locator('.mini .view');
    const mini = await page.locator('.mini').evaluate((svg) => svg.viewBox.baseVal.height);
    const bottom = Number(await view.getAttribute('y')) + Number(await view.getAttribute('height'));
    assert.ok(Math.abs(bottom - mini) < 1, 'the overview shows that the end is visible');
    assert.deepEqual(errors, []);
    await close();
  });

  test('opens full screen with the key f, zooms, and gives the focus back', async () => {
    const { page, errors, parts, close } = await open(`/webpages/${tall}`);
    const tile = page.waitForResponse((response) => /\/512,512\/0\/default\.webp$/.test(response.url()));
    await page.keyboard.press('f');
    await page.locator('.deep canvas').first().waitFor();
    await tile;
    await page.getByRole('button', { name: 'Whole page' }).click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('.deep').waitFor({ state: 'detached' });
    assert.equal(await page.evaluate('document.activeElement.title'), 'Full screen (f)');
    assert.ok(parts.some((url) => url.endsWith('/iiif/info.json')));
    assert.deepEqual(errors, []);
    await close();
  });

  test('without JavaScript shows the picture, and full screen is the image file', async () => {
    const { page, close } = await open(`/webpages/${tall}`, { javaScriptEnabled: false });
    assert.ok(await page.locator('.glass .scroll img').first().isVisible());
    const href = (await fullScreen(page).getAttribute('href')) ?? '';
    assert.match(href, /\/images\/.*\.png$/);
    await close();
  });

  describe('with several captures', () => {
    let id: string;
    let captures: string[];

    before(async () => {
      id = (await trackWebpage(service, member.owner)).id;
      captures = [];
      for (const same of [false, true, true, false, true]) {
        captures.push(await captureAs(service.store, member.owner, id, { same }));
      }
    });

    const pathOf = (index: number) => `/webpages/${id}/captures/${captures[index]}`;

    test('steps by the arrow keys to captures, and with Shift to changes', async () => {
      const { page, close } = await open(pathOf(4));
      for (const [key, index] of [
        ['ArrowLeft', 3],
        ['ArrowLeft', 2],
        ['Shift+ArrowRight', 3],
        ['ArrowRight', 4],
        ['Shift+ArrowLeft', 3],
      ] as const) {
        await page.keyboard.press(key);
        await page.waitForURL(`${root}${pathOf(index)}`);
      }
      await close();
    });

    test('stars a capture with the key s and keeps the focus', async () => {
      const { page, close } = await open(pathOf(3));
      const star = page.getByRole('button', { name: 'Star' });
      await star.focus();
      await page.keyboard.press('s');
      await page.locator('.star[aria-pressed="true"]').waitFor();
      assert.equal(await page.evaluate('document.activeElement.id'), 'star');
      await close();
    });

    test('keeps the focus on the star without JavaScript', async () => {
      const { page, close } = await open(pathOf(0), { javaScriptEnabled: false });
      await page.getByRole('button', { name: 'Star' }).click();
      await page.locator('.star[aria-pressed="true"]').waitFor();
      assert.equal(await page.locator('#star:focus').count(), 1);
      await close();
    });

    test('captures with the key c', async () => {
      const { page, close } = await open(pathOf(4));
      await page.keyboard.press('c');
      await page.getByText('Queued').waitFor();
      await close();
    });
  });
});
