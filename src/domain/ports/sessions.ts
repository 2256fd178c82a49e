import type { Invitation, RequestContext, SessionRecord } from '../session.ts';

export interface Sessions {
  /** Throws Problem('not-found') for an account that was removed. */
  add(owner: string, session: SessionRecord, hash: string): Promise<void>;
  /** Reads the maintenance mode and the session with this secret hash, if it was used after `since`. */
  enter(hash: string | undefined, since: Date): Promise<RequestContext>;
  touch(owner: string, id: string, seenAt: string): Promise<void>;
  /** The most recently used first. */
  list(owner: string, since: Date): Promise<SessionRecord[]>;
  /** Takes effect for all later requests, in all processes. Throws Problem('not-found'). */
  end(owner: string, id: string): Promise<void>;
  /** Ends all sessions of the owner except this one. */
  endOthers(owner: string, id: string): Promise<void>;
  endAll(owner: string): Promise<void>;
  /** Deletes sessions that were last used before this time. */
  forget(before: Date): Promise<void>;
}

export interface Invitations {
  /** Throws Problem('unprocessable') if too many invitations of the inviter wait to be accepted. */
  add(invitation: Invitation, hash: string): Promise<void>;
  /** Only invitations that have not expired. */
  list(inviter: string, now: Date): Promise<Invitation[]>;
  find(hash: string, now: Date): Promise<Invitation | undefined>;
  /** Uses up the invitation. Throws Problem('not-found') if it does not exist, was used or has expired. */
  take(hash: string, now: Date): Promise<Invitation>;
  /** Throws Problem('not-found'). */
  withdraw(inviter: string, id: string): Promise<void>;
  /** Withdraws every set-up link. */
  withdrawSetUp(): Promise<void>;
}

/** Browsers that have signed in to an account, by the hash of a secret in their cookie. */
export interface KnownDevices {
  /** The first of the hashes that belongs to the owner and was used after `since`. */
  find(owner: string, hashes: readonly string[], since: Date): Promise<string | undefined>;
  /** Forgets the devices that were not used for the longest time if there are more than 50. */
  remember(owner: string, hash: string, now: Date): Promise<void>;
  forgetAll(owner: string): Promise<void>;
}

/** Counts failed sign-ins. */
export interface SignInAttempts {
  /** Returns the count and locks it until the end of the transaction. */
  hold(key: string): Promise<AttemptCount>;
  add(key: string, now: Date): Promise<void>;
  clear(key: string): Promise<void>;
  /** Subtracts one. */
  takeBack(key: string): Promise<void>;
  forget(before: Date): Promise<void>;
}

export interface AttemptCount {
  readonly count: number;
  readonly lastAt: string | undefined;
}
