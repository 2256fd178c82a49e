import type { TSchema } from 'typebox';
import type { Soon } from '../domain/soon.ts';
import { contextDocument } from './context.ts';
import type { Links } from './links.ts';
import { openApiDocument } from './openapi.ts';
import {
  type Asked,
  deleteWebpage,
  entryPoint,
  getScreenshot,
  getWebpage,
  type Listing,
  listScreenshots,
  listWebpages,
  type Service,
} from './operations.ts';
import { EntryPoint, Screenshot, ScreenshotCollection, WebPage, WebPageCollection } from './schemas.ts';
import { vocabDocument } from './vocab.ts';

/** One operation of the API: what it is called, and how it is answered. */
export type Operation = { readonly id: string; readonly summary: string; readonly result?: TSchema } & (
  | { readonly kind: 'item'; answer(service: Service, asked: Asked): Soon<string> }
  | { readonly kind: 'list'; readonly listing: Listing }
  | { readonly kind: 'act'; act(service: Service, asked: Asked): Promise<void> }
  | { readonly kind: 'document'; readonly contentType: string; make(links: Links): unknown }
);

export interface Route {
  readonly path: string;
  readonly get: Operation;
  readonly delete?: Operation;
  /** Advertises the API documentation: only here, because a second link on data breaks JSON-LD 1.0 processors. */
  readonly advertises?: true;
}

export function linkOf({ advertises }: Pick<Route, 'advertises'>, links: Links): string {
  return advertises ? links.documentationHeader : links.contextHeader;
}

/** The whole of Archive API v3. */
export const ROUTES: readonly Route[] = [
  {
    path: '',
    get: {
      id: 'getEntryPoint',
      summary: 'Get the entry point',
      kind: 'item',
      result: EntryPoint,
      answer: entryPoint,
    },
    advertises: true,
  },
  {
    path: '/webpages',
    get: {
      id: 'listWebpages',
      summary: 'List webpages',
      kind: 'list',
      result: WebPageCollection,
      listing: listWebpages,
    },
  },
  {
    path: '/webpages/:webpage',
    get: { id: 'getWebpage', summary: 'Get a webpage', kind: 'item', result: WebPage, answer: getWebpage },
    delete: {
      id: 'deleteWebpage',
      summary: 'Delete a webpage and all screenshots associated with it',
      kind: 'act',
      act: deleteWebpage,
    },
  },
  {
    path: '/webpages/:webpage/screenshots',
    get: {
      id: 'listScreenshots',
      summary: 'List screenshots of a webpage',
      kind: 'list',
      result: ScreenshotCollection,
      listing: listScreenshots,
    },
  },
  {
    path: '/webpages/:webpage/screenshots/:screenshot',
    get: { id: 'getScreenshot', summary: 'Get a screenshot', kind: 'item', result: Screenshot, answer: getScreenshot },
  },
  {
    path: '/contexts',
    get: {
      id: 'getContexts',
      summary: 'Get API context information',
      kind: 'document',
      contentType: 'application/ld+json',
      make: contextDocument,
    },
  },
  {
    path: '/vocab',
    get: {
      id: 'getVocabulary',
      summary: 'Get the vocabulary and the Hydra documentation of the API',
      kind: 'document',
      contentType: 'application/ld+json',
      make: vocabDocument,
    },
    advertises: true,
  },
  {
    path: '/openapi.json',
    get: {
      id: 'getOpenApi',
      summary: 'Get the OpenAPI description of the API',
      kind: 'document',
      contentType: 'application/json',
      make: (links) => openApiDocument(links, ROUTES),
    },
  },
];
