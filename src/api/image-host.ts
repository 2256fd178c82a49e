import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ByteRange, type Images, imageType, isImageKey } from '../domain/images.ts';
import { Problem } from '../domain/problem.ts';
import { matches } from '../http/etag.ts';
import { answerError } from './errors.ts';

/**
 * The image host: files under names that nobody can guess and that never change, so anyone may cache them for ever.
 * Whatever an image holds, it cannot run script here.
 */
export async function mountImages(app: FastifyInstance, options: { images: Images; path: string; link: string }) {
  const { images, path, link } = options;
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply, link));
    scope.route({
      method: ['GET', 'HEAD'],
      url: `${path}/*`,
      handler: (request, reply) => sendImage(images, request, reply),
    });
  });
}

const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Accept-Ranges': 'bytes',
};

async function sendImage(images: Images, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const key = (request.params as { '*': string })['*'];
  // The key is taken as it was sent: another spelling of it, with percent signs or dots, is another name.
  if (!isImageKey(key) || !request.raw.url?.split('?')[0]?.endsWith(key)) throw noSuchImage();
  const size = await sizeOf(images, key);
  const etag = `"${key}"`;
  reply.headers(HEADERS).header('ETag', etag);
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();

  const range = readRange(request, etag, size);
  if (range === 'unsatisfiable') {
    return reply.code(416).header('Content-Range', `bytes */${size}`).send();
  }
  reply.header('Content-Type', imageType(key));
  if (range) {
    const end = range.end ?? size - 1;
    reply.code(206).header('Content-Range', `bytes ${range.start}-${end}/${size}`);
    reply.header('Content-Length', end - range.start + 1);
  } else {
    reply.header('Content-Length', size);
  }
  if (request.method === 'HEAD') return reply.send();
  return reply.send((await images.read(key, range)).stream);
}

function noSuchImage(): Problem {
  return new Problem('not-found', 'The image does not exist.');
}

async function sizeOf(images: Images, key: string): Promise<number> {
  try {
    return await images.size(key);
  } catch (error) {
    // The key itself is no news to the caller, but where it was looked for is.
    if (error instanceof Problem && error.kind === 'not-found') throw noSuchImage();
    throw error;
  }
}

/** One range is served; several, or a malformed one, get the whole image, as RFC 9110 allows. */
function readRange(request: FastifyRequest, etag: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const { range, 'if-range': ifRange } = request.headers;
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
