import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { captureAs } from '../harness/changes.ts';
import { sqlite } from '../harness/engines.ts';
import { useService } from '../harness/service.ts';
import { violationsAtWidths } from './accessibility.ts';
import { banded, captureOnce, shotOf, trackWebpage, UNREACHABLE } from './captures.ts';
import { type ContextOptions, openContext } from './chromium.ts';
import { join, type Member } from './visitor.ts';

describe('the Changes page in a browser', () => {
  const service = useService(sqlite, { reachable: true });
  let member: Member;

  before(async () => {
    member = await join(service);
    const { owner } = member;
    for (const name of ['First', 'Second', 'Third']) {
      const { id } = await trackWebpage(service, owner, { name });
      for (const colour of ['#111111', '#eeeeee']) {
        const bands = await banded(800, [
          [colour, 300],
          ['#ffcc00', 300],
        ]);
        await captureOnce(service, owner, id, shotOf(bands));
      }
    }
    const failing = await trackWebpage(service, owner, { name: 'Failing' });
    await captureOnce(service, owner, failing.id, UNREACHABLE);
    await service.store.schedules.pause(owner, failing.id);
  });

  async function open(options: ContextOptions = {}): Promise<Page> {
    const context = await openContext(options);
    const url = `http://127.0.0.1:${service.port}`;
    await context.addCookies([...member.visitor.cookies].map(([name, value]) => ({ name, value, url })));
    const page = await context.newPage();
    await page.goto(`${url}/`);
    return page;
  }

  const reviewedEntries = () => {
    const request = { filter: 'reviewed', site: undefined, keyword: undefined, from: undefined } as const;
    return service.store.changes.entries(member.owner, { ...request, order: 'desc', limit: 10 });
  };
  const reviewed = async () => (await reviewedEntries()).map(({ webpage }) => webpage.name).sort();
  const undoAll = async () => {
    const ids = (await reviewedEntries()).map(({ id }) => id);
    await service.store.changes.review(member.owner, ids, undefined);
  };

  afterEach(undoAll);

  /** The name in the row that has the focus. */
  const focused = (page: Page) =>
    page.evaluate("document.activeElement.closest('.change, .brief')?.querySelector('h3')?.textContent");

  test('j and k move through the changes, and Enter opens one', async () => {
    const page = await open();
    await page.keyboard.press('j');
    assert.equal(await focused(page), 'Third');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    assert.equal(await focused(page), 'First');
    await page.keyboard.press('k');
    assert.equal(await focused(page), 'Second');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/compare\?before=/);
    await page.context().close();
  });

  test('the keys and the filters work at the first visit from another time zone, which replaces the list', async () => {
    const page = await open({ timezoneId: 'Pacific/Kiritimati' });
    await page.locator('#changes[data-zone="Pacific/Kiritimati"]').waitFor();
    for (const key of ['j', 'j']) await page.keyboard.press(key);
    assert.equal(await focused(page), 'Second');
    await page.getByRole('combobox', { name: 'Site' }).selectOption('example.org');
    await page.waitForURL(/site=example\.org/);
    await page.context().close();
  });

  test('e marks the change as reviewed and back without leaving the page or losing the focus', async () => {
    const page = await open();
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.locator('.change.done').waitFor();
    assert.deepEqual(await reviewed(), ['Third']);
    assert.equal(await focused(page), 'Third');
    assert.equal(await page.locator('.bar .count').textContent(), '2 not reviewed');
    await page.keyboard.press('e');
    await page.locator('.change.done').waitFor({ state: 'detached' });
    assert.deepEqual(await reviewed(), []);
    await page.context().close();
  });

  test('x selects several changes, which e reviews together', async () => {
    const page = await open();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    assert.equal(await page.locator('#selected').textContent(), '2 selected');
    await page.keyboard.press('e');
    await page.locator('.change.done').nth(1).waitFor();
    assert.deepEqual(await reviewed(), ['Second', 'Third']);
    await page.context().close();
  });

  test('s stars the newer capture and keeps the focus on the star', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Star the newer capture of Second' }).click();
    await page.locator('.star[aria-pressed="true"]').waitFor();
    assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-pressed")'), 'true');
    await page.keyboard.press('s');
    await page.locator('.star[aria-pressed="true"]').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('? shows the keys, / goes to the search, g a to the archive, and keys in fields are text', async () => {
    const page = await open();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('gaje');
    assert.equal(await page.locator('.find input').inputValue(), 'gaje');
    assert.deepEqual(await reviewed(), []);
    await page.evaluate('document.activeElement.blur()');
    // On a busy machine a wait for the first key could take longer than the page waits for the second.
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('a')]);
    await page.waitForURL(/\/archive$/);
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('c')]);
    await page.waitForURL(/:\d+\/$/);
    await page.context().close();
  });

  test('works without JavaScript: reviewed, undo, star and filters', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.getByRole('button', { name: /Reviewed.*Second/ }).click();
    await page.waitForURL(/\/#e-/);
    assert.deepEqual(await reviewed(), ['Second']);
    await page.getByRole('button', { name: /Undo.*Second/ }).click();
    await page.getByRole('button', { name: /Reviewed.*Second/ }).waitFor();
    await page.getByRole('combobox', { name: 'Site' }).selectOption('example.org');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/site=example\.org/);
    await page.getByRole('link', { name: /^Failing 1$/ }).click();
    await page.getByRole('link', { name: 'Failing', exact: true }).waitFor();
    await page.context().close();
  });

  test('shows a change that is found while the page is open', async () => {
    const { id } = await trackWebpage(service, member.owner, { name: 'Running' });
    await captureAs(service.store, member.owner, id, { at: new Date() });
    await service.store.schedules.request(member.owner, id, new Date());
    const page = await open();
    await page.locator('#changes[data-pending]').waitFor();
    await captureAs(service.store, member.owner, id, { at: new Date() });
    await page.locator('.change h3', { hasText: 'Running' }).waitFor();
    await service.store.webpages.remove(member.owner, id);
    await page.context().close();
  });

  test('has no violation that axe finds in any state, in light and dark, 390, 1024 and 1440 px wide', async () => {
    const page = await open({ axe: true });
    for (const key of ['j', 'e', 'j', 'x']) await page.keyboard.press(key);
    await page.locator('.change.done').waitFor();
    assert.deepEqual(await violationsAtWidths(page, [390, 1024, 1440], ['best-practice']), []);
    await page.context().close();
  });
});
