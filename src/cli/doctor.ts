import { Command } from 'commander';
import { checkImages } from '../app/check-images.ts';
import type { Archive } from '../compose.ts';
import { canBeMended, describeFinding, type Finding } from '../domain/finding.ts';
import { showProgress } from './progress.ts';
import { withArchive } from './run.ts';

interface DoctorOptions {
  readonly fix?: boolean;
  readonly images?: boolean;
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
    .option('--images', 'compare the records with the image files too')
    .option('--fix', 'mend what is wrong, and remove image files that no record needs')
    .option('--json', 'print one JSON object')
    .action((options: DoctorOptions) =>
      withArchive(async (archive) => {
        const say = options.json ? () => undefined : (line: string) => console.log(line);
        const diagnosis = await examine(archive, options, say);
        if (options.json) console.log(JSON.stringify(diagnosis));
        say(conclusion(diagnosis, options));
        if (diagnosis.mended < diagnosis.found) process.exitCode = 1;
      }),
    );
}

async function examine(archive: Archive, options: DoctorOptions, say: (line: string) => void): Promise<Diagnosis> {
  const progress = showProgress();
  const findings: Finding[] = [];
  let found = 0;
  let mended = 0;
  try {
    for await (const finding of findingsOf(archive, options, progress.show)) {
      found += 1;
      if (findings.length < LISTED) findings.push(finding);
      const mend = canBeMended(finding);
      if (options.fix && mend) {
        await mendFinding(archive, finding);
        mended += 1;
      }
      progress.end();
      say(`${describeFinding(finding)} ${mend ? (options.fix ? 'Mended.' : '') : 'Only a backup has it.'}`.trimEnd());
    }
  } finally {
    progress.end();
  }
  return { findings, found, mended };
}

async function* findingsOf({ store, images }: Archive, options: DoctorOptions, report: (text: string) => void) {
  yield* store.check.compare(report);
  if (options.images) yield* checkImages({ store, images, now: new Date(), report });
}

async function mendFinding({ store, images }: Archive, finding: Finding): Promise<void> {
  if (finding.kind === 'stray image') await images.remove(finding.key);
  else await store.check.mend(finding);
}

function conclusion({ found, mended, findings }: Diagnosis, options: DoctorOptions): string {
  const checked = options.images ? 'Counts, page directories and images' : 'Counts and page directories';
  if (found === 0) return `${checked} are as they should be.`;
  if (options.fix) return mended === found ? `All ${found} mended.` : `${mended} of ${found} mended.`;
  return findings.some(canBeMended)
    ? `${found} found. "pagekeep doctor --fix" mends what can be mended.`
    : `${found} found.`;
}
