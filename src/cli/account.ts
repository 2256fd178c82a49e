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
  const command = new Command('account').description('Add and list accounts, and set their passwords.');
  command
    .command('add')
    .description('Add an account. Without a terminal or --password-stdin a password is made and shown once.')
    .argument('<email>', 'whose account it is')
    .option('--password-stdin', 'read the password from standard input')
    .option('--json', 'print one JSON object')
    .action((address: string, options: PasswordOptions) =>
      withArchive(async ({ store }) => {
        const email = readEmail(address);
        const { password, made } = await choosePassword(options);
        const account = { id: randomUUIDv7(), email, createdAt: new Date().toISOString(), webpageCount: 0 };
        await store.accounts.add(account, await hashPassword(password));
        const shown = made ? { password } : {};
        print(
          options,
          { id: account.id, email, ...shown },
          [
            `The account ${email} is ready.`,
            ...(made ? [`Its password is ${password} (shown this once).`] : []),
            `Make a token for the API with: npx pagekeep token add ${email}`,
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
    .description('Set the password of an account, which signs every browser of it out. API tokens stay good.')
    .argument('<email>', 'the account')
    .option('--password-stdin', 'read the password from standard input')
    .action((address: string, options: PasswordOptions) =>
      withArchive(async ({ store }) => {
        const account = await store.accounts.findByEmail(readEmail(address));
        const { password, made } = await choosePassword(options);
        await replacePassword(store, account.id, password);
        console.log(
          made
            ? `The new password is ${password} (shown this once). Every browser is signed out.`
            : 'The password is changed, and every browser is signed out.',
        );
      }),
    );
  return command;
}

async function choosePassword({ passwordStdin }: PasswordOptions): Promise<{ password: string; made: boolean }> {
  if (passwordStdin) return { password: readPassword(await readStandardInput()), made: false };
  if (process.stdin.isTTY && process.stdout.isTTY) {
    return { password: readPassword(await readHidden('Password (at least 10 characters): ')), made: false };
  }
  return { password: randomBytes(15).toString('base64url'), made: true };
}
