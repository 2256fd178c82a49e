import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Images } from '../domain/images.ts';
import { Problem } from '../domain/problem.ts';
import { openImageFiles } from './files.ts';
import { readBucketUrl } from './s3-url.ts';

// One row for each kind of store; nothing else in the program knows which one is in use.
const STORES: Record<string, (url: string) => Promise<Images>> = {
  'file:': (url) => openImageFiles(folderOf(url)),
  's3:': async (url) => {
    const address = readBucketUrl(url);
    // Loaded only where it is used: the AWS SDK makes a start a third longer.
    const { openImageBucket } = await import('./s3.ts');
    return openImageBucket(address);
  },
};

/** `IMAGES_URL` → the store. Throws Problem('invalid') for an unknown scheme, Problem('unavailable') for a store that cannot be used. */
export async function openImages(url: string): Promise<Images> {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0].toLowerCase();
  const open = scheme === undefined ? undefined : STORES[scheme];
  if (open === undefined) {
    // Only the scheme is named: the rest of such a URL may hold credentials.
    const given = scheme === undefined ? 'a text without a scheme' : `the scheme "${scheme}"`;
    throw new Problem('invalid', `IMAGES_URL has ${given}; it begins with one of: ${Object.keys(STORES).join(', ')}.`);
  }
  return open(url);
}

/** Throws Problem('invalid') for what is not a folder of this machine, or is the root of all, where images do not belong. */
export function folderOf(url: string): string {
  const folder = pathOf(url);
  if (folder === dirname(folder)) {
    throw new Problem('invalid', `IMAGES_URL=${url} is the root folder: name one below it, as in file:///data/images.`);
  }
  return folder;
}

/** `file:./data/images` is a path relative to the working folder, which `new URL` would take for an absolute one. */
function pathOf(url: string): string {
  const path = url.slice('file:'.length);
  if (path.startsWith('//')) {
    try {
      // Without the slash at its end, which would make it look longer than the path that others have for it.
      return resolve(fileURLToPath(url));
    } catch (cause) {
      throw new Problem('invalid', `IMAGES_URL=${url} is not the address of a local folder.`, { cause });
    }
  }
  if (path === '') throw new Problem('invalid', 'IMAGES_URL=file: names no folder, as in file:./data/images.');
  return resolve(path);
}
