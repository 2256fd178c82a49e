import { Command } from 'commander';
import { makeDataFolder } from '../data-folder.ts';
import { openMigrated } from '../store/open.ts';
import { currentConfig, print } from './run.ts';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Bring the schema of the database up to date; every other command does so too.')
    .option('--json', 'print one JSON object')
    .action(async (options: { json?: boolean }) => {
      const config = currentConfig();
      await makeDataFolder(config.dataDir);
      const { database, applied } = await openMigrated(config.databaseUrl);
      await database.close();
      const text = applied === 0 ? 'The schema is up to date.' : `The schema is up to date: ${applied} applied.`;
      print(options, { applied }, text);
    });
}
