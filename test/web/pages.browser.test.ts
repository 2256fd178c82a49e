import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import { sqlite } from '../harness/engines.ts';
import { addTestWebhook } from '../harness/receiver.ts';
import { addToken } from '../harness/records.ts';
import { useService } from '../harness/service.ts';
import { pageText } from '../harness/words.ts';
import { violationsOf } from './accessibility.ts';
import { banded, captureOnce, shotOf, trackWebpage, UNREACHABLE } from './captures.ts';
import { openContext } from './chromium.ts';
import { join, type Member, Visitor } from './visitor.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  // Rules of style that do not affect validity.
  rules: { 'no-trailing-whitespace': 'off', 'attribute-boolean-style': 'off', 'no-implicit-button-type': 'off' },
});

/** Every page by name. Braces contain the name of an id; " new" stands for an account without webpages. */
const PAGES = {
  'sign in': '/sign-in',
  'sign in, from a page': '/sign-in?next=%2Ftokens',
  invitation: '/join/{secret}',
  'API reference': '/docs',
  'unknown page': '/nowhere',
  'home of a new account': '/ new',
  home: '/',
  archive: '/archive',
  'archive as a list, sorted by name': '/archive?as=list&sort=name',
  'failing webpages': '/archive?status=failing',
  'search with results': '/archive?q=news&keyword=press',
  'search without results': '/archive?q=nothing+like+it',
  'search for words': '/search',
  'words with results': '/search?q=merger+-nothing&in=all',
  'words without results': '/search?q=nothing',
  'a query that cannot be read': '/search?q=%22%3Cb%3E',
  'words in an archive without words': '/search?q=merger new',
  'a phrase through time': '/phrase?q=merger',
  'a phrase that nothing has': '/phrase?q=nothing',
  'a capture with words outlined': '/webpages/{webpage}/captures/{second}?words=%22the+merger%22',
  'add pages': '/add',
  'a webpage': '/webpages/{webpage}',
  'a webpage before its first capture': '/webpages/{waiting}',
  'a webpage whose captures all failed': '/webpages/{failing}',
  'a capture at full size': '/webpages/{webpage}/captures/{first}?size=full',
  'an error page': '/webpages/{webpage}/captures/{broken}',
  favourites: '/webpages/{webpage}?favorites=on',
  edit: '/webpages/{webpage}/edit',
  delete: '/webpages/{webpage}/delete',
  'side by side': '/webpages/{webpage}/compare?before={first}&after={second}&change=1',
  difference: '/webpages/{webpage}/compare?before={first}&after={second}&view=difference',
  overlay: '/webpages/{webpage}/compare?before={first}&after={second}&view=overlay',
  slider: '/webpages/{webpage}/compare?before={first}&after={second}&view=slider',
  'identical captures': '/webpages/{webpage}/compare?before={second}&after={third}',
  'what counts as a change': '/webpages/{webpage}/changes',
  'delete a capture': '/webpages/{webpage}/captures/{first}/delete',
  trash: '/trash',
  'trash of a new account': '/trash new',
  'erase a webpage': '/trash/{trashed}/erase',
  'empty the trash': '/trash/empty',
  tokens: '/tokens',
  'revoke a token': '/tokens/{token}/revoke',
  notifications: '/notifications',
  'a webhook': '/notifications/webhooks/{webhook}',
  'remove a webhook': '/notifications/webhooks/{webhook}/remove',
  account: '/account',
  'two-step sign-in': '/account/two-step',
  'delete the account': '/account/delete',
  people: '/people',
  person: '/people/{person}',
  'remove a person': '/people/{person}/remove',
  'all activity': '/people/activity',
} as const;

const STATUS = { 'unknown page': 404, 'a query that cannot be read': 400 } as const;

/** compare.browser.test.ts checks these with axe, in light and dark, wide and narrow. */
const CHECKED_ELSEWHERE: readonly string[] = [
  'side by side',
  'difference',
  'overlay',
  'slider',
  'what counts as a change',
];

