import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Answer } from '../http/responder.ts';

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** The files of assets/css/ in the order of the cascade. They are served as one style.css. */
const STYLES = [
  'fonts',
  'base',
  'bar',
  'controls',
  'marks',
  'timeline',
  'changes',
  'compare',
  'change-settings',
  'webpage',
  'archive',
  'forms',
  'docs',
];

const FONTS = {
  'newsreader-latin.woff2': import.meta.resolve(
    '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
  ),
  'newsreader-latin-ext.woff2': import.meta.resolve(
    '@fontsource-variable/newsreader/files/newsreader-latin-ext-opsz-normal.woff2',
  ),
  'hanken-grotesk-latin.woff2': import.meta.resolve(
    '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
  ),
  'hanken-grotesk-latin-ext.woff2': import.meta.resolve(
    '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-ext-wght-normal.woff2',
  ),
};

/** Loaded by full-screen.js when it is used. */
const LIBRARIES = {
  'openseadragon.min.js': import.meta.resolve('openseadragon/build/openseadragon/openseadragon.min.js'),
};

/** Style sheet, fonts, scripts and icons, read at the start. The first request for a file compresses it. */
export interface Assets {
  /** Part of every asset URL, so that browsers can cache a version for ever and still fetch a new one. */
  readonly version: string;
  find(name: string): Answer | undefined;
}

export function readAssets(): Assets {
  const files = [...readFiles()];
  const version = hash('sha256', Buffer.concat(files.map(({ bytes }) => bytes))).slice(0, 12);
  const headers = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' };
  const assets = new Map<string, Answer>(
    files.map(({ name, bytes }) => {
      const contentType = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      const compressed = name.endsWith('.woff2') ? undefined : new Map();
      return [name, { contentType, headers, body: { bytes, compressed } }];
    }),
  );
  return { version, find: (name) => assets.get(name) };
}

interface AssetFile {
  readonly name: string;
  readonly bytes: Buffer<ArrayBuffer>;
}

function* readFiles(): Generator<AssetFile> {
  const folder = join(import.meta.dirname, 'assets');
  const styles = STYLES.map((name) => readFileSync(join(folder, 'css', `${name}.css`)));
  yield { name: 'style.css', bytes: Buffer.concat(styles) };
  for (const [name, url] of Object.entries({ ...FONTS, ...LIBRARIES }))
    yield { name, bytes: readFileSync(fileURLToPath(url)) };
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const name of entries.map((entry) => entry.name).sort()) {
    yield { name, bytes: readFileSync(join(folder, name)) };
  }
}
