import { buffer } from 'node:stream/consumers';
import { Command } from 'commander';
import { checkImages } from '../app/check-images.ts';
import { checkLogins } from '../app/check-logins.ts';
import { findSealingKey, type LockedArchive } from '../compose.ts';
import type { Config } from '../config.ts';
import { describeFinding, type Finding, remedyOf } from '../domain/finding.ts';
import { extensionOf, type Images } from '../domain/images.ts';
import { checkSettings } from './check-settings.ts';
import { showProgress } from './progress.ts';
import { withLockedArchive } from './run.ts';

interface DoctorOptions {
  readonly fix?: boolean;
  readonly images?: boolean;
  readonly settings?: boolean;
  readonly json?: boolean;
}

// A script gets the first of them whole, and the number of all.
const LISTED = 1000;

interface Diagnosis {
  readonly findings: readonly Finding[];
  readonly found: number;
  readonly mended: number;
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Count again what the archive notes, and say what differs. It may run beside the service. Exit code 1: something is wrong, and is not mended.',
    )
    .option('--images', 'compare the records with the image files too, and every picture with its hash')
    .option('--settings', 'see too whether what the settings name can be used: images, addresses, browser, fonts')
    .option('--fix', 'mend what can be mended, and remove image files that no record needs')
    .option('--json', 'print one JSON object')
    .action((options: DoctorOptions) =>
      withLockedArchive(async (archive, config) => {
        const say = options.json ? () => undefined : (line: string) => console.log(line);
        const diagnosis = await examine(archive, config, options, say);
        if (options.json) console.log(JSON.stringify(diagnosis));
        say(conclusion(diagnosis, options));
        if (diagnosis.mended < diagnosis.found) process.exitCode = 1;
      }),
    );
}

async function examine(
  archive: LockedArchive,
  config: Config,
  options: DoctorOptions,
  say: (line: string) => void,
): Promise<Diagnosis> {
  const progress = showProgress();
  const findings: Finding[] = [];
  let found = 0;
  let mended = 0;
  try {
    for await (const finding of findingsOf(archive, config, options, progress.show)) {
      found += 1;
      if (findings.length < LISTED) findings.push(finding);
      const fixed = options.fix === true && (await mendFinding(archive, finding));
      if (fixed) mended += 1;
      progress.end();
      say(`${describeFinding(finding)} ${fixed ? 'Mended.' : prospectOf(finding)}`.trimEnd());
    }
  } finally {
    progress.end();
  }
  return { findings, found, mended };
}

async function* findingsOf(
  archive: LockedArchive,
  config: Config,
  options: DoctorOptions,
  report: (text: string) => void,
): AsyncGenerator<Finding> {
  const { store, images } = archive;
  yield* checkLogins(store, () => findSealingKey(config, store));
  yield* store.check.compare(report);
  if (options.images) yield* checkImages({ store, images, now: new Date(), report });
  if (options.settings) {
    report('settings');
    yield* checkSettings(archive, config);
  }
}

/** Answers whether it could be mended. */
async function mendFinding({ store, images }: LockedArchive, finding: Finding): Promise<boolean> {
  if (remedyOf(finding) === undefined) return false;
  if (finding.kind === 'stray image') await images.remove(finding.key);
  else if (finding.kind === 'missing thumbnail') return mendThumbnail(images, finding);
  else await store.check.mend(finding);
  return true;
}

async function mendThumbnail(
  images: Images,
  { key, contentKey }: Extract<Finding, { kind: 'missing thumbnail' }>,
): Promise<boolean> {
  const { drawThumbnail } = await import('../picture/thumbnail.ts');
  let thumbnail: Uint8Array;
  try {
    thumbnail = await drawThumbnail(await buffer((await images.read(contentKey)).stream), extensionOf(key));
  } catch {
    // The picture itself is lost or damaged, which is a finding of its own.
    return false;
  }
  await images.put(key, thumbnail);
  return true;
}

function prospectOf(finding: Finding): string {
  const remedy = remedyOf(finding);
  if (remedy !== undefined) return `--fix mends it by ${remedy}.`;
  return finding.kind === 'missing image' || finding.kind === 'damaged image' ? 'Only a backup has it.' : '';
}

function conclusion({ found, mended, findings }: Diagnosis, options: DoctorOptions): string {
  const parts = ['counts', 'page directories', 'page logins'];
  if (options.images) parts.push('images');
  if (options.settings) parts.push('settings');
  const checked = new Intl.ListFormat('en-GB').format(parts);
  if (found === 0) return `${checked.replace(/^c/, 'C')} are as they should be.`;
  if (options.fix) return mended === found ? `All ${found} mended.` : `${mended} of ${found} mended.`;
  return findings.some((finding) => remedyOf(finding) !== undefined)
    ? `${found} found. "pagekeep doctor --fix" mends what can be mended.`
    : `${found} found.`;
}
