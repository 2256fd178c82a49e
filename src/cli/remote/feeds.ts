import { Command } from 'commander';
import { say } from '../output.ts';
import { print } from '../run.ts';
import { table } from '../table.ts';
import { type Remote, withRemote } from './remote.ts';
import { addScopeOptions, type ScopeFlags, scopeOf } from './scope-options.ts';

export function remoteFeeds(remote: Remote): Command {
  const command = new Command('feed').description('Create, list and revoke feeds of changes.');
  addScopeOptions(command.command('add'))
    .description('Create a feed. Its addresses are shown only once.')
    .argument('<name>', 'what the feed is for')
    .option('--json', 'print one JSON object')
    .action((name: string, flags: ScopeFlags & { json?: boolean }) =>
      withRemote(remote, async (client) => {
        const scope = scopeOf(flags);
        const made = await client.feeds.create({ name, ...(scope && { scope }) });
        print(flags, made, `${made.atom}\n${made.jsonFeed}`);
      }),
    );
  command
    .command('list')
    .description('List the feeds of the account.')
    .option('--json', 'print a JSON array')
    .action((flags: { json?: boolean }) =>
      withRemote(remote, async (client) => {
        const feeds = await Array.fromAsync(client.feeds.list());
        const rows = feeds.map(({ identifier, name, lastReadAt }) => [identifier, name, lastReadAt ?? 'never']);
        print(flags, feeds, table(['id', 'name', 'last read'], rows));
      }),
    );
  command
    .command('revoke')
    .description('Revoke a feed. Its addresses answer 404 at once.')
    .argument('<id>', 'id of the feed')
    .action((id: string) =>
      withRemote(remote, async (client) => {
        await client.feeds.revoke(id);
        say('Feed revoked.');
      }),
    );
  return command;
}
