import type { PageCookie } from '../domain/capture-options.ts';
import type { Tab } from './tab.ts';

/**
 * Extra headers of the whole session would go to every third party of the page. These go to the page's own origin:
 * each of its requests is held until they are added, and nothing is carried over a redirect to elsewhere.
 */
export async function sendHeaders(tab: Tab, url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  if (Object.keys(headers).length === 0) return;
  const { origin } = new URL(url);
  const added = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const replaced = new Set(added.map(({ name }) => name.toLowerCase()));
  tab.on('Fetch.requestPaused', ({ requestId, request }) => {
    const kept = Object.entries(request.headers)
      .filter(([name]) => !replaced.has(name.toLowerCase()))
      .map(([name, value]) => ({ name, value: String(value) }));
    const ours = URL.parse(request.url)?.origin === origin;
    tab
      .send('Fetch.continueRequest', ours ? { requestId, headers: [...kept, ...added] } : { requestId })
      .catch(() => undefined);
  });
  await tab.send('Fetch.enable', { patterns: [{ urlPattern: `${origin}/*`, requestStage: 'Request' }] });
}

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
