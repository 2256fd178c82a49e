import type { Flash } from './flash.ts';

/** Shown once after a form was processed. */
const NOTICES = {
  'signed-out': 'You have signed out.',
  'password-changed': 'Password changed. All other sessions were signed out.',
  'password-changed-tokens': 'Password changed. All other sessions were signed out, and all API tokens revoked.',
  'password-requested':
    'If there is an account with this address, a mail with a link was sent. The link works for an hour.',
  'password-reset': 'Password changed, and all sessions signed out. Sign in with the new password.',
  'session-ended': 'Session signed out.',
  'sessions-ended': 'All other sessions were signed out.',
  'two-step-off': 'Two-step sign-in is off.',
  'token-revoked': 'Token … revoked. Requests that use it are now rejected.',
  'webhook-saved': 'Webhook saved.',
  'webhook-on': 'Webhook switched on. It continues where it stopped.',
  'webhook-off': 'Webhook switched off. Nothing is sent until you switch it on.',
  'webhook-removed': 'Webhook removed.',
  'test-queued': 'The test is queued. Reload the page to see the answer.',
  'delivery-queued': 'The event is sent again. Reload the page to see the answer.',
  'mail-saved': 'Mail settings saved.',
  'feed-revoked': 'Feed revoked. Its address no longer works.',
  'invitation-sent': 'The invitation … was sent.',
  'invitation-withdrawn': 'Invitation revoked.',
  'inviting-saved': 'Invitation setting saved.',
  'quota-saved': 'Quota saved.',
  'role-changed': 'Role changed.',
  'person-removed': 'Account … and all its data were deleted.',
  'account-deleted': 'Your account and all its data were deleted.',
  'webpage-deleted': 'Webpage and its captures deleted.',
  'webpage-trashed': 'Webpage and its captures moved to the trash.',
  'capture-deleted': 'Capture deleted.',
  'capture-trashed': 'Capture moved to the trash.',
  restored: 'Restored: #.',
  erased: 'Erased: #.',
  'trash-emptied': 'Trash emptied.',
  'webpage-saved': 'Changes saved.',
  'webpage-added': 'Added #. The first capture starts now.',
  'views-added': 'Added #. Their first captures start now.',
  'webpages-added': 'Added #. Their first captures start now.',
  'region-ignored': 'Ignored from now on. Stored changes of this page were evaluated again.',
  'region-restored': 'No longer ignored. Stored changes of this page were evaluated again.',
  'change-settings-saved': 'Saved. Stored changes of this page were evaluated again.',
  paused: 'Paused. There are no scheduled captures until you resume.',
  resumed: 'Resumed. Captures continue on schedule.',
  'selection-tagged': 'Keywords added: #.',
  'selection-untagged': 'Keywords removed: #.',
  'selection-scheduled': 'Schedule set: #.',
  'selection-captured': 'Captures requested: #.',
  'selection-paused': 'Paused: #.',
  'selection-resumed': 'Resumed: #.',
  'selection-deleted': 'Deleted with all captures: #.',
  'selection-trashed': 'Moved to the trash with all captures: #.',
} as const;

/** Shown once as a warning, to visitors without a session. */
const WARNINGS = {
  'not-saved': 'You were signed out, and your changes were not saved.',
} as const;

export type Notice = keyof typeof NOTICES;

/** The text of a notice, with the name for "…" or the number for "#". */
export function noticeOf({ notice, about }: Flash): string | undefined {
  if (notice === undefined || !Object.hasOwn(NOTICES, notice)) return undefined;
  return NOTICES[notice as Notice].replace(' …', () => (about ? ` “${about}”` : '')).replace('#', () => about ?? '');
}

export function warningOf({ notice }: Flash): string | undefined {
  return notice !== undefined && Object.hasOwn(WARNINGS, notice)
    ? WARNINGS[notice as keyof typeof WARNINGS]
    : undefined;
}

/** A redirect to a page that shows the notice. */
export function withNotice(to: string, notice: Notice, about?: string): { to: string; flash: Flash } {
  return { to, flash: { notice, ...(about !== undefined && { about }) } };
}

/** The page after a deletion. Its notice can undo the deletion, unless there is no trash. */
export function withTrashNotice(
  { trashDays }: { readonly trashDays: number },
  to: string,
  what: 'webpage' | 'capture' | 'selection',
  now: Date,
  about?: string,
): { to: string; flash: Flash } {
  if (trashDays === 0) return withNotice(to, `${what}-deleted`, about);
  return { to, flash: { ...withNotice(to, `${what}-trashed`, about).flash, undo: now.toISOString() } };
}
