import { resolve } from 'node:path';
import { Command } from 'commander';
import { backUp } from '../backup/back-up.ts';
import { embeddedPlaces } from '../backup/layout.ts';
import type { MissingFiles } from '../backup/missing-files.ts';
import { restore } from '../backup/restore.ts';
import { isIntact, type VerifiedGeneration, verify } from '../backup/verify.ts';
import { makeDataFolder } from '../data-folder.ts';
import { counted } from '../domain/counted.ts';
import { folderOf } from '../images/open.ts';
import { recordInArchive } from '../store/open.ts';
import { showProgress } from './progress.ts';
import { commandLine, currentConfig, print } from './run.ts';

interface BackupFlags {
  readonly verify?: boolean;
  readonly hardLinks?: boolean;
  readonly json?: boolean;
}

export function backupCommand(): Command {
  return new Command('backup')
    .description(
      'Back up an archive in SQLite and an image folder while it is in use. A later backup into the same folder copies only new images, and the folder keeps the last BACKUP_GENERATIONS backups. Exit code 1: images are missing in the backup, or it failed.',
    )
    .argument('<folder>', 'the backup folder, preferably on another disk')
    .option('--verify', 'make no backup, but read every file of the backups in the folder and check it')
    .option(
      '--hard-links',
      'link images that are on the same disk instead of copying them: takes no space, but damage of a file damages the archive and the backup',
    )
    .option('--json', 'print one JSON object')
    .action((folder: string, flags: BackupFlags) => (flags.verify ? verifyBackups : makeBackup)(folder, flags));
}

async function makeBackup(folder: string, flags: BackupFlags): Promise<void> {
  const config = currentConfig();
  const { show, end } = showProgress();
  const options = { progress: show, generations: config.backupGenerations, hardLinks: flags.hardLinks === true };
  const report = await backUp(embeddedPlaces(config, folderOf), resolve(folder), options).finally(end);
  const { generation, images, copied, leftOut } = report;
  await recordInArchive(config.databaseUrl, commandLine(), { action: 'archive-backed-up', subject: generation });
  const done = `Backed up all records and ${counted(images, 'image')} (${copied} new) as ${generation}.`;
  const advice = 'not in the backup, because missing or damaged in the archive (see "pagekeep doctor --images")';
  print(flags, report, [done, ...linesOf(leftOut, advice)].join('\n'));
  if (leftOut.count > 0) process.exitCode = 1;
}

async function verifyBackups(folder: string, flags: BackupFlags): Promise<void> {
  const { show, end } = showProgress();
  const generations = await verify(resolve(folder), show).finally(end);
  print(flags, { generations }, generations.flatMap(linesOfGeneration).join('\n'));
  if (!generations.every(isIntact)) process.exitCode = 1;
}

function linesOfGeneration(state: VerifiedGeneration): string[] {
  const { generation, images, damaged, leftOut, fault } = state;
  return [
    `${generation}: ${isIntact(state) ? 'intact' : 'damaged'}, ${counted(images, 'image')}.`,
    ...(fault === undefined ? [] : [`  ${fault}`]),
    ...linesOf(damaged, 'missing or damaged in the backup'),
    ...linesOf(leftOut, 'not in the backup, because missing or damaged in the archive at that time'),
  ];
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'Restore a backup into the empty location that DATABASE_URL, IMAGES_URL and DATA_DIR name. Exit code 1: files are missing in the backup, or the restore failed.',
    )
    .argument('<folder>', 'a folder that "pagekeep backup" wrote')
    .option('--generation <time>', 'the backup to restore, such as 20260131T030000Z (default: the newest)')
    .option('--json', 'print one JSON object')
    .action(async (folder: string, flags: { generation?: string; json?: boolean }) => {
      const { show, end } = showProgress();
      const options = { progress: show, generation: flags.generation };
      const config = currentConfig();
      await makeDataFolder(config.dataDir);
      const report = await restore(resolve(folder), embeddedPlaces(config, folderOf), options).finally(end);
      const { generation, images, lost } = report;
      await recordInArchive(config.databaseUrl, commandLine(), { action: 'archive-restored', subject: generation });
      const done = `Restored all records and ${counted(images, 'image')} of ${generation}; the database and all checksums were verified.`;
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
