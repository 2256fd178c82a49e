import type { CollectionState } from '../listing.ts';
import type { TokenLimits, TokenRecord } from '../token.ts';
import type { Webpage } from '../webpage.ts';

/** The owner of a token, with the state of the owner's list of webpages. */
export interface Caller {
  readonly owner: string;
  readonly tokenId: string;
  readonly limits: TokenLimits;
  /** In milliseconds since 1970. */
  readonly tokenUsedAt: number | undefined;
  readonly webpages: CollectionState;
  /** The webpage that was asked for together with the token; undefined if the owner has no such webpage. */
  readonly webpage: Webpage | undefined;
}

/** The data that decides whether a request is admitted. */
interface Entrance {
  /** The operator's message during maintenance. */
  readonly maintenance: string | undefined;
  readonly caller: Caller | undefined;
}

export interface Tokens {
  /** Throws Problem('unprocessable') if the account has the most tokens that are allowed. */
  add(owner: string, token: TokenRecord, hash: string): Promise<void>;
  list(owner: string): Promise<TokenRecord[]>;
  /** Throws Problem('not-found'). No process admits the token afterwards. */
  revoke(owner: string, id: string): Promise<void>;
  /** Revokes all tokens of the owner. */
  revokeAll(owner: string): Promise<void>;
  /** Finds the caller by the hash of a token, a webpage of the caller, and the maintenance message, in one round trip. */
  enter(hash: string | undefined, webpageId?: string): Promise<Entrance>;
  touch(owner: string, id: string, usedAt: string): Promise<void>;
}
