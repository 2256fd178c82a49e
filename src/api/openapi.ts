import type { Links } from './links.ts';
import {
  bearer,
  contactOf,
  failure,
  HEADERS,
  type Header,
  headerParameter,
  headersOf,
  LICENSE,
  NOT_MODIFIED,
  pathParameters,
  queryParameters,
  RATE,
  template,
} from './openapi-parts.ts';
import type { Operation, Route } from './operation.ts';
import {
  EntryPoint,
  ErrorRecord,
  Screenshot,
  ScreenshotCollection,
  ScreenshotInList,
  View,
  WebPage,
  WebPageCollection,
  WebPageInList,
} from './schemas.ts';

/** OpenAPI 3.1, made from the route list and the schemas that validate. */
export function openApiDocument(links: Links, routes: readonly Route[]) {
  const entryPoint = splitLast(links.base);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pagekeep Archive API',
      version: '3',
      description: 'A read-oriented API for webpage records and screenshot records, in JSON-LD with Hydra.',
      license: LICENSE,
      contact: contactOf(links.base.replace(/\/v3$/, '/docs')),
    },
    servers: [{ url: links.base }],
    security: [{ bearer: [] }],
    tags: [
      { name: 'archive', description: 'Webpages and screenshots.' },
      { name: 'documents', description: 'Descriptions of the API itself. They need no token.' },
    ],
    paths: Object.fromEntries(
      routes.map((route) => [
        route.path === '' ? entryPoint.path : template(route.path),
        {
          ...(route.path === '' && { servers: [{ url: entryPoint.server }] }),
          ...(pathParameters(route.path).length > 0 && { parameters: pathParameters(route.path) }),
          ...Object.fromEntries(
            Object.entries(route.methods).map(([method, operation]) => [method.toLowerCase(), describe(operation)]),
          ),
        },
      ]),
    ),
    components: {
      securitySchemes: {
        bearer: bearer(
          'A token created in the web application or with "pagekeep token add". "Bearer: {token}" is accepted too.',
        ),
      },
      schemas: {
        EntryPoint,
        WebPage,
        WebPageInList,
        WebPageCollection,
        Screenshot,
        ScreenshotInList,
        ScreenshotCollection,
        PartialCollectionView: View,
        Error: ErrorRecord,
      },
      headers: HEADERS,
    },
  };
}

/**
 * OpenAPI appends a path, which begins with a slash, to the URL of the server. The entry point is {base_url} itself,
 * without a slash at its end, so it gets a server of its own.
 */
function splitLast(base: string): { server: string; path: string } {
  const at = base.lastIndexOf('/');
  return { server: base.slice(0, at), path: base.slice(at) };
}

/** Schemas that are referred to by name. */
const NAMES = new Map<unknown, string>([
  [EntryPoint, 'EntryPoint'],
  [WebPage, 'WebPage'],
  [WebPageCollection, 'WebPageCollection'],
  [Screenshot, 'Screenshot'],
  [ScreenshotCollection, 'ScreenshotCollection'],
]);

const DESCRIPTIONS: Record<Operation['kind'], string> = {
  document: 'A description of the API. It needs no token.',
  list: 'One page of the collection. Its view leads to the other pages.',
  item: 'The record with all its properties.',
  action: 'Needs the scope "delete". What is deleted stays in the trash for some days.',
};

function describe(operation: Operation) {
  const open = operation.kind === 'document';
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: DESCRIPTIONS[operation.kind],
    tags: [open ? 'documents' : 'archive'],
    ...(open && { security: [] }),
    ...(operation.kind === 'list' && { parameters: queryParameters(operation.query) }),
    ...(operation.kind === 'action' && { parameters: PRECONDITIONS }),
    ...(operation.body && {
      requestBody: { required: true, content: { 'application/json': { schema: operation.body } } },
    }),
    responses: {
      ...success(operation),
      ...Object.fromEntries(
        errorsOf(operation).map(([status, description, ...names]) => [
          status,
          failure(description, open ? names : [...names, ...RATE]),
        ]),
      ),
    },
  };
}

const PRECONDITIONS = [
  ['If-Match', 'ETag that the record must have; otherwise the answer is 412 and nothing is done.'],
  ['If-None-Match', 'ETag that the record must not have, or *; otherwise the answer is 412 and nothing is done.'],
].map(([name = '', description = '']) => headerParameter(name, description));

function success(operation: Operation) {
  if (operation.kind === 'action') return { 204: { description: 'Done.', ...headersOf(['Status', 'Link', ...RATE]) } };
  const schema =
    operation.kind === 'document'
      ? { type: 'object' }
      : { $ref: `#/components/schemas/${NAMES.get(operation.result)}` };
  const contentType = operation.kind === 'document' ? operation.contentType : 'application/json';
  const rate = operation.kind === 'document' ? [] : RATE;
  const headers = headersOf(['Status', 'Link', 'ETag', 'Cache-Control', 'Vary', ...rate]);
  return {
    200: { description: 'The request succeeded.', ...headers, content: { [contentType]: { schema } } },
    304: { description: NOT_MODIFIED, ...headers },
  };
}

type Failure = [status: number, description: string, ...headers: Header[]];

function errorsOf(operation: Operation): Failure[] {
  const errors: Failure[] = [
    [400, 'The request is invalid.'],
    [405, 'The URL does not allow the method.', 'Allow'],
    [415, 'The content type of the request body is not supported.'],
    [500, 'A server error has occurred.', 'X-Request-Id'],
  ];
  if (operation.kind === 'document') return errors;
  if (operation.kind === 'action') {
    errors.push([403, 'The token does not have the scope "delete".', 'WWW-Authenticate']);
    errors.push([412, 'The record is not the one that If-Match or If-None-Match expects.']);
  }
  return [
    ...errors,
    [401, 'The Bearer token is invalid.', 'WWW-Authenticate'],
    [404, 'The resource does not exist.'],
    [429, 'The token has made as many requests as the server allows in this window of time.', 'Retry-After'],
    [503, 'The server is under maintenance or overloaded.', 'Retry-After'],
  ];
}
