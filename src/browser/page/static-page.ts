import type { Tab } from '../chromium/tab.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import type { Traffic } from './traffic.ts';

/** Before the page is navigated, so that every script of it is counted. */
export async function countScripts(tab: Tab): Promise<void> {
  await tab.send('Performance.enable', { timeDomain: 'threadTicks' });
}

/** What changes a page without a script of its own: other documents in it, moving pictures, a refresh. */
const stirring = 'iframe, frame, object, embed, portal, video, audio, meta[http-equiv=refresh i]';

/**
 * Whether the page has loaded and nothing can change it from here on: no script has run in it, none waits for an event,
 * and it holds nothing that stirs by itself. Most waits are for what a script may still do; such a page needs none.
 */
export async function isStaticPage(tab: Tab, world: IsolatedWorld, { answer }: Traffic): Promise<boolean> {
  if (Object.keys(answer?.headers ?? {}).some((name) => name.toLowerCase() === 'refresh')) return false;
  const [{ metrics }, stirs] = await Promise.all([
    // Before a script of ours runs in the page.
    tab.send('Performance.getMetrics'),
    world.call<boolean>('has', stirring),
  ]);
  const count = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value;
  const ran = ['ScriptDuration', 'V8CompileDuration', 'JSEventListeners'].some((name) => count(name) !== 0);
  return !ran && !stirs;
}
