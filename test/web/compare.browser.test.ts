import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { EncodedImage } from '../../src/domain/capture.ts';
import { sqlite } from '../harness/engines.ts';
import { useService } from '../harness/service.ts';
import { violationsInLightAndDark } from './accessibility.ts';
import { captureOnce, shotOf, trackWebpage } from './captures.ts';
import { type ContextOptions, openContext } from './chromium.ts';
import { join, type Member } from './visitor.ts';

const VIEWS = ['Side by side', 'Slider', 'Overlay', 'Difference'];

type Line = { readonly text: number } | { readonly price: string } | { readonly banner: string };

const lines = (from: number, to: number): Line[] =>
  Array.from({ length: to - from }, (_, index) => ({ text: from + index }));

/** A page of lines that all look different, as those of a text do. */
async function drawn(content: readonly Line[]): Promise<EncodedImage> {
  let y = 0;
  const shapes = content.map((line) => {
    const top = y;
    if ('text' in line) {
      y += 30;
      const words = Array.from({ length: 9 }, (_, at) => {
        const width = 20 + ((line.text * 37 + at * at * 53 + line.text * at * 11) % 75);
        return `<rect x="${80 + at * 120}" y="${top + 8}" width="${width}" height="12" fill="#333"/>`;
      });
      return words.join('');
    }
    y += 'price' in line ? 120 : 90;
    if ('price' in line) return `<rect x="80" y="${top + 10}" width="360" height="100" fill="${line.price}"/>`;
    return `<rect y="${top}" width="1280" height="90" fill="${line.banner}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="${y}"><rect width="1280" height="${y}" fill="#fff"/>${shapes.join('')}</svg>`;
  const bytes = await sharp(Buffer.from(svg)).png().toBuffer();
  return { bytes, format: 'png', width: 1280, height: y, sha256: hash('sha256', bytes) };
}

describe('the Compare page in a browser', () => {
  const service = useService(sqlite, { reachable: true });
  let member: Member;
  let path = '';
  let settingsPath = '';

  before(async () => {
    member = await join(service);
    const { owner } = member;
    const webpage = await trackWebpage(service, owner, { name: 'Timetable' });
    const older = await drawn([
      ...lines(0, 20),
      { price: '#ffcc00' },
      ...lines(20, 60),
      { text: 99 },
      ...lines(60, 90),
    ]);
    const newer = await drawn([{ banner: '#aa0044' }, ...lines(0, 20), { price: '#0066cc' }, ...lines(20, 90)]);
    const ids: string[] = [];
    const elements = [{ selector: '.price', boxes: [{ x: 60, y: 680, width: 400, height: 140 }] }];
    for (const picture of [older, newer]) {
      const { record } = await captureOnce(service, owner, webpage.id, shotOf(picture, { elements }));
      ids.push(record.screenshotId ?? '');
    }
    path = `/webpages/${webpage.id}/compare?before=${ids[0]}&after=${ids[1]}`;
    settingsPath = `/webpages/${webpage.id}/changes`;
  });

  async function open(address: string, options: ContextOptions = {}): Promise<Page> {
    const url = `http://127.0.0.1:${service.port}`;
    const context = await openContext({ viewport: { width: 1440, height: 900 }, ...options });
    await context.addCookies([...member.visitor.cookies].map(([name, value]) => ({ name, value, url })));
    const page = await context.newPage();
    await page.goto(`${url}${address}`);
    return page;
  }

  const boxOf = async (page: Page, selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    if (!box) throw new Error(`${selector} is not visible`);
    return box;
  };

  test('aligns both pictures and switches the view without JavaScript', async () => {
    const page = await open(path, { javaScriptEnabled: false });
    const [left, right] = [await boxOf(page, '.cell.a .slice'), await boxOf(page, '.pics:nth-child(2) .cell.b .slice')];
    assert.ok(Math.abs(left.y - right.y) < 1, 'the older picture begins below the gap for the new banner');
    assert.ok(right.x > left.x + left.width);

    await page.getByText('Overlay', { exact: true }).click();
    const [under, over] = [await boxOf(page, '.cell.a .slice'), await boxOf(page, '.pics:nth-child(2) .cell.b .slice')];
    assert.ok(Math.abs(under.x - over.x) < 1 && Math.abs(under.y - over.y) < 1, 'both pictures are at the same place');

    await page.getByText('Slider', { exact: true }).click();
    assert.equal(await page.getByRole('slider').count(), 0, 'a slider that does nothing is not shown');
    const [pictures, seam] = [await boxOf(page, '.aligned'), await boxOf(page, '.seam')];
    assert.ok(Math.abs(seam.x + seam.width / 2 - (pictures.x + pictures.width / 2)) <= 1);

    const banner = await boxOf(page, '.pics:nth-child(1)');
    const onTop = `document.elementFromPoint(${banner.x + banner.width * 0.8}, ${banner.y + 20}).closest('.cell').className`;
    assert.equal(await page.evaluate(onTop), 'cell b', 'the newer picture covers the gap of the older one');

    await page.getByText('Difference', { exact: true }).click();
    assert.equal(await page.locator('.pics:nth-child(2) .cell.a img').isVisible(), false);
    await page.context().close();
  });

  test('shows the number of a banner at the top of the page in every view', async () => {
    const page = await open(path);
    for (const view of VIEWS) {
      await page.getByText(view, { exact: true }).click();
      const side = view === 'Slider' ? 'a' : 'b';
      const { x, y, width, height } = await boxOf(page, `.pics:nth-child(1) .cell.${side} .tag`);
      const onTop = `document.elementFromPoint(${x + width / 2}, ${y + height / 2}).closest('.tag')?.textContent`;
      assert.equal(await page.evaluate(onTop), '+ 1', view);
    }
    await page.context().close();
  });

  test('goes from change to change without JavaScript', async () => {
    const page = await open(path, { javaScriptEnabled: false });
    const total = await page.locator('.minimap li').count();
    assert.ok(total >= 2);
    await page.getByRole('link', { name: 'Next change' }).click();
    await page.getByRole('link', { name: 'Next change' }).click();
    await page.waitForURL(/change=2#c2$/);
    assert.equal(await page.locator('.steps output').innerText(), `2 of ${total}`);
    assert.equal(await page.locator('.mk.now').first().getAttribute('data-change'), '2');
    await page.getByRole('link', { name: 'Previous change' }).click();
    await page.waitForURL(/change=1#c1$/);
    await page.context().close();
  });

  test('keeps the thumb of the slider on the seam, with keys and with the mouse', async () => {
    for (const width of [390, 1440, 2200]) {
      const page = await open(`${path}&view=slider`, { viewport: { width, height: 900 } });
      const pictures = await boxOf(page, '.aligned');
      const offset = async () => {
        const [seam, rail] = [await boxOf(page, '.seam'), await boxOf(page, '.thumb')];
        const value = Number(await page.getByRole('slider').inputValue()) / 100;
        const thumb = rail.height;
        return rail.x + thumb / 2 + value * (rail.width - thumb) - (seam.x + seam.width / 2);
      };
      const to = (share: number) => [pictures.x + share * pictures.width, pictures.y + 60] as const;
      assert.ok(Math.abs(await offset()) <= 1);
      await page.mouse.move(...to(0.1));
      await page.mouse.down();
      await page.mouse.move(...to(0.9));
      await page.mouse.up();
      assert.equal(await page.getByRole('slider').inputValue(), '90');
      assert.ok(Math.abs(await offset()) <= 1, `${width} px wide`);
      await page.getByRole('slider').focus();
      for (let press = 0; press < 45; press += 1) await page.keyboard.press('ArrowLeft');
      assert.equal(await page.getByRole('slider').inputValue(), '0');
      assert.ok(Math.abs(await offset()) <= 1, `${width} px wide`);
      await page.context().close();
    }
  });

  test('moves by keys and keeps view and change in the address', async () => {
    const page = await open(path);
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    await page.waitForURL(/change=2#c2$/);
    const total = await page.locator('.minimap li').count();
    assert.equal(await page.locator('.steps output').innerText(), `2 of ${total}`);
    await page.keyboard.press('p');
    await page.waitForURL(/change=1#c1$/);
    assert.equal(
      await page
        .locator('.minimap [aria-current]')
        .innerText()
        .then((text) => text[0]),
      '1',
    );
    for (const [key, id] of [
      ['2', 'slider'],
      ['3', 'overlay'],
      ['4', 'difference'],
      ['1', 'side'],
    ] as const) {
      await page.keyboard.press(key);
      assert.ok(await page.locator(`#v-${id}`).isChecked(), key);
      await page.waitForURL(new RegExp(`view=${id}`));
    }
    await page.reload();
    assert.ok(await page.locator('#v-side').isChecked());
    await page.context().close();
  });

  test('fills the menu to ignore the selected change', async () => {
    const page = await open(path);
    const altered = page.locator('.minimap a[data-selector=".price"]').first();
    await altered.click();
    await page.keyboard.press('i');
    const menu = page.locator('.ignore .ask');
    assert.match(await menu.innerText(), new RegExp(`Ignore change ${await altered.getAttribute('data-change')} from`));
    assert.ok(await menu.getByText('.price').isVisible());
    assert.equal(await menu.locator('[name=region]').inputValue(), await altered.getAttribute('data-region'));
    await page.keyboard.press('Escape');
    assert.equal(await menu.isVisible(), false);
    await page.locator('.minimap a:not([data-selector])').first().click();
    await page.keyboard.press('i');
    assert.equal(await menu.getByText('The element here').isVisible(), false);
    assert.ok(await menu.locator('[value=rectangle]').isChecked());
    await page.context().close();
  });

  test('stars and reviews without losing the focus or the place', async () => {
    const page = await open(path);
    await page.evaluate('scrollTo(0, 300)');
    for (const name of ['Star', 'Reviewed']) {
      const button = page.getByRole('button', { name, exact: true });
      await button.focus();
      const pressed = page.waitForResponse((response) => response.request().method() === 'GET' && response.ok());
      await page.keyboard.press('Enter');
      await pressed;
      await page.waitForSelector(`button[aria-pressed=true]:focus`);
      assert.equal(await page.evaluate('scrollY'), 300);
    }
    await page.context().close();
  });

  test('has the picture on the first screen of a phone, and no sideways scroll', async () => {
    const page = await open(path, { viewport: { width: 390, height: 844 } });
    const picture = await boxOf(page, '.cell.a .slice img');
    assert.ok(picture.y < 400, `the picture begins at ${picture.y}`);
    for (const name of ['Ignore region', 'More'])
      assert.ok(await page.getByLabel(name).or(page.getByTitle(name)).first().isVisible());
    await page.context().close();
  });

  test('has no violation that axe finds, in any view, light and dark, wide and narrow', async () => {
    const found: string[] = [];
    for (const width of [1440, 390]) {
      const page = await open(`${path}&change=1`, { viewport: { width, height: 900 }, axe: true });
      const check = async (state: string) =>
        found.push(...(await violationsInLightAndDark(page)).map((each) => `${state}, ${width}: ${each}`));
      for (const view of VIEWS) {
        await page.getByText(view, { exact: true }).click();
        await check(view);
      }
      await page.keyboard.press('i');
      await check('menu');
      await page.goto(`http://127.0.0.1:${service.port}${settingsPath}`);
      await check('settings');
      await page.context().close();
    }
    assert.deepEqual(found, []);
  });

  test('draws a rectangle to ignore with the mouse, changes it with keys, and saves it', async () => {
    const page = await open(settingsPath);
    const canvas = await boxOf(page, '.canvas');
    const scale = 1280 / canvas.width;
    await page.mouse.move(canvas.x + 100, canvas.y + 50);
    await page.mouse.down();
    await page.mouse.move(canvas.x + 300, canvas.y + 150, { steps: 4 });
    await page.mouse.up();
    const value = (name: string) => page.locator(`.boxes [name=${name}]`).inputValue().then(Number);
    assert.ok(Math.abs((await value('x')) - 100 * scale) <= 2);
    assert.ok(Math.abs((await value('height')) - 100 * scale) <= 2);
    await page.locator('.boxes [name=width]').fill('321');
    assert.equal(await page.locator('.canvas rect').getAttribute('width'), '321');
    const saveAndOpenAgain = async () => {
      await page.getByRole('button', { name: 'Save', exact: true }).last().click();
      await page.getByText('Saved. Stored changes of this page').waitFor();
      await page.goto(`http://127.0.0.1:${service.port}${settingsPath}`);
    };
    await saveAndOpenAgain();
    assert.equal(await value('width'), 321);
    await page.getByRole('button', { name: 'Remove rectangle 1' }).click();
    await saveAndOpenAgain();
    assert.equal(await page.locator('.boxes [name=x]').count(), 0);

    await page.getByRole('button', { name: 'Add a rectangle' }).click();
    assert.equal(await page.locator('.canvas rect').count(), 1);
    await page.context().close();
  });

  test('draws a rectangle with a finger after its button was pressed; otherwise a finger scrolls', async () => {
    const page = await open(settingsPath, { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true });
    const session = await page.context().newCDPSession(page);
    const drag = async () => {
      await page.evaluate("scrollBy(0, document.querySelector('.canvas').getBoundingClientRect().top - 100)");
      const { x, y } = await boxOf(page, '.canvas');
      const touch = (type: 'touchStart' | 'touchMove', left: number, top: number) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: x + left, y: y + top }] });
      await touch('touchStart', 40, 60);
      for (const step of [10, 20, 40]) await touch('touchMove', 40 + step, 60 + step);
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await drag();
    assert.equal(await page.locator('.canvas rect').count(), 0);
    await page.locator('[data-draw]').dispatchEvent('click');
    // The browser learns in its next frame that touches do not scroll any more.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await drag();
    await page.locator('.canvas rect').waitFor();
    const scale = 1280 / (await boxOf(page, '.canvas')).width;
    const width = Number(await page.locator('.boxes [name=width]').inputValue());
    assert.ok(Math.abs(width - 40 * scale) <= 2, `${width}`);
    assert.equal(await page.locator('[data-draw]').getAttribute('aria-pressed'), 'false');
    await page.context().close();
  });

  test('takes a rectangle as numbers without JavaScript', async () => {
    const page = await open(settingsPath, { javaScriptEnabled: false });
    for (const [label, value] of [
      ['Left', '10'],
      ['Top', '20'],
      ['Width', '300'],
      ['Height', '40'],
    ] as const) {
      await page.getByLabel(label).fill(value);
    }
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('.canvas rect').getAttribute('width'), '300');
    await page.getByRole('button', { name: 'Remove rectangle 1' }).click();
    assert.equal(await page.locator('.canvas rect').count(), 0);
    await page.context().close();
  });
});
