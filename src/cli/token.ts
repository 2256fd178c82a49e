import { Command } from 'commander';
import { addToken } from '../app/add-token.ts';
import { readEmail } from '../domain/account.ts';
import { say } from './output.ts';
import { print, withArchive } from './run.ts';
import { table } from './table.ts';

export function tokenCommand(): Command {
  const command = new Command('token').description('Create, list and revoke API tokens.');
  command
    .command('add')
    .description('Create a token for an account. It is shown only once.')
    .argument('<email>', 'e-mail address of the account')
    .option('--name <name>', 'what the token is for', 'command line')
    .option('--json', 'print one JSON object')
    .action((email: string, options: { name: string; json?: boolean }) =>
      withArchive(async ({ store }, config) => {
        const account = await store.accounts.findByEmail(readEmail(email));
        const { token, record } = await addToken(store, account.id, options.name, new Date());
        const { id, name } = record;
        print(
          options,
          { id, name, token, account: account.email },
          [
            token,
            '',
            'Store the token safely: it is not shown again. Example:',
            `  curl -H "Authorization: Bearer ${token}" ${config.publicUrl}/v3/webpages`,
          ].join('\n'),
        );
      }),
    );
  command
    .command('list')
    .description('List the tokens of an account.')
    .argument('<email>', 'e-mail address of the account')
    .option('--json', 'print a JSON array')
    .action((email: string, options: { json?: boolean }) =>
      withArchive(async ({ store }) => {
        const account = await store.accounts.findByEmail(readEmail(email));
        const tokens = await store.tokens.list(account.id);
        const rows = tokens.map(({ id, name, createdAt, lastUsedAt }) => [id, name, createdAt, lastUsedAt ?? 'never']);
        print(options, tokens, table(['id', 'name', 'created', 'last used'], rows));
      }),
    );
  command
    .command('revoke')
    .description('Revoke a token. It takes effect at once.')
    .argument('<email>', 'e-mail address of the account')
    .argument('<id>', 'id of the token, from "token list"')
    .action((email: string, id: string) =>
      withArchive(async ({ store }) => {
        const account = await store.accounts.findByEmail(readEmail(email));
        await store.tokens.revoke(account.id, id);
        say('Token revoked.');
      }),
    );
  return command;
}
