import { STATUS_CODES } from 'node:http';
import type { Written } from '../domain/template.ts';
import { chooseEncoding, compress, type Encoding, ownBytes, WORTH_COMPRESSING } from '../http/compress.ts';
import { etagOf, matches } from '../http/etag.ts';
import type { Answering, Asking } from '../http/exchange.ts';
import { begin, fixHeaders } from '../http/plain-response.ts';

/** A body with all that is needed to send it. */
export interface Rendered {
  /** A short text goes out in one piece with its headers; one that is made for one answer is cheaper than bytes. */
  readonly body: Written;
  readonly bytes: number;
  readonly etag: string;
  /** What was made of a body that is kept. */
  readonly compressed?: Map<Encoding, Buffer>;
}

export function render(text: string): Rendered {
  return { body: text, bytes: Buffer.byteLength(text), etag: etagOf(text) };
}

export function renderList(body: Written, etag: string): Rendered {
  return { body, bytes: Buffer.byteLength(body), etag };
}

const SHORT = 4096;

/** The same, to be sent again and again. */
export function toKeep({ body, bytes, etag }: Rendered): Rendered {
  return {
    body: typeof body === 'string' && bytes > SHORT ? ownBytes(Buffer.from(body)) : body,
    bytes,
    etag,
    compressed: new Map(),
  };
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

export type Send = (request: Asking, response: Answering, rendered: Rendered) => void | Promise<void>;

/**
 * Sends a rendered body, or 304. It goes around Fastify's own sending, which sets the headers one by one, and which
 * appends a charset to the type of a text: that breaks JSON-LD clients silently.
 */
export function makeSend({ contentType, link, cacheControl, vary, extra = {} }: Manner): Send {
  const fixed = { 'Cache-Control': cacheControl, Vary: vary, Link: link, ...extra };
  const notModified = fixHeaders({ ...fixed, Status: statusLine(304) });
  const ok = fixHeaders({ ...fixed, Status: statusLine(200), 'Content-Type': contentType });

  function write(response: Answering, etag: string, body: Written, bytes: number, encoding: Encoding) {
    const headers = ['ETag', etag, 'Content-Length', String(bytes)];
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    begin(response, 200, ok, headers);
    response.end(body);
  }

  return ({ headers }, response, rendered) => {
    const encoding =
      rendered.bytes < WORTH_COMPRESSING
        ? 'identity'
        : chooseEncoding(headers['accept-encoding'] as string | undefined);
    const etag = encoding === 'identity' ? rendered.etag : `${rendered.etag.slice(0, -1)}-${encoding}"`;
    if (matches(headers['if-none-match'], etag)) {
      begin(response, 304, notModified, ['ETag', etag]);
      response.end();
      return;
    }
    if (encoding === 'identity') {
      write(response, etag, rendered.body, rendered.bytes, encoding);
      if (!rendered.compressed) giveBack(rendered.body, response);
      return;
    }
    const ready = rendered.compressed?.get(encoding);
    if (ready) return write(response, etag, ready, ready.length, encoding);
    return compress(Buffer.from(rendered.body), encoding).then((made) => {
      rendered.compressed?.set(encoding, made);
      write(response, etag, made, made.length, encoding);
    });
  };
}

/**
 * Lets go of bytes that were made for one answer and are on their way already. To the garbage collector they are a weight
 * outside of its heap, and with some thousand lists a second it would mark all of that anew every 200 ms.
 */
function giveBack(body: Written, { socket }: Answering): void {
  if (typeof body === 'string' || socket?.writableLength !== 0) return;
  const { buffer } = body;
  // Not if they are a part of something larger.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === body.byteLength) buffer.transfer(0);
}
