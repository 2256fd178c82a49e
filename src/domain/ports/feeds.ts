import type { Feed } from '../feed.ts';

export interface Feeds {
  /** Throws Problem('unprocessable') if the account has too many. */
  add(owner: string, feed: Feed, hash: string): Promise<void>;
  list(owner: string): Promise<Feed[]>;
  /** Throws Problem('not-found'). */
  revoke(owner: string, id: string): Promise<void>;
  /** The feed with this secret, of an account that is not closed. The secret authenticates the reader. */
  findByHash(hash: string): Promise<Feed | undefined>;
  touch(owner: string, id: string, readAt: string): Promise<void>;
}
