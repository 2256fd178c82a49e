import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Command } from 'commander';
import { checkImages } from '../app/check-images.ts';
import { checkLogins } from '../app/check-logins.ts';
import { correctLateCapture, findLateCaptures } from '../app/late-captures.ts';
import { findSealingKey, type LockedArchive } from '../compose.ts';
import type { Config } from '../config.ts';
import { counted } from '../domain/counted.ts';
import type { Finding } from '../domain/finding.ts';
import { extensionOf } from '../domain/image-key.ts';
import type { Checks } from '../domain/ports/checks.ts';
import { beforeMigration } from '../store/open.ts';
import { checkSettings } from './check-settings.ts';
import { describeFinding, remedyOf } from './describe-finding.ts';
import { safeJson, say } from './output.ts';
import { showProgress } from './progress.ts';
import { currentConfig, withLockedArchive } from './run.ts';
import { describeStorage, type StorageUse, storageUse } from './storage-use.ts';

interface DoctorOptions {
  readonly fix?: boolean;
  readonly images?: boolean;
  readonly settings?: boolean;
  readonly json?: boolean;
}

/** Findings that --json prints in full; the rest is only counted. */
const MAX_LISTED = 1000;

interface Diagnosis {
  readonly findings: readonly Finding[];
  readonly found: number;
  readonly mended: number;
}

const NOTHING: Diagnosis = { findings: [], found: 0, mended: 0 };

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Check the archive for inconsistencies. The service may be running. Exit code 1: there are problems that were not fixed.',
    )
    .option('--images', 'also compare the records with the image files, and every file with its hash')
    .option('--settings', 'also check what the settings name: image store, addresses, browser, fonts')
    .option('--fix', 'fix what can be fixed, and remove image files that no record needs')
    .option('--json', 'print one JSON object')
    .action(async (options: DoctorOptions) => {
      const write = options.json ? () => undefined : say;
      const before = await beforeMigration(currentConfig().databaseUrl, (database) =>
        examine({ findings: (report) => damageOf(database, report), fix: fixDamage(database) }, options, write),
      );
      if (before && before.mended < before.found) conclude(before, options, write);
      else await examineArchive(options, write, before);
    });
}

function examineArchive(options: DoctorOptions, write: (line: string) => void, before = NOTHING): Promise<void> {
  return withLockedArchive(async (archive, config) => {
    const rebuild = fixDamage(archive.store.check);
    const examined = {
      findings: (report: (text: string) => void) => findingsOf(archive, config, options, report),
      fix: (finding: Finding) => (finding.kind === 'damaged database' ? rebuild() : fixFinding(archive, finding)),
    };
    const { findings, found, mended } = await examine(examined, options, write);
    const diagnosis = {
      findings: [...before.findings, ...findings],
      found: before.found + found,
      mended: before.mended + mended,
    };
    if (diagnosis.mended > 0) {
      await archive.store.audit.record({ action: 'archive-repaired', subject: String(diagnosis.mended) });
    }
    conclude(diagnosis, options, write, isReadable(diagnosis) ? await storageUse(archive.store) : undefined);
  });
}

function conclude(
  diagnosis: Diagnosis,
  options: DoctorOptions,
  write: (line: string) => void,
  storage?: StorageUse,
): void {
  if (options.json) say(safeJson({ ...diagnosis, storage }));
  write(conclusion(diagnosis, options));
  if (storage) write(describeStorage(storage));
  if (diagnosis.mended < diagnosis.found) process.exitCode = 1;
}

/** The use of a damaged database cannot be read. */
const isReadable = ({ findings, mended }: Diagnosis) =>
  mended > 0 || findings.every(({ kind }) => kind !== 'damaged database');

interface Examined {
  findings(report: (text: string) => void): AsyncIterable<Finding>;
  /** Returns whether the problem is fixed. */
  fix(finding: Finding): Promise<boolean>;
}

async function examine(examined: Examined, options: DoctorOptions, write: (line: string) => void): Promise<Diagnosis> {
  const progress = showProgress();
  const findings: Finding[] = [];
  let found = 0;
  let mended = 0;
  try {
    for await (const finding of examined.findings(progress.show)) {
      found += 1;
      if (findings.length < MAX_LISTED) findings.push(finding);
      const fixed = options.fix === true && (await examined.fix(finding));
      if (fixed) mended += 1;
      progress.end();
      write(`${describeFinding(finding)} ${fixed ? 'Fixed.' : adviceOn(finding, options)}`.trimEnd());
    }
  } finally {
    progress.end();
  }
  return { findings, found, mended };
}

