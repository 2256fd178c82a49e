import { contextDocument } from './context.ts';
import { openApiDocument } from './openapi.ts';
import type { Route } from './operation.ts';
import { entryPoint, getScreenshot, getWebpage, listScreenshots, listWebpages, removeWebpage } from './operations.ts';
import { EntryPoint, Screenshot, ScreenshotCollection, WebPage, WebPageCollection } from './schemas.ts';
import { vocabDocument } from './vocab.ts';

/** The whole of Archive API v3. */
export const ROUTES: readonly Route[] = [
  {
    path: '',
    methods: {
      GET: {
        id: 'getEntryPoint',
        summary: 'Get the entry point',
        kind: 'item',
        result: EntryPoint,
        missesNothing: true,
        show: entryPoint,
      },
    },
    advertises: true,
  },
  {
    path: '/webpages',
    methods: {
      GET: {
        id: 'listWebpages',
        summary: 'List webpages',
        result: WebPageCollection,
        missesNothing: true,
        ...listWebpages,
      },
    },
  },
  {
    path: '/webpages/:webpage',
    methods: {
      GET: {
        id: 'getWebpage',
        summary: 'Get a webpage',
        kind: 'item',
        result: WebPage,
        readsWebpage: true,
        missesNothing: true,
        show: getWebpage,
      },
      DELETE: {
        id: 'deleteWebpage',
        summary: 'Delete a webpage and all screenshots associated with it',
        kind: 'action',
        act: removeWebpage,
      },
    },
  },
  {
    path: '/webpages/:webpage/screenshots',
    methods: {
      GET: {
        id: 'listScreenshots',
        summary: 'List screenshots of a webpage',
        result: ScreenshotCollection,
        ...listScreenshots,
      },
    },
  },
  {
    path: '/webpages/:webpage/screenshots/:screenshot',
    methods: {
      GET: { id: 'getScreenshot', summary: 'Get a screenshot', kind: 'item', result: Screenshot, show: getScreenshot },
    },
  },
  {
    path: '/contexts',
    methods: {
      GET: {
        id: 'getContexts',
        summary: 'Get API context information',
        kind: 'document',
        contentType: 'application/ld+json',
        make: contextDocument,
      },
    },
  },
  {
    path: '/vocab',
    methods: {
      GET: {
        id: 'getVocabulary',
        summary: 'Get the vocabulary and the Hydra documentation of the API',
        kind: 'document',
        contentType: 'application/ld+json',
        make: vocabDocument,
      },
    },
    advertises: true,
  },
  {
    path: '/openapi.json',
    methods: {
      GET: {
        id: 'getOpenApi',
        summary: 'Get the OpenAPI description of the API',
        kind: 'document',
        contentType: 'application/json',
        make: (links) => openApiDocument(links, ROUTES),
      },
    },
  },
];
