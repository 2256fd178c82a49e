import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkedStream } from '../app/read-picture.ts';
import { imageType, isImageKey } from '../domain/image-key.ts';
import type { ByteRange, Images } from '../domain/ports/images.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { matchesEtag } from '../http/etag.ts';
import { mountAllow } from './allow.ts';
import { setBodyTypeAside } from './body.ts';
import { answerError, errorAnswer, sendError } from './errors.ts';

interface ImageHost {
  readonly images: Images;
  readonly store: Pick<Store, 'trash'>;
  readonly link: string;
}

/**
 * The image host. File names cannot be guessed and files never change, so every cache may keep them for ever. The headers
 * keep an image from running script. Images of deleted webpages and captures do not exist for it. A damaged image is not
 * served: a small one is answered with an error, and the response of a larger one breaks off before its end.
 */
export async function mountImages(app: FastifyInstance, { path, ...host }: ImageHost & { path: string }) {
  const { link } = host;
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      // A stream that fails before its first piece leaves the headers of the image.
      for (const name of IMAGE_HEADERS) reply.removeHeader(name);
      return answerError(error, request, reply, link);
    });
    scope.addHook('onRequest', setBodyTypeAside);
    const url = `${path}/*`;
    const methods = ['GET', 'HEAD'];
    scope.route({ method: methods, url, handler: (request, reply) => sendImage(host, request, reply) });
    mountAllow(scope, { url, methods, link });
  });
}

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'accept-ranges': 'bytes',
};

const IMAGE_HEADERS = [...Object.keys(HEADERS), 'etag', 'content-range'];

async function sendImage({ images, store, link }: ImageHost, request: FastifyRequest, reply: FastifyReply) {
  const key = (request.params as { '*': string })['*'];
  // Another spelling of a key, with percent signs or dots, is not accepted.
  if (!isImageKey(key) || !request.raw.url?.split('?')[0]?.endsWith(key)) throw noSuchImage();
  const { hidden, sha256 } = await store.trash.image(key);
  if (hidden) throw noSuchImage();
  const size = await orNoSuchImage(images.size(key));
  const etag = `"${key}"`;
  const headers = { ...HEADERS, etag };
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).headers(headers).send();

  const range = readRange(request, etag, size);
  if (range === 'unsatisfiable') {
    const description = `The range is outside of the image, which has ${size} bytes.`;
    return sendError(reply, errorAnswer(link, 416, description, { 'content-range': `bytes */${size}` }));
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  // Opened before any header is set: an error must not get the headers that cache it for ever.
  const stream = request.method === 'HEAD' ? undefined : await openImage(images, { key, sha256, range });
  reply.headers({ ...headers, 'content-type': imageType(key), 'content-length': end - start + 1 });
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  return reply.send(stream);
}

/** The whole image is read also for a range, because its hash is that of the whole. */
async function openImage(
  images: Images,
  { key, sha256, range }: { key: string; sha256: string | undefined; range: WholeRange | undefined },
): Promise<Readable> {
  if (sha256 === undefined) return (await orNoSuchImage(images.read(key, range))).stream;
  return checkedStream((await orNoSuchImage(images.read(key))).stream, { key, sha256, range });
}

function noSuchImage(): Problem {
  return new Problem('not-found', 'The image does not exist.');
}

async function orNoSuchImage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    // The original message would tell the caller where images are stored.
    if (error instanceof Problem && error.kind === 'not-found') throw noSuchImage();
    throw error;
  }
}

type WholeRange = Required<ByteRange>;

/** Serves one range. Several ranges, a malformed range and HEAD get the whole image, as RFC 9110 allows. */
function readRange(request: FastifyRequest, etag: string, size: number): WholeRange | 'unsatisfiable' | undefined {
  const { range, 'if-range': ifRange } = request.headers;
  if (range === undefined || request.method !== 'GET' || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(range) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start >= size ? 'unsatisfiable' : { start, end };
}
