import { Command } from 'commander';
import type { PageChange } from '../../client/client.ts';
import { safeJson, say } from '../output.ts';
import { print } from '../run.ts';
import { readSince } from '../since.ts';
import { terminalText } from '../terminal-text.ts';
import { type Remote, withRemote } from './remote.ts';

export function remoteChanges(remote: Remote): Command {
  return new Command('changes')
    .description('List the changes of tracked webpages, the newest first.')
    .option('--since <time>', 'only changes since a time or a date (UTC), or a span such as 12h, 2d or 1w')
    .option('--json', 'print one JSON object per line for each change')
    .action((flags: { since?: string; json?: boolean }) =>
      withRemote(remote, async (client) => {
        const since = flags.since === undefined ? undefined : readSince(flags.since, new Date());
        let rows = 0;
        for await (const change of client.changes({ since, order: 'desc' })) {
          say(flags.json ? safeJson(change) : rowOf(change));
          rows += 1;
        }
        if (rows === 0 && !flags.json) say('No changes.');
      }),
    );
}

const PERCENT = new Intl.NumberFormat('en-GB', { style: 'percent', maximumSignificantDigits: 2 });

function rowOf({ published, changeShare = 0, about }: PageChange): string {
  return `${published}  ${PERCENT.format(changeShare).padStart(7)}  ${terminalText(about.name)}  ${about.url}`;
}

export function remoteCompare(remote: Remote): Command {
  return new Command('compare')
    .description('Compare two screenshots of a webpage.')
    .argument('<before>', 'id of the older screenshot')
    .argument('<after>', 'id of the newer screenshot')
    .option('--json', 'print one JSON object')
    .action((before: string, after: string, flags: { json?: boolean }) =>
      withRemote(remote, async (client) => {
        const found = await client.compare(before, after);
        const { word, changeShare, added, removed, altered, ignored } = found;
        const regions = `${added} added, ${removed} removed, ${altered} altered, ${ignored} ignored`;
        print(flags, found, `${word}: ${PERCENT.format(changeShare)} of the page; ${regions}.`);
      }),
    );
}
