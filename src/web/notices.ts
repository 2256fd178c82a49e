/** What a page says after a form was carried out; the redirect names one of these. */
const NOTICES = {
  'signed-out': 'You are signed out.',
  'password-changed': 'The password is changed, and every other browser is signed out.',
  'session-ended': 'The session is ended.',
  'sessions-ended': 'Every other session is ended.',
  'token-revoked': 'The token is revoked: the next request with it is refused.',
  'invitation-withdrawn': 'The invitation is withdrawn.',
  'account-deleted': 'The account is deleted with everything in it.',
  'webpage-deleted': 'The webpage is deleted with its captures.',
  'webpage-saved': 'Saved.',
  'webpages-added': 'Added. The first captures begin at once.',
  paused: 'Paused: it is kept, but not captured until you resume it.',
  resumed: 'Resumed: it is captured again on its schedule.',
} as const;

export type Notice = keyof typeof NOTICES;

export function noticeOf(name: string | null): string | undefined {
  return name !== null && Object.hasOwn(NOTICES, name) ? NOTICES[name as Notice] : undefined;
}

export function withNotice(path: string, notice: Notice): string {
  return `${path}${path.includes('?') ? '&' : '?'}done=${notice}`;
}
