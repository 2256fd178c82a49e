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
  proxy: 'proxy',
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

/** Chromium downloads these, although a person can read them. */
const textTypes =
  /^(?:text\/(?!html)|application\/(?:(?:x-)?(?:yaml|toml|ndjson|jsonlines|sh|tex|sql|subrip)|.*\+yaml)$)/;

/** The first match tells what a file is. */
const fileNames: readonly (readonly [type: RegExp, name: string])[] = [
  [/wordprocessingml|msword|opendocument\.text/, 'a text document'],
  [/spreadsheetml|ms-excel|opendocument\.spreadsheet/, 'a spreadsheet'],
  [/presentationml|ms-powerpoint|opendocument\.presentation/, 'a presentation'],
  [/epub/, 'an e-book'],
  [/zip|x-tar|7z|rar|compressed/, 'an archive'],
  [/^audio\//, 'a sound file'],
  [/^video\//, 'a video that this browser cannot play'],
  [/^image\//, 'an image that this browser cannot show'],
  [/^font\//, 'a font'],
];

function nameOfFile(mimeType: string | undefined): string {
  const name = fileNames.find(([type]) => type.test(mimeType ?? ''))?.[1] ?? 'a file';
  return mimeType ? `${name} (${mimeType})` : name;
}

function isPdf(mimeType: string | undefined, url: string): boolean {
  return mimeType === 'application/pdf' || (mimeType === undefined && /\.pdf$/i.test(URL.parse(url)?.pathname ?? ''));
}

function errorOfAbort(answer: MainAnswer | undefined, isDownload: boolean | undefined): CaptureError {
  const mimeType = answer?.mimeType;
  const bare = answer?.status === 204 || answer?.status === 205;
  if (!bare && (isDownload || mimeType))
    return new CaptureError('download', `The address gives ${nameOfFile(mimeType)}, not a page.`);
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

/**
 * Resolves with `page` when the first document is shown, and with `pdf` or `text` for a document that Chromium downloads.
 * Throws CaptureError for an address without a document.
 */
export async function navigate(
  tab: Tab,
  traffic: Traffic,
  url: string,
  proxy: GuardProxy,
): Promise<'page' | 'pdf' | 'text'> {
  const { errorText, loaderId, isDownload } = await tab.send('Page.navigate', { url });
  const answer = traffic.answerTo(loaderId);
  if (answer?.status === 200 && isPdf(answer.mimeType, url)) return 'pdf';
  if (answer?.status === 200 && errorText === 'net::ERR_ABORTED' && textTypes.test(answer.mimeType)) return 'text';
  // An error status without a body: Chromium shows its own page, and the capture records the status.
  if (errorText === 'net::ERR_HTTP_RESPONSE_CODE_FAILURE') return 'page';
  if (errorText === 'net::ERR_ABORTED') throw errorOfAbort(answer, isDownload);
  // The page has requested nothing yet, so the last incident belongs to the navigation, also after redirects.
  if (errorText) throw errorOfIncident(proxy.incidents().at(-1)) ?? captureErrorOf(errorText);
  return 'page';
}
