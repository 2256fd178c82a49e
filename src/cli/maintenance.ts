import { Command } from 'commander';
import { readLine } from '../domain/text.ts';
import { withArchive } from './run.ts';

const MESSAGE = 'The server is under maintenance.';

export function maintenanceCommand(): Command {
  const command = new Command('maintenance').description('Close the API for maintenance, or open it again.');
  command
    .command('on')
    .description('Answer every call with 503 until it is switched off; running servers obey at once.')
    .option('--message <text>', 'what callers are told', MESSAGE)
    .action(({ message }: { message: string }) =>
      withArchive(async ({ store }) => {
        await store.maintenance.set(readLine('The message', message, 500));
        console.log('Maintenance is on: calls are answered with 503.');
      }),
    );
  command
    .command('off')
    .description('Answer calls again.')
    .action(() =>
      withArchive(async ({ store }) => {
        await store.maintenance.set(undefined);
        console.log('Maintenance is off: calls are answered again.');
      }),
    );
  return command;
}
