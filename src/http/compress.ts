import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'identity' | 'gzip' | 'br';

/** Below this a compressed answer saves no packet. */
export const WORTH_COMPRESSING = 1024;

/** The best encoding that the caller accepts (RFC 9110 §12.5.3); always `identity` rather than no answer at all. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity';
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(coding, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weigh = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  const [br, gz, plain] = [weigh('br'), weigh('gzip'), weights.get('identity') ?? 0];
  if (plain > Math.max(br, gz)) return 'identity';
  if (br > 0 && br >= gz) return 'br';
  return gz > 0 ? 'gzip' : 'identity';
}

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return ownBytes(await gzipAsync(body));
  // Quality 4 takes about as long as gzip and is a tenth smaller; 11, the default, takes fifty times as long.
  if (encoding === 'br') return ownBytes(await brotliAsync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }));
  return body;
}

/**
 * For what is kept. What zlib makes is the beginning of 64 KiB, and a short Buffer is a part of as much: these live for as
 * long as it does, and whatever keeps answers would hold many times the memory that it counts.
 */
export function ownBytes(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
