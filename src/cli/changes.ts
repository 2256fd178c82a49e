import { Command } from 'commander';
import type { ChangedEntry, EntryPosition } from '../domain/change.ts';
import type { Changes } from '../domain/ports/changes.ts';
import { shownName } from '../domain/webpage.ts';
import { tellWords } from '../domain/word-change.ts';
import { safeJson, say } from './output.ts';
import { ACCOUNT_OPTION, ownerOf } from './owner.ts';
import { withArchive } from './run.ts';
import { readSince } from './since.ts';
import { terminalText } from './terminal-text.ts';

interface ChangesFlags {
  readonly account?: string;
  readonly since?: string;
  readonly json?: boolean;
}

export function changesCommand(): Command {
  return new Command('changes')
    .description('List the changes of tracked webpages, the newest first.')
    .option('--since <time>', 'only changes since a time or a date (UTC), or a span such as 12h, 2d or 1w')
    .option(...ACCOUNT_OPTION)
    .option('--json', 'print a JSON array')
    .action((flags: ChangesFlags) =>
      withArchive(async ({ store }) => {
        const since = flags.since === undefined ? undefined : readSince(flags.since, new Date());
        const owner = await ownerOf(store, flags.account);
        const changes = changesSince(store.changes, owner, since);
        await (flags.json ? printArray(changes) : printTable(changes));
      }),
    );
}

const NEWEST_CHANGES = { filter: 'changed', site: undefined, keyword: undefined, order: 'desc', limit: 200 } as const;

/** The newest first. Reads a portion at a time, because an archive can have any number of changes. */
async function* changesSince(changes: Changes, owner: string, since: Date | undefined): AsyncGenerator<ChangedEntry> {
  const end = since?.toISOString() ?? '';
  let from: EntryPosition | undefined;
  for (;;) {
    const entries = await changes.entries(owner, { ...NEWEST_CHANGES, from });
    for (const entry of entries) {
      if (entry.at < end) return;
      if (entry.kind === 'changed') yield entry;
    }
    from = entries.at(-1);
    if (!from) return;
  }
}

/** Prints a JSON array with a change on each line. */
async function printArray(changes: AsyncIterable<ChangedEntry>): Promise<void> {
  let before = '[';
  for await (const change of changes) {
    say(`${before}${safeJson(presentChange(change))}`);
    before = ',';
  }
  say(before === '[' ? '[]' : ']');
}

/** The fields of --json. docs/operations.md describes them. */
function presentChange({ id, at, webpage, title, summary, before, after, reviewedAt }: ChangedEntry) {
  return {
    id,
    at,
    webpageId: webpage.id,
    url: webpage.url,
    name: shownName(webpage, title),
    share: summary.share,
    added: summary.added,
    removed: summary.removed,
    altered: summary.altered,
    ignored: summary.ignored,
    words: summary.words ?? null,
    watched: summary.watched ?? null,
    beforeId: before.id,
    afterId: after.id,
    reviewedAt: reviewedAt ?? null,
  };
}

/** The widths are fixed, because rows are printed before the next ones are read. */
async function printTable(changes: AsyncIterable<ChangedEntry>): Promise<void> {
  let rows = 0;
  for await (const change of changes) {
    if (rows === 0) say(line('time', 'share', 'regions', 'page'));
    const { at, summary, webpage, title } = change;
    say(
      line(at, shareOf(summary.share), regionsOf(change), `${terminalText(shownName(webpage, title))}  ${webpage.url}`),
    );
    const words = tellWords(summary.words);
    if (words !== undefined) say(`${' '.repeat(26)}${terminalText(words)}`);
    rows += 1;
  }
  if (rows === 0) say('No changes.');
}

const line = (time: string, share: string, regions: string, page: string) =>
  `${time.padEnd(24)}  ${share.padStart(7)}  ${regions.padEnd(32)}  ${page}`;

const PERCENT = new Intl.NumberFormat('en-GB', { style: 'percent', maximumSignificantDigits: 2 });

const shareOf = (share: number) => (share > 0 && share < 0.001 ? '< 0.1%' : PERCENT.format(share));

function regionsOf({ summary }: ChangedEntry): string {
  const kinds = (['added', 'removed', 'altered'] as const).filter((kind) => summary[kind] > 0);
  return kinds.map((kind) => `${summary[kind]} ${kind}`).join(', ');
}
