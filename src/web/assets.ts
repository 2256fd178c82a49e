import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, ownBytes } from '../http/compress.ts';

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

interface Asset {
  readonly type: string;
  readonly bodies: Record<'identity' | 'gzip' | 'br', Buffer>;
}

/** Style sheet, scripts and icons, read and compressed once at the start. */
export interface Assets {
  /** Part of every asset URL, so that browsers can cache a version for ever and still fetch a new one. */
  readonly version: string;
  send(request: FastifyRequest, reply: FastifyReply, name: string): FastifyReply | undefined;
}

export function readAssets(): Assets {
  const folder = join(import.meta.dirname, 'assets');
  const names = readdirSync(folder).sort();
  const files = names.map((name) => readFileSync(join(folder, name)));
  const version = hash('sha256', Buffer.concat(files)).slice(0, 12);
  const assets = new Map<string, Asset>(
    names.map((name, index) => {
      const identity = files[index] ?? Buffer.alloc(0);
      const bodies = { identity, gzip: ownBytes(gzipSync(identity)), br: ownBytes(brotliCompressSync(identity)) };
      return [name, { type: TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream', bodies }];
    }),
  );
  return {
    version,
    send(request, reply, name) {
      const asset = assets.get(name);
      if (!asset) return undefined;
      const encoding = chooseEncoding(request.headers['accept-encoding'] as string);
      reply.headers({
        'Content-Type': asset.type,
        'Cache-Control': 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
      });
      if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
      return reply.send(asset.bodies[encoding]);
    },
  };
}
