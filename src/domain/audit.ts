/** The actor of a change, and its origin. */
export type Origin =
  | {
      readonly via: 'web' | 'api';
      /** The id of the account; undefined for a visitor who is not signed in. */
      readonly account: string | undefined;
      readonly address: string;
    }
  /** `user` is the name of the operating system's user. */
  | { readonly via: 'command line'; readonly user: string }
  /** Work that the program does by itself. */
  | { readonly via: 'service' };

export const VIAS = ['web', 'api', 'command line', 'service'] as const satisfies readonly Origin['via'][];
export type Via = Origin['via'];

/** Everything that the audit log knows, with the words for people. */
export const AUDIT_ACTIONS = {
  'signed-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'session-ended': 'Session signed out',
  'sessions-ended': 'Sessions signed out',
  'password-changed': 'Password changed',
  'password-requested': 'New password requested by mail',
  'account-created': 'Account created',
  'account-removed': 'Account removed',
  'role-changed': 'Role changed',
  'quota-changed': 'Quota changed',
  'invitation-created': 'Invitation created',
  'invitation-accepted': 'Invitation accepted',
  'invitation-revoked': 'Invitation revoked',
  'inviting-changed': 'Permission to invite changed',
  'token-created': 'API token created',
  'token-revoked': 'API token revoked',
  'webpage-added': 'Webpage added',
  'webpages-imported': 'Webpages imported',
  'webpage-changed': 'Webpage changed',
  'webpage-deleted': 'Webpage deleted',
  'webpage-restored': 'Webpage restored',
  'webpage-erased': 'Webpage erased',
  'capture-deleted': 'Capture deleted',
  'capture-restored': 'Capture restored',
  'capture-erased': 'Capture erased',
  'captures-paused': 'Captures paused',
  'captures-resumed': 'Captures resumed',
  'capture-settings-changed': 'Capture settings changed',
  'change-settings-changed': 'Change settings changed',
  'webhook-added': 'Webhook added',
  'webhook-changed': 'Webhook changed',
  'webhook-removed': 'Webhook removed',
  'webhook-on': 'Webhook switched on',
  'webhook-off': 'Webhook switched off',
  'feed-created': 'Feed created',
  'feed-revoked': 'Feed revoked',
  'two-step-enabled': 'Two-step sign-in enabled',
  'two-step-disabled': 'Two-step sign-in disabled',
  'recovery-codes-replaced': 'Recovery codes replaced',
  'maintenance-on': 'Maintenance mode on',
  'maintenance-off': 'Maintenance mode off',
  'archive-repaired': 'Archive repaired',
  'archive-backed-up': 'Archive backed up',
  'archive-restored': 'Archive restored from a backup',
  'archive-copied': 'Archive copied',
  'key-rotated': 'Secret key replaced',
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** A change to record. No field may hold a secret or the address of a webpage, which may contain one. */
export interface AuditEvent {
  readonly action: AuditAction;
  /** The account that the change concerns; undefined for the whole archive. */
  readonly owner?: string | undefined;
  /** The changed object: the site of a webpage, the name of a token, a role. */
  readonly subject?: string | undefined;
  readonly subjectId?: string | undefined;
}

/** An event of the log. */
export interface AuditRecord {
  readonly id: string;
  /** Of the last time, if the event occurred several times. */
  readonly at: string;
  readonly action: AuditAction;
  /** The account that the event concerns, with its e-mail address at that time. */
  readonly owner: string | undefined;
  readonly email: string | undefined;
  readonly via: Via;
  /** Undefined for the program itself, and for a visitor who is not signed in. */
  readonly actor: string | undefined;
  readonly actorId: string | undefined;
  /** Undefined for the command line and the program itself, and for events from several addresses. */
  readonly address: string | undefined;
  readonly subject: string | undefined;
  readonly subjectId: string | undefined;
  /** How often the event occurred within an hour. Only failed sign-ins are counted. */
  readonly times: number;
}

/** Strangers can cause these events of an account. */
const BY_ANYBODY: ReadonlySet<AuditAction> = new Set(['sign-in-failed', 'password-requested']);

/** The account or user that caused the event; undefined for the program itself, and for an unknown visitor. */
export function actorOf({
  action,
  actor,
  via,
  email,
}: Pick<AuditRecord, 'action' | 'actor' | 'via' | 'email'>): string | undefined {
  if (actor !== undefined || via === 'service') return actor;
  // A visitor signs in to an account, or creates it.
  return BY_ANYBODY.has(action) ? undefined : email;
}

/** The place of an event in the log. */
export type AuditPosition = Pick<AuditRecord, 'at' | 'id'>;

/** The address of an event as the account sees it that the event concerns: it does not learn from where an administrator works. */
export function addressShownTo(
  owner: string,
  { address, actorId }: Pick<AuditRecord, 'address' | 'actorId'>,
): string | undefined {
  return actorId === undefined || actorId === owner ? address : undefined;
}
