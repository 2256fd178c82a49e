import { readFileSync } from 'node:fs';
import { CdpError } from '../chromium/cdp.ts';
import type { Session } from '../chromium/out-of-process-frames.ts';
import type { Tab } from '../chromium/tab.ts';

const files = [
  'base',
  'changes',
  'inner-scroller',
  'full-page',
  'top-state',
  'scroll',
  'scroll-reveal',
  'late-content',
  'virtual-lists',
  'frames-of-other-sites',
  'full-frame',
  'visitor',
  'fixed-elements',
  'fixed-layers',
  'canvases',
  'scripting',
  'freeze',
  'content-width',
  'inspect',
  'page-signs',
  'closed-roots',
  'consent',
  'undrawn-scripts',
  'progress',
  'selectors',
  'elements',
  'icons',
  'steps',
  'ads',
];
const scripts = files.map((name) => readFileSync(new URL(`in-page/${name}.js`, import.meta.url), 'utf8'));
const script = `if (!globalThis.pagekeep) { ${scripts.join('\n')} }`;

/**
 * The contexts that have the script of 123 KB, which is sent once. A document keeps its context. A new process can give the
 * number of an earlier context again.
 */
const withScript = new WeakMap<Session, Set<number>>();
const missing = 'pagekeep is not defined';

/** An isolated JavaScript world in a document, with the functions of in-page/. */
export type IsolatedWorld = {
  /** Calls run in their order. Rejects with CdpError, for which isNavigation() is true if the page has navigated. */
  call<Value>(name: string, ...given: readonly unknown[]): Promise<Value>;
  readonly contextId: number;
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
  const known = withScript.get(session) ?? new Set<number>();
  withScript.set(session, known);
  return {
    contextId,
    call: async <Value>(name: string, ...given: readonly unknown[]) => {
      const call = `pagekeep.${name}(${given.map((value) => JSON.stringify(value)).join(', ')})`;
      // The first call also sends the script: under load each round trip to a page takes several milliseconds.
      const isFirst = !known.has(contextId);
      known.add(contextId);
      if (isFirst) return (await evaluate(`${script}; ${call}`)) as Value;
      return (await evaluate(call).catch((error: unknown) => {
        if (!(error instanceof CdpError && error.message.includes(missing))) throw error;
        return evaluate(`${script}; ${call}`);
      })) as Value;
    },
  };
}
