import type { Protocol } from 'devtools-protocol';
import type { AdFilter, AdRequest, PageMarks } from '../ads/ad-filter.ts';
import type { Tab } from '../chromium/tab.ts';
import { frameWorlds } from './frame-worlds.ts';
import { unlessGone } from './frames.ts';
import type { IsolatedWorld } from './isolated-world.ts';

const types: Partial<Record<Protocol.Network.ResourceType, AdRequest['type']>> = {
  Document: 'sub_frame',
  Font: 'font',
  Fetch: 'xmlhttprequest',
  Image: 'image',
  Media: 'media',
  Ping: 'ping',
  Script: 'script',
  Stylesheet: 'stylesheet',
  XHR: 'xmlhttprequest',
};

/** A page can request any number of advertisements, in any number of frames. */
const most = { blocked: 1_000, frames: 2_000 };

/** Requests for which an element of the page keeps its place. */
const placed = new Set<Protocol.Network.ResourceType>(['Document', 'Image', 'Media']);

type Paused = Pick<Protocol.Fetch.RequestPausedEvent, 'request' | 'resourceType' | 'frameId'>;

/** Blocks the advertisements of a page and hides their places. */
export class AdBlocker {
  readonly #tab: Tab;
  readonly #filter: AdFilter;
  readonly #blocked = new Set<string>();
  readonly #frames = new Map<string, { url: string; readonly parentId: string | undefined }>();

  constructor(tab: Tab, filter: AdFilter) {
    this.#tab = tab;
    this.#filter = filter;
    tab.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
      if (this.#frames.size < most.frames) this.#frames.set(frameId, { url: '', parentId: parentFrameId });
    });
    tab.on('Page.frameNavigated', ({ frame: { id, parentId, url } }) => {
      if (this.#frames.has(id) || this.#frames.size < most.frames) this.#frames.set(id, { url, parentId });
    });
    tab.on('Page.frameDetached', ({ frameId }) => this.#frames.delete(frameId));
  }

  /** Whether to block a request. The document that was asked for is never an advertisement. */
  isAd({ request, resourceType, frameId }: Paused): boolean {
    if (resourceType === 'Document' && frameId === this.#tab.targetId) return false;
    const documentId = resourceType === 'Document' ? this.#frames.get(frameId)?.parentId : frameId;
    const documentUrl = this.#urlOf(documentId ?? this.#tab.targetId);
    const isAd = this.#filter.isAd({ url: request.url, documentUrl, type: types[resourceType] ?? 'other' });
    if (isAd && placed.has(resourceType) && this.#blocked.size < most.blocked) this.#blocked.add(request.url);
    return isAd;
  }

  /** Hides what is an advertisement by its element, and the places of what was blocked, also in frames. */
  async hide(main: IsolatedWorld): Promise<void> {
    const inFrames = this.#frames.size > 1 ? await frameWorlds(this.#tab) : [];
    const blocked = [...this.#blocked];
    for (const world of [main, ...inFrames]) await unlessGone(this.#hideIn(world, blocked));
  }

  async #hideIn(world: IsolatedWorld, blocked: readonly string[]): Promise<void> {
    const { isFirst, ...marks } = await world.call<PageMarks & { readonly isFirst: boolean }>('adMarks');
    const url = /^https?:/.test(marks.url) ? marks.url : this.#urlOf(this.#tab.targetId);
    await world.call('hideAds', this.#filter.hidingStyles({ ...marks, url }, isFirst), blocked);
  }

  /** The address of the document in a frame. A document without an address belongs to the document that contains it. */
  #urlOf(frameId: string): string {
    for (let id: string | undefined = frameId, depth = 0; id !== undefined && depth < 20; depth += 1) {
      const frame = this.#frames.get(id);
      if (frame && /^https?:/.test(frame.url)) return frame.url;
      id = frame?.parentId;
    }
    return this.#frames.get(this.#tab.targetId)?.url ?? '';
  }
}
