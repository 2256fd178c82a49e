import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import { type CaptureResult, capturePage } from '../app/capture-page.ts';
import { checkCaptureQuota, makeCapturable } from '../app/track-webpages.ts';
import { deleteCapture } from '../app/trash.ts';
import { compareOnDemand, openConfiguredCamera, workerParts } from '../compose.ts';
import type { CaptureRecord } from '../domain/capture-schedule.ts';
import { isIdentifier } from '../domain/identifier.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { printable } from '../domain/text.ts';
import type { Webpage } from '../domain/webpage.ts';
import { claimRequest } from '../work/worker.ts';
import { complain, say } from './output.ts';
import { ACCOUNT_OPTION, ownerOf, webpageOf } from './owner.ts';
import { print, withArchive } from './run.ts';
import { terminalText } from './terminal-text.ts';

interface CaptureFlags {
  readonly account?: string;
  readonly now?: boolean;
  readonly json?: boolean;
}

export function captureCommand(): Command {
  const command = new Command('capture')
    .description(
      'Capture tracked webpages now and print the result. A running service makes the captures, or with --now this command.',
    )
    .argument('<webpage...>', 'ids or addresses of tracked webpages')
    .option(...ACCOUNT_OPTION)
    .option('--now', 'capture in this process instead of in a running service')
    .option('--json', 'print one JSON object per line for each webpage')
    .action((targets: string[], flags: CaptureFlags) =>
      withArchive(async (archive, config) => {
        const { store } = archive;
        const owner = await ownerOf(store, flags.account);
        await checkCaptureQuota(store, owner, new Date());
        const webpages = await Promise.all(targets.map((target) => webpageOf(store, owner, target)));
        for (const { id } of webpages) await makeCapturable(archive, owner, id, new Date());
        const records = flags.now
          ? await captureHere(webpages, owner)
          : await Promise.all(webpages.map((webpage) => captureInService(store, owner, webpage)));
        if (records.some(({ outcome }) => outcome !== 'shot')) process.exitCode = 1;

        async function captureHere(pages: Webpage[], by: string): Promise<CaptureRecord[]> {
          const camera = await openConfiguredCamera(config, (level, text) => level === 'warn' && progress(text));
          try {
            const noReport = { captured: () => undefined, failed: () => undefined };
            const parts = workerParts(config, archive, {
              camera,
              comparePictures: compareOnDemand(),
              report: noReport,
            });
            const done: CaptureRecord[] = [];
            for (const page of pages) {
              const claim = await store.schedules.claimOne(by, page.id, claimRequest(parts));
              if (!claim) throw new Problem('conflict', `A worker is capturing ${page.url} at the moment.`);
              const signal = new AbortController().signal;
              const onPhase = (phase: string) => progress(`${page.url}: ${phase}`);
              const result: CaptureResult = await capturePage(parts, claim, { signal, onPhase });
              show(flags, page, result);
              done.push(result.record);
            }
            return done;
          } finally {
            await camera.close();
          }
        }

        async function captureInService(from: Store, by: string, page: Webpage): Promise<CaptureRecord> {
          const askedAt = new Date();
          await from.schedules.request(by, page.id, askedAt);
          progress(`${page.url}: waiting for a worker`);
          for (let waited = 0; ; waited += POLL_MS) {
            await delay(POLL_MS);
            const [newest] = await from.captures.list(by, page.id, { before: END_OF_TIME, limit: 1 });
            // A capture that began before the request may show an older state of the page.
            if (newest && newest.startedAt >= askedAt.toISOString()) {
              show(flags, page, { record: newest, verdict: await verdictOf(from, by, newest) });
              return newest;
            }
            const track = await from.schedules.find(by, page.id, new Date());
            if (waited >= WORKER_TIMEOUT_MS && track?.state.kind !== 'capturing') {
              throw new Problem(
                'unavailable',
                `${page.url} is queued, but no worker claimed it: start "pagekeep serve", or use --now.`,
              );
            }
          }
        }
      }),
    );
  return command.addCommand(deleteCommand());
}

function deleteCommand(): Command {
  return new Command('delete')
    .description('Delete a single capture. It stays in the trash like a removed webpage.')
    .argument('<id>', 'id of the capture, as in its address in the web application')
    .option(...ACCOUNT_OPTION)
    .option('--yes', 'confirm the deletion')
    .action((id: string, { account, yes }: { account?: string; yes?: boolean }) =>
      withArchive(async ({ store }, { trashDays }) => {
        const owner = await ownerOf(store, account);
        const capture = isIdentifier(id) ? await store.screenshots.findAnywhere(owner, id) : undefined;
        const webpage = capture && (await store.webpages.find(owner, capture.webpageId));
        if (!webpage) throw new Problem('not-found', `There is no capture ${printable(id)}.`);
        const what = `the capture of ${webpage.url} at ${capture.createdAt}`;
        if (!yes) throw new Problem('invalid', `This would delete ${what}: add --yes to confirm.`);
        await deleteCapture({ store, trashDays }, owner, capture, new Date());
        say(`Deleted ${what}.`);
        if (trashDays > 0) say(`For ${trashDays} days, "pagekeep webpage restore ${id}" brings it back.`);
      }),
    );
}

const POLL_MS = 250;
const WORKER_TIMEOUT_MS = 20_000;
/** Sorts after every timestamp. */
const END_OF_TIME = '9999';

/** Standard error, because scripts read the results from standard output. */
function progress(text: string): void {
  complain(text);
}

async function verdictOf(store: Store, owner: string, { webpageId, screenshotId }: CaptureRecord) {
  return screenshotId ? (await store.screenshots.find(owner, webpageId, screenshotId))?.verdict : undefined;
}

type Shown = Pick<CaptureResult, 'record' | 'verdict'>;

function show(flags: CaptureFlags, { url }: Webpage, { record, verdict }: Shown): void {
  const seconds = (Date.parse(record.finishedAt) - Date.parse(record.startedAt)) / 1000;
  const words =
    record.outcome === 'shot'
      ? `captured in ${seconds.toFixed(1)} s, verdict: ${verdict ?? 'deleted'} (HTTP ${record.httpStatus ?? '–'}, ${record.title || 'no title'})`
      : `${record.outcome}: ${record.detail}`;
  print(flags, { url, verdict, ...record }, `${url}: ${terminalText(words)}`);
}
