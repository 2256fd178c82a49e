import { Command } from 'commander';
import { readLine } from '../domain/text.ts';
import { say } from './output.ts';
import { withArchive } from './run.ts';

const MESSAGE = 'The server is under maintenance.';

export function maintenanceCommand(): Command {
  const command = new Command('maintenance').description('Switch maintenance mode on or off.');
  command
    .command('on')
    .description(
      'Respond to every request with 503 until maintenance mode is off. Takes effect at once in running services.',
    )
    .option('--message <text>', 'message of the 503 response', MESSAGE)
    .action(({ message }: { message: string }) =>
      withArchive(async ({ store }) => {
        await store.maintenance.set(readLine('The message', message, 500));
        say('Maintenance mode is on: requests get 503.');
      }),
    );
  command
    .command('off')
    .description('Serve requests again.')
    .action(() =>
      withArchive(async ({ store }) => {
        await store.maintenance.set(undefined);
        say('Maintenance mode is off.');
      }),
    );
  return command;
}
