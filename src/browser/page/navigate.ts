import type { FailureReason } from '../../domain/capture.ts';
import type { Egress } from '../../guard/egress.ts';
import { EGRESS_HEADER, type EgressFailureReason, type EgressIncident } from '../../guard/incident.ts';
import type { Tab } from '../chromium/tab.ts';
import { Ending } from './ending.ts';
import { endingOfNetError } from './net-error.ts';
import type { MainAnswer, Traffic } from './traffic.ts';

/** What the guard's word for a failed connection means for the capture. */
const reasons: Record<EgressFailureReason, FailureReason> = {
  'name-not-found': 'dns',
  'connection-refused': 'connection',
  unreachable: 'connection',
  'timed-out': 'connection',
  'connection-lost': 'empty-answer',
  'too-many-bytes': 'too-large',
  'bad-answer': 'bad-answer',
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
  return new Ending('empty-answer', `The server answered without a page${answer ? ` (${answer.status})` : ''}.`);
}

/** What the guard refused or could not reach comes to the browser as a broken tunnel or a page of the guard's own. */
function guarded(incident: EgressIncident | undefined): Ending | undefined {
  return incident && new Ending(incident.kind === 'refused' ? 'address' : reasons[incident.reason], incident.message);
}

/** Throws what a page of the guard's own stands for, wherever the page was sent on to. */
export function leaveGuardsPage({ url, headers }: MainAnswer, egress: Egress): void {
  // CDP gives header names as the server wrote them.
  if (!Object.keys(headers).some((name) => name.toLowerCase() === EGRESS_HEADER.toLowerCase())) return;
  const ending = guarded(egress.incidentFor(url));
  if (ending) throw ending;
}

/** What it stands for that Chromium shows a page of its own, wherever the page was sent on to. */
export function endingOfUnreached(url: string, errorText: string, egress: Pick<Egress, 'incidentFor'>): Ending {
  return guarded(egress.incidentFor(url)) ?? endingOfNetError(errorText);
}

/** Dialogs would hold the page's scripts for ever. Leaving a page is agreed to, all else is declined. */
export function declineDialogs(tab: Tab): void {
  tab.on('Page.javascriptDialogOpening', ({ type }) => {
    tab.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => undefined);
  });
}

/** Resolves when a document has begun to be shown. Throws Ending for an address that shows none. */
export async function navigate(tab: Tab, traffic: Traffic, url: string, egress: Egress): Promise<void> {
  const { errorText, loaderId, isDownload } = await tab.send('Page.navigate', { url });
  const answer = traffic.answerTo(loaderId);
  if (answer && isPdf(answer.mimeType, url)) throw endingOfAbort(answer, url, true);
  // An error status without a body: Chromium shows a page of its own, and the status is what there is to record.
  if (errorText === 'net::ERR_HTTP_RESPONSE_CODE_FAILURE') return;
  if (errorText === 'net::ERR_ABORTED') throw endingOfAbort(answer, url, isDownload);
  if (answer) leaveGuardsPage(answer, egress);
  // No part of the page was asked for yet: whatever the guard met was on the way to it, behind however many redirects.
  if (errorText) throw guarded(egress.incidents().at(-1)) ?? endingOfNetError(errorText);
}
