import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { Command } from 'commander';
import { replacePassword } from '../app/own-account.ts';
import { hashPassword } from '../app/password.ts';
import { readEmail, readPassword } from '../domain/account.ts';
import { readHidden, readStandardInput } from './prompt.ts';
import { print, withArchive } from './run.ts';
import { table } from './table.ts';

interface PasswordOptions {
  readonly passwordStdin?: boolean;
  readonly json?: boolean;
}

export function accountCommand(): Command {
  const command = new Command('account').description('Create and list accounts, and set passwords.');
  command
    .command('add')
    .description(
      'Create an account. Without a terminal and without --password-stdin, a random password is created and shown once.',
    )
    .argument('<email>', 'e-mail address of the account')
    .option('--password-stdin', 'read the password from standard input')
    .option('--json', 'print one JSON object')
    .action((address: string, options: PasswordOptions) =>
      withArchive(async ({ store }) => {
        const email = readEmail(address);
        const { password, generated } = await choosePassword(options);
        const account = { id: randomUUIDv7(), email, createdAt: new Date().toISOString(), webpageCount: 0 };
        await store.accounts.add(account, await hashPassword(password));
        const shown = generated ? { password } : {};
        print(
          options,
          { id: account.id, email, ...shown },
          [
            `Account ${email} created.`,
            ...(generated ? [`Password: ${password} (shown only once)`] : []),
            `To create an API token, run: npx pagekeep token add ${email}`,
          ].join('\n'),
        );
      }),
    );
  command
    .command('list')
    .description('List all accounts.')
    .option('--json', 'print a JSON array')
    .action((options: { json?: boolean }) =>
      withArchive(async ({ store }) => {
        const accounts = await store.accounts.list();
        const rows = accounts.map(({ email, webpageCount, createdAt }) => [email, String(webpageCount), createdAt]);
        print(options, accounts, table(['email', 'webpages', 'created'], rows));
      }),
    );
  command
    .command('password')
    .description('Set the password of an account. All browser sessions of the account end; API tokens stay valid.')
    .argument('<email>', 'e-mail address of the account')
    .option('--password-stdin', 'read the password from standard input')
    .action((address: string, options: PasswordOptions) =>
      withArchive(async ({ store }) => {
        const account = await store.accounts.findByEmail(readEmail(address));
        const { password, generated } = await choosePassword(options);
        await replacePassword(store, account.id, password);
        console.log(
          generated
            ? `New password: ${password} (shown only once). All browser sessions are signed out.`
            : 'Password changed. All browser sessions are signed out.',
        );
      }),
    );
  return command;
}

async function choosePassword({ passwordStdin }: PasswordOptions): Promise<{ password: string; generated: boolean }> {
  if (passwordStdin) return { password: readPassword(await readStandardInput()), generated: false };
  if (process.stdin.isTTY && process.stdout.isTTY) {
    return { password: readPassword(await readHidden('Password (at least 10 characters): ')), generated: false };
  }
  return { password: randomBytes(15).toString('base64url'), generated: true };
}
