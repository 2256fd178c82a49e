import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, compress, type Encoding, WORTH_COMPRESSING } from './compress.ts';
import { encodedEtag, matchesEtag } from './etag.ts';

/** A response body that can be sent many times, and its compressed forms. */
export interface Body {
  readonly bytes: Buffer;
  /** Undefined: the body is never compared with what the client has. */
  readonly etag?: string;
  /** Undefined: the format is compressed already. */
  readonly compressed: Map<Encoding, Buffer> | undefined;
}

export function makeBody(text: string, etag?: string): Body {
  return { bytes: Buffer.from(text), ...(etag !== undefined && { etag }), compressed: new Map() };
}

export interface Answer {
  readonly status?: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/**
 * Sends a body in the best encoding that the client accepts, or 304 if the client has it. The body is always sent as
 * bytes: to the content type of a text Fastify adds a charset, which breaks JSON-LD clients.
 */
export async function respond(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  const { status = 200, contentType, headers, body } = answer;
  const worthIt = body.compressed !== undefined && body.bytes.length >= WORTH_COMPRESSING;
  const encoding = worthIt ? chooseEncoding(request.headers['accept-encoding']) : 'identity';
  reply.headers(headers);
  if (body.etag !== undefined) {
    const etag = encodedEtag(body.etag, encoding);
    reply.header('etag', etag);
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  }
  reply.code(status).header('content-type', contentType);
  if (encoding === 'identity') return reply.send(body.bytes);
  let compressed = body.compressed?.get(encoding);
  if (!compressed) {
    compressed = await compress(body.bytes, encoding);
    body.compressed?.set(encoding, compressed);
  }
  return reply.header('content-encoding', encoding).send(compressed);
}
