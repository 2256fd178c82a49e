import type { TSchema } from 'typebox';
import {
  bearer,
  contactOf,
  failure,
  type Header,
  headerParameter,
  headersOf,
  LICENSE,
  MANAGE_HEADERS,
  NOT_MODIFIED,
  pathParameters,
  queryParameters,
  RATE,
  template,
} from '../api/openapi-parts.ts';
import { STATUS_CODES } from '../http/node-http.ts';
import type { ManageLinks } from './links.ts';
import type { ManageRoute, Method, Operation } from './operation.ts';
import { COMPONENTS } from './schemas/components.ts';

/** OpenAPI 3.1, made from the list of routes and the schemas that check requests. */
export function manageDocument(own: ManageLinks, routes: readonly ManageRoute[]) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pagekeep management API',
      version: '1',
      description:
        'Adds, changes and captures webpages, and reads what changed. It has the records of Archive API v3 with further properties, and the same tokens.',
      license: LICENSE,
      contact: contactOf(own.base.replace(/\/manage\/v1$/, '/docs')),
    },
    servers: [{ url: own.base }],
    security: [{ bearer: [] }],
    tags: TAGS,
    paths: Object.fromEntries(routes.map((route) => [template(route.path), pathItem(route)])),
    components: {
      securitySchemes: {
        bearer: bearer(
          'A token created in the web application or with "pagekeep token add". Each operation names its scope.',
        ),
      },
      schemas: Object.fromEntries(Object.entries(COMPONENTS).map(([name, schema]) => [name, refer(schema, schema)])),
      headers: MANAGE_HEADERS,
    },
  };
}

const TAGS = [
  { name: 'account', description: 'The account of the token.' },
  { name: 'captures', description: 'Requested captures and the log of all attempts.' },
  { name: 'changes', description: 'What changed on the webpages.' },
  { name: 'events', description: 'What happened, for those who cannot receive webhooks.' },
  { name: 'feeds', description: 'Feeds of changes for feed readers.' },
  { name: 'screenshots', description: 'Captured images of webpages.' },
  { name: 'tokens', description: 'API tokens.' },
  { name: 'trash', description: 'Deleted webpages and screenshots.' },
  { name: 'webhooks', description: 'Addresses that events are sent to, and what became of the deliveries.' },
  { name: 'webpages', description: 'Tracked pages, their schedules and settings.' },
  { name: 'words', description: 'The words that captures show, and when they were visible.' },
];

const NAMES = new Map<unknown, string>(Object.entries(COMPONENTS).map(([name, schema]) => [schema, name]));

/** A copy of the schema in which every other component is a reference. */
function refer(value: unknown, root: unknown): unknown {
  const name = NAMES.get(value);
  if (name !== undefined && value !== root) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(value)) return value.map((each) => refer(each, root));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, refer(each, root)]));
}

const schemaOf = (schema: TSchema) => refer(schema, undefined);

const ERRORS: Readonly<Record<number, readonly [description: string, ...headers: Header[]]>> = {
  400: ['The request is invalid.'],
  401: ['The Bearer token is missing, invalid or expired.', 'WWW-Authenticate'],
  403: ['The token does not have the scope of the operation.', 'WWW-Authenticate'],
  404: ['The resource does not exist.'],
  405: ['The URL does not allow the method.', 'Allow'],
  409: ['The address is already tracked.'],
  412: ['The record is not the one that If-Match or If-None-Match expects.'],
  413: ['The request body is too large.'],
  415: ['The content type of the request body is not supported.'],
  422: ['The request is valid but cannot be carried out, for example because of a quota.'],
  429: ['The token has made as many requests as the server allows in this window of time.', 'Retry-After'],
  500: ['A server error has occurred.', 'X-Request-Id'],
  503: ['The server is under maintenance or overloaded.', 'Retry-After'],
};
const EVERYWHERE = [400, 401, 403, 405, 415, 429, 500, 503];

const REQUEST_HEADERS = {
  'If-Match': 'ETag of the record that the client has; if its settings have changed since, the answer is 412.',
  'Idempotency-Key': 'A name for this request, such as a UUID. A repeated request with it is not carried out again.',
  Prefer: '"wait=N": wait up to N seconds for the result.',
} as const;

/** Every operation that reads If-Match reads it, too. */
const IF_NONE_MATCH = 'ETag that the record must not have, or "*"; otherwise the answer is 412.';

function pathItem({ path, methods }: ManageRoute) {
  const parameters = pathParameters(path, (name) => name !== 'event');
  return {
    ...(parameters.length > 0 && { parameters }),
    ...Object.fromEntries(
      (Object.entries(methods) as [Method, Operation][]).map(([method, operation]) => [
        method.toLowerCase(),
        describe(method, operation),
      ]),
    ),
  };
}

function describe(method: Method, operation: Operation) {
  const { id, summary, description, tag, scope, query, body, reads = [], answers, errors = [] } = operation;
  const parameters = [
    ...(query ? queryParameters(query, (schema) => schemaOf(schema as TSchema)) : []),
    ...reads.map((name) => headerParameter(name, REQUEST_HEADERS[name])),
    ...(reads.includes('If-Match') ? [headerParameter('If-None-Match', IF_NONE_MATCH)] : []),
  ];
  return {
    operationId: id,
    summary,
    description: `${description ? `${description}\n\n` : ''}Needs the scope "${scope}".`,
    tags: [tag],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body) } } } }),
    responses: {
      ...Object.fromEntries(answers.map((answer) => [answer.status, success(method, operation, answer)])),
      ...(method === 'GET' && {
        304: {
          description: NOT_MODIFIED,
          ...headersOf(['Status', 'Link', 'ETag', ...RATE]),
        },
      }),
      ...Object.fromEntries([...EVERYWHERE, ...errors].sort().map((status) => [status, failureOf(status)])),
    },
  };
}

function success(
  method: Method,
  { reads = [], streams }: Operation,
  { status, description, schema, imageType }: Operation['answers'][number],
) {
  const names: Header[] = ['Status', 'Link'];
  if (schema || imageType) names.push('Cache-Control', 'Vary');
  if ((schema || imageType) && (method === 'GET' || reads.includes('If-Match'))) names.push('ETag');
  if (status === 201 || status === 202 || (method === 'POST' && reads.includes('Prefer'))) names.push('Location');
  if (reads.includes('Prefer')) names.push('Retry-After', 'Preference-Applied');
  return {
    description,
    ...headersOf([...names, ...RATE]),
    ...(imageType && { content: { [imageType]: { schema: { type: 'string', format: 'binary' } } } }),
    ...(schema && {
      content: {
        'application/json': { schema: schemaOf(schema) },
        ...(streams && { 'text/event-stream': { schema: { type: 'string' } } }),
      },
    }),
  };
}

function failureOf(status: number) {
  const [description = STATUS_CODES[status] ?? 'Error', ...names] = ERRORS[status] ?? [];
  return failure(description, [...names, ...RATE]);
}
