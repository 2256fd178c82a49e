import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import type { MailMessage } from '../../src/domain/mail.ts';
import { openMailer, SMTP_LIMITS } from '../../src/mail/smtp.ts';
import { freePort } from '../harness/postgres.ts';
import { mailerOf, openSmtp, TEST_SENDER } from '../harness/smtp.ts';

const MESSAGE: MailMessage = {
  id: '0199-test',
  to: 'ann@example.org',
  subject: 'Prices',
  text: 'Plain\n',
  html: '<p>Rich</p>',
  pictures: [],
  unsubscribe: undefined,
};
const never = new AbortController().signal;

describe('The mailer', () => {
  test('sends both parts with an id that stays the same', async () => {
    await using smtp = await openSmtp();
    const mailer = mailerOf(smtp);
    assert.deepEqual(await mailer.send(MESSAGE, never), { kind: 'sent' });
    assert.deepEqual(await mailer.send(MESSAGE, never), { kind: 'sent' });
    const [first, second] = smtp.arrived;
    assert.ok(first && second);
    assert.equal(first.email.messageId, '<0199-test@archive.example>');
    assert.equal(second.email.messageId, first.email.messageId);
    assert.deepEqual(first.email.from, { ...TEST_SENDER });
    assert.equal(first.from, TEST_SENDER.address);
    assert.equal(first.to, 'ann@example.org');
    assert.equal(first.email.text?.trim(), 'Plain');
    assert.equal(first.email.html?.trim(), '<p>Rich</p>');
    assert.equal(first.email.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated');
  });

  test('lets no title begin a header or reverse the subject', async () => {
    await using smtp = await openSmtp();
    const hostile = 'Sale\r\nBcc: all@example.org\r\n\r\n<script>\u202egnp.exe\u0000\u2028';
    await mailerOf(smtp).send({ ...MESSAGE, subject: hostile }, never);
    const [{ email, raw } = assert.fail()] = smtp.arrived;
    assert.equal(email.subject, 'Sale Bcc: all@example.org <script> gnp.exe');
    assert.equal(email.bcc, undefined);
    assert.doesNotMatch(raw.toString(), /^bcc:/im);
  });

  test('refuses addresses that could be read as several', async () => {
    await using smtp = await openSmtp();
    for (const to of ['a@example.org,b@example.org', '<a@example.org>', 'a@b>\r\nRCPT TO:<c@d', '"a b"@example.org']) {
      assert.equal((await mailerOf(smtp).send({ ...MESSAGE, to }, never)).kind, 'address refused', to);
    }
    assert.deepEqual(smtp.arrived, []);
  });

  test('tells an address that does not exist from a server that is busy or badly set up', async () => {
    await using smtp = await openSmtp();
    const mailer = mailerOf(smtp);
    const send = async (reply: typeof smtp.reply) => {
      smtp.reply = reply;
      const outcome = await mailer.send(MESSAGE, never);
      return [outcome.kind, 'server' in outcome && outcome.server, 'because' in outcome ? outcome.because : ''];
    };
    const rcpt = (code: number, text: string) => ({ rcpt: () => ({ code, text }) });
    assert.deepEqual(await send(rcpt(550, '5.1.1 No such user')), [
      'address refused',
      false,
      'The server refused the recipient: 550 5.1.1 No such user.',
    ]);
    assert.deepEqual((await send(rcpt(451, '4.7.1 Greylisted'))).slice(0, 2), ['failed', false]);
    assert.deepEqual((await send(rcpt(554, 'Relay access denied'))).slice(0, 2), ['failed', true]);
    assert.deepEqual((await send(rcpt(550, '5.7.1 Sign in first'))).slice(0, 2), ['failed', true]);
    assert.deepEqual((await send({ data: { code: 550, text: 'Spam' } })).slice(0, 2), ['message refused', false]);
    assert.deepEqual((await send({ data: { code: 452, text: 'Full' } })).slice(0, 2), ['failed', false]);
    assert.deepEqual(await send({ mail: { code: 553, text: 'Not your address' } }), [
      'failed',
      true,
      'The server refused the sender, MAIL_FROM: 553 Not your address.',
    ]);
    assert.deepEqual((await send({ connect: { code: 421, text: 'Busy' } })).slice(0, 2), ['failed', true]);
    assert.deepEqual((await send({ data: 'drop' })).slice(0, 2), ['failed', true]);
    assert.deepEqual(smtp.arrived, []);
    assert.equal((await send({}))[0], 'sent');
  });

  test('gives up a server that hangs, and one that sends a byte at a time', async () => {
    await using smtp = await openSmtp();
    smtp.reply = { data: 'hang' };
    const hanging = await mailerOf(smtp, { idleMs: 50 }).send(MESSAGE, never);
    assert.deepEqual(
      [hanging.kind, 'because' in hanging && /stopped answering/.test(hanging.because)],
      ['failed', true],
    );

    const dripping = createServer((socket) => {
      const timer = setInterval(() => socket.write('220-x\r\n'), 5);
      socket.on('close', () => clearInterval(timer)).on('error', () => undefined);
    });
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
    const { port } = dripping.address() as { port: number };
    const outcome = await mailerOf({ server: { ...smtp.server, port } }, { totalMs: 80 }).send(MESSAGE, never);
    dripping.close();
    assert.deepEqual([outcome.kind, 'because' in outcome && outcome.because], ['failed', 'The server took too long.']);
  });

  test('signs in, and says which step of the settings is wrong', async () => {
    const login = { user: 'pagekeep', password: 'a secret' };
    await using smtp = await openSmtp({ login });
    await mailerOf(smtp).check(never);
    assert.deepEqual(smtp.logins, ['pagekeep']);
    const failure = (server: Partial<typeof smtp.server>, limits = {}) =>
      openMailer({ ...smtp.server, ...server }, TEST_SENDER, { ...SMTP_LIMITS, ...limits })
        .check(never)
        .then(
          () => 'works',
          (error: Error) => error.message,
        );
    const wrong = await failure({ login: { ...login, password: 'guessed-secret' } });
    assert.match(wrong, /refused the login of pagekeep/);
    assert.doesNotMatch(wrong, /guessed-secret/);
    assert.match(await failure({ host: 'no-such-host.invalid' }), /no-such-host\.invalid of SMTP_URL cannot be found/);
    assert.match(await failure({ port: await freePort() }), /refused the connection: nothing listens there/);
    assert.match(await failure({ starttls: 'required' }), /^TLS with .* failed/);
    assert.match(await failure({ secure: true }), /^TLS with .* failed: .*use smtp:/);

    await using untrusted = await openSmtp({ starttls: true });
    await assert.rejects(mailerOf(untrusted).check(never), /TLS with .* failed: .*certificate.*NODE_EXTRA_CA_CERTS/);
  });
});
