import { randomBytes } from 'node:crypto';
import type { RepeatableRequest, Reply } from '../domain/ports/replies.ts';
import type { Store } from '../domain/ports/store.ts';
import { type SealingKey, seal, unseal } from './seal.ts';

/**
 * Carries out a request whose answer has a secret, in one transaction. A repeated request gets the same answer, also while the first
 * one runs, and does nothing. The answer is kept encrypted. Nothing is kept if the work throws.
 */
export function answerOnce(
  { store, sealingKey }: { readonly store: Store; readonly sealingKey: SealingKey },
  owner: string,
  request: RepeatableRequest | undefined,
  work: (tx: Store) => Promise<Reply>,
): Promise<Reply> {
  return store.transaction(async (tx) => {
    if (!request) return work(tx);
    const boundTo = `reply ${owner} ${request.key}`;
    const earlier = await tx.replies.reserve(owner, request);
    if (earlier) return { ...earlier, body: unseal(sealingKey, { sealed: earlier.body, boundTo }) };
    const reply = await work(tx);
    const sealed = seal(sealingKey, { text: reply.body, boundTo, randomBytes });
    await tx.replies.keep(owner, request.key, { ...reply, body: sealed });
    return reply;
  });
}
