import { hash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { openSession } from '../../src/app/sign-in.ts';
import type { Findings, Region } from '../../src/domain/findings.ts';
import { newImageKey } from '../../src/domain/image-key.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { Screenshot } from '../../src/domain/screenshot.ts';
import { makeWebpage } from '../../src/domain/webpage.ts';
import { openStore } from '../../src/store/open.ts';

/** Each webpage has its first capture and this many changes. */
const CHANGES_EACH = 100;
const HOUR_MS = 3_600_000;

/** An account with this many changes, the newest an hour ago. Returns the cookie of a session. */
export async function fillChanges(databaseUrl: string, changes: number): Promise<string> {
  const store = await openStore(databaseUrl);
  try {
    const now = new Date();
    const owner = randomUUIDv7();
    const email = `${owner}@example.org`;
    await store.accounts.add({ id: owner, email, createdAt: now.toISOString(), webpageCount: 0 }, 'no password');
    for (let index = 0; index < changes / CHANGES_EACH; index += 1) await addWebpage(store, owner, index, now);
    await store.webpages.settle(owner);
    return `pagekeep_session=${await openSession(store, owner, { address: '127.0.0.1', userAgent: 'bench' }, now)}`;
  } finally {
    await store.close();
  }
}

async function addWebpage(store: Store, owner: string, index: number, now: Date): Promise<void> {
  const id = randomUUIDv7();
  const webpage = makeWebpage({ url: `https://site-${index % 50}.example/page-${index}` }, { id, now });
  await store.webpages.addMany(owner, [webpage]);
  const captures = Array.from({ length: CHANGES_EACH + 1 }, (_, age) =>
    screenshotOf(id, new Date(now.getTime() - (CHANGES_EACH - age + 1) * 6 * HOUR_MS - index * 1000)),
  );
  await store.screenshots.addMany(owner, captures);
  await store.screenshots.settle(owner, id);
  const pairs = captures.slice(1).map((after, at) => ({ after, before: captures[at] ?? after }));
  await store.changes.addMany(
    owner,
    pairs.map((pair, at) => ({
      ...pair,
      findings: FINDINGS,
      reviewedAt: at % 2 === 0 ? now.toISOString() : undefined,
    })),
  );
}

const SIZE = { width: 1280, height: 4000 };

function region(y: number, width: number, height: number): Region {
  const box = { x: 200, y, width, height };
  return { kind: 'altered', before: box, after: box, area: width * height };
}

const ROWS = { top: 0, bottom: SIZE.height };
const FINDINGS: Findings = {
  word: 'changed',
  share: 0.02,
  regions: [region(300, 400, 200), region(900, 300, 60), region(1500, 200, 40), region(2000, 100, 30)],
  omitted: 0,
  omittedArea: 0,
  moved: [],
  bands: [{ before: ROWS, after: ROWS }],
  before: SIZE,
  after: SIZE,
};

function screenshotOf(webpageId: string, at: Date): Screenshot {
  const id = randomUUIDv7();
  const createdAt = at.toISOString();
  return {
    id,
    webpageId,
    isFavorite: false,
    verdict: 'fine',
    url: 'https://captured.example/',
    createdAt,
    modifiedAt: createdAt,
    picture: {
      id,
      contentKey: newImageKey(randomBytes, 'webp'),
      contentType: 'image/webp',
      thumbnailKey: newImageKey(randomBytes, 'jpg'),
      thumbnailType: 'image/jpeg',
      ...SIZE,
      bytes: 100_000,
      sha256: hash('sha256', id),
      thumbnailSha256: undefined,
    },
  };
}
