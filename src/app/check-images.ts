import { createHash, hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Finding } from '../domain/finding.ts';
import type { PictureFiles } from '../domain/ports/checks.ts';
import type { Images } from '../domain/ports/images.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';

const AT_A_TIME = 1000;
const READ_AT_ONCE = 8;
// A file is written before its record, so a younger file may still get one.
const STRAY_AFTER_MS = 60 * 60 * 1000;

export interface ImageCheck {
  readonly store: Store;
  readonly images: Images;
  /** Whether the bytes can be decoded. */
  readonly isImage: (bytes: Uint8Array) => Promise<boolean>;
  readonly now: Date;
  readonly report: (progress: string) => void;
}

/** Compares the records with the image store in both directions. Reads every file to check its hash. */
export async function* checkImages(check: ImageCheck): AsyncGenerator<Finding> {
  const needed = new Set<number>();
  // The queue first: a key that a capture takes off it during the check is found on its picture afterwards.
  for await (const key of inParts(check.store.check.queuedKeys)) needed.add(shortOf(key));
  let checked = 0;
  for await (const pictures of pictureFiles(check.store)) {
    for (const { contentKey, thumbnailKey } of pictures) needed.add(shortOf(contentKey)).add(shortOf(thumbnailKey));
    const found = await Promise.all(pictures.map((files) => filesFindings(check, files)));
    yield* await stillTrue(check.store, found.flat());
    checked += pictures.length;
    check.report(`images of ${checked.toLocaleString('en')} pictures`);
  }
  yield* strays(check, needed);
  const count = await check.images.countUnfinished(check.now);
  if (count > 0) yield { kind: 'unfinished images', count };
}

/** 48 of a key's 160 random bits: two million of them take 74 MB, and a clash only keeps a stray file. */
function shortOf(key: string): number {
  return Number.parseInt(key.slice(6, 18), 16);
}

type FileFinding = Extract<Finding, { key: string }>;

/** A picture that was deleted during the check is not a fault. */
async function stillTrue(store: Store, findings: readonly FileFinding[]): Promise<Finding[]> {
  const kept = new Set(findings.length > 0 ? await store.check.keptKeys(findings.map(({ key }) => key)) : []);
  return findings.filter(({ key }) => kept.has(key));
}

async function filesFindings(check: ImageCheck, files: PictureFiles): Promise<FileFinding[]> {
  const { id: picture, contentKey, thumbnailKey } = files;
  const findings: FileFinding[] = [];
  const fault = await orMissing(() => contentFault(check.images, files));
  if (fault === MISSING) findings.push({ kind: 'missing image', key: contentKey, picture });
  else if (fault !== undefined) findings.push({ kind: 'damaged image', key: contentKey, picture, fault });
  const thumbnail = await orMissing(() => thumbnailFault(check, files));
  if (thumbnail !== undefined) {
    findings.push({ kind: 'thumbnail', key: thumbnailKey, picture, fault: thumbnail, contentKey });
  }
  return findings;
}

async function contentFault(images: Images, { contentKey, bytes, sha256 }: PictureFiles): Promise<string | undefined> {
  const { size, stream } = await images.read(contentKey);
  if (size !== bytes) {
    stream.destroy();
    return `has ${size} bytes instead of ${bytes}`;
  }
  const sum = createHash('sha256');
  for await (const some of stream) sum.update(some);
  return sum.digest('hex') === sha256 ? undefined : 'is not what was captured: its hash is another';
}

/** Without a stored hash, a thumbnail that can be decoded counts as intact. */
async function thumbnailFault(
  { images, isImage }: ImageCheck,
  { thumbnailKey, thumbnailSha256 }: PictureFiles,
): Promise<string | undefined> {
  const bytes = await buffer((await images.read(thumbnailKey)).stream);
  const intact = thumbnailSha256 === undefined ? await isImage(bytes) : hash('sha256', bytes) === thumbnailSha256;
  return intact ? undefined : 'is damaged';
}

const MISSING = 'is missing';

async function orMissing(look: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not-found') return MISSING;
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
    // Checked again before the report: after a restore, old files can have new records.
    if (suspects.length === AT_A_TIME) yield* await convicted();
  }
  yield* await convicted();
}

async function* inParts(read: (after: string, limit: number) => Promise<string[]>): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const keys = await read(after, AT_A_TIME);
    yield* keys;
    const last = keys.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** In groups that are read at once. */
async function* pictureFiles(store: Store): AsyncGenerator<PictureFiles[]> {
  for (let after = ''; ; ) {
    const files = await store.check.pictureFiles(after, AT_A_TIME);
    for (let start = 0; start < files.length; start += READ_AT_ONCE) yield files.slice(start, start + READ_AT_ONCE);
    const last = files.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
