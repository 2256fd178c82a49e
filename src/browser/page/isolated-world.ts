import { readFileSync } from 'node:fs';
import { CdpError } from '../chromium/cdp.ts';
import type { Session } from '../chromium/out-of-process-frames.ts';
import type { Tab } from '../chromium/tab.ts';

const files = [
  'base',
  'expandInnerScroller',
  'reveal',
  'scroll',
  'scroll-reveal',
  'virtual-lists',
  'fixed-elements',
  'canvases',
  'scripting',
  'freeze',
  'look',
];
const scripts = files.map((name) => readFileSync(new URL(`in-page/${name}.js`, import.meta.url), 'utf8'));
const script = `if (!globalThis.pagekeep) { ${scripts.join('\n')} }`;

/** A world of our own inside the page that is shown: see in-page/ for what can be called in it. */
export type IsolatedWorld = {
  /** Calls are carried out in their order, also those that did not wait for each other. Rejects with CdpError, and with one that isNavigation() knows when the page goes on to another document. */
  call<Value>(name: string, ...given: readonly unknown[]): Promise<Value>;
};

export function enterIsolatedWorld(tab: Tab): Promise<IsolatedWorld> {
  return enterIsolatedWorldOf(tab, tab.targetId);
}

export async function enterIsolatedWorldOf(session: Session, frameId: string): Promise<IsolatedWorld> {
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName: 'pagekeep',
  });
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails)
      throw new CdpError(`in the page: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  };
  // It goes in with the first call: under load every round trip to a page takes several milliseconds.
  let unsent = `${script};`;
  return {
    call: async <Value>(name: string, ...given: readonly unknown[]) => {
      const call = `${unsent}pagekeep.${name}(${given.map((value) => JSON.stringify(value)).join(', ')})`;
      unsent = '';
      return (await evaluate(call)) as Value;
    },
  };
}