/** Makes one attempt for all faults. */
function fixDamage(database: Pick<Checks, 'rebuildIndexes'>): () => Promise<boolean> {
  let rebuilt: Promise<boolean> | undefined;
  return () => {
    rebuilt ??= database.rebuildIndexes();
    return rebuilt;
  };
}

async function* damageOf(database: Pick<Checks, 'damage'>, report: (text: string) => void): AsyncGenerator<Finding> {
  report('the whole database');
  for (const fault of await database.damage()) yield { kind: 'damaged database', fault };
}

/** Checks the archive from the database to the image files. */
export async function* findingsOf(
  archive: LockedArchive,
  config: Config,
  options: DoctorOptions,
  report: (text: string) => void,
): AsyncGenerator<Finding> {
  const { store, images } = archive;
  report('the whole database');
  const faults = await store.check.damage();
  for (const fault of faults) yield { kind: 'damaged database', fault };
  // The other checks would read damaged records, and --fix would change them. It may have repaired these.
  if (faults.length > 0 && (!options.fix || (await store.check.damage()).length > 0)) return;
  const lost = await store.check.lostTransactions();
  if (lost > 0) yield { kind: 'lost transactions', count: lost };
  yield* checkLogins(store, () => findSealingKey(config, store));
  yield* store.check.compare(report);
  report('due times');
  yield* findLateCaptures(store);
  if (options.images) yield* checkImages({ store, images, isImage, now: new Date(), report });
  if (options.settings) {
    report('settings');
    yield* checkSettings(archive, config);
  }
}

/** Loaded here, because only --images needs it. */
async function isImage(bytes: Uint8Array): Promise<boolean> {
  return (await import('../picture/thumbnail.ts')).isImage(bytes);
}

/** Returns whether the problem is fixed. */
async function fixFinding({ store, images }: LockedArchive, finding: Finding): Promise<boolean> {
  if (remedyOf(finding) === undefined) return false;
  if (finding.kind === 'stray image') await images.remove(finding.key);
  else if (finding.kind === 'late capture') await correctLateCapture(store, finding);
  else if (finding.kind === 'unfinished images') await images.removeUnfinished(new Date());
  else if (finding.kind === 'thumbnail') return recreateThumbnail({ store, images }, finding);
  else await store.check.mend(finding);
  return true;
}

async function recreateThumbnail(
  { store, images }: LockedArchive,
  { key, contentKey, picture }: Extract<Finding, { kind: 'thumbnail' }>,
): Promise<boolean> {
  const { drawThumbnail } = await import('../picture/thumbnail.ts');
  let thumbnail: Uint8Array;
  try {
    thumbnail = await drawThumbnail(await buffer((await images.read(contentKey)).stream), extensionOf(key));
  } catch {
    // The picture itself is missing or damaged, which is a separate finding.
    return false;
  }
  await images.put(key, thumbnail);
  await store.check.keepThumbnailHash(picture, hash('sha256', thumbnail));
  return true;
}

function adviceOn(finding: Finding, options: DoctorOptions): string {
  const remedy = remedyOf(finding);
  if (remedy !== undefined) return `--fix ${remedy}.`;
  if (finding.kind === 'damaged database') {
    return options.fix
      ? 'Stop the service and restore a backup.'
      : 'Stop the service. --fix rebuilds indexes if all rows are right; otherwise restore a backup.';
  }
  return finding.kind === 'missing image' || finding.kind === 'damaged image' ? 'Restore it from a backup.' : '';
}

function conclusion({ found, mended, findings }: Diagnosis, options: DoctorOptions): string {
  const parts = ['database', 'counts', 'page indexes', 'page logins'];
  if (options.images) parts.push('images');
  if (options.settings) parts.push('settings');
  const checked = new Intl.ListFormat('en-GB').format(parts);
  if (found === 0) return `No problems found. Checked: ${checked}.`;
  const problems = `${counted(found, 'problem')} found`;
  if (options.fix) return mended === found ? `${problems}, all fixed.` : `${problems}, ${mended} fixed.`;
  return findings.some((finding) => remedyOf(finding) !== undefined)
    ? `${problems}. "pagekeep doctor --fix" fixes what can be fixed.`
    : `${problems}.`;
}
