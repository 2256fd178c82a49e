import { hash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import sharp from 'sharp';
import { openSession } from '../../src/app/sign-in.ts';
import { newImageKey } from '../../src/domain/image-key.ts';
import { makeWebpage } from '../../src/domain/webpage.ts';
import { openImages } from '../../src/images/open.ts';
import { openStore } from '../../src/store/open.ts';
import type { Place } from '../pagekeep.ts';

const SIZE = { width: 1280, height: 50_000 };
/** SVG pictures are limited to 32,767 px, so the tall picture repeats one of this height. */
const TEXT_HEIGHT = 1_000;

/** An account with one webpage whose only capture is 50,000 px high. */
export async function fillTallPicture(place: Place): Promise<{ capture: string; cookie: string }> {
  const store = await openStore(place.databaseUrl);
  try {
    const now = new Date();
    const owner = randomUUIDv7();
    const account = { id: owner, email: 'bench@example.org', createdAt: now.toISOString(), webpageCount: 0 };
    await store.accounts.add(account, 'no password');
    const webpageId = randomUUIDv7();
    await store.webpages.addMany(owner, [makeWebpage({ url: 'https://tall.example/' }, { id: webpageId, now })]);
    const id = randomUUIDv7();
    const bytes = await tallPicture();
    const contentKey = await storeFile(place, bytes, 'png');
    const picture = {
      id,
      contentKey,
      contentType: 'image/png',
      thumbnailKey: contentKey,
      thumbnailType: 'image/png',
      ...SIZE,
      bytes: bytes.length,
      sha256: hash('sha256', bytes),
      thumbnailSha256: hash('sha256', bytes),
    } as const;
    const at = now.toISOString();
    await store.screenshots.addMany(owner, [
      {
        id,
        webpageId,
        isFavorite: false,
        verdict: 'fine',
        url: 'https://captured.example/',
        createdAt: at,
        modifiedAt: at,
        picture,
      },
    ]);
    const session = await openSession(store, owner, { address: '127.0.0.1', userAgent: 'bench' }, now);
    return { capture: `/webpages/${webpageId}/captures/${id}`, cookie: `pagekeep_session=${session}` };
  } finally {
    await store.close();
  }
}

/** Stores a file that no record uses. Returns its key. */
export async function storeFile(place: Place, bytes: Uint8Array, extension: 'webp' | 'png' = 'webp'): Promise<string> {
  const images = await openImages(`file:${join(place.dataDir, 'images')}`);
  const key = newImageKey(randomBytes, extension);
  await images.put(key, bytes);
  return key;
}

/** Lines of text. */
async function tallPicture(): Promise<Buffer> {
  const lines = Array.from(
    { length: TEXT_HEIGHT / 25 },
    (_, line) => `<text x="20" y="${20 + 25 * line}">Line ${line}: the quick brown fox jumps over the lazy dog</text>`,
  );
  const { width } = SIZE;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${TEXT_HEIGHT}" font-size="16">${lines.join('')}</svg>`;
  const tile = await sharp(Buffer.from(text)).flatten({ background: '#fff' }).png().toBuffer();
  return sharp({ create: { ...SIZE, channels: 3, background: '#fff' } })
    .composite([{ input: tile, tile: true, top: 0, left: 0 }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}
