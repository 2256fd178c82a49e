import type { HeldMail, MailDetails, MailKind, MailRecord, SendOutcome } from '../mail.ts';

export interface MailDraft {
  readonly id: string;
  readonly owner: string | undefined;
  readonly kind: MailKind;
  /** Undefined: the address of the account. */
  readonly recipient?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly details?: MailDetails | undefined;
  readonly sealed?: string | undefined;
}

/** Mails that wait for a process that sends them, and the log of mails. */
export interface Mails {
  add(mail: MailDraft, now: Date): Promise<void>;
  /** The newest first. */
  list(owner: string, limit: number): Promise<MailRecord[]>;
  /** The newest mail about a record of the owner. */
  findBySubject(owner: string, subjectId: string): Promise<MailRecord | undefined>;
  /** Removes mails about a record that wait. */
  withdraw(subjectId: string): Promise<void>;

  /** The most urgent due mail that no other process sends. */
  claim(lease: string, times: { now: Date; until: Date }): Promise<HeldMail | undefined>;
  /** Whether the mail still waits. It goes when its account or its invitation does. */
  isHeld(id: string, lease: string): Promise<boolean>;
  /** Keeps the secret of a mail, and the account that it turned out to be about. */
  seal(id: string, lease: string, found: { owner: string; sealed: string }): Promise<void>;
  /** Notes the result of an attempt. Does nothing if the lease was lost. `nextAt` is undefined for the last attempt. */
  record(id: string, lease: string, result: MailResult): Promise<void>;
  /** Deletes a mail that has no recipient any more. */
  drop(id: string, lease: string): Promise<void>;
  /** Makes the mail due again, for another process. */
  release(lease: string): Promise<void>;
  countWaiting(): Promise<number>;
  /** Deletes up to `limit` mails from before this time. Returns whether there may be more. */
  forget(before: Date, limit: number): Promise<boolean>;
}

export interface MailResult {
  readonly outcome: SendOutcome;
  readonly attempts: number;
  readonly nextAt: string | undefined;
  readonly at: Date;
}

/** Links to set a new password, by the hash of their secret. */
export interface PasswordResets {
  /** Keeps the newest few of an account. */
  add(owner: string, hash: string, expiresAt: Date): Promise<void>;
  /** The owner of a link that is valid. */
  find(hash: string, now: Date): Promise<string | undefined>;
  /** Uses up all links of the account. Throws Problem('not-found') for a link that is not valid any more. */
  take(hash: string, now: Date): Promise<string>;
  forget(before: Date): Promise<void>;
}
