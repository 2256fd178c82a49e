import type { Protocol } from 'devtools-protocol';
import type { Tab } from '../chromium/tab.ts';

/** An image whose response is read here, not by the page. */
type WantedImage = {
  /** Without a fragment. */
  readonly url: string;
  readonly mostBytes: number;
  /** Known from the first response on. It stays the same across redirects. */
  networkId?: string;
  readonly take: (body: Buffer | undefined) => void;
};

/**
 * Intercepts requests of a page to add HTTP headers, to block navigations and to read an image. Intercepting every
 * request takes 36 % of a capture's time, so only the necessary ones are intercepted: for most pages, none.
 */
export class RequestInterception {
  readonly #tab: Tab;
  readonly #origin: string;
  readonly #added: readonly Protocol.Fetch.HeaderEntry[];
  #blocksNavigation = false;
  #wanted: WantedImage | undefined;

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

  /**
   * The bytes of an image that `request` lets the page request; undefined if there are none, or more than `mostBytes`. A
   * longer body is not received. Network.loadNetworkResource cannot do that: it answers after the end of the response.
   */
  async readImage(url: string, mostBytes: number, request: () => Promise<unknown>): Promise<Buffer | undefined> {
    const { promise, resolve } = Promise.withResolvers<Buffer | undefined>();
    this.#wanted = { url: url.replace(/#.*$/s, ''), mostBytes, take: resolve };
    await Promise.all([
      this.#tab.send('Fetch.enable', { patterns: this.#patterns() }),
      // An image that the page shows would be taken from the memory cache.
      this.#tab.send('Network.setCacheDisabled', { cacheDisabled: true }),
    ]);
    // The page gets an error for the image, also if it refuses to request it.
    return Promise.race([promise, request().then(() => undefined)]);
  }

  #patterns(): Protocol.Fetch.RequestPattern[] {
    return [
      ...(this.#added.length > 0 ? [{ urlPattern: `${this.#origin}/*` }] : []),
      ...(this.#blocksNavigation ? [{ urlPattern: '*', resourceType: 'Document' as const }] : []),
      ...(this.#wanted ? [{ urlPattern: '*', resourceType: 'Image' as const, requestStage: 'Response' as const }] : []),
    ];
  }

  async #handle(paused: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { requestId, request, frameId, resourceType } = paused;
    if (paused.responseStatusCode !== undefined || paused.responseErrorReason !== undefined)
      await this.#handleResponse(paused);
    else if (this.#blocksNavigation && resourceType === 'Document' && frameId === this.#tab.targetId)
      await this.#tab.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    else if (URL.parse(request.url)?.origin === this.#origin)
      await this.#tab.send('Fetch.continueRequest', { requestId, headers: this.#withAdded(request.headers) });
    else await this.#tab.send('Fetch.continueRequest', { requestId });
  }

  async #handleResponse(paused: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { requestId, networkId, request, responseStatusCode = 0 } = paused;
    const wanted = this.#wanted;
    const isWanted = wanted && (request.url === wanted.url || (networkId && networkId === wanted.networkId));
    if (isWanted) wanted.networkId = networkId ?? '';
    if (isWanted && responseStatusCode === 200) {
      const { stream } = await this.#tab.send('Fetch.takeResponseBodyAsStream', { requestId });
      wanted.take(await readStream(this.#tab, stream, wanted.mostBytes));
      await this.#tab.send('IO.close', { handle: stream });
      await this.#tab.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    } else await this.#tab.send('Fetch.continueRequest', { requestId });
  }

  #withAdded(headers: Protocol.Network.Headers): Protocol.Fetch.HeaderEntry[] {
    const replaced = new Set(this.#added.map(({ name }) => name.toLowerCase()));
    const kept = Object.entries(headers).filter(([name]) => !replaced.has(name.toLowerCase()));
    return [...kept.map(([name, value]) => ({ name, value: String(value) })), ...this.#added];
  }
}

/** Undefined if there are more bytes. */
async function readStream(tab: Tab, handle: string, mostBytes: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  for (let length = 0; length <= mostBytes; ) {
    const { data, base64Encoded, eof } = await tab.send('IO.read', { handle, size: mostBytes });
    const piece = Buffer.from(data, base64Encoded ? 'base64' : 'utf8');
    pieces.push(piece);
    length += piece.length;
    if (eof && length <= mostBytes) return Buffer.concat(pieces);
  }
  return undefined;
}
