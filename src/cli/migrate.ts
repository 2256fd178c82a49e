import { Command } from 'commander';
import { migrate } from '../store/migrate.ts';
import { openDatabase } from '../store/open.ts';
import { currentConfig, print } from './run.ts';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Bring the schema of the database up to date; every other command does so too.')
    .option('--json', 'print one JSON object')
    .action(async (options: { json?: boolean }) => {
      const database = openDatabase(currentConfig().databaseUrl);
      try {
        const applied = await migrate(database);
        const text = applied === 0 ? 'The schema is up to date.' : `The schema is up to date: ${applied} applied.`;
        print(options, { applied }, text);
      } finally {
        await database.close();
      }
    });
}
