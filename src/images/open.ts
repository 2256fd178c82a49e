import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Images } from '../domain/ports/images.ts';
import { Problem } from '../domain/problem.ts';
import { openImageFiles } from './files.ts';
import { readBucketUrl } from './s3-url.ts';

// The rest of the program does not know which kind of store is in use.
const STORES: Record<string, (url: string) => Promise<Images>> = {
  'file:': (url) => openImageFiles(folderOf(url)),
  's3:': async (url) => {
    const address = readBucketUrl(url);
    // Imported on demand, because the AWS SDK makes the start a third slower.
    const { openImageBucket } = await import('./s3.ts');
    return openImageBucket(address);
  },
};

/** Throws Problem('invalid') for an invalid IMAGES_URL, Problem('unavailable') for a store that cannot be used. */
export async function openImages(url: string): Promise<Images> {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0].toLowerCase();
  const open = scheme === undefined ? undefined : STORES[scheme];
  if (open === undefined) {
    // The message contains only the scheme, because the rest of the URL may contain credentials.
    const given = scheme === undefined ? 'no scheme' : `the scheme "${scheme}"`;
    throw new Problem(
      'invalid',
      `IMAGES_URL has ${given}, but must begin with one of ${Object.keys(STORES).join(', ')}.`,
    );
  }
  return open(url);
}

/** Throws Problem('invalid') if the URL does not name a local folder, or names the root folder. */
export function folderOf(url: string): string {
  const folder = pathOf(url);
  if (folder === dirname(folder)) {
    throw new Problem(
      'invalid',
      `IMAGES_URL=${url} is the root folder: use a folder below it, such as file:///data/images.`,
    );
  }
  return folder;
}

/** `file:./data/images` is relative to the working directory, but `new URL` would make it absolute. */
function pathOf(url: string): string {
  const path = url.slice('file:'.length);
  if (path.startsWith('//')) {
    try {
      // Without a trailing slash, so that it equals the prefix of dirname() results.
      return resolve(fileURLToPath(url));
    } catch (cause) {
      throw new Problem('invalid', `IMAGES_URL=${url} does not name a local folder.`, { cause });
    }
  }
  if (path === '')
    throw new Problem('invalid', 'IMAGES_URL=file: names no folder: use an address such as file:./data/images.');
  return resolve(path);
}
