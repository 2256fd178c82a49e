import type { Links } from './links.ts';
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
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: links.base }],
    security: [{ bearer: [] }],
    tags: [
      { name: 'archive', description: 'Webpages and screenshots.' },
      { name: 'documents', description: 'Descriptions of the API itself. They need no token.' },
    ],
    paths: Object.fromEntries(
      routes.map((route) => [
        route.path === '' ? entryPoint.path : route.path.replace(/:(\w+)/g, '{$1}'),
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
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A token created in the web application or with "pagekeep token add". "Bearer: {token}" is accepted too.',
        },
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

const text = (description: string) => ({ description, schema: { type: 'string' } });
const number = (description: string) => ({ description, schema: { type: 'integer' } });

const HEADERS = {
  Status: text('The HTTP status with its reason phrase.'),
  Link: text('The JSON-LD context of the body.'),
  ETag: text('Identifies the body; send it in If-None-Match to get 304 while the body is the same.'),
  'Cache-Control': text('How long the answer may be cached.'),
  Vary: text('The request headers that the answer depends on.'),
  Allow: text('The methods that the URL allows.'),
  'WWW-Authenticate': text('The authentication scheme (RFC 6750).'),
  'Retry-After': number('Seconds to wait before the next attempt.'),
  'X-Request-Id': text('Identifies the request in the log of the server.'),
  'RateLimit-Limit': number('Requests that the token may make in a window of time, if the server limits them.'),
  'RateLimit-Remaining': number('Requests left in this window.'),
  'RateLimit-Reset': number('Seconds until the window ends.'),
};

type Header = keyof typeof HEADERS;
const RATE: readonly Header[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

const headersOf = (names: readonly Header[]) => ({
  headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
});

function describe(operation: Operation) {
  const open = operation.kind === 'document';
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [open ? 'documents' : 'archive'],
    ...(open && { security: [] }),
    ...(operation.kind === 'list' && { parameters: queryParameters(operation) }),
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
].map(([name, description]) => ({ name, in: 'header', required: false, description, schema: { type: 'string' } }));

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
    304: { description: 'The body still has the ETag that was sent in If-None-Match.', ...headers },
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

function failure(description: string, names: readonly Header[]) {
  return {
    description,
    ...headersOf(['Status', 'Link', 'Cache-Control', ...names]),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

function pathParameters(path: string) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: `Identifier of the ${name}.`,
    schema: { type: 'string', format: 'uuid' },
  }));
}

function queryParameters({ query }: Extract<Operation, { kind: 'list' }>) {
  return Object.entries(query.properties).map(([name, property]) => {
    const { description, ...schema } = property as { description?: string };
    return { name, in: 'query', required: false, description, schema };
  });
}
