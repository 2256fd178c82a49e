import type { Protocol } from 'devtools-protocol';
import { CaptureError } from '../capture-error.ts';
import type { Tab } from '../chromium/tab.ts';
import type { Limits } from './limits.ts';

export type MainAnswer = {
  /** After all redirects. */
  readonly url: string;
  readonly status: number;
  readonly mimeType: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type StyleSheet = {
  readonly requestId: string;
  /** The requested address and those of redirects. */
  readonly urls: readonly string[];
  /** Decompressed bytes. Chromium also reports them for cached sheets. */
  bytes: number;
};

/** Requests that can stay open as long as the page do not count as loading. */
const endless: ReadonlySet<Protocol.Network.ResourceType> = new Set(['EventSource', 'WebSocket', 'Ping', 'Media']);

/** A script can request any number of sheets and images. */
const maxStyleSheets = 1_000;
const maxImages = 200;
const maxFonts = 200;

/** The address is stored with each capture, and a script can make it two million characters long. */
const maxUrlLength = 8_192;

/** Requests that can bring content to a page. */
const content: ReadonlySet<Protocol.Network.ResourceType> = new Set([
  'Document',
  'Script',
  'Stylesheet',
  'XHR',
  'Fetch',
]);

type Pending = {
  readonly order: number;
  readonly type: Protocol.Network.ResourceType | undefined;
  readonly frameId: string | undefined;
  readonly isAnswered: boolean;
};

/** `at` is a time of performance.now(). */
type Refresh = { readonly delay: number; readonly at: number };

function isSamePage(one: string, other: string): boolean {
  return one.split('#')[0] === other.split('#')[0];
}

/** The pending requests of the page, the address of its main frame and the response to it. */
export class Traffic {
  readonly #tab: Tab;
  readonly #loading = new Map<string, Pending>();
  /** Pending requests that no longer count as loading. */
  readonly #givenUp = new Set<string>();
  /** The address of each pending image. */
  readonly #images = new Map<string, string>();
  readonly #fonts = new Set<string>();
  readonly #failures = new Map<string, string>();
  readonly #answers = new Map<string, MainAnswer>();
  readonly #styleSheets = new Map<string, StyleSheet>();
  readonly #watchers = new Set<() => void>();
  #loaderId = '';
  #url = '';
  #loaded = false;
  #broken: string | undefined;
  #documentBytes = 0;
  #navigations = 0;
  #hasFrames = false;
  #requests = 0;
  #refresh: Refresh | undefined;

  constructor(tab: Tab, { documentBytes }: Pick<Limits, 'documentBytes'>) {
    this.#tab = tab;
    tab.on('Network.requestWillBeSent', ({ requestId, type, request, frameId }) => {
      if (request.url.startsWith('data:')) return;
      if (!(type && endless.has(type)))
        this.#change(() => this.#loading.set(requestId, { type, frameId, order: this.#requests++, isAnswered: false }));
      if (type === 'Image' && this.#images.size < maxImages)
        this.#change(() => this.#images.set(requestId, request.url.slice(0, maxUrlLength)));
      if (type === 'Font' && this.#fonts.size < maxFonts) this.#change(() => this.#fonts.add(requestId));
      if (type === 'Stylesheet' && this.#styleSheets.size < maxStyleSheets)
        this.#addStyleSheet(requestId, request.url.slice(0, maxUrlLength));
    });
    tab.on('Network.loadingFinished', ({ requestId }) => this.#change(() => this.#end(requestId)));
    tab.on('Network.loadingFailed', ({ requestId, type, errorText }) => {
      this.#change(() => {
        if (type === 'Document' && this.#loading.get(requestId)?.frameId === tab.targetId)
          this.#failures.set(requestId, errorText);
        this.#end(requestId);
        this.#styleSheets.delete(requestId);
        // The request of a document has the id of its loader.
        if (requestId === this.#loaderId) this.#broken = errorText;
      });
    });
    tab.on('Network.dataReceived', ({ requestId, dataLength }) => {
      const styleSheet = this.#styleSheets.get(requestId);
      if (styleSheet) styleSheet.bytes += dataLength;
      if (requestId !== this.#loaderId) return;
      this.#documentBytes += dataLength;
      if (this.#documentBytes > documentBytes)
        tab.end(new CaptureError('too-large', `The page has more than ${documentBytes} bytes.`));
    });
    tab.on('Network.responseReceived', ({ requestId, type, loaderId, frameId, response }) => {
      const pending = this.#loading.get(requestId);
      if (pending) this.#loading.set(requestId, { ...pending, isAnswered: true });
      if (type === 'Document' && frameId === tab.targetId) this.#answers.set(loaderId, response);
    });
    tab.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) this.#change(() => this.#arrive(frame));
    });
    tab.on('Page.frameScheduledNavigation', ({ frameId, delay, url }) => {
      if (frameId === tab.targetId && !isSamePage(url, this.#url))
        this.#refresh = { delay, at: performance.now() + delay * 1_000 };
    });
    tab.on('Page.frameAttached', () => (this.#hasFrames = true));
    // A frame that moves to another process reports no further requests here.
    tab.on('Page.frameDetached', ({ frameId }) => this.#change(() => this.#forget(frameId)));
    tab.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === tab.targetId) this.#url = url.slice(0, maxUrlLength);
    });
    tab.on('Page.loadEventFired', () => this.#change(() => (this.#loaded = true)));
  }

  /** The address of the main frame, also if it could not be loaded. */
  get url(): string {
    return this.#url;
  }

  get answer(): MainAnswer | undefined {
    return this.#answers.get(this.#loaderId);
  }

  /** The number of documents that the main frame has shown. */
  get navigations(): number {
    return this.#navigations;
  }

  /** The style sheets that the current document and its frames have requested. */
  get styleSheets(): readonly StyleSheet[] {
    return [...this.#styleSheets.values()];
  }

  /** Whether a document of the main frame has had frames. */
  get hasFrames(): boolean {
    return this.#hasFrames;
  }

  get loading(): number {
    return this.#loading.size - this.#givenUp.size;
  }

  /** Whether a request is pending that can bring content, also one that `giveUpLoading` has left out. */
  get isBusy(): boolean {
    return this.isBusySince(0);
  }

  /** Whether a script waits for the answer to a request. A response that has begun can be a stream without end. */
  get isFetching(): boolean {
    return [...this.#loading.values()].some(
      ({ type, isAnswered }) => !isAnswered && (type === 'XHR' || type === 'Fetch'),
    );
  }

  /** The number of requests so far. */
  get requests(): number {
    return this.#requests;
  }

  /** Whether such a request is pending that was sent after the first `requests`. */
  isBusySince(requests: number): boolean {
    return [...this.#loading.values()].some(({ type, order }) => order >= requests && type && content.has(type));
  }

  /** Whether the main frame has requested another document. */
  get isNavigating(): boolean {
    return [...this.#loading.values()].some(
      ({ type, frameId }) => type === 'Document' && frameId === this.#tab.targetId,
    );
  }

  /** The refresh to another address that the current document has announced, with its delay in seconds. */
  get refresh(): Refresh | undefined {
    return this.#refresh;
  }

  /** Waits until the main frame shows another document. Returns false after `maxTime`. */
  navigated(maxTime: number): Promise<boolean> {
    const before = this.#navigations;
    return this.#waitFor(() => (this.#navigations === before ? undefined : 0), maxTime);
  }

  /** The error that ended the current document, and whether a part of it had arrived. */
  get broken(): { readonly errorText: string; readonly begun: boolean } | undefined {
    return this.#broken === undefined ? undefined : { errorText: this.#broken, begun: this.#documentBytes > 0 };
  }

  answerTo(loaderId: string | undefined): MainAnswer | undefined {
    return loaderId === undefined ? undefined : this.#answers.get(loaderId);
  }

  /** Whether the current document has had its load event or has failed. */
  get loaded(): boolean {
    return this.#loaded || this.#broken !== undefined;
  }

  /** Waits until the document is loaded or nothing has loaded for `quietTime` milliseconds. Returns false after `maxTime`. */
  loadedOrQuiet(quietTime: number, maxTime: number): Promise<boolean> {
    return this.#waitFor(() => (this.loaded ? 0 : this.#quietTimeOnceIdle(quietTime)), maxTime);
  }

  /** Waits until nothing has loaded for `quietTime` milliseconds. Returns false after `maxTime`. */
  quiet(quietTime: number, maxTime: number): Promise<boolean> {
    return this.#waitFor(() => this.#quietTimeOnceIdle(quietTime), maxTime);
  }

  /** The addresses of the images that are loading, also of those that `giveUpLoading` has left out. */
  get loadingImages(): readonly string[] {
    return [...this.#images.values()];
  }

  /** The number of fonts that are loading. */
  get loadingFonts(): number {
    return this.#fonts.size;
  }

  /** Waits until no image and no font is loading, at most `maxTime` milliseconds. */
  async imagesAndFontsLoaded(maxTime: number): Promise<void> {
    const left = () => this.#images.size + this.#fonts.size;
    if (left() > 0) await this.#waitFor(() => (left() === 0 ? 0 : undefined), maxTime);
  }

  /** Later waits ignore the requests that are pending now. */
  giveUpLoading(): void {
    for (const requestId of this.#loading.keys()) this.#givenUp.add(requestId);
  }

  #arrive(frame: Protocol.Page.Frame): void {
    this.#loaderId = frame.loaderId;
    this.#url = (frame.unreachableUrl ?? `${frame.url}${frame.urlFragment ?? ''}`).slice(0, maxUrlLength);
    this.#loaded = false;
    this.#broken = frame.unreachableUrl === undefined ? undefined : this.#failureOf(frame);
    this.#documentBytes = 0;
    this.#styleSheets.clear();
    this.#images.clear();
    this.#fonts.clear();
    this.#refresh = undefined;
    this.#navigations++;
  }

  /** Chromium shows its own page for a failed document, and for an error status without a body. */
  #failureOf({ loaderId }: Protocol.Page.Frame): string | undefined {
    return this.#answers.has(loaderId) ? undefined : (this.#failures.get(loaderId) ?? 'net::ERR_FAILED');
  }

  /** Called once more for each redirect. */
  #addStyleSheet(requestId: string, url: string): void {
    const { urls, bytes } = this.#styleSheets.get(requestId) ?? { urls: [], bytes: 0 };
    this.#styleSheets.set(requestId, { requestId, urls: [...urls, url], bytes });
  }

  #end(requestId: string): void {
    this.#loading.delete(requestId);
    this.#givenUp.delete(requestId);
    this.#images.delete(requestId);
    this.#fonts.delete(requestId);
  }

  #forget(frameId: string): void {
    for (const [requestId, pending] of this.#loading) if (pending.frameId === frameId) this.#end(requestId);
  }

  #change(make: () => void): void {
    make();
    for (const watcher of [...this.#watchers]) watcher();
  }

  #quietTimeOnceIdle(quietTime: number): number | undefined {
    return this.loading === 0 ? quietTime : undefined;
  }

  /** `requiredQuiet` returns how long the state must last, or undefined if the state is not reached. */
  #waitFor(requiredQuiet: () => number | undefined, maxTime: number): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const { signal } = this.#tab;
    let quietTimer: NodeJS.Timeout | undefined;
    const check = () => {
      clearTimeout(quietTimer);
      const needed = requiredQuiet();
      if (needed !== undefined) quietTimer = setTimeout(resolve, needed, true);
    };
    const abort = () => reject(signal.reason);
    const limit = setTimeout(resolve, Math.max(0, maxTime), false);
    this.#watchers.add(check);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    else check();
    return promise.finally(() => {
      clearTimeout(quietTimer);
      clearTimeout(limit);
      this.#watchers.delete(check);
      signal.removeEventListener('abort', abort);
    });
  }
}
