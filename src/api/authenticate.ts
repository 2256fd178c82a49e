import type { Store } from '../domain/ports/store.ts';
import type { Caller } from '../domain/ports/tokens.ts';
import { Problem } from '../domain/problem.ts';
import { hashToken } from '../domain/token.ts';

const MAINTENANCE_RETRY_SECONDS = 120;

/** The time of a token's last use is written at most once in this time. */
const TOUCH_EVERY_MS = 60_000;

/** `hasToken` tells a wrong token from a missing one (RFC 6750 §3.1). */
export class Unauthorized extends Problem {
  readonly hasToken: boolean;

  constructor(hasToken: boolean, description: string) {
    super('unauthorized', description);
    this.hasToken = hasToken;
  }
}

/** The contract writes `Bearer: t`, RFC 6750 `Bearer t`. Both are accepted, in any case, with one space or more. */
const CREDENTIALS = /^bearer:? +([\x21-\x7e]{1,512})$/i;

/** Finds the caller by the Authorization header. Throws Problem('unavailable') during maintenance, else Unauthorized. */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

export function makeAuthenticate(store: Store, now: () => Date, reportFailure: (error: unknown) => void): Authenticate {
  const touching = new Set<string>();

  /** The request does not wait for this, and does not fail with it. */
  function touch({ owner, tokenId, tokenUsedAt }: Caller): void {
    const at = now();
    if (tokenUsedAt !== undefined && at.getTime() - tokenUsedAt < TOUCH_EVERY_MS) return;
    if (touching.has(tokenId)) return;
    touching.add(tokenId);
    store.tokens
      .touch(owner, tokenId, at.toISOString())
      .catch(reportFailure)
      .finally(() => touching.delete(tokenId));
  }

  return async (authorization) => {
    const token = CREDENTIALS.exec(authorization ?? '')?.[1];
    const { maintenance, caller } = await store.tokens.enter(token && hashToken(token));
    if (maintenance !== undefined) {
      throw new Problem('unavailable', maintenance, { retryAfter: MAINTENANCE_RETRY_SECONDS });
    }
    if (!caller) throw refusal(authorization, token !== undefined);
    touch(caller);
    return caller;
  };
}

function refusal(authorization: string | undefined, hasToken: boolean): Unauthorized {
  if (authorization === undefined) {
    return new Unauthorized(false, 'The Bearer token is missing: send it as "Authorization: Bearer {token}".');
  }
  if (!hasToken) {
    return new Unauthorized(
      false,
      'The Authorization header is not of the form "Bearer {token}" or "Bearer: {token}".',
    );
  }
  return new Unauthorized(true, 'The Bearer token is invalid: it does not exist, or it was revoked.');
}
