import { addToken } from '../app/add-token.ts';
import { answerOnce } from '../app/answer-once.ts';
import { notFound, Problem } from '../domain/problem.ts';
import { capturesToday, pauseReason } from '../domain/quota.ts';
import { readTime } from '../domain/time.ts';
import { checkPreconditions, etagOf } from '../http/etag.ts';
import { type Manage, type ManageRequest, operation, repeatableOf } from './operation.ts';
import { presentToken } from './present.ts';
import { NewToken, Token, TokenDraft, Tokens } from './schemas/token.ts';
import { Usage } from './schemas/usage.ts';
import { idOf } from './webpage-operations.ts';

export const listTokens = operation({
  id: 'listTokens',
  summary: 'List the API tokens of the account',
  tag: 'tokens',
  scope: 'manage',
  answers: [{ status: 200, description: 'All tokens, without their secrets.', schema: Tokens }],
  async run({ store, own }, { owner }) {
    const members = (await store.tokens.list(owner)).map((token) => presentToken(own, token));
    return { body: { type: 'Collection', id: own.tokens, totalItems: members.length, members } };
  },
});

export const createToken = operation({
  id: 'createToken',
  summary: 'Create an API token',
  description:
    'It cannot have more rights, a later end or more addresses than the token that creates it. With an Idempotency-Key, a repeated request creates nothing and gets the answer of the first one for 24 hours.',
  tag: 'tokens',
  scope: 'manage',
  body: TokenDraft,
  reads: ['Idempotency-Key'],
  answers: [{ status: 201, description: 'The token with its secret, which is shown only once.', schema: NewToken }],
  errors: [422],
  async run(manage, request) {
    const { own, now } = manage;
    const { owner, body, caller } = request;
    const expiresAt = body.expiresAt === undefined ? undefined : readTime(body.expiresAt);
    if (body.expiresAt !== undefined && !expiresAt) {
      throw new Problem('invalid', 'The property "expiresAt" must be a time such as 2026-01-31T08:00:00Z.');
    }
    const at = now();
    // Bound to the token: another one with fewer rights must not get the secret by repeating the request.
    const fingerprint = `${request.fingerprint} ${caller.tokenId}`;
    const repeatable = repeatableOf({ ...request, fingerprint }, at);
    const reply = await answerOnce(manage, owner, repeatable, async (tx) => {
      const { token, record } = await addToken(tx, owner, { ...body, expiresAt }, at, caller.limits);
      const made = { ...presentToken(own, record), token };
      return { status: 201, location: own.token(record.id), body: JSON.stringify(made) };
    });
    return { status: reply.status, text: reply.body, headers: { location: reply.location ?? '' } };
  },
});

export const getToken = operation({
  id: 'getToken',
  summary: 'Get an API token without its secret',
  tag: 'tokens',
  scope: 'manage',
  answers: [{ status: 200, description: 'The record.', schema: Token }],
  errors: [404],
  async run(manage, request) {
    return { body: await showToken(manage, request) };
  },
});

async function showToken({ store, own }: Manage, request: ManageRequest) {
  const id = idOf(request, 'token');
  const found = (await store.tokens.list(request.owner)).find((token) => token.id === id);
  if (!found) throw notFound('token');
  return presentToken(own, found);
}

export const revokeToken = operation({
  id: 'revokeToken',
  summary: 'Revoke an API token',
  description: 'Programs that use it lose access at once. A token may also revoke itself.',
  tag: 'tokens',
  scope: 'manage',
  reads: ['If-Match'],
  answers: [{ status: 204, description: 'Done.' }],
  errors: [404, 412],
  async run(manage, request) {
    await manage.store.transaction(async (store) => {
      const shown = await showToken({ ...manage, store }, request);
      checkPreconditions(request.preconditions, etagOf(JSON.stringify(shown)));
      await store.tokens.revoke(request.owner, shown.identifier);
    });
    return { status: 204 };
  },
});

export const getUsage = operation({
  id: 'getUsage',
  summary: 'Get what the account uses',
  tag: 'account',
  scope: 'read',
  answers: [{ status: 200, description: 'The record.', schema: Usage }],
  async run({ store, own, now }, { owner }) {
    const { quota, use, webpageCount } = await store.people.find(owner);
    const of = (used: number, most: number | undefined) => ({ used, ...(most !== undefined && { limit: most }) });
    const reason = pauseReason(quota, use, now());
    return {
      body: {
        type: 'Usage',
        id: `${own.base}/usage`,
        webpages: of(webpageCount, quota.webpages),
        storage: of(use.bytes, quota.bytes),
        capturesToday: of(capturesToday(use, now()), quota.capturesADay),
        ...(reason !== undefined && { summary: reason }),
      },
    };
  },
});
