import type { NodemailerError } from 'nodemailer/lib/errors';
import type { SendOutcome } from '../domain/mail.ts';
import type { SmtpServer } from '../domain/mail-server.ts';
import { Problem } from '../domain/problem.ts';
import { oneLine, shorten } from '../domain/text.ts';

/** Enhanced status codes (RFC 3463) of policies, such as a login that is missing: no fault of the address. */
const POLICY = /^\d{3}[ -]5\.7\.\d/;
/** Replies to RCPT TO that say that the mailbox cannot be used. */
const NO_MAILBOX = new Set([550, 551, 553]);

export function outcomeOfError(server: SmtpServer, error: unknown): SendOutcome {
  const because = describeFailure(server, error);
  const { command, responseCode = 0, response = '' } = smtpErrorOf(error);
  const failed = { kind: 'failed', because } as const;
  const isPermanent = responseCode >= 500 && responseCode < 600 && responseCode !== 503;
  if (command === 'RCPT TO' && responseCode > 0) {
    if (isPermanent && NO_MAILBOX.has(responseCode) && !POLICY.test(response)) {
      return { kind: 'address refused', because };
    }
    return { ...failed, server: isPermanent };
  }
  if (command === 'DATA' && responseCode > 0) {
    return isPermanent ? { kind: 'message refused', because } : { ...failed, server: false };
  }
  return { ...failed, server: true };
}

/** A sentence that names the step that failed, and what the server answered. */
export function describeFailure({ host, port, secure, login }: SmtpServer, error: unknown): string {
  if (error instanceof Problem) return error.message;
  const { code, originalCode, command = '', response, timeoutType } = smtpErrorOf(error);
  const place = `${host}:${port}`;
  const said = response ? `: ${shortened(response)}` : '';
  if (command === 'RCPT TO') return `The server refused the recipient${said}.`;
  if (command === 'MAIL FROM') return `The server refused the sender, MAIL_FROM${said}.`;
  if (command === 'DATA') return `The server refused the message${said}.`;
  if (code === 'EDNS' || originalCode === 'ENOTFOUND')
    return `The host ${host} of SMTP_URL cannot be found in the DNS.`;
  if (code === 'ENOAUTH' || code === 'EAUTH' || command.startsWith('AUTH')) {
    const reason = said === '' ? `: ${messageOf(error)}` : said;
    return `The server ${place} refused the login${login ? ` of ${login.user}` : ''}${reason}.`;
  }
  if (code === 'ETLS') return tlsFailure(place, secure, error);
  if (code === 'ETIMEDOUT') {
    return timeoutType === 'CONNECT_TIMEOUT'
      ? `The server ${place} cannot be reached: it did not answer.`
      : timeoutType === 'GREETING_TIMEOUT'
        ? `The server ${place} sent no greeting. ${secure ? '' : 'If it expects TLS from the start, use smtps://.'}`.trim()
        : `The server ${place} stopped answering.`;
  }
  if (originalCode === 'ECONNREFUSED') return `The server ${place} refused the connection: nothing listens there.`;
  if (isTlsError(error)) return tlsFailure(place, secure, error);
  return `The connection to ${place} failed${said === '' ? `: ${shortened(messageOf(error))}` : said}.`;
}

function tlsFailure(place: string, secure: boolean, error: unknown): string {
  const advice = secure
    ? 'If the server begins without TLS, use smtp://. A certificate of your own goes into NODE_EXTRA_CA_CERTS.'
    : 'A certificate of your own goes into NODE_EXTRA_CA_CERTS; starttls=off switches TLS off.';
  return `TLS with ${place} failed: ${shortened(messageOf(error))}. ${advice}`;
}

function isTlsError(error: unknown): boolean {
  const { originalCode = '' } = smtpErrorOf(error);
  return /CERT|TLS|SSL|EPROTO|SIGNED|ALTNAME/.test(`${originalCode} ${messageOf(error)}`);
}

function smtpErrorOf(error: unknown): Partial<NodemailerError> {
  return error instanceof Error ? error : {};
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : 'unknown reason';
}

const LONGEST = 200;

function shortened(text: string): string {
  return shorten(oneLine(text).replace(/\.$/, ''), LONGEST);
}
