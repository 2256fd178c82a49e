import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { sealSubscription } from '../../src/app/unsubscribe.ts';
import { mailParts } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import type { Sender, SmtpServer } from '../../src/domain/mail-server.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { openMailer, SMTP_LIMITS, type SmtpLimits } from '../../src/mail/smtp.ts';
import type { NewsParts } from '../../src/notify/mail/news.ts';
import { makeMailRenderer } from '../../src/notify/mail/render.ts';
import { gatherMails } from '../../src/work/gather-mails.ts';
import { type MailNews, type MailsParts, runMails } from '../../src/work/mails.ts';
import { until } from './receiver.ts';
import { SEALING_KEY } from './sealing-key.ts';
import type { TestService } from './service.ts';
import { Clock } from './tracked.ts';

interface Arrived {
  /** The recipient of the envelope. */
  readonly to: string;
  readonly from: string;
  readonly raw: Buffer;
  readonly email: Email;
}

/** A reply to a command: a code and its text, or a connection that ends. */
type Reply = { readonly code: number; readonly text: string } | 'drop' | 'hang' | undefined;

/** A real SMTP server on loopback. It accepts everything unless a test says otherwise. */
export interface TestSmtp extends AsyncDisposable {
  readonly url: string;
  readonly server: SmtpServer;
  readonly arrived: readonly Arrived[];
  /** The attempts to sign in. */
  readonly logins: readonly string[];
  reply: { connect?: Reply; mail?: Reply; rcpt?: (address: string) => Reply; data?: Reply };
  /** The mails to this address. */
  to(address: string): readonly Arrived[];
}

interface SmtpOptions {
  readonly login?: { user: string; password: string };
  /** Whether the server offers STARTTLS, with an untrusted certificate. */
  readonly starttls?: boolean;
}

export async function openSmtp({ login, starttls = false }: SmtpOptions = {}): Promise<TestSmtp> {
  const arrived: Arrived[] = [];
  const logins: string[] = [];
  const answer = (reply: Reply, session: { id: string }, done: (error?: Error | null) => void) => {
    if (reply === undefined) return done();
    if (reply === 'hang') return;
    if (reply === 'drop') {
      const { connections } = server as unknown as { connections: Set<{ id: string; _socket: { destroy(): void } }> };
      for (const connection of connections) if (connection.id === session.id) connection._socket.destroy();
      return;
    }
    done(Object.assign(new Error(reply.text), { responseCode: reply.code }));
  };
  const server = new SMTPServer({
    authOptional: !login,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    disabledCommands: [...(starttls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    onConnect: (session, done) => answer(smtp.reply.connect, session, done),
    onAuth({ username = '', password }, _session, done) {
      logins.push(username);
      const isRight = login?.user === username && login.password === password;
      if (isRight) done(null, { user: username });
      else done(new Error('Wrong user or password'));
    },
    onMailFrom: (_address, session, done) => answer(smtp.reply.mail, session, done),
    onRcptTo: ({ address }, session, done) => answer(smtp.reply.rcpt?.(address), session, done),
    async onData(stream, session, done) {
      const raw = await buffer(stream);
      const { data } = smtp.reply;
      if (data === undefined) {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : (mailFrom?.address ?? '');
        arrived.push({ to: rcptTo[0]?.address ?? '', from, raw, email: await PostalMime.parse(raw) });
      }
      answer(data, session, done);
    },
  });
  // Clients that are cut off are part of some tests.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const smtp: TestSmtp = {
    url: `smtp://127.0.0.1:${port}`,
    server: { host: '127.0.0.1', port, secure: false, starttls: starttls ? 'required' : 'optional', login },
    arrived,
    logins,
    reply: {},
    to: (address) => arrived.filter((each) => each.to === address),
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return smtp;
}

export const TEST_SENDER: Sender = { name: 'The archive', address: 'pagekeep@archive.example' };

export function mailerOf({ server }: Pick<TestSmtp, 'server'>, limits: Partial<SmtpLimits> = {}) {
  return openMailer(server, TEST_SENDER, { ...SMTP_LIMITS, ...limits });
}

/** Sends mail with a clock that the test moves. */
export function mailsOf(
  store: Store,
  smtp: TestSmtp,
  {
    clock = new Clock(new Date().toISOString()),
    rendering = {},
    ...given
  }: Partial<MailsParts> & { clock?: Clock; rendering?: Partial<NewsParts> } = {},
) {
  const stopping = new AbortController();
  const news: MailNews[] = [];
  const failures: unknown[] = [];
  const ended = runMails(
    {
      store,
      sealingKey: SEALING_KEY,
      mailer: mailerOf(smtp),
      render: makeMailRenderer({
        publicUrl: 'https://archive.example',
        readPart: async () => assert.fail('the store of this test has no pictures'),
        sealSubscription: (subscription) => sealSubscription(SEALING_KEY, subscription),
        ...rendering,
      }),
      leaseMs: 90 * 86_400_000,
      now: clock.now,
      random: () => 0,
      idleMs: 5,
      graceMs: 50,
      report: { tried: (_mail, _result, what) => void news.push(what), failed: (error) => void failures.push(error) },
      ...given,
    },
    stopping.signal,
  );
  return {
    clock,
    news,
    failures,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** The first mail about changes, made and sent with the parts that a configuration gives. */
export async function mailAboutChanges({ store, images, port }: TestService): Promise<Email> {
  await using smtp = await openSmtp();
  const config = readConfig({
    SMTP_URL: smtp.url,
    MAIL_FROM: TEST_SENDER.address,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  });
  const parts = (await mailParts(config, { store, images, sealingKey: SEALING_KEY })) ?? assert.fail();
  const clock = new Clock(new Date().toISOString());
  await gatherMails({ store, now: clock.now, reportFailure: assert.ifError });
  clock.forward(60_000);
  await gatherMails({ store, now: clock.now, reportFailure: assert.ifError });
  const running = mailsOf(store, smtp, { ...parts, clock, now: clock.now });
  await until(() => smtp.arrived.length > 0);
  await running.stop();
  return smtp.arrived[0]?.email ?? assert.fail();
}
