import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { Command } from 'commander';
import { replacePassword } from '../app/own-account.ts';
import { hashPassword } from '../app/password.ts';
import { refuseWeakPassword } from '../app/password-strength.ts';
import { readEmail, readPassword } from '../domain/account.ts';
import { say } from './output.ts';
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
        const { password, generated } = await choosePassword(email, options);
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
    .description('Set the password of an account. All browser sessions of the account end.')
    .argument('<email>', 'e-mail address of the account')
    .option('--password-stdin', 'read the password from standard input')
    .option('--revoke-tokens', 'also revoke all API tokens of the account; by default they stay valid')
    .action((address: string, options: PasswordOptions & { revokeTokens?: boolean }) =>
      withArchive(async ({ store }) => {
        const account = await store.accounts.findByEmail(readEmail(address));
        const { password, generated } = await choosePassword(account.email, options);
        const { revokeTokens = false } = options;
        await replacePassword(store, account.id, password, { revokeTokens });
        const done = generated ? `New password: ${password} (shown only once).` : 'Password changed.';
        const tokens = revokeTokens ? ' All API tokens are revoked.' : '';
        say(`${done} All browser sessions are signed out.${tokens}`);
      }),
    );
  command
    .command('two-step-off')
    .description('Turn off two-step sign-in for an account whose owner has lost the device and the recovery codes.')
    .argument('<email>', 'e-mail address of the account')
    .action((address: string) =>
      withArchive(async ({ store }) => {
        const { id, email } = await store.accounts.findByEmail(readEmail(address));
        await store.twoStep.disable(id);
        say(`Two-step sign-in is off for ${email}. The password alone is enough to sign in.`);
      }),
    );
  return command;
}

async function choosePassword(
  email: string,
  { passwordStdin }: PasswordOptions,
): Promise<{ password: string; generated: boolean }> {
  if (!passwordStdin && !(process.stdin.isTTY && process.stdout.isTTY)) {
    return { password: randomBytes(15).toString('base64url'), generated: true };
  }
  const typed = passwordStdin ? readStandardInput() : readHidden('Password (at least 10 characters): ');
  const password = readPassword(await typed);
  await refuseWeakPassword(password, email);
  return { password, generated: false };
}
