import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import type { Session } from '../../src/browser/chromium/out-of-process-frames.ts';
import { enterIsolatedWorldOf } from '../../src/browser/page/isolated-world.ts';
import { type PageSigns, type Replacement, replacementOf } from '../../src/domain/replaced-page.ts';
import { replacedPages } from '../corpus/replaced/bad.ts';
import { finePages } from '../corpus/replaced/fine.ts';
import { fineInSoftware, replacedBySoftware } from '../corpus/replaced/known-software.ts';
import type { SitePage } from '../corpus/replaced/sites.ts';
import { openContext } from '../web/chromium.ts';

/** No page of the corpus has a video that can be played. */
const videosHaveFailed = `[...document.querySelectorAll('video')].every(({ error, networkState, preload }) => error || networkState === 3 || preload === 'none')`;

describe('what a site shows in place of a page', () => {
  let context: BrowserContext;
  let page: Page;
  let session: Session;
  before(async () => {
    context = await openContext({ viewport: { width: 1280, height: 800 } });
    page = await context.newPage();
    session = (await context.newCDPSession(page)) as unknown as Session;
  });
  after(() => context.close());

  async function found({ html, asked = '/articles/river', ended }: SitePage): Promise<Replacement | undefined> {
    await page.setContent(html, { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(videosHaveFailed);
    const { frameTree } = await session.send('Page.getFrameTree');
    const world = await enterIsolatedWorldOf(session, frameTree.frame.id);
    const requestedUrl = `https://site.example${asked}`;
    return replacementOf({
      ...(await world.call<PageSigns>('pageSigns')),
      requestedUrl,
      finalUrl: ended ?? requestedUrl,
      title: await page.title(),
      text: await page.evaluate<string>('document.body.innerText.slice(0, 4000)'),
      consentShowing: false,
      answersConsent: true,
    });
  }

  const fine = [...finePages, ...fineInSoftware];

  test('is told on every page of the corpus, and on no page that only looks like it', async (t) => {
    const wrong: string[] = [];
    const counts: Record<string, { pages: number; told: number; mistaken: number }> = {};
    const countsOf = (verdict: string) => (counts[verdict] ??= { pages: 0, told: 0, mistaken: 0 });
    for (const verdict of Object.keys(replacedPages) as Replacement[])
      for (const each of [...replacedPages[verdict], ...replacedBySoftware[verdict]]) {
        const told = await found(each);
        countsOf(verdict).pages += 1;
        if (told === verdict) countsOf(verdict).told += 1;
        else wrong.push(`${each.name}: ${told} instead of ${verdict}`);
        if (told && told !== verdict) countsOf(told).mistaken += 1;
      }
    for (const each of fine) {
      const told = await found(each);
      if (told === undefined) continue;
      countsOf(told).mistaken += 1;
      wrong.push(`${each.name}: ${told} instead of fine`);
    }
    t.diagnostic(`${fine.length} pages that are fine`);
    for (const [verdict, { pages, told, mistaken }] of Object.entries(counts))
      t.diagnostic(`${verdict.padEnd(12)} told on ${told} of ${pages}, mistaken on ${mistaken}`);
    assert.deepEqual(wrong, []);
  });
});
