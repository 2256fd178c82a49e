import type { TObject } from 'typebox';
import { isRequired } from './query.ts';

/** The parts that the OpenAPI documents of both APIs share. */
const text = (description: string) => ({ description, schema: { type: 'string' } });
const number = (description: string) => ({ description, schema: { type: 'integer' } });

export const HEADERS = {
  Status: text('The HTTP status with its reason phrase.'),
  Link: text('The JSON-LD context of the body.'),
  ETag: text('Identifies the body; send it in If-None-Match to get 304, or in If-Match to protect a change.'),
  'Cache-Control': text('How long the answer may be cached.'),
  Vary: text('The request headers that the answer depends on.'),
  Allow: text('The methods that the URL allows.'),
  'WWW-Authenticate': text('The authentication scheme (RFC 6750), with the missing scope for 403.'),
  'Retry-After': number('Seconds to wait before the next attempt.'),
  'X-Request-Id': text('Identifies the request in the log of the server.'),
  'RateLimit-Limit': number('Requests that the token may make in a window of time, if the server limits them.'),
  'RateLimit-Remaining': number('Requests left in this window.'),
  'RateLimit-Reset': number('Seconds until the window ends.'),
};

/** Headers of the management API only. */
export const MANAGE_HEADERS = {
  ...HEADERS,
  Location: text('URL of the new record.'),
  'Preference-Applied': text('The preference that was followed (RFC 7240).'),
};

export type Header = keyof typeof MANAGE_HEADERS;
export const RATE: readonly Header[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

export const headersOf = (names: readonly Header[]) => ({
  headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
});

/** The response of an error, with the headers that every error has and those that are named. */
export function failure(description: string, names: readonly Header[]) {
  return {
    description,
    ...headersOf(['Status', 'Link', 'Cache-Control', ...names]),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

export const NOT_MODIFIED = 'The body still has the ETag that was sent in If-None-Match.';

export const template = (path: string) => path.replace(/:(\w+)/g, '{$1}');

/** The parameters in a path; `uuid` says whether the one with a name is a UUID. */
export function pathParameters(path: string, isUuid: (name: string) => boolean = () => true) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: `Identifier of the ${name}.`,
    schema: { type: 'string', ...(isUuid(name) && { format: 'uuid' }) },
  }));
}

/** A parameter for each property of the schema of a query. */
export function queryParameters(query: TObject, present: (schema: object) => unknown = (schema) => schema) {
  return Object.entries(query.properties).map(([name, property]) => {
    const { description, ...schema } = property as { description?: string };
    return { name, in: 'query', required: isRequired(query, name), description, schema: present(schema) };
  });
}

export const headerParameter = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

export const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description });

export const LICENSE = { name: 'MIT', identifier: 'MIT' };

/** The contact for questions; the reference is a page of the service. */
export const contactOf = (reference: string) => ({ name: 'The operator of this service', url: reference });
