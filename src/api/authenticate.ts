import { LRUCache } from 'lru-cache';
import { isWithinNetworks } from '../app/networks.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Caller } from '../domain/ports/tokens.ts';
import { Problem } from '../domain/problem.ts';
import { hashToken } from '../domain/token.ts';

const MAINTENANCE_RETRY_SECONDS = 120;

/** The time of a token's last use is written at most once in this time. */
const TOUCH_EVERY_MS = 60_000;
const TOUCHED_TOKENS = 10_000;

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

/**
 * Finds the caller by the Authorization header, and the webpage with this id if the caller has it. Throws
 * Problem('unavailable') during maintenance, else Unauthorized.
 */
export type Authenticate = (authorization: string | undefined, request?: EntranceRequest) => Promise<Caller>;

interface EntranceRequest {
  readonly webpageId?: string | undefined;
  /** The address of the client. Without it, a token that is limited to networks is refused. */
  readonly address?: string | undefined;
}

export function makeAuthenticate(store: Store, now: () => Date, reportFailure: (error: unknown) => void): Authenticate {
  // A lookup that began before the last write returns the time before it, so the last write is remembered here too.
  const touched = new LRUCache<string, number>({ max: TOUCHED_TOKENS });

  /** The request does not wait for this, and does not fail with it. */
  function touch({ owner, tokenId, tokenUsedAt = 0 }: Caller): void {
    const at = now();
    if (at.getTime() - Math.max(tokenUsedAt, touched.get(tokenId) ?? 0) < TOUCH_EVERY_MS) return;
    touched.set(tokenId, at.getTime());
    store.tokens.touch(owner, tokenId, at.toISOString()).catch(reportFailure);
  }

  return async (authorization, { webpageId, address = '' } = {}) => {
    const token = CREDENTIALS.exec(authorization ?? '')?.[1];
    const { maintenance, caller } = await store.tokens.enter(token && hashToken(token), webpageId);
    if (maintenance !== undefined) {
      throw new Problem('unavailable', maintenance, { retryAfter: MAINTENANCE_RETRY_SECONDS });
    }
    if (!caller) throw refusal(authorization, token !== undefined);
    checkLimits(caller, now(), address);
    touch(caller);
    return caller;
  };
}

function checkLimits({ limits: { expiresAt, networks } }: Caller, now: Date, address: string): void {
  if (expiresAt !== undefined && expiresAt <= now.toISOString()) {
    throw new Unauthorized(true, `The Bearer token is invalid: it expired ${expiresAt}.`);
  }
  if (networks.length > 0 && !isWithinNetworks(networks, address)) {
    throw new Unauthorized(true, 'The Bearer token is invalid from this address: it is limited to others.');
  }
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
