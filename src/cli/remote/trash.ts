import { Command } from 'commander';
import { Problem } from '../../domain/problem.ts';
import { say } from '../output.ts';
import { print } from '../run.ts';
import { table } from '../table.ts';
import { type Remote, withRemote } from './remote.ts';

export function remoteTrash(remote: Remote): Command {
  const command = new Command('trash').description(
    'List and erase what was deleted. "webpage restore" brings it back.',
  );
  command
    .command('list')
    .description('List the trash, the newest first.')
    .option('--json', 'print a JSON array')
    .action((flags: { json?: boolean }) =>
      withRemote(remote, async (client) => {
        const items = await Array.fromAsync(client.trash.list());
        const rows = items.map(({ identifier, kind, name, expires }) => [identifier, kind, name, expires]);
        print(flags, items, table(['id', 'kind', 'name', 'erased at'], rows));
      }),
    );
  command
    .command('erase')
    .description('Permanently delete a webpage or a capture that is in the trash, or with --all everything in it.')
    .argument('[id]', 'id of the webpage or capture')
    .option('--all', 'erase everything in the trash')
    .option('--yes', 'confirm that it cannot be restored')
    .action((id: string | undefined, { all, yes }: { all?: boolean; yes?: boolean }) =>
      withRemote(remote, async (client) => {
        if ((id === undefined) === !all) throw new Problem('invalid', 'Give an id, or --all.');
        if (!yes) throw new Problem('invalid', 'What is erased cannot be restored: add --yes to confirm.');
        await (id === undefined ? client.trash.empty() : client.trash.erase(id));
        say('Erased.');
      }),
    );
  return command;
}