const SCREENS = {
  phone: { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  'wide screen': { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
} as const;

describe('every page', () => {
  const service = useService(sqlite, { reachable: true });
  let member: Member;
  let newMember: Member;
  let stranger: Visitor;
  const names: Record<string, string> = {};

  before(async () => {
    member = await join(service);
    newMember = await join(service);
    stranger = new Visitor(service);
    const { owner } = member;
    const draft = { name: 'News & more <b>', keywords: ['press', 'daily'] };
    const webpage = await trackWebpage(service, owner, draft);
    const one = shotOf(
      await banded(800, [
        ['#222222', 300],
        ['#ffcc00', 300],
      ]),
    );
    const two = shotOf(
      await banded(800, [
        ['#222222', 300],
        ['#0066cc', 500],
      ]),
      { text: pageText('The merger <b> & more', 'אחרי merger', '合并 merger '.repeat(200)) },
    );
    const blocked = shotOf(await banded(800, [['#cccccc', 100]]), {
      verdict: 'http-error',
      httpStatus: 503,
      warnings: [{ kind: 'load-unfinished', detail: 'Some images were still loading.' }],
    });
    const outcomes = [one, UNREACHABLE, two, two, blocked];
    const results = [];
    for (const outcome of outcomes) results.push(await captureOnce(service, owner, webpage.id, outcome));
    const [first, , second, third, broken] = results.map(({ record }) => record.screenshotId ?? '');
    const failing = await trackWebpage(service, owner, draft);
    await captureOnce(service, owner, failing.id, UNREACHABLE);
    const waiting = await trackWebpage(service, owner);
    await service.store.screenshots.setFavorite(owner, {
      webpageId: webpage.id,
      id: second ?? '',
      isFavorite: true,
      now: new Date(),
    });
    const trashed = await trackWebpage(service, owner);
    await service.store.trash.putWebpage(owner, trashed.id, new Date());
    const { tokenId: token } = await addToken(service.store, owner);
    await member.visitor.get('/account');
    const invited = await member.visitor.post('/account/invitations');
    const [, secret] = /\/join\/([\w-]+)/.exec(invited.text) ?? [];
    Object.assign(names, { webpage: webpage.id, waiting: waiting.id, failing: failing.id, first, second, third });
    const { webhook: added } = await addTestWebhook(service.store, owner, 'https://receiver.example/');
    await service.store.webhooks.sendTest(owner, added.id, new Date());
    Object.assign(names, { webhook: added.id, broken, token, secret, trashed: trashed.id, person: newMember.owner });
    const quota = { webpages: 5, bytes: 1_000_000, capturesADay: 0 };
    await service.store.people.setQuota(newMember.owner, quota);
  });

  function addressOf(page: keyof typeof PAGES): { path: string; as: Visitor } {
    const path = PAGES[page].replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '');
    if (path.endsWith(' new')) return { path: path.slice(0, -' new'.length), as: newMember.visitor };
    return { path, as: /^\/(sign-in|join)/.test(path) ? stranger : member.visitor };
  }

  for (const name of Object.keys(PAGES) as (keyof typeof PAGES)[]) {
    test(`${name}: is valid HTML, has no inline script or style, and loads less than 50 KiB beside its fonts and pictures`, async () => {
      const { path, as } = addressOf(name);
      const { text, status, headers } = await as.get(path);
      assert.equal(status, STATUS[name as keyof typeof STATUS] ?? 200);
      const report = await validator.validateString(text);
      const invalid = report.results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} in ${text.split('\n')[line - 1]}`),
      );
      assert.deepEqual(invalid, []);
      assert.doesNotMatch(text, /<script(?! type="module" src="\/assets\/)|<style|\sstyle=|\son\w+=|javascript:/);
      assert.doesNotMatch(text, /(src|href)="https?:\/\/(?!127\.0\.0\.1|news\.example\.org)/);
      const policy = headers['content-security-policy'] ?? '';
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'; /);
      assert.doesNotMatch(policy, /unsafe|\*/);

      const assets = new Set(text.match(/\/assets\/[0-9a-f]+\/[\w-]+\.(css|js)/g));
      let weight = gzipSync(text).length;
      // Scripts that a script imports are added while the set is walked.
      for (const asset of assets) {
        const { status: found, body } = await as.request('GET', asset, undefined, { 'Accept-Encoding': 'gzip' });
        assert.equal(found, 200, asset);
        weight += body.length;
        const source = asset.endsWith('.js') ? gunzipIfNeeded(body) : '';
        for (const [, name] of source.matchAll(/from '\.\/([\w-]+\.js)'/g)) {
          assets.add(asset.replace(/[^/]+$/, name ?? ''));
        }
      }
      assert.ok(weight < 50 * 1024, `${weight} bytes`);
    });
  }

  test('has no violation of WCAG 2.2 A and AA that axe finds, and does not scroll sideways, on a phone in dark mode and on a wide screen in light mode', async () => {
    const found: string[] = [];
    const url = `http://127.0.0.1:${service.port}`;
    // A window for each visitor: its pages share a process, which compiles axe once.
    const windows = new Map<Visitor, Page>();
    for (const name of Object.keys(PAGES) as (keyof typeof PAGES)[]) {
      if (CHECKED_ELSEWHERE.includes(name)) continue;
      const { path, as } = addressOf(name);
      const page = windows.get(as) ?? (await openWindow(as, url));
      windows.set(as, page);
      let isOpen = false;
      for (const [screen, { viewport, colorScheme }] of Object.entries(SCREENS)) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        // Loaded once: that and the first run of axe in a page take longer than the others.
        if (!isOpen) await page.goto(`${url}${path}`);
        isOpen = true;
        found.push(...(await violationsOf(page)).map((violation) => `${name}, ${screen}: ${violation}`));
      }
    }
    for (const page of windows.values()) await page.context().close();
    assert.deepEqual(found, []);
  });
});

async function openWindow(as: Visitor, url: string): Promise<Page> {
  const context = await openContext({ axe: true });
  const cookies = [...as.cookies].map(([name, value]) => ({ name, value, url }));
  if (cookies.length > 0) await context.addCookies(cookies);
  return context.newPage();
}

/** Short scripts are sent uncompressed. */
function gunzipIfNeeded(body: Buffer): string {
  return String(body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body) : body);
}
