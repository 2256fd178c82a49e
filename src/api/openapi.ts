import type { Links } from './links.ts';
import type { Operation, Route } from './routes.ts';
import {
  EntryPoint,
  ErrorRecord,
  Screenshot,
  ScreenshotCollection,
  View,
  WebPage,
  WebPageCollection,
} from './schemas.ts';

/** OpenAPI 3.1 from the route list and the very schemas that validate. */
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
      { name: 'documents', description: 'What describes the API itself; needs no token.' },
    ],
    paths: Object.fromEntries(
      routes.map((route) => [
        route.path === '' ? entryPoint.path : route.path.replace(/:(\w+)/g, '{$1}'),
        {
          ...(route.path === '' && { servers: [{ url: entryPoint.server }] }),
          ...(pathParameters(route.path).length > 0 && { parameters: pathParameters(route.path) }),
          get: describe(route.get),
          ...(route.delete && { delete: describe(route.delete) }),
        },
      ]),
    ),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A token made in the web application or with "pagekeep token add". "Bearer: {token}" is taken too.',
        },
      },
      schemas: {
        EntryPoint,
        WebPage,
        WebPageCollection,
        Screenshot,
        ScreenshotCollection,
        PartialCollectionView: View,
        Error: ErrorRecord,
      },
    },
  };
}

/**
 * A path begins with a slash and is put behind the address of its server. Behind {base_url} that would be another address
 * than the entry point's, which ends without one; so that has a server of its own.
 */
function splitLast(base: string): { server: string; path: string } {
  const at = base.lastIndexOf('/');
  return { server: base.slice(0, at), path: base.slice(at) };
}

/** A schema that stands among the components is pointed at, not repeated. */
const NAMES = new Map<unknown, string>([
  [EntryPoint, 'EntryPoint'],
  [WebPage, 'WebPage'],
  [WebPageCollection, 'WebPageCollection'],
  [Screenshot, 'Screenshot'],
  [ScreenshotCollection, 'ScreenshotCollection'],
]);

function describe(operation: Operation) {
  const open = operation.kind === 'document';
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [open ? 'documents' : 'archive'],
    ...(open && { security: [] }),
    ...(operation.kind === 'list' && { parameters: queryParameters(operation) }),
    responses: {
      ...success(operation),
      ...Object.fromEntries(errorsOf(operation).map(([status, description]) => [status, failure(description)])),
    },
  };
}

function success(operation: Operation) {
  if (operation.kind === 'act') return { 204: { description: 'Done.' } };
  const schema =
    operation.kind === 'document'
      ? { type: 'object' }
      : { $ref: `#/components/schemas/${NAMES.get(operation.result)}` };
  const contentType = operation.kind === 'document' ? operation.contentType : 'application/json';
  return {
    200: { description: 'The request succeeded.', content: { [contentType]: { schema } } },
    304: { description: 'Not modified since the ETag that was sent in If-None-Match.' },
  };
}

function errorsOf(operation: Operation): [number, string][] {
  const errors: [number, string][] = [
    [400, 'The request is invalid.'],
    [415, 'The content type of the request body is not supported.'],
    [500, 'A server error has occurred.'],
  ];
  if (operation.kind === 'document') return errors;
  return [
    ...errors,
    [401, 'The Bearer token is invalid.'],
    [404, 'The resource does not exist.'],
    [429, 'The Bearer token has made as many requests as the server allows it for now.'],
    [503, 'The server is under maintenance.'],
  ];
}

function failure(description: string) {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
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

function queryParameters({ listing }: Extract<Operation, { kind: 'list' }>) {
  return Object.entries(listing.query.properties).map(([name, property]) => {
    const { description, ...schema } = property as { description?: string };
    return { name, in: 'query', required: false, description, schema };
  });
}
