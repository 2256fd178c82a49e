import { CaptureError } from '../capture-error.ts';
import type { Tab } from '../chromium/tab.ts';
import { timedOut, within } from '../deadline.ts';
import type { Limits } from './limits.ts';
import type { RequestInterception } from './request-interception.ts';

/** Milliseconds for the response. */
const receiveTime = 15_000;

type Receiving = {
  readonly url: string;
  /** The result of RequestInterception.replaceDocument. */
  readonly document: Promise<Buffer | undefined>;
  readonly mostBytes: number;
};

export function errorOfLargeFile(mostBytes: number): CaptureError {
  return new CaptureError('too-large', `The file has more than ${mostBytes} bytes.`);
}

/** Requests an address again, and resolves with its document when another is shown in its place. Throws CaptureError. */
export async function receive(tab: Tab, { url, document, mostBytes }: Receiving): Promise<Buffer> {
  const navigating = tab.send('Page.navigate', { url });
  const answer = await within(receiveTime, Promise.all([document, navigating]));
  if (answer === timedOut)
    throw new CaptureError('deadline', `The file was not received within ${receiveTime / 1000} s.`);
  const [bytes] = answer;
  if (!bytes) throw errorOfLargeFile(mostBytes);
  return bytes;
}

/** Shows a text that Chromium would download. Throws CaptureError if it does not arrive. */
export async function showText(
  tab: Tab,
  interception: RequestInterception,
  { url, limits }: { url: string; limits: Limits },
): Promise<void> {
  const document = interception.replaceDocument({
    isWanted: () => true,
    mostBytes: limits.documentBytes,
    replace: (body, contentType) => {
      const charset = /charset=[\w-]+/i.exec(contentType)?.[0] ?? 'charset=utf-8';
      return { headers: { 'content-type': `text/plain; ${charset}` }, body };
    },
  });
  await receive(tab, { url, document, mostBytes: limits.documentBytes });
}
