import type { Finding } from '../domain/finding.ts';
import type { Images } from '../domain/images.ts';
import type { PictureFiles, Store } from '../domain/ports.ts';
import { Problem } from '../domain/problem.ts';

const AT_A_TIME = 1000;
// A file is written before its record; whatever is younger may still get one.
const STRAY_AFTER_MS = 60 * 60 * 1000;

export interface ImageCheck {
  readonly store: Store;
  readonly images: Images;
  readonly now: Date;
  readonly report: (progress: string) => void;
}

/** Compares the records with the image store, both ways. */
export async function* checkImages(check: ImageCheck): AsyncGenerator<Finding> {
  const needed = new Set<number>();
  // The queue first: a key that leaves it meanwhile is found on its picture afterwards.
  for await (const key of queuedKeys(check.store)) needed.add(shortOf(key));
  let checked = 0;
  for await (const files of pictureFiles(check.store)) {
    needed.add(shortOf(files.contentKey)).add(shortOf(files.thumbnailKey));
    yield* filesFindings(check.images, files);
    checked += 1;
    check.report(`images of ${checked.toLocaleString('en')} pictures`);
  }
  yield* strays(check, needed);
}

/** 48 of a key's 160 random bits: two million of them fit into some 80 MB, and a clash only keeps a stray file. */
function shortOf(key: string): number {
  return Number.parseInt(key.slice(6, 18), 16);
}

async function* filesFindings(images: Images, files: PictureFiles): AsyncGenerator<Finding> {
  const { id: picture, contentKey, thumbnailKey, bytes: noted } = files;
  const size = await sizeOf(images, contentKey);
  if (size === undefined) yield { kind: 'missing image', key: contentKey, picture };
  else if (size !== noted) yield { kind: 'damaged image', key: contentKey, picture, noted, size };
  if ((await sizeOf(images, thumbnailKey)) === undefined) yield { kind: 'missing image', key: thumbnailKey, picture };
}

async function sizeOf(images: Images, key: string): Promise<number | undefined> {
  try {
    return await images.size(key);
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not-found') return undefined;
    throw error;
  }
}

async function* strays({ store, images, now, report }: ImageCheck, needed: Set<number>): AsyncGenerator<Finding> {
  let listed = 0;
  let suspects: string[] = [];
  const convicted = async () => {
    const kept = new Set(await store.check.neededKeys(suspects));
    const found = suspects.filter((key) => !kept.has(key));
    suspects = [];
    return found.map((key): Finding => ({ kind: 'stray image', key }));
  };
  for await (const { key, modifiedAt } of images.list()) {
    listed += 1;
    report(`${listed.toLocaleString('en')} image files`);
    if (needed.has(shortOf(key)) || modifiedAt.getTime() > now.getTime() - STRAY_AFTER_MS) continue;
    suspects.push(key);
    // Asked again before anything is said: a restored backup can be old files with new records.
    if (suspects.length === AT_A_TIME) yield* await convicted();
  }
  yield* await convicted();
}

async function* queuedKeys(store: Store): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const keys = await store.check.queuedKeys(after, AT_A_TIME);
    yield* keys;
    const last = keys.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function* pictureFiles(store: Store): AsyncGenerator<PictureFiles> {
  for (let after = ''; ; ) {
    const files = await store.check.pictureFiles(after, AT_A_TIME);
    yield* files;
    const last = files.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
