import { CdpError } from './cdp.ts';
import { within } from './ending.ts';
import type { Tab } from './tab.ts';
import type { Traffic } from './traffic.ts';
import { enterWorld } from './world.ts';

/** Each costs a command. */
const mostSheets = 50;

/** Chromium downloads sheets that may not be cached once more before it lets them be edited. */
const mostTime = 2_000;

/** Rejects where the browser no longer has the sheet. */
async function mentionsScripting(tab: Tab, requestId: string): Promise<boolean> {
  const { body } = await tab.send('Network.getResponseBody', { requestId });
  return /\(\s*scripting\b/i.test(body);
}

/** Replaces the text of the sheets through the inspector, which may read what the page may not. */
async function rewrite(tab: Tab, origin: string | undefined): Promise<void> {
  const ids: string[] = [];
  tab.on('CSS.styleSheetAdded', ({ header: { styleSheetId, sourceURL } }) => {
    if (URL.parse(sourceURL)?.origin !== origin) ids.push(styleSheetId);
  });
  await tab.send('DOM.enable');
  await tab.send('CSS.enable');
  const world = await enterWorld(tab);
  for (const styleSheetId of ids) {
    const { text } = await tab.send('CSS.getStyleSheetText', { styleSheetId });
    const answered = await world.call<string>('asScripted', text);
    if (answered !== text) await tab.send('CSS.setStyleSheetText', { styleSheetId, text: answered });
  }
}

/**
 * The page's world answers `@media (scripting)` in the sheets that it may read (in-page/scripting.js). This does the
 * same in those of other sites. Pages without such a query pay one command for each of these sheets.
 */
export async function answerScriptingElsewhere(tab: Tab, traffic: Traffic): Promise<void> {
  const origin = URL.parse(traffic.url)?.origin;
  const elsewhere = traffic.styleSheets.filter(({ url }) => URL.parse(url)?.origin !== origin);
  if (elsewhere.length === 0) return;
  const asked = elsewhere.slice(0, mostSheets).map(({ requestId }) => mentionsScripting(tab, requestId));
  const answers = await Promise.allSettled(asked);
  if (!answers.some((answer) => answer.status === 'fulfilled' && answer.value)) return;
  await within(
    mostTime,
    rewrite(tab, origin).catch((error: unknown) => {
      if (!(error instanceof CdpError)) throw error;
    }),
  );
}
