/** The kinds of mail, with the labels for people. */
export const MAIL_KINDS = {
  changes: 'Changes and failures',
  digest: 'Digest',
  invitation: 'Invitation',
  'password-forgotten': 'New password',
  'password-changed': 'Password changed',
  'webhook-off': 'Webhook switched off',
} as const;
export type MailKind = keyof typeof MAIL_KINDS;

/** A message as it is sent. */
export interface MailMessage {
  /** The same for each attempt, so that mailboxes can drop a message that arrives twice. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly pictures: readonly MailPicture[];
  /** The address that stops this kind of mail with a POST request (RFC 8058). */
  readonly unsubscribe: string | undefined;
}

interface MailPicture {
  /** The HTML part refers to it by this id. */
  readonly cid: string;
  readonly jpeg: Uint8Array;
}

/** `because` is a sentence. */
export type SendOutcome =
  | { readonly kind: 'sent' }
  /** Permanently: the address does not exist or does not want mail. */
  | { readonly kind: 'address refused'; readonly because: string }
  /** Permanently, for example as spam. */
  | { readonly kind: 'message refused'; readonly because: string }
  /** `server`: the server cannot be used, whatever the message is. */
  | { readonly kind: 'failed'; readonly server: boolean; readonly because: string };

/** A mail that a process holds by a lease in order to send it. */
export interface HeldMail {
  readonly id: string;
  /** The account that the mail is about. Undefined if the recipient may have no account. */
  readonly owner: string | undefined;
  readonly kind: MailKind;
  /** Undefined: the address of the account. */
  readonly recipient: string | undefined;
  readonly subjectId: string | undefined;
  readonly details: MailDetails;
  /** Encrypted. */
  readonly sealed: string | undefined;
  readonly attempts: number;
  readonly createdAt: string;
  /** It is given up then. */
  readonly expiresAt: string;
}

/** Facts that only one kind of mail has. */
export interface MailDetails {
  /** The name, the host and the reason of a webhook that was switched off. */
  readonly name?: string;
  readonly host?: string;
  readonly because?: string;
  /** The network address that a new password was requested from. */
  readonly address?: string;
}

export type MailState = 'waiting' | 'sent' | 'failed';

/** An entry of the log of an account. */
export interface MailRecord {
  readonly id: string;
  readonly kind: MailKind;
  readonly recipient: string | undefined;
  readonly subjectId: string | undefined;
  readonly state: MailState;
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly problem: string | undefined;
  readonly nextAt: string | undefined;
  readonly createdAt: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The waits between attempts; the last one repeats until the mail expires. */
const WAITS_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];
const JITTER = 0.1;

/** The wait after the failed attempt with this number, which begins at 1. */
export function waitAfterAttempt(attempt: number, random: () => number): number {
  const wait = WAITS_MS[Math.min(attempt, WAITS_MS.length) - 1] ?? MINUTE;
  return Math.round(wait * (1 + JITTER * random()));
}

/** How long a mail is tried. */
export const PATIENCE_MS: Record<MailKind, number> = {
  changes: 3 * DAY,
  digest: 3 * DAY,
  invitation: 3 * DAY,
  'password-forgotten': HOUR,
  'password-changed': DAY,
  'webhook-off': 3 * DAY,
};

/** A user waits for these mails, so they are sent before others. */
export const URGENT: ReadonlySet<MailKind> = new Set(['invitation', 'password-forgotten', 'password-changed']);
