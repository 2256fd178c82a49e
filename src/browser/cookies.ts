import type { PageCookie } from '../domain/capture-options.ts';
import type { Tab } from './tab.ts';

/** A cookie without a domain is the captured host's alone. */
export async function setCookies(tab: Tab, url: string, cookies: readonly PageCookie[]): Promise<void> {
  if (cookies.length === 0) return;
  await tab.send('Network.setCookies', {
    cookies: cookies.map(({ name, value, domain, path }) => ({
      name,
      value,
      ...(domain === undefined ? { url: new URL(url).origin } : { domain }),
      path: path ?? '/',
      secure: url.startsWith('https:'),
    })),
  });
}
