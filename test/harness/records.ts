import { hash, randomBytes, randomUUIDv7 } from 'node:crypto';
import sharp from 'sharp';
import { newImageKey } from '../../src/domain/image-key.ts';
import type { Images } from '../../src/domain/ports/images.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { Picture, Screenshot } from '../../src/domain/screenshot.ts';
import { DEFAULT_SCOPES, hashToken, makeToken, TOKEN_BYTES, type TokenLimits } from '../../src/domain/token.ts';
import { makeWebpage, type Webpage, type WebpageDraft } from '../../src/domain/webpage.ts';

/** An account and its token. */
export interface Person {
  readonly owner: string;
  readonly email: string;
  readonly token: string;
  readonly tokenId: string;
}

const START = Date.parse('2026-01-01T00:00:00.000Z');
let ticks = 0;

/** The time of the next record: one minute after the previous one. */
export function tick(): Date {
  ticks += 1;
  return new Date(START + ticks * 60_000);
}

export async function addPerson(store: Store): Promise<Person> {
  const owner = randomUUIDv7();
  const email = `${owner}@example.org`;
  await store.accounts.add({ id: owner, email, createdAt: tick().toISOString(), webpageCount: 0 }, 'no password');
  return { owner, email, ...(await addToken(store, owner)) };
}

export async function addToken(
  store: Store,
  owner: string,
  { scopes = DEFAULT_SCOPES, expiresAt, networks = [] }: Partial<TokenLimits> = {},
): Promise<{ token: string; tokenId: string }> {
  const token = makeToken(randomBytes(TOKEN_BYTES));
  const tokenId = randomUUIDv7();
  const createdAt = tick().toISOString();
  const record = { id: tokenId, name: 'test', createdAt, lastUsedAt: undefined, scopes, expiresAt, networks };
  await store.tokens.add(owner, record, hashToken(token));
  return { token, tokenId };
}

export function newWebpage(draft: Partial<WebpageDraft> & { id?: string; now?: Date } = {}): Webpage {
  const { id = randomUUIDv7(), now = tick(), ...rest } = draft;
  return makeWebpage({ url: `https://site-${ticks}.example.org/`, ...rest }, { id, now });
}

export async function addWebpage(
  store: Store,
  owner: string,
  draft: Parameters<typeof newWebpage>[0] = {},
): Promise<Webpage> {
  const webpage = newWebpage(draft);
  await store.webpages.add(owner, webpage);
  return webpage;
}

/** A picture without files. */
export function newPicture(id = randomUUIDv7()): Picture {
  return {
    id,
    contentKey: newImageKey(randomBytes, 'webp'),
    contentType: 'image/webp',
    thumbnailKey: newImageKey(randomBytes, 'jpg'),
    thumbnailType: 'image/jpeg',
    width: 4,
    height: 3,
    bytes: 44,
    sha256: hash('sha256', id),
    thumbnailSha256: hash('sha256', `thumbnail ${id}`),
  };
}

/** The files of a picture of a few pixels, of a random colour. */
export interface SmallFiles {
  readonly content: Buffer;
  readonly thumbnail: Buffer;
}

export async function makeSmallFiles(): Promise<SmallFiles> {
  const [red = 0, green = 0, blue = 0] = randomBytes(3);
  const pixels = sharp({ create: { width: 4, height: 3, channels: 3, background: { r: red, g: green, b: blue } } });
  return {
    content: await pixels.clone().webp({ lossless: true }).toBuffer(),
    thumbnail: await pixels.clone().jpeg().toBuffer(),
  };
}

/** Stores a picture of a few pixels. A test that stores very many of them gives the files. */
export async function storePicture(images: Images, files?: SmallFiles): Promise<Picture> {
  const { content, thumbnail } = files ?? (await makeSmallFiles());
  const picture = {
    ...newPicture(),
    bytes: content.length,
    sha256: hash('sha256', content),
    thumbnailSha256: hash('sha256', thumbnail),
  };
  await images.put(picture.contentKey, content);
  await images.put(picture.thumbnailKey, thumbnail);
  return picture;
}

export function newScreenshot(webpageId: string, draft: Partial<Screenshot> = {}): Screenshot {
  const createdAt = draft.createdAt ?? tick().toISOString();
  return {
    id: randomUUIDv7(),
    webpageId,
    isFavorite: false,
    verdict: 'fine',
    url: 'https://captured.example/',
    createdAt,
    modifiedAt: createdAt,
    picture: draft.picture ?? newPicture(),
    ...draft,
  };
}

export async function addScreenshot(
  store: Store,
  owner: string,
  webpageId: string,
  draft: Partial<Screenshot> = {},
): Promise<Screenshot> {
  const screenshot = newScreenshot(webpageId, draft);
  await store.screenshots.add(owner, screenshot);
  return screenshot;
}
