import { Command } from 'commander';
import { addToken } from '../app/add-token.ts';
import { readEmail } from '../domain/account.ts';
import { print, withArchive } from './run.ts';
import { table } from './table.ts';

export function tokenCommand(): Command {
  const command = new Command('token').description('Make, list and revoke API tokens.');
  command
    .command('add')
    .description('Make a token for an account. It is shown this once.')
    .argument('<email>', 'the account')
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
            'Keep it safe: it is not shown again. Try it:',
            `  curl -H "Authorization: Bearer ${token}" ${config.publicUrl}/v3/webpages`,
          ].join('\n'),
        );
      }),
    );
  command
    .command('list')
    .description('List the tokens of an account.')
    .argument('<email>', 'the account')
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
    .description('Revoke a token; the very next request with it is refused.')
    .argument('<email>', 'the account')
    .argument('<id>', 'the token, as "token list" shows it')
    .action((email: string, id: string) =>
      withArchive(async ({ store }) => {
        const account = await store.accounts.findByEmail(readEmail(email));
        await store.tokens.revoke(account.id, id);
        console.log('The token is revoked.');
      }),
    );
  return command;
}
