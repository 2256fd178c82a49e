import type { Protocol } from 'devtools-protocol';
import { CaptureError } from '../capture-error.ts';
import type { Tab } from '../chromium/tab.ts';
import type { Limits } from './limits.ts';

export type MainAnswer = {
  /** Behind all redirects. */
  readonly url: string;
  readonly status: number;
  readonly mimeType: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type StyleSheet = {
  readonly requestId: string;
  /** The one that was requested, and those it was redirected to. */
  readonly urls: readonly string[];
  /** Decompressed. Chromium reports them for cached sheets too. */
  bytes: number;
};

/** Streams that are open for as long as the page is say nothing about whether it has loaded. */
const endless: ReadonlySet<Protocol.Network.ResourceType> = new Set(['EventSource', 'WebSocket', 'Ping', 'Media']);

/** A script can request any number. */
const maxStyleSheets = 1_000;

/** It is kept with every capture, and a script can make it two million characters long. */
const maxUrlLength = 8_192;

/** What the page is loading, where its main frame has come to, and what was answered there. */
export class Traffic {
  readonly #tab: Tab;
  /** The frame of each request that is under way. */
  readonly #loading = new Map<string, string | undefined>();
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

  constructor(tab: Tab, { documentBytes }: Pick<Limits, 'documentBytes'>) {
    this.#tab = tab;
    tab.on('Network.requestWillBeSent', ({ requestId, type, request, frameId }) => {
      if (request.url.startsWith('data:')) return;
      if (!(type && endless.has(type))) this.#change(() => this.#loading.set(requestId, frameId));
      if (type === 'Stylesheet' && this.#styleSheets.size < maxStyleSheets)
        this.#addStyleSheet(requestId, request.url.slice(0, maxUrlLength));
    });
    tab.on('Network.loadingFinished', ({ requestId }) => this.#change(() => this.#loading.delete(requestId)));
    tab.on('Network.loadingFailed', ({ requestId, type, errorText }) => {
      this.#change(() => {
        if (type === 'Document' && this.#loading.get(requestId) === tab.targetId)
          this.#failures.set(requestId, errorText);
        this.#loading.delete(requestId);
        this.#styleSheets.delete(requestId);
        // The request of a document has the same id as its loader.
        if (requestId === this.#loaderId) this.#broken = errorText;
      });
    });
    tab.on('Network.dataReceived', ({ requestId, dataLength }) => {
      const styleSheet = this.#styleSheets.get(requestId);
      if (styleSheet) styleSheet.bytes += dataLength;
      if (requestId !== this.#loaderId) return;
      this.#documentBytes += dataLength;
      if (this.#documentBytes > documentBytes)
        tab.end(
          new CaptureError('too-large', `The page has more than the ${documentBytes} bytes that a page may have.`),
        );
    });
    tab.on('Network.responseReceived', ({ type, loaderId, frameId, response }) => {
      if (type === 'Document' && frameId === tab.targetId) this.#answers.set(loaderId, response);
    });
    tab.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) this.#change(() => this.#arrive(frame));
    });
    // A frame of another site may be given a process of its own, and tells from then on nothing of what it loads.
    tab.on('Page.frameDetached', ({ frameId }) => this.#change(() => this.#forget(frameId)));
    tab.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === tab.targetId) this.#url = url.slice(0, maxUrlLength);
    });
    tab.on('Page.loadEventFired', () => this.#change(() => (this.#loaded = true)));
  }

  /** Where the main frame is; an address that could not be loaded counts as reached. */
  get url(): string {
    return this.#url;
  }

  get answer(): MainAnswer | undefined {
    return this.#answers.get(this.#loaderId);
  }

  /** How many documents the main frame has shown. */
  get navigations(): number {
    return this.#navigations;
  }

  /** The style sheets that the shown document and its frames have loaded or are loading. */
  get styleSheets(): readonly StyleSheet[] {
    return [...this.#styleSheets.values()];
  }

  get loading(): number {
    return this.#loading.size;
  }

  /** The error with which the document that is shown ended, and whether anything of it had come by then. */
  get broken(): { readonly errorText: string; readonly begun: boolean } | undefined {
    return this.#broken === undefined ? undefined : { errorText: this.#broken, begun: this.#documentBytes > 0 };
  }

  answerTo(loaderId: string | undefined): MainAnswer | undefined {
    return loaderId === undefined ? undefined : this.#answers.get(loaderId);
  }

  /** Whether the document that is shown has had its load event, or has ended before. */
  get loaded(): boolean {
    return this.#loaded || this.#broken !== undefined;
  }

  /** Waits until the document is loaded or nothing has been loading for `calm` milliseconds. False when the time is over first. */
  loadedOrQuiet(calm: number, maxTime: number): Promise<boolean> {
    return this.#orAbort(() => (this.loaded ? 0 : this.#calmOnceQuiet(calm)), maxTime);
  }

  /** Waits until nothing has been loading for `calm` milliseconds. False when the time is over first. */
  quiet(calm: number, maxTime: number): Promise<boolean> {
    return this.#orAbort(() => this.#calmOnceQuiet(calm), maxTime);
  }

  /** What is loading now will not end in time: no later wait is for it. */
  giveUpLoading(): void {
    this.#loading.clear();
  }

  #arrive(frame: Protocol.Page.Frame): void {
    this.#loaderId = frame.loaderId;
    this.#url = (frame.unreachableUrl ?? `${frame.url}${frame.urlFragment ?? ''}`).slice(0, maxUrlLength);
    this.#loaded = false;
    this.#broken = frame.unreachableUrl === undefined ? undefined : this.#failureOf(frame);
    this.#documentBytes = 0;
    this.#styleSheets.clear();
    this.#navigations++;
  }

  /** Chromium shows a page of its own in place of one that did not come, and of an error status without a body. */
  #failureOf({ loaderId }: Protocol.Page.Frame): string | undefined {
    return this.#answers.has(loaderId) ? undefined : (this.#failures.get(loaderId) ?? 'net::ERR_FAILED');
  }

  /** Called for each address of a sheet that is redirected. */
  #addStyleSheet(requestId: string, url: string): void {
    const { urls, bytes } = this.#styleSheets.get(requestId) ?? { urls: [], bytes: 0 };
    this.#styleSheets.set(requestId, { requestId, urls: [...urls, url], bytes });
  }

  #forget(frameId: string): void {
    for (const [requestId, frame] of this.#loading) if (frame === frameId) this.#loading.delete(requestId);
  }

  #change(make: () => void): void {
    make();
    for (const watcher of [...this.#watchers]) watcher();
  }

  #calmOnceQuiet(calm: number): number | undefined {
    return this.#loading.size === 0 ? calm : undefined;
  }

  /** `calm` says for how long things must stay as they are, or that they may not. */
  #orAbort(calm: () => number | undefined, maxTime: number): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const { signal } = this.#tab;
    let calmTimer: NodeJS.Timeout | undefined;
    const look = () => {
      clearTimeout(calmTimer);
      const needed = calm();
      if (needed !== undefined) calmTimer = setTimeout(resolve, needed, true);
    };
    const abort = () => reject(signal.reason);
    const limit = setTimeout(resolve, Math.max(0, maxTime), false);
    this.#watchers.add(look);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    else look();
    return promise.finally(() => {
      clearTimeout(calmTimer);
      clearTimeout(limit);
      this.#watchers.delete(look);
      signal.removeEventListener('abort', abort);
    });
  }
}
