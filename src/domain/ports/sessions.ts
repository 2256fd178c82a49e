import type { Invitation, SessionRecord, Threshold } from '../session.ts';

export interface Sessions {
  add(owner: string, session: SessionRecord, hash: string): Promise<void>;
  /** Whether the service is open, and whose session, last used after `since`, this hash of a secret is. */
  enter(hash: string | undefined, since: Date): Promise<Threshold>;
  touch(owner: string, id: string, seenAt: string): Promise<void>;
  /** The most recently used first. */
  list(owner: string, since: Date): Promise<SessionRecord[]>;
  /** Throws Problem('not-found'). No request that begins afterwards is let in with it, in any process. */
  end(owner: string, id: string): Promise<void>;
  /** Ends all of the owner's sessions but this one. */
  endOthers(owner: string, id: string): Promise<void>;
  /** Ends all of the owner's sessions. */
  endAll(owner: string): Promise<void>;
  /** Forgets sessions that were last used before. */
  forget(before: Date): Promise<void>;
}

export interface Invitations {
  add(invitation: Invitation, hash: string): Promise<void>;
  /** Only invitations that have not expired. */
  list(inviter: string, now: Date): Promise<Invitation[]>;
  find(hash: string, now: Date): Promise<Invitation | undefined>;
  /** Takes the invitation, which then is no more. Throws Problem('not-found'): it never was, was used, or expired. */
  take(hash: string, now: Date): Promise<Invitation>;
  /** Throws Problem('not-found'). */
  withdraw(inviter: string, id: string): Promise<void>;
  /** Withdraws every set-up link. */
  withdrawSetUp(): Promise<void>;
}

/** How often a sign-in was tried in vain, by account and by address. */
export interface SignInAttempts {
  /** The count as it stands; until the transaction around it ends, nobody else gets it. */
  hold(key: string): Promise<AttemptCount>;
  add(key: string, now: Date): Promise<void>;
  clear(key: string): Promise<void>;
  forget(before: Date): Promise<void>;
}

export interface AttemptCount {
  readonly count: number;
  readonly lastAt: string | undefined;
}
