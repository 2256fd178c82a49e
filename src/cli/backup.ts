import { resolve } from 'node:path';
import { Command } from 'commander';
import { backUp } from '../backup/back-up.ts';
import { embeddedPlaces } from '../backup/layout.ts';
import { restore } from '../backup/restore.ts';
import { folderOf } from '../images/open.ts';
import { showProgress } from './progress.ts';
import { currentConfig, print } from './run.ts';

export function backupCommand(): Command {
  return new Command('backup')
    .description('Copy the embedded archive into a folder, while it is in use; the next time only what is new.')
    .argument('<folder>', 'where the backup is kept, best on another disk')
    .option('--json', 'print one JSON object')
    .action(async (folder: string, flags: { json?: boolean }) => {
      const progress = showProgress();
      const report = await backUp(embeddedPlaces(currentConfig(), folderOf), resolve(folder), progress.show).finally(
        progress.end,
      );
      print(flags, report, `Backed up: ${report.images} images, ${report.copied} of them new, and every record.`);
    });
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('Put a backup of the embedded archive into the empty place that the settings name.')
    .argument('<folder>', 'a folder that "pagekeep backup" filled')
    .option('--json', 'print one JSON object')
    .action(async (folder: string, flags: { json?: boolean }) => {
      const progress = showProgress();
      const report = await restore(resolve(folder), embeddedPlaces(currentConfig(), folderOf), progress.show).finally(
        progress.end,
      );
      print(flags, report, `Restored: ${report.images} images and every record, each as it was hashed.`);
    });
}
