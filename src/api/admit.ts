import type { Store } from '../domain/ports/store.ts';
import type { Caller } from '../domain/ports/tokens.ts';
import { Problem } from '../domain/problem.ts';
import { Recent } from '../domain/recent.ts';
import { type Soon, soon } from '../domain/soon.ts';
import { hashToken } from '../domain/token.ts';

/** How long a maintenance answer asks callers to wait. */
const MAINTENANCE_RETRY_SECONDS = 120;

const TOUCH_EVERY_MS = 60_000;

/** Why a caller was not let in; `tokenCame` tells a wrong token from none at all (RFC 6750 §3.1). */
export class Unauthorized extends Problem {
  readonly tokenCame: boolean;

  constructor(tokenCame: boolean, description: string) {
    super('unauthorized', description);
    this.tokenCame = tokenCame;
  }
}

/** The contract writes `Bearer: t`, RFC 6750 `Bearer t`: both are taken, in any case, with one space or more. */
const CREDENTIALS = /^bearer:? +([\x21-\x7e]{1,512})$/i;

export interface Doorkeeper {
  /** Throws Problem('unavailable') during maintenance, and Unauthorized; nothing else is looked at before. */
  admit(authorization: string | undefined): Soon<Caller>;
  /** Whom this header let in before, if it did, as the caller was then: its owner is the same as ever. */
  recall(authorization: string | undefined): Caller | undefined;
}

/** What every request but those for public documents goes through first. */
export function makeDoorkeeper(store: Store, now: () => Date, reportFailure: (error: unknown) => void): Doorkeeper {
  function touch(caller: Caller) {
    const at = now();
    if (caller.tokenUsedAt !== undefined && at.getTime() - caller.tokenUsedAt < TOUCH_EVERY_MS) return;
    if (touching.has(caller.tokenId)) return;
    touching.add(caller.tokenId);
    // The caller does not wait for it, and a failure to note the time is no reason to refuse the request.
    store.tokens
      .touch(caller.owner, caller.tokenId, at.toISOString())
      .catch(reportFailure)
      .finally(() => touching.delete(caller.tokenId));
  }
  const touching = new Set<string>();

  // The same few callers come again and again; to read and hash a header costs as much as the rest of this.
  const admitted = new Recent<string, Admitted>(1000);
  // Mostly it is the same one again, and two texts are compared sooner than one is looked up.
  let last: Admitted | undefined;

  function recall(header: string): Admitted | undefined {
    if (last?.header !== header) last = admitted.get(header);
    return last;
  }

  function admit(authorization: string | undefined): Soon<Caller> {
    const header = authorization ?? '';
    const known = recall(header);
    const hash = known?.hash ?? readCredentials(header);
    return soon(store.tokens.enter(hash), ({ maintenance, caller }) => {
      if (maintenance !== undefined) {
        throw new Problem('unavailable', maintenance, { retryAfter: MAINTENANCE_RETRY_SECONDS });
      }
      if (!caller || !hash) throw refusal(authorization, hash !== undefined);
      if (known) known.caller = caller;
      else admitted.set(header, { header, hash, caller });
      touch(caller);
      return caller;
    });
  }

  return { admit, recall: (authorization) => recall(authorization ?? '')?.caller };
}

interface Admitted {
  readonly header: string;
  readonly hash: string;
  /** As it was last. */
  caller: Caller;
}

/** The hash of the token that came, if one did. */
function readCredentials(authorization: string): string | undefined {
  const token = CREDENTIALS.exec(authorization)?.[1];
  return token && hashToken(token);
}

function refusal(authorization: string | undefined, tokenCame: boolean): Unauthorized {
  if (authorization === undefined) {
    return new Unauthorized(false, 'The Bearer token is missing: send it as "Authorization: Bearer {token}".');
  }
  if (!tokenCame) {
    return new Unauthorized(
      false,
      'The Authorization header is not of the form "Bearer {token}" or "Bearer: {token}".',
    );
  }
  return new Unauthorized(true, 'The Bearer token is invalid: it was never made here, or it was revoked.');
}
