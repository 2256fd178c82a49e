import { answerOnce } from '../app/answer-once.ts';
import { addFeed } from '../app/feeds.ts';
import { notFound } from '../domain/problem.ts';
import { checkPreconditions, etagOf } from '../http/etag.ts';
import { type Manage, type ManageRequest, operation, repeatableOf } from './operation.ts';
import { presentFeed } from './present-webhook.ts';
import { readSentScope } from './record-scope.ts';
import { Feed, FeedDraft, Feeds, NewFeed } from './schemas/feed.ts';
import { idOf } from './webpage-operations.ts';

const common = { tag: 'feeds', scope: 'manage' } as const;

export const listFeeds = operation({
  ...common,
  id: 'listFeeds',
  summary: 'List the feeds of the account',
  answers: [{ status: 200, description: 'All feeds, without their secret addresses.', schema: Feeds }],
  async run({ store, own }, { owner }) {
    const members = (await store.feeds.list(owner)).map((feed) => presentFeed(own, feed));
    return { body: { type: 'Collection', id: own.feeds, totalItems: members.length, members } };
  },
});

export const createFeed = operation({
  ...common,
  id: 'createFeed',
  summary: 'Create a feed of changes',
  description:
    'Anyone with its address can read it until it is revoked. With an Idempotency-Key, a repeated request creates nothing and gets the answer of the first one for 24 hours.',
  body: FeedDraft,
  reads: ['Idempotency-Key'],
  answers: [{ status: 201, description: 'The feed with its addresses, which are shown only once.', schema: NewFeed }],
  errors: [422],
  async run(manage, request) {
    const { own, now } = manage;
    const { owner, body } = request;
    const at = now();
    const reply = await answerOnce(manage, owner, repeatableOf(request, at), async (tx) => {
      const scope = await readSentScope(tx, owner, body.scope ?? { kind: 'all' });
      const { feed, secret } = await addFeed(tx, owner, { name: body.name, scope }, at);
      const addresses = { atom: own.feedAddress(secret, 'atom.xml'), jsonFeed: own.feedAddress(secret, 'feed.json') };
      const made = { ...presentFeed(own, feed), ...addresses };
      return { status: 201, location: own.feed(feed.id), body: JSON.stringify(made) };
    });
    return { status: reply.status, text: reply.body, headers: { location: reply.location ?? '' } };
  },
});

export const getFeed = operation({
  ...common,
  id: 'getFeed',
  summary: 'Get a feed without its addresses',
  answers: [{ status: 200, description: 'The record.', schema: Feed }],
  errors: [404],
  async run(manage, request) {
    return { body: await showFeed(manage, request) };
  },
});

async function showFeed({ store, own }: Manage, request: ManageRequest) {
  const id = idOf(request, 'feed');
  const found = (await store.feeds.list(request.owner)).find((feed) => feed.id === id);
  if (!found) throw notFound('feed');
  return presentFeed(own, found);
}

export const revokeFeed = operation({
  ...common,
  id: 'revokeFeed',
  summary: 'Revoke a feed',
  description: 'Its addresses answer 404 from then on.',
  reads: ['If-Match'],
  answers: [{ status: 204, description: 'Done.' }],
  errors: [404, 412],
  async run(manage, request) {
    await manage.store.transaction(async (store) => {
      const shown = await showFeed({ ...manage, store }, request);
      checkPreconditions(request.preconditions, etagOf(JSON.stringify(shown)));
      await store.feeds.revoke(request.owner, shown.identifier);
    });
    return { status: 204 };
  },
});
