import { randomUUIDv7 } from 'node:crypto';
import { Command } from 'commander';
import { openConfiguredMailer } from '../compose.ts';
import { readEmail } from '../domain/account.ts';
import { Problem } from '../domain/problem.ts';
import { say } from './output.ts';
import { currentConfig } from './run.ts';

/** An attempt of the mailer ends before. */
const TIMEOUT_MS = 150_000;

export function mailCommand(): Command {
  const command = new Command('mail').description('Test the settings of mail.');
  command
    .command('test')
    .description('Send a test mail with SMTP_URL and MAIL_FROM. If it fails, the message names the step that failed.')
    .argument('<address>', 'address that the mail is sent to')
    .action(async (address: string) => {
      const { mail, publicUrl } = currentConfig();
      if (!mail) {
        throw new Problem('invalid', 'SMTP_URL is not set, so Pagekeep sends no mail. See docs/mail.md.');
      }
      const to = readEmail(address);
      const { renderTest } = await import('../notify/mail/letters.ts');
      const mailer = await openConfiguredMailer(mail);
      const message = { id: randomUUIDv7(), to, ...renderTest(publicUrl) };
      const outcome = await mailer.send(message, AbortSignal.timeout(TIMEOUT_MS));
      if (outcome.kind !== 'sent') throw new Problem('unavailable', outcome.because);
      say(`The server ${mail.host}:${mail.port} accepted the mail to ${to}.`);
    });
  return command;
}
