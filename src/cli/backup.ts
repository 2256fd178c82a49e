import { resolve } from 'node:path';
import { Command } from 'commander';
import { backUp } from '../backup/back-up.ts';
import { embeddedPlaces } from '../backup/layout.ts';
import type { MissingFiles } from '../backup/missing-files.ts';
import { restore } from '../backup/restore.ts';
import { folderOf } from '../images/open.ts';
import { showProgress } from './progress.ts';
import { currentConfig, print } from './run.ts';

export function backupCommand(): Command {
  return new Command('backup')
    .description(
      'Back up an archive in SQLite and an image folder while it is in use. A later backup into the same folder copies only new images. Exit code 1: images are missing in the backup, or it failed.',
    )
    .argument('<folder>', 'the backup folder, preferably on another disk')
    .option('--json', 'print one JSON object')
    .action(async (folder: string, flags: { json?: boolean }) => {
      const progress = showProgress();
      const report = await backUp(embeddedPlaces(currentConfig(), folderOf), resolve(folder), progress.show).finally(
        progress.end,
      );
      const { images, copied, leftOut } = report;
      const done = `Backed up all records and ${images} images (${copied} new).`;
      const advice = 'not in the backup, because missing or damaged in the archive (see "pagekeep doctor --images")';
      print(flags, report, [done, ...linesOf(leftOut, advice)].join('\n'));
      if (leftOut.count > 0) process.exitCode = 1;
    });
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'Restore a backup into the empty location that DATABASE_URL, IMAGES_URL and DATA_DIR name. Exit code 1: files are missing in the backup, or the restore failed.',
    )
    .argument('<folder>', 'a folder that "pagekeep backup" wrote')
    .option('--json', 'print one JSON object')
    .action(async (folder: string, flags: { json?: boolean }) => {
      const progress = showProgress();
      const report = await restore(resolve(folder), embeddedPlaces(currentConfig(), folderOf), progress.show).finally(
        progress.end,
      );
      const { images, lost } = report;
      const done = `Restored all records and ${images} images; all checksums match.`;
      const advice = 'missing or damaged in the backup ("pagekeep doctor --images --fix" recreates thumbnails)';
      print(flags, report, [done, ...linesOf(lost, advice)].join('\n'));
      if (lost.count > 0) process.exitCode = 1;
    });
}

function linesOf({ count, names }: MissingFiles, what: string): string[] {
  if (count === 0) return [];
  const more = count > names.length ? [`and ${count - names.length} more`] : [];
  return [
    `${count} ${count === 1 ? 'file is' : 'files are'} ${what}:`,
    ...[...names, ...more].map((line) => `  ${line}`),
  ];
}
