import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, compress, WORTH_COMPRESSING } from '../http/compress.ts';
import type { Answer } from './visit.ts';

/**
 * Sends an answer with everything that keeps a page to itself: no script or style but our own files, no frame, no
 * other host but that of the images.
 */
export function makeSend(imageOrigin: string, secure: boolean) {
  const headers: Record<string, string> = {
    'Content-Type': 'text/html; charset=utf-8',
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

  return async function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
    reply.headers(headers);
    switch (answer.kind) {
      case 'redirect':
        return reply.code(303).header('Location', answer.to).send('');
      case 'file':
        return reply.headers(answer.headers).send(answer.stream);
      case 'page': {
        const body = Buffer.from(answer.html.text);
        reply.code(answer.status ?? 200);
        if (answer.headers) reply.headers(answer.headers);
        const encoding =
          body.length < WORTH_COMPRESSING ? 'identity' : chooseEncoding(request.headers['accept-encoding'] as string);
        if (encoding === 'identity') return reply.send(body);
        return reply.header('Content-Encoding', encoding).send(await compress(body, encoding));
      }
    }
  };
}
