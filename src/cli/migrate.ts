import { Command } from 'commander';
import { makeDataFolder } from '../data-folder.ts';
import { openMigrated } from '../store/open.ts';
import { currentConfig, print } from './run.ts';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Apply database migrations. Every other command does this too, before it starts.')
    .option('--json', 'print one JSON object')
    .action(async (options: { json?: boolean }) => {
      const config = currentConfig();
      await makeDataFolder(config.dataDir);
      const { database, applied } = await openMigrated(config.databaseUrl);
      await database.close();
      const text =
        applied === 0 ? 'The schema is up to date.' : `Migrations applied: ${applied}. The schema is up to date.`;
      print(options, { applied }, text);
    });
}
