import type { Protocol } from 'devtools-protocol';
import type { Tab } from '../chromium/tab.ts';

/**
 * Intercepts requests of a page to add HTTP headers and to block navigations. Intercepting every request takes 36 % of a
 * capture's time, so only the necessary ones are intercepted: for most pages, none.
 */
export class RequestInterception {
  readonly #tab: Tab;
  readonly #origin: string;
  readonly #added: readonly Protocol.Fetch.HeaderEntry[];
  #blocksNavigation = false;

  constructor(tab: Tab, url: string, headers: Readonly<Record<string, string>>) {
    this.#tab = tab;
    this.#origin = new URL(url).origin;
    this.#added = Object.entries(headers).map(([name, value]) => ({ name, value }));
    tab.on('Fetch.requestPaused', (paused) => {
      this.#handle(paused).catch(() => undefined);
    });
  }

  /** The headers go to the origin of the page only. Network.setExtraHTTPHeaders would send them to every third party. */
  async start(): Promise<void> {
    if (this.#added.length > 0) await this.#tab.send('Fetch.enable', { patterns: this.#patterns() });
  }

  /** Blocks every further navigation of the page: reloads, refreshes and redirects by script. */
  async blockNavigation(): Promise<void> {
    this.#blocksNavigation = true;
    await this.#tab.send('Fetch.enable', { patterns: this.#patterns() });
  }

  #patterns(): Protocol.Fetch.RequestPattern[] {
    return [
      ...(this.#added.length > 0 ? [{ urlPattern: `${this.#origin}/*` }] : []),
      ...(this.#blocksNavigation ? [{ urlPattern: '*', resourceType: 'Document' as const }] : []),
    ];
  }

  async #handle({ requestId, request, frameId, resourceType }: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    if (this.#blocksNavigation && resourceType === 'Document' && frameId === this.#tab.targetId)
      await this.#tab.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    else if (URL.parse(request.url)?.origin === this.#origin)
      await this.#tab.send('Fetch.continueRequest', { requestId, headers: this.#withAdded(request.headers) });
    else await this.#tab.send('Fetch.continueRequest', { requestId });
  }

  #withAdded(headers: Protocol.Network.Headers): Protocol.Fetch.HeaderEntry[] {
    const replaced = new Set(this.#added.map(({ name }) => name.toLowerCase()));
    const kept = Object.entries(headers).filter(([name]) => !replaced.has(name.toLowerCase()));
    return [...kept.map(([name, value]) => ({ name, value: String(value) })), ...this.#added];
  }
}
