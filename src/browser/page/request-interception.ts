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

type ReplacedDocument = { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer };

/** Shows another page in place of a document that Chromium cannot show. */
export type DocumentReplacement = {
  /** Whether to replace a document of this content type. Another is shown as it is. */
  readonly isWanted: (contentType: string) => boolean;
  readonly mostBytes: number;
  readonly replace: (document: Buffer, contentType: string) => ReplacedDocument;
  /** Requests of that page to this origin are answered here. `read` returns undefined for a file that does not exist. */
  readonly files?: { readonly origin: string; readonly read: (url: string) => Promise<Buffer | undefined> };
};

type Replacing = DocumentReplacement & { readonly take: (body: Buffer | undefined) => void };

function isMainDocument({ resourceType, frameId }: Protocol.Fetch.RequestPausedEvent, tab: Tab): boolean {
  return resourceType === 'Document' && frameId === tab.targetId;
}

function headerOf({ responseHeaders = [] }: Protocol.Fetch.RequestPausedEvent, wanted: string): string {
  return responseHeaders.find(({ name }) => name.toLowerCase() === wanted)?.value ?? '';
}

/**
 * Intercepts requests of a page to add HTTP headers, to block navigations and advertisements, to read an image and to show
 * documents that Chromium would download. Each intercepted request takes time, so only the necessary ones are: for most
 * pages, none.
 */
export class RequestInterception {
  readonly #tab: Tab;
  readonly #origin: string;
  readonly #added: readonly Protocol.Fetch.HeaderEntry[];
  #blocksNavigation = false;
  #isBlocked: ((paused: Protocol.Fetch.RequestPausedEvent) => boolean) | undefined;
  #wanted: WantedImage | undefined;
  #replacing: Replacing | undefined;

  constructor(tab: Tab, url: string, headers: Readonly<Record<string, string>>) {
    this.#tab = tab;
    this.#origin = new URL(url).origin;
    this.#added = Object.entries(headers).map(([name, value]) => ({ name, value }));
    tab.on('Fetch.requestPaused', (paused) => {
      this.#handle(paused).catch(() => undefined);
    });
  }

  /** Blocks requests of the page. Call it before start. */
  block(isBlocked: (paused: Protocol.Fetch.RequestPausedEvent) => boolean): void {
    this.#isBlocked = isBlocked;
  }

  /** The headers go to the origin of the page only. Network.setExtraHTTPHeaders would send them to every third party. */
  async start(): Promise<void> {
    if (this.#added.length > 0 || this.#isBlocked) await this.#tab.send('Fetch.enable', { patterns: this.#patterns() });
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

  /** Resolves with the replaced document; undefined if it has more bytes. Call it before the navigation. */
  async replaceDocument(replacement: DocumentReplacement): Promise<Buffer | undefined> {
    const { promise, resolve } = Promise.withResolvers<Buffer | undefined>();
    this.#replacing = { ...replacement, take: resolve };
    await this.#tab.send('Fetch.enable', { patterns: this.#patterns() });
    return promise;
  }

  #patterns(): Protocol.Fetch.RequestPattern[] {
    return [
      ...(this.#isBlocked ? [{ urlPattern: '*' }] : []),
      ...(this.#added.length > 0 ? [{ urlPattern: `${this.#origin}/*` }] : []),
      ...(this.#blocksNavigation ? [{ urlPattern: '*', resourceType: 'Document' as const }] : []),
      ...(this.#wanted ? [{ urlPattern: '*', resourceType: 'Image' as const, requestStage: 'Response' as const }] : []),
      ...(this.#replacing
        ? [{ urlPattern: '*', resourceType: 'Document' as const, requestStage: 'Response' as const }]
        : []),
      ...(this.#replacing?.files ? [{ urlPattern: `${this.#replacing.files.origin}*` }] : []),
    ];
  }

  async #handle(paused: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { requestId, request, frameId, resourceType } = paused;
    const files = this.#replacing?.files;
    if (paused.responseStatusCode !== undefined || paused.responseErrorReason !== undefined)
      await this.#handleResponse(paused);
    else if (this.#blocksNavigation && resourceType === 'Document' && frameId === this.#tab.targetId)
      await this.#tab.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    else if (this.#isBlocked?.(paused))
      await this.#tab.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    else if (files && request.url.startsWith(files.origin))
      await this.#sendFile(requestId, await files.read(request.url));
    else if (this.#added.length > 0 && URL.parse(request.url)?.origin === this.#origin)
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
    } else if (this.#isReplaced(paused)) await this.#replace(paused, this.#replacing as Replacing);
    else await this.#tab.send('Fetch.continueRequest', { requestId });
  }

  #isReplaced(paused: Protocol.Fetch.RequestPausedEvent): boolean {
    if (!isMainDocument(paused, this.#tab) || paused.responseStatusCode !== 200) return false;
    return this.#replacing?.isWanted(headerOf(paused, 'content-type')) === true;
  }

  async #replace(paused: Protocol.Fetch.RequestPausedEvent, replacing: Replacing): Promise<void> {
    const { requestId } = paused;
    const { stream } = await this.#tab.send('Fetch.takeResponseBodyAsStream', { requestId });
    const document = await readStream(this.#tab, stream, replacing.mostBytes);
    await this.#tab.send('IO.close', { handle: stream });
    replacing.take(document);
    if (document) {
      const { headers, body } = replacing.replace(document, headerOf(paused, 'content-type'));
      await this.#tab.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
        body: body.toString('base64'),
      });
    } else await this.#tab.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  }

  async #sendFile(requestId: string, file: Buffer | undefined): Promise<void> {
    if (file)
      await this.#tab.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: [{ name: 'access-control-allow-origin', value: '*' }],
        body: file.toString('base64'),
      });
    else await this.#tab.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
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
