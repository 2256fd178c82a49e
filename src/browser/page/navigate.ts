import type { FailureReason } from '../../domain/capture.ts';
import type { ConnectionFailure, ConnectionIncident } from '../../domain/ports/guard.ts';
import type { GuardProxy } from '../../guard/proxy.ts';
import { CaptureError } from '../capture-error.ts';
import type { Tab } from '../chromium/tab.ts';
import { captureErrorOf } from './net-error.ts';
import type { MainAnswer, Traffic } from './traffic.ts';

const reasonOfFailure: Record<ConnectionFailure, FailureReason> = {
  'name-not-found': 'dns',
  'connection-refused': 'connection',
  unreachable: 'connection',
  'timed-out': 'connection',
  'connection-lost': 'empty-answer',
  'too-many-bytes': 'too-large',
};

/** Throws CaptureError for other schemes: `file:`, `data:` and `view-source:` bypass the proxy. */
export function webUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed.href;
  throw new CaptureError(
    'scheme',
    `${JSON.stringify(url)} is not an address that can be captured; allowed are http: and https:.`,
  );
}

function isPdf(mimeType: string | undefined, url: string): boolean {
  return mimeType === 'application/pdf' || (mimeType === undefined && /\.pdf$/i.test(URL.parse(url)?.pathname ?? ''));
}

function errorOfAbort(answer: MainAnswer | undefined, url: string, isDownload: boolean | undefined): CaptureError {
  const mimeType = answer?.mimeType;
  const bare = answer?.status === 204 || answer?.status === 205;
  if (isPdf(mimeType, url)) return new CaptureError('pdf', 'The address gives a PDF, not a page.');
  if (!bare && (isDownload || mimeType))
    return new CaptureError('download', `The address gives a file${mimeType ? ` (${mimeType})` : ''}, not a page.`);
  return new CaptureError('empty-answer', `The server answered without a page${answer ? ` (${answer.status})` : ''}.`);
}

/** Chromium reports one error for everything that the guard refuses or fails to reach. The incident tells the reason. */
function errorOfIncident(incident: ConnectionIncident | undefined): CaptureError | undefined {
  if (incident === undefined) return undefined;
  return new CaptureError(incident.kind === 'refused' ? 'address' : reasonOfFailure[incident.reason], incident.message);
}

/** Explains why Chromium shows its own error page in place of `url`. */
export function errorOfUnreached(url: string, errorText: string, proxy: Pick<GuardProxy, 'incidentFor'>): CaptureError {
  return errorOfIncident(proxy.incidentFor(url)) ?? captureErrorOf(errorText);
}

/** A dialog blocks the page's scripts. Accepts leaving the page and declines everything else. */
export function declineDialogs(tab: Tab): void {
  tab.on('Page.javascriptDialogOpening', ({ type }) => {
    tab.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => undefined);
  });
}

/** Resolves when the first document is shown. Throws CaptureError for an address without a document. */
export async function navigate(tab: Tab, traffic: Traffic, url: string, proxy: GuardProxy): Promise<void> {
  const { errorText, loaderId, isDownload } = await tab.send('Page.navigate', { url });
  const answer = traffic.answerTo(loaderId);
  if (answer && isPdf(answer.mimeType, url)) throw errorOfAbort(answer, url, true);
  // An error status without a body: Chromium shows its own page, and the capture records the status.
  if (errorText === 'net::ERR_HTTP_RESPONSE_CODE_FAILURE') return;
  if (errorText === 'net::ERR_ABORTED') throw errorOfAbort(answer, url, isDownload);
  // The page has requested nothing yet, so the last incident belongs to the navigation, also after redirects.
  if (errorText) throw errorOfIncident(proxy.incidents().at(-1)) ?? captureErrorOf(errorText);
}
