import type { CollectionState } from '../listing.ts';
import type { Soon } from '../soon.ts';
import type { TokenRecord } from '../token.ts';

/** Who is calling, with the state of the collection of all that the caller owns. */
export interface Caller {
  readonly owner: string;
  readonly tokenId: string;
  /** In milliseconds since 1970. */
  readonly tokenUsedAt: number | undefined;
  readonly webpages: CollectionState;
}

/** What a request meets first. */
export interface Entrance {
  /** What the operator tells callers while the service is closed. */
  readonly maintenance: string | undefined;
  readonly caller: Caller | undefined;
}

export interface Tokens {
  add(owner: string, token: TokenRecord, hash: string): Promise<void>;
  list(owner: string): Promise<TokenRecord[]>;
  /** Throws Problem('not-found'). No request that begins afterwards is let in with it, in any process. */
  revoke(owner: string, id: string): Promise<void>;
  /** Whether the service is open, and whom this hash of a token lets in. */
  enter(hash: string | undefined): Soon<Entrance>;
  touch(owner: string, id: string, usedAt: string): Promise<void>;
}
