import type { Tab } from '../chromium/tab.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import type { Traffic } from './traffic.ts';

/** Must run before the navigation, so that Chromium counts every script. */
export async function countScripts(tab: Tab): Promise<void> {
  await tab.send('Performance.enable', { timeDomain: 'threadTicks' });
}

/** Elements that change a page without a script: other documents, videos, a refresh. */
const dynamicElements = 'iframe, frame, object, embed, portal, video, audio, meta[http-equiv=refresh i]';

/**
 * Whether nothing can change the loaded page: no script has run, none listens to an event, and it has no dynamic
 * elements. Such a page needs none of the waits for scripts.
 */
export async function isStaticPage(tab: Tab, world: IsolatedWorld, { answer }: Traffic): Promise<boolean> {
  if (Object.keys(answer?.headers ?? {}).some((name) => name.toLowerCase() === 'refresh')) return false;
  const [{ metrics }, isDynamic] = await Promise.all([
    // Sent first, because the call below also runs a script.
    tab.send('Performance.getMetrics'),
    world.call<boolean>('has', dynamicElements),
  ]);
  const count = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value;
  const ran = ['ScriptDuration', 'V8CompileDuration', 'JSEventListeners'].some((name) => count(name) !== 0);
  return !ran && !isDynamic;
}
