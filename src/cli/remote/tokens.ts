import { Command } from 'commander';
import { DEFAULT_SCOPES, SCOPES, type Scope } from '../../domain/token.ts';
import { splitAtCommas } from '../comma-list.ts';
import { say } from '../output.ts';
import { print } from '../run.ts';
import { readUntil } from '../since.ts';
import { table } from '../table.ts';
import { type Remote, withRemote } from './remote.ts';

interface AddFlags {
  readonly name: string;
  readonly scopes: string;
  readonly expires?: string;
  readonly from?: string;
  readonly json?: boolean;
}

export function remoteTokens(remote: Remote): Command {
  const command = new Command('token').description('Create, list and revoke the API tokens of the account.');
  command
    .command('add')
    .description('Create a token. It is shown only once.')
    .option('--name <name>', 'what the token is for', 'command line')
    .option('--scopes <scopes>', `what it may do, separated by commas: ${SCOPES.join(', ')}`, DEFAULT_SCOPES.join(','))
    .option('--expires <time>', 'when it expires: a time, a date (UTC), or a span such as 12h, 90d or 4w')
    .option('--from <networks>', 'addresses and ranges that it may be used from, separated by commas')
    .option('--json', 'print one JSON object')
    .action((flags: AddFlags) =>
      withRemote(remote, async (client) => {
        const made = await client.tokens.create({
          name: flags.name,
          scopes: splitAtCommas(flags.scopes) as Scope[],
          networks: splitAtCommas(flags.from ?? ''),
          ...(flags.expires !== undefined && {
            expiresAt: readUntil('--expires', flags.expires, new Date()).toISOString(),
          }),
        });
        print(flags, made, made.token);
      }),
    );
  command
    .command('list')
    .description('List the tokens of the account.')
    .option('--json', 'print a JSON array')
    .action((flags: { json?: boolean }) =>
      withRemote(remote, async (client) => {
        const tokens = await Array.fromAsync(client.tokens.list());
        const rows = tokens.map(({ identifier, name, lastUsedAt, scopes, expiresAt, networks }) => [
          identifier,
          name,
          lastUsedAt ?? 'never',
          scopes.join(','),
          expiresAt ?? 'never',
          networks.join(',') || 'anywhere',
        ]);
        print(flags, tokens, table(['id', 'name', 'last used', 'scopes', 'expires', 'from'], rows));
      }),
    );
  command
    .command('revoke')
    .description('Revoke a token. It takes effect at once.')
    .argument('<id>', 'id of the token')
    .action((id: string) =>
      withRemote(remote, async (client) => {
        await client.tokens.revoke(id);
        say('Token revoked.');
      }),
    );
  return command;
}

export function remoteUsage(remote: Remote): Command {
  return new Command('usage')
    .description('Print what the account uses, and of which quota.')
    .option('--json', 'print one JSON object')
    .action((flags: { json?: boolean }) =>
      withRemote(remote, async (client) => {
        const { webpages, storage, capturesToday, ...usage } = await client.usage();
        const row = (name: string, { used, limit }: { used: number; limit?: number }) => [
          name,
          String(used),
          limit === undefined ? 'no limit' : String(limit),
        ];
        const rows = [row('webpages', webpages), row('bytes', storage), row('captures today', capturesToday)];
        print(flags, { ...usage, webpages, storage, capturesToday }, table(['', 'used', 'of'], rows));
      }),
    );
}
