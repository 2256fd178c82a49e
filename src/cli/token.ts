import { Command } from 'commander';
import { addToken } from '../app/add-token.ts';
import { readEmail } from '../domain/account.ts';
import { DEFAULT_SCOPES, SCOPES } from '../domain/token.ts';
import { splitAtCommas } from './comma-list.ts';
import { say } from './output.ts';
import { print, withArchive } from './run.ts';
import { readUntil } from './since.ts';
import { table } from './table.ts';

interface AddFlags {
  readonly name: string;
  readonly scopes: string;
  readonly expires?: string;
  readonly from?: string;
  readonly json?: boolean;
}

export function tokenCommand(): Command {
  const command = new Command('token').description('Create, list and revoke API tokens.');
  command
    .command('add')
    .description('Create a token for an account. It is shown only once.')
    .argument('<email>', 'e-mail address of the account')
    .option('--name <name>', 'what the token is for', 'command line')
    .option('--scopes <scopes>', `what it may do, separated by commas: ${SCOPES.join(', ')}`, DEFAULT_SCOPES.join(','))
    .option('--expires <time>', 'when it expires: a time, a date (UTC), or a span such as 12h, 90d or 4w')
    .option('--from <networks>', 'addresses and ranges that it may be used from, separated by commas')
    .option('--json', 'print one JSON object')
    .action((email: string, options: AddFlags) =>
      withArchive(async ({ store }, config) => {
        const account = await store.accounts.findByEmail(readEmail(email));
        const now = new Date();
        const draft = {
          name: options.name,
          scopes: splitAtCommas(options.scopes),
          expiresAt: options.expires === undefined ? undefined : readUntil('--expires', options.expires, now),
          networks: splitAtCommas(options.from ?? ''),
        };
        const { token, record } = await addToken(store, account.id, draft, now);
        const { id, name, scopes, expiresAt, networks } = record;
        print(
          options,
          { id, name, token, account: account.email, scopes, expiresAt: expiresAt ?? null, networks },
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
        const rows = tokens.map(({ id, name, createdAt, lastUsedAt, scopes, expiresAt, networks }) => [
          id,
          name,
          createdAt,
          lastUsedAt ?? 'never',
          scopes.join(','),
          expiresAt ?? 'never',
          networks.join(',') || 'anywhere',
        ]);
        print(options, tokens, table(['id', 'name', 'created', 'last used', 'scopes', 'expires', 'from'], rows));
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
