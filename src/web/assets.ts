import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ownBytes } from '../http/compress.ts';
import type { Answer } from '../http/responder.ts';

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Style sheet, scripts and icons, read and compressed once at the start. */
export interface Assets {
  /** Part of every asset URL, so that browsers can cache a version for ever and still fetch a new one. */
  readonly version: string;
  find(name: string): Answer | undefined;
}

export function readAssets(): Assets {
  const folder = join(import.meta.dirname, 'assets');
  const names = readdirSync(folder).sort();
  const files = names.map((name) => readFileSync(join(folder, name)));
  const version = hash('sha256', Buffer.concat(files)).slice(0, 12);
  const headers = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' };
  const assets = new Map<string, Answer>(
    names.map((name, index) => {
      const bytes = files[index] ?? Buffer.alloc(0);
      const compressed = new Map([
        ['gzip' as const, ownBytes(gzipSync(bytes))],
        ['br' as const, ownBytes(brotliCompressSync(bytes))],
      ]);
      const contentType = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      return [name, { contentType, headers, body: { bytes, compressed } }];
    }),
  );
  return { version, find: (name) => assets.get(name) };
}
