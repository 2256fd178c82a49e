import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type FiltersEngine, Request } from '@ghostery/adblocker';
import { Problem } from '../../domain/problem.ts';
import { bundled, bundledVersion } from './bundled-lists.ts';

/** A request of a page, with the document that makes it. */
export type AdRequest = {
  readonly url: string;
  readonly documentUrl: string;
  /** In the words of the lists. */
  readonly type:
    | 'font'
    | 'image'
    | 'media'
    | 'other'
    | 'ping'
    | 'script'
    | 'stylesheet'
    | 'sub_frame'
    | 'xmlhttprequest';
};

/** The parts of a document that the rules of the lists match. */
export type PageMarks = {
  readonly url: string;
  readonly classes: readonly string[];
  readonly ids: readonly string[];
  readonly hrefs: readonly string[];
};

/** The rules of all lists. */
export type AdFilter = {
  isAd(request: AdRequest): boolean;
  /** A style sheet that hides the advertisements of a document. `isFirst`: with the rules that depend on no marks. */
  hidingStyles(marks: PageMarks, isFirst: boolean): string;
};

type AdFilterSettings = {
  readonly cacheDir: string;
  /** Files, or `bundled`. */
  readonly lists: readonly string[];
  readonly log: (level: 'info' | 'warn', message: string) => void;
};

async function versionOf(list: string): Promise<string> {
  if (list === bundled) return bundledVersion();
  const { size, mtimeMs } = await stat(list).catch((cause: unknown) => {
    throw new Problem('unavailable', `The list ${list} of BLOCK_LISTS cannot be read.`, { cause });
  });
  return `${size} ${mtimeMs}`;
}

/** Changes with the lists. Throws Problem('unavailable'). */
async function keyOf(lists: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const list of lists) hash.update(`${list} ${await versionOf(list)}\n`);
  return hash.digest('hex').slice(0, 16);
}

async function build(lists: readonly string[]): Promise<Uint8Array> {
  const thread = new Worker(new URL('./build-thread.ts', import.meta.url), { workerData: lists });
  try {
    const [serialised] = await once(thread, 'message');
    return serialised as Uint8Array;
  } catch (cause) {
    throw new Problem('unavailable', 'The lists of advertisements cannot be read.', { cause });
  } finally {
    await thread.terminate();
  }
}

/** Milliseconds until the parsed form of lists that have changed since is deleted. */
const unusedTime = 30 * 86_400_000;

const nameOf = (key: string) => `ads-${key}.bin`;

/** Keeps the parsed lists for the next start. Without a place for them they are parsed each time. */
async function keep(cacheDir: string, key: string, serialised: Uint8Array): Promise<void> {
  await mkdir(cacheDir, { recursive: true });
  const staging = join(cacheDir, `.${nameOf(key)}.${process.pid}`);
  try {
    await writeFile(staging, serialised);
    await rename(staging, join(cacheDir, nameOf(key)));
  } finally {
    await rm(staging, { force: true });
  }
  for (const name of await readdir(cacheDir)) {
    const file = join(cacheDir, name);
    if (/^ads-\w+\.bin$/.test(name) && Date.now() - (await stat(file)).mtimeMs > unusedTime)
      await rm(file, { force: true });
  }
}

function filterOf(engine: FiltersEngine): AdFilter {
  return {
    isAd({ url, documentUrl, type }) {
      return engine.match(Request.fromRawDetails({ url, sourceUrl: documentUrl, type })).match;
    },
    hidingStyles({ url, classes, ids, hrefs }, isFirst) {
      const { hostname, domain } = Request.fromRawDetails({ url, type: 'main_frame' });
      const marks = { classes: [...classes], ids: [...ids], hrefs: [...hrefs] };
      const rules = { getBaseRules: isFirst, getRulesFromHostname: isFirst, getRulesFromDOM: true };
      const unused = { getInjectionRules: false, getExtendedRules: false };
      return engine.getCosmeticsFilters({ url, hostname, domain, ...marks, ...rules, ...unused }).styles;
    },
  };
}

/**
 * Opens the lists against advertisements when they are first used. They are parsed once, in a thread, and then read from
 * the cache in 0.05 s. Changed files are used without a restart. Throws Problem('unavailable') for a file
 * that does not exist.
 */
export async function openAdFilter({ cacheDir, lists, log }: AdFilterSettings): Promise<() => Promise<AdFilter>> {
  await keyOf(lists);
  let current: { readonly key: string; readonly filter: Promise<AdFilter> } | undefined;

  const fromCache = async (key: string): Promise<FiltersEngine | undefined> => {
    const { FiltersEngine } = await import('@ghostery/adblocker');
    const serialised = await readFile(join(cacheDir, nameOf(key))).catch(() => undefined);
    try {
      // Throws for another version and for a wrong checksum.
      return serialised && FiltersEngine.deserialize(serialised);
    } catch {
      return undefined;
    }
  };

  const open = async (key: string): Promise<AdFilter> => {
    const cached = await fromCache(key);
    if (cached) return filterOf(cached);
    const { FiltersEngine } = await import('@ghostery/adblocker');
    const serialised = await build(lists);
    await keep(cacheDir, key, serialised).catch((error: Error) =>
      log('warn', `The lists of advertisements are parsed again at each start: ${error.message}`),
    );
    return filterOf(FiltersEngine.deserialize(serialised));
  };

  return async () => {
    const key = await keyOf(lists).catch((error: Problem) => {
      if (!current) throw error;
      log('warn', error.message);
      return current.key;
    });
    if (current?.key !== key) {
      const opening = open(key);
      current = { key, filter: opening };
      opening.catch(() => {
        if (current?.filter === opening) current = undefined;
      });
    }
    return current.filter;
  };
}
