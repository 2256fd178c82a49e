import { resolve } from 'node:path';
import { Command } from 'commander';
import { backUp } from '../backup/back-up.ts';
import { embeddedPlaces } from '../backup/layout.ts';
import type { Lost } from '../backup/lost.ts';
import { restore } from '../backup/restore.ts';
import { folderOf } from '../images/open.ts';
import { showProgress } from './progress.ts';
import { currentConfig, print } from './run.ts';

export function backupCommand(): Command {
  return new Command('backup')
    .description(
      'Copy the embedded archive into a folder, while it is in use; the next time only what is new. Exit code 1: something was left out, or nothing was done.',
    )
    .argument('<folder>', 'where the backup is kept, best on another disk')
    .option('--json', 'print one JSON object')
    .action(async (folder: string, flags: { json?: boolean }) => {
      const progress = showProgress();
      const report = await backUp(embeddedPlaces(currentConfig(), folderOf), resolve(folder), progress.show).finally(
        progress.end,
      );
      const { images, copied, leftOut } = report;
      const done = `Backed up: ${images} images, ${copied} of them new, and every record.`;
      const advice = 'left out, lost or damaged in the archive, see "pagekeep doctor --images"';
      print(flags, report, [done, ...linesOf(leftOut, advice)].join('\n'));
      if (leftOut.count > 0) process.exitCode = 1;
    });
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'Put a backup of the embedded archive into the empty place that the settings name. Exit code 1: the backup had lost something, or nothing was done.',
    )
    .argument('<folder>', 'a folder that "pagekeep backup" filled')
    .option('--json', 'print one JSON object')
    .action(async (folder: string, flags: { json?: boolean }) => {
      const progress = showProgress();
      const report = await restore(resolve(folder), embeddedPlaces(currentConfig(), folderOf), progress.show).finally(
        progress.end,
      );
      const { images, lost } = report;
      const done = `Restored: ${images} images and every record, each as it was hashed.`;
      const advice =
        'missing or damaged in the backup; "pagekeep doctor --images --fix" makes thumbnails and comparisons anew';
      print(flags, report, [done, ...linesOf(lost, advice)].join('\n'));
      if (lost.count > 0) process.exitCode = 1;
    });
}

function linesOf({ count, names }: Lost, what: string): string[] {
  if (count === 0) return [];
  const more = count > names.length ? [`and ${count - names.length} more`] : [];
  return [
    `${count} ${count === 1 ? 'file is' : 'files are'} ${what}:`,
    ...[...names, ...more].map((line) => `  ${line}`),
  ];
}
