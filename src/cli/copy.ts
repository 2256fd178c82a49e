import { Command } from 'commander';
import type { Config } from '../config.ts';
import { copyImages } from '../copy/copy-images.ts';
import { copyRecords } from '../copy/copy-records.ts';
import { takeTarget } from '../copy/target.ts';
import { Problem } from '../domain/problem.ts';
import { openImages } from '../images/open.ts';
import type { Database } from '../store/engine/database.ts';
import { openMigrated } from '../store/open.ts';
import { keptImages } from '../store/records/kept-images.ts';
import { showProgress } from './progress.ts';
import { currentConfig, print } from './run.ts';

interface CopyFlags {
  readonly toDatabase: string;
  readonly toImages: string;
  readonly verify: boolean;
  readonly json?: boolean;
}

export function copyCommand(): Command {
  return new Command('copy')
    .description(
      'Copy the archive from SQLite to an empty database and another image store; run again, it goes on where it was.',
    )
    .requiredOption('--to-database <url>', 'as DATABASE_URL, best postgres://…')
    .requiredOption('--to-images <url>', 'as IMAGES_URL, best s3://…')
    .option('--no-verify', 'take images that are there in their whole length for what an earlier run has verified')
    .option('--json', 'print one JSON object')
    .action(async (flags: CopyFlags) => {
      const config = currentConfig();
      checkAddresses(config, flags);
      const { database: source } = await openMigrated(config.databaseUrl);
      try {
        const { database: target } = await named('DATABASE_URL', '--to-database', openMigrated(flags.toDatabase));
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
  if (!databaseUrl.startsWith('sqlite:')) throw new Problem('unprocessable', 'Only an archive in SQLite is copied.');
  if (databaseUrl === toDatabase) throw new Problem('invalid', '--to-database is the database of this archive itself.');
}

/** What cannot be opened is called by the setting that usually names it; here an option does. */
async function named<Opened>(setting: string, option: string, opening: Promise<Opened>): Promise<Opened> {
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
    // Before anything is sent: it may be refused.
    const taken = await takeTarget(source, target);
    const from = await openImages(config.imagesUrl);
    const to = await named('IMAGES_URL', '--to-images', openImages(flags.toImages));
    // Images first: no record is ever there without its image.
    const images = await copyImages(keptImages(source), { from, to, verify: flags.verify, progress: progress.show });
    const records = await copyRecords(source, taken, progress.show);
    return [
      { images, records },
      `Copied: ${images.images} images (${images.written} sent), ${records.rows} records (${records.written} sent); ${flags.verify ? 'both were compared and are equal' : 'the records were compared and are equal'}. The key in SECRET_KEY or ${config.dataDir}/secret.key has to come along.`,
    ];
  } finally {
    progress.end();
  }
}
