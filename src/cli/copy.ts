import { Command } from 'commander';
import type { Config } from '../config.ts';
import { copyImages } from '../copy/copy-images.ts';
import { copyRecords } from '../copy/copy-records.ts';
import { claimTarget } from '../copy/target.ts';
import { counted } from '../domain/counted.ts';
import { Problem } from '../domain/problem.ts';
import { openImages } from '../images/open.ts';
import type { Database } from '../store/engine/database.ts';
import { openMigrated } from '../store/open.ts';
import { noteAs } from '../store/records/accounts/audit.ts';
import { keptImages } from '../store/records/captures/kept-images.ts';
import { showProgress } from './progress.ts';
import { commandLine, currentConfig, print } from './run.ts';

interface CopyFlags {
  readonly toDatabase: string;
  readonly toImages: string;
  readonly verify: boolean;
  readonly json?: boolean;
}

export function copyCommand(): Command {
  return new Command('copy')
    .description(
      'Copy the archive from SQLite to an empty database and another image store. Run it again to continue or to copy the changes.',
    )
    .requiredOption('--to-database <url>', 'target database, in the format of DATABASE_URL')
    .requiredOption('--to-images <url>', 'target image store, in the format of IMAGES_URL')
    .option(
      '--no-verify',
      'skip images that the target already has with the same size, without comparing their content',
    )
    .option('--json', 'print one JSON object')
    .action(async (flags: CopyFlags) => {
      const config = currentConfig();
      checkAddresses(config, flags);
      const { database: source } = await openMigrated(config.databaseUrl);
      try {
        const { database: target } = await withOptionName(
          'DATABASE_URL',
          '--to-database',
          openMigrated(flags.toDatabase),
        );
        try {
          print(flags, ...(await copy(config, flags, source, target)));
        } finally {
          await target.close();
        }
      } finally {
        await source.close();
      }
    });
}

function checkAddresses({ databaseUrl }: Config, { toDatabase }: CopyFlags): void {
  if (!databaseUrl.startsWith('sqlite:'))
    throw new Problem('unprocessable', 'Only an archive in SQLite can be copied.');
  if (databaseUrl === toDatabase)
    throw new Problem('invalid', '--to-database names the database of this archive itself.');
}

/** Error messages name the setting that holds an address. Here an option holds it, so the message names the option. */
async function withOptionName<Opened>(setting: string, option: string, opening: Promise<Opened>): Promise<Opened> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(error.kind, error.message.replaceAll(setting, option), { cause: error });
  }
}

async function copy(
  config: Config,
  flags: CopyFlags,
  source: Database,
  target: Database,
): Promise<[value: object, text: string]> {
  const progress = showProgress();
  try {
    // First, because a target in use is refused before anything is sent.
    const claimed = await claimTarget(source, target);
    const from = await openImages(config.imagesUrl);
    const to = await withOptionName('IMAGES_URL', '--to-images', openImages(flags.toImages));
    // Images first, so that the target never has a record without its image.
    const images = await copyImages(keptImages(source), { from, to, verify: flags.verify, progress: progress.show });
    // Before the records, so that both archives have this event and stay equal.
    await noteAs(commandLine())(source, { action: 'archive-copied' });
    const records = await copyRecords(source, claimed, progress.show);
    return [
      { images, records },
      `Copied ${counted(images.images, 'image')} (${images.written} sent) and ${counted(records.rows, 'record')} (${records.written} sent). ${flags.verify ? 'Images and records were' : 'The records were'} compared and are equal. Use the same secret key for the new archive: set SECRET_KEY, or copy ${config.dataDir}/secret.key.`,
    ];
  } finally {
    progress.end();
  }
}
