import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailMessage } from '../domain/mail.ts';
import { isMailable, type Sender, type SmtpServer } from '../domain/mail-server.ts';
import type { Mailer } from '../domain/ports/mailer.ts';
import { Problem } from '../domain/problem.ts';
import { oneLine } from '../domain/text.ts';
import { describeFailure, outcomeOfError } from './smtp-problem.ts';

export interface SmtpLimits {
  /** Until a connection exists, and until the greeting of the server. */
  readonly connectMs: number;
  /** Without a byte from the server. */
  readonly idleMs: number;
  /** The whole attempt: a server that sends single bytes must not occupy a process without limit. */
  readonly totalMs: number;
}

export const SMTP_LIMITS: SmtpLimits = { connectMs: 15_000, idleMs: 30_000, totalMs: 120_000 };

/** Each message has a connection of its own, so no attempt depends on what an earlier one left behind. */
export function openMailer(server: SmtpServer, from: Sender, limits = SMTP_LIMITS): Mailer {
  return {
    async send(message, signal) {
      if (!isMailable(message.to)) {
        return { kind: 'address refused', because: 'Mail cannot be sent to an address of this form.' };
      }
      try {
        const bytes = await compose(message, from);
        await connected({ server, limits, signal }, (connection) => transfer(connection, from, message.to, bytes));
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOfError(server, error);
      }
    },

    async check(signal) {
      try {
        await connected({ server, limits, signal }, async () => undefined);
      } catch (error) {
        throw new Problem('unavailable', describeFailure(server, error), { cause: error });
      }
    },
  };
}

async function transfer(connection: SMTPConnection, from: Sender, to: string, bytes: Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    connection.send({ from: from.address, to: [to], size: bytes.length }, bytes, (error) =>
      error ? reject(error) : resolve(),
    );
  });
}

/** The message as bytes. Nothing of it is read from files or addresses. */
function compose(message: MailMessage, from: Sender): Promise<Buffer> {
  const { id, to, subject, text, html, pictures, unsubscribe } = message;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const composer = new MailComposer({
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    // Subjects contain titles of webpages.
    subject: oneLine(subject),
    text,
    html,
    messageId: `<${id}@${domain}>`,
    // Answering machines do not answer (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    attachments: pictures.map(({ cid, jpeg }) => ({
      cid,
      content: Buffer.from(jpeg),
      contentType: 'image/jpeg',
      contentDisposition: 'inline' as const,
      filename: `${cid.replace(/@.*$/, '')}.jpg`,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

interface Attempt {
  readonly server: SmtpServer;
  readonly limits: SmtpLimits;
  readonly signal: AbortSignal;
}

/** Connects, starts TLS, signs in, does the work and sends QUIT. */
async function connected(
  { server, limits, signal }: Attempt,
  work: (connection: SMTPConnection) => Promise<void>,
): Promise<void> {
  const { host, port, secure, starttls, login } = server;
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    requireTLS: !secure && starttls === 'required',
    ignoreTLS: starttls === 'off',
    connectionTimeout: limits.connectMs,
    greetingTimeout: limits.connectMs,
    dnsTimeout: limits.connectMs,
    socketTimeout: limits.idleMs,
  });
  const { promise: broken, reject: breakOff } = Promise.withResolvers<never>();
  broken.catch(() => undefined);
  connection.on('error', breakOff);
  const timer = setTimeout(() => breakOff(new Problem('unavailable', 'The server took too long.')), limits.totalMs);
  const stop = () => breakOff(new Problem('unavailable', 'Pagekeep was stopped.'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const whole = async () => {
      await new Promise<void>((resolve, reject) => {
        connection.connect((error) => (error ? reject(error) : resolve()));
      });
      if (login) await signIn(connection, login);
      await work(connection);
    };
    const working = whole();
    working.catch(() => undefined);
    await Promise.race([working, broken]);
    connection.quit();
    // A server that does not answer QUIT must not keep the process alive.
    setTimeout(() => connection.close(), QUIT_MS).unref();
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

const QUIT_MS = 1_000;

async function signIn(connection: SMTPConnection, { user, password }: { user: string; password: string }) {
  await new Promise<void>((resolve, reject) => {
    connection.login({ user, pass: password }, (error) => (error ? reject(error) : resolve()));
  });
}
