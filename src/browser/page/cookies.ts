import type { PageCookie } from '../../domain/page-secrets.ts';
import { CaptureError } from '../capture-error.ts';
import { CdpError } from '../chromium/cdp.ts';
import type { Tab } from '../chromium/tab.ts';

/** A cookie without a domain is sent to the captured host only. */
export async function setCookies(tab: Tab, url: string, cookies: readonly PageCookie[]): Promise<void> {
  if (cookies.length === 0) return;
  const given = cookies.map(({ name, value, domain, path }) => ({
    name,
    value,
    ...(domain === undefined ? { url: new URL(url).origin } : { domain }),
    path: path ?? '/',
    secure: url.startsWith('https:'),
  }));
  await tab.send('Network.setCookies', { cookies: given }).catch((cause: unknown) => {
    if (!(cause instanceof CdpError) || tab.signal.aborted) throw cause;
    const names = given.map(({ name }) => name).join(', ');
    throw new CaptureError('credentials', `The browser does not accept the page's cookies (${names}) for ${url}.`, {
      cause,
    });
  });
}
