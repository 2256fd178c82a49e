import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, compress, type Encoding, WORTH_COMPRESSING } from '../http/compress.ts';
import { etagOf, etagOfRevision, matches } from '../http/etag.ts';
import { presentError } from './present.ts';

/** A body that can be sent again and again, with what was made of it so far. */
export interface Rendered {
  readonly body: Buffer;
  readonly etag: string;
  readonly compressed: Map<Encoding, Buffer>;
}

export function render(value: unknown): Rendered {
  const body = Buffer.from(JSON.stringify(value));
  return { body, etag: etagOf(body), compressed: new Map() };
}

export function renderList(value: unknown, revision: number): Rendered {
  const body = Buffer.from(JSON.stringify(value));
  return { body, etag: etagOfRevision(revision, body), compressed: new Map() };
}

/** Headers that stand the same on every answer of one kind; made once. */
export interface Manner {
  readonly contentType: string;
  readonly link: string;
  readonly cacheControl: string;
  readonly vary: string;
  readonly extra?: Readonly<Record<string, string>>;
}

export const statusLine = (status: number) => `${status} ${STATUS_CODES[status]}`;
const OK = statusLine(200);
const NOT_MODIFIED = statusLine(304);

/**
 * Sends a rendered body, or 304. The body is a Buffer because Fastify appends a charset to the type of a string, which
 * breaks JSON-LD clients silently.
 */
export function sendRendered(
  request: FastifyRequest,
  reply: FastifyReply,
  manner: Manner,
  rendered: Rendered,
): FastifyReply | Promise<FastifyReply> {
  const { body } = rendered;
  const encoding =
    body.length < WORTH_COMPRESSING ? 'identity' : chooseEncoding(request.headers['accept-encoding'] as string);
  const etag = encoding === 'identity' ? rendered.etag : `${rendered.etag.slice(0, -1)}-${encoding}"`;
  reply.header('ETag', etag).header('Cache-Control', manner.cacheControl).header('Vary', manner.vary);
  reply.header('Link', manner.link);
  if (manner.extra) reply.headers(manner.extra);
  if (matches(request.headers['if-none-match'], etag)) {
    return reply.code(304).header('Status', NOT_MODIFIED).send();
  }
  reply.header('Status', OK).header('Content-Type', manner.contentType);
  if (encoding === 'identity') return reply.send(body);
  reply.header('Content-Encoding', encoding);
  const ready = rendered.compressed.get(encoding);
  if (ready) return reply.send(ready);
  return compress(body, encoding).then((made) => {
    rendered.compressed.set(encoding, made);
    return reply.send(made);
  });
}

export function errorBody(status: number, description: string): Buffer {
  return Buffer.from(JSON.stringify(presentError(STATUS_CODES[status] ?? 'Error', description)));
}

/** Every error answer of the API is made here, but for those below the router (below-router.ts). */
export function sendError(
  reply: FastifyReply,
  link: string,
  status: number,
  description: string,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply {
  return reply
    .code(status)
    .headers({
      Status: statusLine(status),
      'Content-Type': 'application/json',
      Link: link,
      'Cache-Control': 'no-store',
      ...headers,
    })
    .send(errorBody(status, description));
}
