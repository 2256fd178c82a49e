import { hash } from 'node:crypto';
import type { TObject } from 'typebox';
import { isIdentifier } from '../domain/identifier.ts';
import type { CollectionState, ScreenshotPageRequest, WebpagePageRequest } from '../domain/listing.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Caller } from '../domain/ports/tokens.ts';
import { Problem } from '../domain/problem.ts';
import { type Soon, soon } from '../domain/soon.ts';
import type { Frame, Template, WrittenPage } from '../domain/template.ts';
import type { Links } from './links.ts';
import { presentCollection, presentEntryPoint } from './present.ts';
import { readQuery } from './query.ts';
import { ScreenshotQuery, WebpageQuery } from './schemas.ts';
import { makeTemplates, type Templates } from './templates.ts';
import { viewOf } from './view.ts';

/** What an operation works with. */
export interface Asked {
  readonly caller: Caller;
  readonly parameters: Readonly<Record<string, string>>;
  readonly url: string;
  readonly queryString: string;
}

export function askedOf(caller: Caller, parameters: Asked['parameters'], url: string): Asked {
  const mark = url.indexOf('?');
  return { caller, parameters, url, queryString: mark === -1 ? '' : url.slice(mark + 1) };
}

export interface Service {
  readonly store: Store;
  readonly links: Links;
  readonly templates: Templates;
  /** Differs wherever the same records are shown in another way: by another version, or at other addresses. */
  readonly manner: string;
  /** One record as it is shown. */
  readonly writeWebpage: ReturnType<Store['webpages']['writer']>;
  readonly writeScreenshot: ReturnType<Store['screenshots']['writer']>;
}

export function makeService(store: Store, links: Links): Service {
  const templates = makeTemplates(links);
  return {
    store,
    links,
    templates,
    manner: mannerOf(templates, links),
    writeWebpage: store.webpages.writer(templates.webpage),
    writeScreenshot: store.screenshots.writer(templates.screenshot),
  };
}

function mannerOf(templates: Templates, links: Links): string {
  const view = viewOf(links.webpages, { sent: [] }, { page: 2, limit: 1, count: 3 });
  const shown = [templates, presentCollection(links.webpages, 0, [], view)];
  return hash('sha1', JSON.stringify(shown), 'base64url').slice(0, 8);
}

export function entryPoint({ links }: Service): string {
  return JSON.stringify(presentEntryPoint(links));
}

export function getWebpage({ writeWebpage }: Service, { caller, parameters }: Asked): Soon<string> {
  return soon(writeWebpage(caller.owner, identifier(parameters.webpage, WEBPAGE)), (webpage) => {
    if (webpage === undefined) throw noSuch(WEBPAGE);
    return webpage;
  });
}

export async function deleteWebpage({ store }: Service, { caller, parameters }: Asked) {
  await store.webpages.remove(caller.owner, identifier(parameters.webpage, WEBPAGE));
}

export function getScreenshot({ writeScreenshot }: Service, { caller, parameters }: Asked): Soon<string> {
  const webpageId = identifier(parameters.webpage, WEBPAGE);
  const found = writeScreenshot(caller.owner, webpageId, identifier(parameters.screenshot, SCREENSHOT));
  return soon(found, (screenshot) => {
    if (screenshot === undefined) throw noSuch(SCREENSHOT);
    return screenshot;
  });
}

/** A list is a state of a collection and a way to show a page of it: the same state always shows the same page. */
export interface Listing {
  readonly query: TObject;
  /** The state as it is now. */
  state(service: Service, asked: Asked): Soon<CollectionState>;
  /** The state that came with the caller, where it did: it is as fresh as the request and costs nothing. */
  known?(asked: Asked): CollectionState;
  show(service: Service, asked: Asked, state: CollectionState): Soon<WrittenPage>;
}

export const listWebpages: Listing = {
  query: WebpageQuery,

  state: ({ store }, { caller }) => store.webpages.state(caller.owner),

  known: ({ caller }) => caller.webpages,

  show({ store, links, templates }, { caller, queryString }, state) {
    const query = readQuery(WebpageQuery, queryString);
    const request = query.values as WebpagePageRequest;
    const view = viewOf(links.webpages, query, { ...request, count: state.count });
    const frame = frameOf(presentCollection(links.webpages, state.count, [], view), templates.webpageInList);
    return store.webpages.writePage(caller.owner, state, request, frame);
  },
};

export const listScreenshots: Listing = {
  query: ScreenshotQuery,

  state({ store }, { caller, parameters, queryString }) {
    const webpageId = identifier(parameters.webpage, WEBPAGE);
    const { isFavorite } = readQuery(ScreenshotQuery, queryString).values as ScreenshotPageRequest;
    return soon(store.screenshots.state(caller.owner, webpageId, isFavorite), (state) => {
      if (!state) throw noSuch(WEBPAGE);
      return state;
    });
  },

  show({ store, links, templates }, { caller, parameters, queryString }, state) {
    const webpageId = String(parameters.webpage);
    const query = readQuery(ScreenshotQuery, queryString);
    const request = query.values as ScreenshotPageRequest;
    const id = links.screenshots(webpageId);
    const view = viewOf(id, query, { ...request, count: state.count });
    const frame = frameOf(presentCollection(id, state.count, [], view), templates.screenshotInList);
    return store.screenshots.writePage(caller.owner, webpageId, state, request, frame);
  },
};

/** A collection without members, opened where they stand. */
function frameOf<Field extends string>(empty: object, member: Template<Field>): Frame<Field> {
  const text = JSON.stringify(empty);
  const place = text.indexOf(MEMBERS) + MEMBERS.length;
  return { head: text.slice(0, place), member, tail: text.slice(place) };
}

const MEMBERS = '"members":[';

const WEBPAGE = 'webpage';
const SCREENSHOT = 'screenshot';

function noSuch(kind: string): Problem {
  return new Problem('not-found', `The ${kind} does not exist.`);
}

function identifier(text: string | undefined, kind: string): string {
  if (text === undefined || !isIdentifier(text)) throw noSuch(kind);
  return text;
}
