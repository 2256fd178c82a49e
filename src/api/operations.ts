import { deleteWebpage } from '../app/trash.ts';
import { isIdentifier } from '../domain/identifier.ts';
import type { ScreenshotPageRequest, WebpagePageRequest } from '../domain/listing.ts';
import type { Store } from '../domain/ports/store.ts';
import { notFound } from '../domain/problem.ts';
import type { Screenshot } from '../domain/screenshot.ts';
import { checkPreconditions, etagOf } from '../http/etag.ts';
import type { ApiRequest, ListOperation, Service } from './operation.ts';
import {
  type KnownScreenshot,
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

export async function getWebpage({ store, links }: Service, { caller, parameters }: ApiRequest) {
  const webpage = await store.webpages.find(caller.owner, identifier(parameters.webpage, 'webpage'));
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
  const [screenshot, know] = await Promise.all([
    store.screenshots.find(caller.owner, webpageId, id),
    knowledgeOf(store, caller.owner, webpageId, [id]),
  ]);
  if (!screenshot) throw notFound('screenshot');
  return presentScreenshot(links, know(screenshot));
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
    const know = await knowledgeOf(store, caller.owner, webpageId, ids);
    const members = records.map((screenshot) => presentScreenshotInList(links, know(screenshot)));
    const id = links.screenshots(webpageId);
    const view = viewOf(id, query, { ...request, count: state.count });
    return { shown: presentCollection(id, state.count, members, view), revision };
  },
};

/** Reads what captures and comparisons tell about the screenshots, with one query each. */
async function knowledgeOf(store: Store, owner: string, webpageId: string, screenshotIds: readonly string[]) {
  const [pages, changes] = await Promise.all([
    store.captures.pagesOf(owner, webpageId, screenshotIds),
    store.changes.ofCaptures(owner, webpageId, screenshotIds),
  ]);
  return (screenshot: Screenshot): KnownScreenshot => {
    const { id } = screenshot;
    return { screenshot, page: pages.get(id), change: changes.get(id) };
  };
}

function identifier(text: string | undefined, kind: string): string {
  if (text === undefined || !isIdentifier(text)) throw notFound(kind);
  return text;
}
