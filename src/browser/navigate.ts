import { Ending } from './ending.ts';
import { endingOfNetError } from './net-error.ts';
import type { Tab } from './tab.ts';
import type { MainAnswer, Traffic } from './traffic.ts';

/** Why the guard proxy did not connect to a host, as it last told. */
export type EgressFailure = { readonly reason: 'address' | 'dns' | 'connection' | 'tls'; readonly detail: string };

export type Egress = {
  /** `http://127.0.0.1:PORT` of the guard proxy. */
  readonly url: string;
  /** A proxy's refusal reaches the browser as a broken tunnel or a bare 403; this tells what it was. */
  readonly failureOf?: (host: string) => EgressFailure | undefined;
};

/** `file:`, `data:` and `view-source:` pass by every proxy: nothing but the web is navigated to. */
export function webUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed.href;
  throw new Ending(
    'scheme',
    `${JSON.stringify(url)} is not an address that can be captured; allowed are http: and https:.`,
  );
}

function isPdf(mimeType: string | undefined, url: string): boolean {
  return mimeType === 'application/pdf' || (mimeType === undefined && /\.pdf$/i.test(URL.parse(url)?.pathname ?? ''));
}

function endingOfAbort(answer: MainAnswer | undefined, url: string, isDownload: boolean | undefined): Ending {
  const mimeType = answer?.mimeType;
  const bare = answer?.status === 204 || answer?.status === 205;
  if (isPdf(mimeType, url)) return new Ending('pdf', 'The address gives a PDF, not a page.');
  if (!bare && (isDownload || mimeType))
    return new Ending('download', `The address gives a file${mimeType ? ` (${mimeType})` : ''}, not a page.`);
  return new Ending('empty-answer', 'The server answered without a page (204 No Content).');
}

function guarded(egress: Egress | undefined, url: string): Ending | undefined {
  const failure = egress?.failureOf?.(new URL(url).host);
  return failure && new Ending(failure.reason, failure.detail);
}

/** Dialogs would hold the page's scripts for ever. Leaving a page is agreed to, all else is declined. */
export function declineDialogs(tab: Tab): void {
  tab.on('Page.javascriptDialogOpening', ({ type }) => {
    tab.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => undefined);
  });
}

/** Resolves when a document has begun to be shown. Throws Ending for an address that shows none. */
export async function navigate(tab: Tab, traffic: Traffic, url: string, egress: Egress | undefined): Promise<void> {
  const { errorText, loaderId, isDownload } = await tab.send('Page.navigate', { url });
  const answer = traffic.answerTo(loaderId);
  if (answer && isPdf(answer.mimeType, url)) throw endingOfAbort(answer, url, true);
  // An error status without a body: Chromium shows a page of its own, and the status is what there is to record.
  if (errorText === 'net::ERR_HTTP_RESPONSE_CODE_FAILURE') return;
  if (errorText === 'net::ERR_ABORTED') throw endingOfAbort(answer, url, isDownload);
  const refused = errorText || (answer && answer.status >= 400) ? guarded(egress, url) : undefined;
  if (refused) throw refused;
  if (errorText) throw endingOfNetError(errorText);
}
