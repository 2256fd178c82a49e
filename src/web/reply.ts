import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, compress, type Encoding, WORTH_COMPRESSING } from '../http/compress.ts';
import type { Answer, PageAnswer } from './visit.ts';

/** A page that can be sent again and again, with what was made of it so far. */
export interface RenderedPage {
  readonly status: number;
  readonly headers: PageAnswer['headers'];
  readonly body: Buffer;
  readonly compressed: Map<Encoding, Buffer>;
}

export function renderPage({ html, status = 200, headers }: PageAnswer): RenderedPage {
  return { status, headers, body: Buffer.from(html.text), compressed: new Map() };
}

/**
 * Everything is sent with what keeps a page to itself: no script or style but our own files, no frame, no other host
 * but that of the images.
 */
export function makeSend(imageOrigin: string, secure: boolean) {
  const fixed: Record<string, string> = {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src 'self' ${imageOrigin}`,
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Cache-Control': 'private, no-cache',
    Vary: 'Cookie, Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    ...(secure && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };

  function send(reply: FastifyReply, answer: Exclude<Answer, PageAnswer>): FastifyReply {
    reply.headers(fixed);
    if (answer.kind === 'file') return reply.headers(answer.headers).send(answer.stream);
    return reply.code(303).header('Location', answer.to).send('');
  }

  async function sendRendered(
    request: FastifyRequest,
    reply: FastifyReply,
    { status, headers, body, compressed }: RenderedPage,
  ): Promise<FastifyReply> {
    reply.code(status).headers(fixed).header('Content-Type', 'text/html; charset=utf-8');
    if (headers) reply.headers(headers);
    const encoding =
      body.length < WORTH_COMPRESSING ? 'identity' : chooseEncoding(request.headers['accept-encoding'] as string);
    if (encoding === 'identity') return reply.send(body);
    const made = compressed.get(encoding) ?? (await compress(body, encoding));
    compressed.set(encoding, made);
    return reply.header('Content-Encoding', encoding).send(made);
  }

  return { send, sendRendered };
}
