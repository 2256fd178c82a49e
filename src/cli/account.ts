import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { Command } from 'commander';
import { replacePassword } from '../app/own-account.ts';
import { hashPassword } from '../app/password.ts';
import { readEmail, readPassword } from '../domain/account.ts';
import { listCommand, quotaCommand, removeCommand, roleCommand } from './people.ts';
import { readHidden, readStandardInput } from './prompt.ts';
import { print, withArchive } from './run.ts';

interface PasswordOptions {
  readonly passwordStdin?: boolean;
  readonly json?: boolean;
}

export function accountCommand(): Command {
  const command = new Command('account').description(
    'Create, list and remove accounts, and set passwords, roles and quotas.',
  );
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
  command.addCommand(listCommand());
  command.addCommand(roleCommand());
  command.addCommand(quotaCommand());
  command.addCommand(removeCommand());
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
