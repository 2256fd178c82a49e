import type { Protocol } from 'devtools-protocol';
import { CdpError } from '../chromium/cdp.ts';
import type { Tab } from '../chromium/tab.ts';
import { within } from '../deadline.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import { busyFactor } from './machine-load.ts';
import type { Traffic } from './traffic.ts';

/** Milliseconds of an idle machine for all sheets of a page together. */
const maxTime = { search: 1_000, replace: 1_500 };
const maxSheets = 100;
/** Larger sheets are not searched: the reply holds the matching lines, and a minified sheet is a single line. */
const maxSheetBytes = 2_000_000;

/** Whether the Content-Security-Policy forbids all scripts, so that every visitor sees the page without them. */
export function isServedScriptless({ answer }: Traffic): boolean {
  const policies = Object.entries(answer?.headers ?? {}).filter(([name]) => /^content-security-policy$/i.test(name));
  return policies.some(([, policy]) => /(?:^|[;,\n])\s*sandbox\b(?![^;,\n]*\ballow-scripts\b)/i.test(policy));
}

async function mentionsScripting(tab: Tab, requestId: string): Promise<boolean> {
  const query = { query: '\\(\\s*scripting\\b', isRegex: true };
  const { result } = await tab.send('Network.searchInResponseBody', { requestId, ...query });
  return result.length > 0;
}

/** Returns the addresses of the sheets with a scripting query, and of those whose text Chromium has discarded. */
export async function sheetsWithScripting(tab: Tab, { styleSheets }: Traffic): Promise<readonly string[]> {
  const searched = styleSheets.filter(({ bytes }) => bytes <= maxSheetBytes).slice(0, maxSheets);
  const found = new Set<string>();
  const search = searched.map(async ({ requestId, urls }) => {
    const mentions = await mentionsScripting(tab, requestId).catch((error: unknown) => {
      if (error instanceof CdpError) return true;
      throw error;
    });
    if (mentions) for (const url of urls) found.add(url);
  });
  await within(maxTime.search * busyFactor(), Promise.all(search));
  return [...found];
}

const byPositionFromEnd = (one: Protocol.CSS.SourceRange, other: Protocol.CSS.SourceRange) =>
  other.startLine - one.startLine || other.startColumn - one.startColumn;

async function replaceAll(tab: Tab, world: IsolatedWorld, signal: AbortSignal): Promise<void> {
  await tab.send('DOM.enable');
  // Before it answers, Chromium downloads uncacheable sheets again.
  await tab.send('CSS.enable');
  const { medias } = await tab.send('CSS.getMediaQueries');
  const queries = medias.flatMap(({ source, text, styleSheetId, range }) =>
    source === 'mediaRule' && styleSheetId && range && text.includes('scripting')
      ? [{ text, styleSheetId, range }]
      : [],
  );
  // The last query comes first, because a replacement moves the later ones.
  for (const { text, ...place } of queries.toSorted((one, other) => byPositionFromEnd(one.range, other.range))) {
    const replaced = await world.call<string>('withoutScriptingQueries', text);
    if (signal.aborted) return;
    await tab.send('CSS.setMediaText', { ...place, text: replaced });
  }
}

/** Replaces, through the inspector, the scripting queries of sheets that scripts cannot read. */
export async function replaceUnreadableQueries(tab: Tab, world: IsolatedWorld): Promise<void> {
  const timeIsUp = new AbortController();
  await within(
    maxTime.replace * busyFactor(),
    replaceAll(tab, world, timeIsUp.signal).catch((error: unknown) => {
      if (!(error instanceof CdpError)) throw error;
    }),
  );
  timeIsUp.abort();
}
