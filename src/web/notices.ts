/** Shown once after a form was processed. The redirect passes the key as `done` and the name for "…" as `about`. */
const NOTICES = {
  'signed-out': 'You have signed out.',
  'password-changed': 'Password changed. All other sessions were signed out.',
  'session-ended': 'Session signed out.',
  'sessions-ended': 'All other sessions were signed out.',
  'token-revoked': 'Token … revoked. Requests that use it are now rejected.',
  'invitation-withdrawn': 'Invitation revoked.',
  'account-deleted': 'Your account and all its data were deleted.',
  'webpage-deleted': 'Webpage and its captures deleted.',
  'webpage-saved': 'Changes saved.',
  'webpages-added': 'Webpages added. Their first captures start now.',
  paused: 'Paused. There are no scheduled captures until you resume.',
  resumed: 'Resumed. Captures continue on schedule.',
} as const;

export type Notice = keyof typeof NOTICES;

/** The longest name of a token. Longer text can only come from a forged URL and is cut off. */
const MAX_NAME_LENGTH = 100;

export function noticeOf(query: URLSearchParams): string | undefined {
  const notice = query.get('done');
  if (notice === null || !Object.hasOwn(NOTICES, notice)) return undefined;
  const name = query.get('about')?.slice(0, MAX_NAME_LENGTH);
  return NOTICES[notice as Notice].replace(' …', () => (name ? ` “${name}”` : ''));
}

export function withNotice(path: string, notice: Notice, about?: string): string {
  const name = about === undefined ? '' : `&about=${encodeURIComponent(about)}`;
  return `${path}${path.includes('?') ? '&' : '?'}done=${notice}${name}`;
}
