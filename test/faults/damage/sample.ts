import { pino } from 'pino';
import { sealingKey } from '../../../src/app/seal.ts';
import { openSession } from '../../../src/app/sign-in.ts';
import type { Images } from '../../../src/domain/ports/images.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import type { Picture } from '../../../src/domain/screenshot.ts';
import { INCOMPLETE } from '../../../src/http/completeness.ts';
import { buildServer } from '../../../src/server.ts';
import { SESSION_COOKIE } from '../../../src/web/cookies.ts';
import { html } from '../../../src/web/html.ts';
import { captureAs } from '../../harness/changes.ts';
import { temporaryFolder } from '../../harness/engines.ts';
import { addPerson, storePicture, tick } from '../../harness/records.ts';
import { trackPages } from '../../harness/tracked-page.ts';

export const SECRET_KEY = 'a key of the damage tests, long enough to be one';

const WEBPAGES = 3;
const CAPTURES = 3;

/** A small archive with every kind of record that readers see. */
export interface Sample {
  readonly owner: string;
  readonly webpages: readonly string[];
  readonly pictures: readonly Picture[];
  readonly headers: Readonly<Record<string, string>>;
  /** Addresses of records and pages. */
  readonly recordPaths: readonly string[];
  /** The addresses that send an image file, or a part of it. */
  pathsOf(key: string): string[];
}

export async function fillSample(store: Store, images: Images): Promise<Sample> {
  const { owner, token } = await addPerson(store);
  const options = { headers: { Authorization: 'Basic c2VjcmV0' } };
  const urls = Array.from({ length: WEBPAGES }, (_, index) => `https://site-${index}.example.org/news?page=${index}`);
  const webpages = (await trackPages(store, owner, urls, { secretKey: SECRET_KEY, options })).map(({ id }) => id);
  const pictures: Picture[] = [];
  const captures = new Map<string, string>();
  const recordPaths = ['/v3/webpages', '/v3/webpages?sort=url', '/v3/webpages?sort=name', '/', '/archive'];
  for (const webpage of webpages) {
    recordPaths.push(`/v3/webpages/${webpage}`, `/v3/webpages/${webpage}/screenshots`, `/webpages/${webpage}`);
    for (let index = 0; index < CAPTURES; index += 1) {
      const id = await addCapture(store, images, { owner, webpage, pictures });
      recordPaths.push(`/v3/webpages/${webpage}/screenshots/${id}`);
      captures.set(pictures.at(-1)?.contentKey ?? '', `/webpages/${webpage}/captures/${id}`);
    }
  }
  const secret = await openSession(store, owner, { address: '::1', userAgent: 'test' }, new Date());
  const headers = { Authorization: `Bearer ${token}`, Cookie: `${SESSION_COOKIE}=${secret}` };
  const pathsOf = (key: string) => {
    const capture = captures.get(key);
    const part = `${capture}/iiif/0,0,2,2/max/0/default.webp`;
    return [`/images/${key}`, ...(capture === undefined ? [] : [`${capture}/download`, part])];
  };
  return { owner, webpages, pictures, headers, recordPaths, pathsOf };
}

interface NewCapture {
  readonly owner: string;
  readonly webpage: string;
  readonly pictures: Picture[];
}

/** Records one more capture in one transaction. */
export async function addCapture(
  store: Store,
  images: Images,
  { owner, webpage, pictures }: NewCapture,
): Promise<string> {
  const picture = await storePicture(images);
  pictures.push(picture);
  return captureAs(store, owner, webpage, { at: tick(), screenshot: { picture } });
}

/** An answer to each path: the status and the body. */
export type Replies = ReadonlyMap<string, { readonly status: number; readonly body: Buffer }>;

const WARNING = html`${INCOMPLETE}`.text;

export const QUIET = pino({ level: 'silent' });

/** Reads everything through the server, as clients do. */
export async function readEverything(
  parts: { store: Store; images: Images; mayLackRecords?: () => boolean },
  sample: Sample,
  paths: Iterable<string>,
) {
  const app = await buildServer({
    ...parts,
    sealingKey: sealingKey(SECRET_KEY),
    publicUrl: 'http://archive.example',
    imageHostUrl: 'http://archive.example/images',
    cacheFolder: await temporaryFolder('cache'),
    overloadDelayMs: Number.POSITIVE_INFINITY,
    log: QUIET,
  });
  try {
    const replies = new Map<string, { status: number; body: Buffer }>();
    for (const path of paths) {
      // A response that breaks off throws here, as it does in a client.
      const reply = await app.inject({ url: path, headers: { ...sample.headers, Host: 'archive.example' } }).then(
        ({ statusCode, rawPayload }) => ({ status: statusCode, body: rawPayload }),
        () => ({ status: 599, body: Buffer.of() }),
      );
      replies.set(path, reply);
    }
    return replies;
  } finally {
    await app.close();
  }
}

/**
 * How the replies of a damaged archive differ from those of the intact one. A reply with status 200 is wrong if it lacks
 * something or has something else, unless it is a page that says so.
 */
export function compareReplies(intact: Replies, damaged: Replies): { refused: number; wrong: string[] } {
  let refused = 0;
  const wrong: string[] = [];
  for (const [path, { status, body }] of damaged) {
    const good = intact.get(path);
    // A page that leads to the sign-in, because the session is not found, shows nothing either.
    if (status !== 200) refused += good?.status === status ? 0 : 1;
    else if (!good?.body.equals(body) && !body.includes(WARNING)) wrong.push(path);
  }
  return { refused, wrong };
}
