import type { Protocol } from 'devtools-protocol';
import type { Tab } from '../chromium/tab.ts';

/**
 * Holds single requests of a page: to add the headers of a login, and to keep a page from going on. Holding every
 * request costs 36 % of a capture, so only those are held of which something is wanted; of most pages that is none.
 */
export class Gate {
  readonly #tab: Tab;
  readonly #origin: string;
  readonly #added: readonly Protocol.Fetch.HeaderEntry[];
  #staying = false;

  constructor(tab: Tab, url: string, headers: Readonly<Record<string, string>>) {
    this.#tab = tab;
    this.#origin = new URL(url).origin;
    this.#added = Object.entries(headers).map(([name, value]) => ({ name, value }));
    tab.on('Fetch.requestPaused', (paused) => {
      this.#pass(paused).catch(() => undefined);
    });
  }

  /** Extra headers of the whole session would go to every third party. These go to the page's own origin alone. */
  async open(): Promise<void> {
    if (this.#added.length > 0) await this.#tab.send('Fetch.enable', { patterns: this.#patterns() });
  }

  /** The page goes nowhere from here: no reload, no refresh, no redirect by script. */
  async stay(): Promise<void> {
    this.#staying = true;
    await this.#tab.send('Fetch.enable', { patterns: this.#patterns() });
  }

  #patterns(): Protocol.Fetch.RequestPattern[] {
    return [
      ...(this.#added.length > 0 ? [{ urlPattern: `${this.#origin}/*` }] : []),
      ...(this.#staying ? [{ urlPattern: '*', resourceType: 'Document' as const }] : []),
    ];
  }

  async #pass({ requestId, request, frameId, resourceType }: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    if (this.#staying && resourceType === 'Document' && frameId === this.#tab.targetId)
      await this.#tab.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    else if (URL.parse(request.url)?.origin === this.#origin)
      await this.#tab.send('Fetch.continueRequest', { requestId, headers: this.#with(request.headers) });
    else await this.#tab.send('Fetch.continueRequest', { requestId });
  }

  #with(headers: Protocol.Network.Headers): Protocol.Fetch.HeaderEntry[] {
    const replaced = new Set(this.#added.map(({ name }) => name.toLowerCase()));
    const kept = Object.entries(headers).filter(([name]) => !replaced.has(name.toLowerCase()));
    return [...kept.map(([name, value]) => ({ name, value: String(value) })), ...this.#added];
  }
}
