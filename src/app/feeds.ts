import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { ChangeEntry } from '../domain/change.ts';
import { type Feed, readFeedName } from '../domain/feed.ts';
import type { Store } from '../domain/ports/store.ts';
import { notFound } from '../domain/problem.ts';
import type { Scope } from '../domain/scope.ts';
import { hashSecret, SECRET_BYTES } from '../domain/session.ts';

/** Returns the secret of the address, which is not stored. Throws Problem('invalid') and Problem('unprocessable'). */
export async function addFeed(
  store: Store,
  owner: string,
  draft: { name: string; scope: Scope },
  now: Date,
): Promise<{ feed: Feed; secret: string }> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const feed = {
    id: randomUUIDv7(),
    owner,
    name: readFeedName(draft.name),
    scope: draft.scope,
    createdAt: now.toISOString(),
    lastReadAt: undefined,
  };
  await store.feeds.add(owner, feed, hashSecret(secret));
  return { feed, secret };
}

const ENTRIES = 50;
/** The time of the last read is written once in this time. */
const TOUCH_MS = 3_600_000;

/** The newest entries of a feed. Throws Problem('not-found') for a secret that is unknown or revoked. */
export async function readFeed(
  store: Store,
  secret: string,
  now: Date,
): Promise<{ feed: Feed; entries: readonly ChangeEntry[] }> {
  const feed = await store.feeds.findByHash(hashSecret(secret));
  if (!feed) throw notFound('feed');
  const { owner, id, scope, lastReadAt } = feed;
  const entries = await store.changes.entries(owner, {
    filter: 'all',
    site: scope.kind === 'site' ? scope.site : undefined,
    keyword: scope.kind === 'keyword' ? scope.keyword : undefined,
    webpageId: scope.kind === 'webpage' ? scope.webpageId : undefined,
    from: undefined,
    order: 'desc',
    limit: ENTRIES,
  });
  if (lastReadAt === undefined || now.getTime() - Date.parse(lastReadAt) > TOUCH_MS) {
    await store.feeds.touch(owner, id, now.toISOString());
  }
  return { feed, entries };
}
