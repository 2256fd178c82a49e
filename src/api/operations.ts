import { deleteWebpage } from '../app/trash.ts';
import { isIdentifier } from '../domain/identifier.ts';
import type { ScreenshotPageRequest, WebpagePageRequest } from '../domain/listing.ts';
import { notFound } from '../domain/problem.ts';
import { checkPreconditions, etagOf } from '../http/etag.ts';
import type { ApiRequest, ListOperation, Service } from './operation.ts';
import {
  presentCollection,
  presentEntryPoint,
  presentScreenshot,
  presentScreenshotInList,
  presentWebpage,
  presentWebpageInList,
} from './present.ts';
import { readQuery } from './query.ts';
import { ScreenshotQuery, WebpageQuery } from './schemas.ts';
import { viewOf } from './view.ts';

export async function entryPoint({ links }: Service) {
  return presentEntryPoint(links);
}

export async function getWebpage({ links }: Service, { caller: { webpage } }: ApiRequest) {
  if (!webpage) throw notFound('webpage');
  return presentWebpage(links, webpage);
}

export async function removeWebpage({ store, links, trashDays }: Service, request: ApiRequest): Promise<void> {
  const { caller, parameters, preconditions, address } = request;
  const own = store.by({ via: 'api', account: caller.owner, address });
  await deleteWebpage({ store: own, trashDays }, caller.owner, identifier(parameters.webpage, 'webpage'), {
    now: new Date(),
    check: (webpage) => checkPreconditions(preconditions, etagOf(JSON.stringify(presentWebpage(links, webpage)))),
  });
}

export async function getScreenshot({ store, links }: Service, { caller, parameters }: ApiRequest) {
  const webpageId = identifier(parameters.webpage, 'webpage');
  const id = identifier(parameters.screenshot, 'screenshot');
  const found = await store.captures.screenshot(caller.owner, webpageId, id);
  if (!found) throw notFound('screenshot');
  return presentScreenshot(links, found.screenshot, found.known);
}

export const listWebpages: ListOperation = {
  kind: 'list',
  query: WebpageQuery,

  state: ({ store }, { caller }) => store.webpages.state(caller.owner),

  knownState: ({ caller }) => caller.webpages,

  async show({ store, links }, { caller, queryString }, state) {
    const query = readQuery(WebpageQuery, queryString);
    const request = query.values as WebpagePageRequest;
    const { records, revision } = await store.webpages.page(caller.owner, state, request);
    const members = records.map((webpage) => presentWebpageInList(links, webpage));
    const view = viewOf(links.webpages, query, { ...request, count: state.count });
    return { shown: presentCollection(links.webpages, state.count, members, view), revision };
  },
};

export const listScreenshots: ListOperation = {
  kind: 'list',
  query: ScreenshotQuery,

  async state({ store }, { caller, parameters, queryString }) {
    const webpageId = identifier(parameters.webpage, 'webpage');
    const { isFavorite } = readQuery(ScreenshotQuery, queryString).values as ScreenshotPageRequest;
    const state = await store.screenshots.state(caller.owner, webpageId, isFavorite);
    if (!state) throw notFound('webpage');
    return state;
  },

  async show({ store, links }, { caller, parameters, queryString }, state) {
    const webpageId = identifier(parameters.webpage, 'webpage');
    const query = readQuery(ScreenshotQuery, queryString);
    const request = query.values as ScreenshotPageRequest;
    const { records, revision } = await store.screenshots.page(caller.owner, webpageId, state, request);
    const ids = records.map(({ id }) => id);
    const known = await store.captures.knowledgeOf(caller.owner, webpageId, ids);
    const members = records.map((screenshot) => presentScreenshotInList(links, screenshot, known.get(screenshot.id)));
    const id = links.screenshots(webpageId);
    const view = viewOf(id, query, { ...request, count: state.count });
    return { shown: presentCollection(id, state.count, members, view), revision };
  },
};

function identifier(text: string | undefined, kind: string): string {
  if (text === undefined || !isIdentifier(text)) throw notFound(kind);
  return text;
}
