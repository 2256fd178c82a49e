import type { Tab } from './tab.ts';
import type { Traffic } from './traffic.ts';

/** Before the page is navigated, so that every script of it is counted. */
export async function countScripts(tab: Tab): Promise<void> {
  await tab.send('Performance.enable', { timeDomain: 'threadTicks' });
}

/** What changes a page without a script of its own: other documents in it, moving pictures, a refresh. */
const stirring = 'iframe, frame, object, embed, portal, video, audio, meta[http-equiv=refresh i]';

const stirringExpression = `document.querySelector(${JSON.stringify(stirring)}) !== null`;

/**
 * Whether the page has loaded and nothing can change it from here on: no script has run in it, none waits for an event,
 * and it holds nothing that stirs by itself. Most waits are for what a script may still do; such a page needs none.
 */
export async function isStill(tab: Tab, { answer }: Traffic): Promise<boolean> {
  if (Object.keys(answer?.headers ?? {}).some((name) => name.toLowerCase() === 'refresh')) return false;
  const [{ metrics }, { result }] = await Promise.all([
    tab.send('Performance.getMetrics'),
    tab.send('Runtime.evaluate', { expression: stirringExpression, returnByValue: true }),
  ]);
  const count = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value;
  const ran = ['ScriptDuration', 'V8CompileDuration', 'JSEventListeners'].some((name) => count(name) !== 0);
  return !ran && result.value === false;
}
