/** What a page says after a form was carried out; the redirect names one of these, and what stands for the dots. */
const NOTICES = {
  'signed-out': 'You are signed out.',
  'password-changed': 'The password is changed, and every other browser is signed out.',
  'session-ended': 'The session is ended.',
  'sessions-ended': 'Every other session is ended.',
  'token-revoked': 'The token … is revoked: the next request with it is refused.',
  'invitation-withdrawn': 'The invitation is withdrawn.',
  'account-deleted': 'The account is deleted with everything in it.',
  'webpage-deleted': 'The webpage is deleted with its captures.',
  'webpage-saved': 'Saved.',
  'webpages-added': 'Added. The first captures begin at once.',
  paused: 'Paused: it is kept, but not captured until you resume it.',
  resumed: 'Resumed: it is captured again on its schedule.',
} as const;

export type Notice = keyof typeof NOTICES;

/** Names are no longer; an address that someone made up is not shown beyond that. */
const LONGEST_NAME = 100;

export function noticeOf(query: URLSearchParams): string | undefined {
  const notice = query.get('done');
  if (notice === null || !Object.hasOwn(NOTICES, notice)) return undefined;
  const name = query.get('about')?.slice(0, LONGEST_NAME);
  return NOTICES[notice as Notice].replace(' …', () => (name ? ` “${name}”` : ''));
}

export function withNotice(path: string, notice: Notice, about?: string): string {
  const name = about === undefined ? '' : `&about=${encodeURIComponent(about)}`;
  return `${path}${path.includes('?') ? '&' : '?'}done=${notice}${name}`;
}
